/** What every step of the journey shares: one action at a time, its progress, and what went wrong with it. */

import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Demo } from './demo.ts';
import { explain, type Doing, type Problem, type ProblemAction } from './problem.ts';

/** A button that a problem offers. */
export interface Remedy {
  readonly label: string;
  readonly run: () => unknown;
}

/** A step; it renders into the page itself, so that one stylesheet and the page's labels reach it. */
export abstract class Step extends LitElement {
  static override properties: PropertyDeclarations = {
    demo: { attribute: false },
    busy: { state: true },
    problem: { state: true },
  };

  declare demo: Demo;
  /** What is being done right now, in words; null when nothing is. */
  declare busy: string | null;
  declare problem: Problem | null;
  #again: (() => Promise<void>) | null = null;
  /** Whether the problem is of something that the person pressed: reading the page again doesn't take it away. */
  #isOfPress = false;
  #stop: (() => void) | null = null;

  constructor() {
    super();
    this.busy = null;
    this.problem = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = this.demo.subscribe(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Runs one action; a second press while it runs does nothing. */
  protected run(progress: string, doing: Doing, action: () => Promise<unknown>): void {
    if (this.busy !== null) return;
    const once = async (): Promise<void> => {
      const focused = this.contains(document.activeElement);
      this.busy = progress;
      this.problem = null;
      this.#isOfPress = false;
      try {
        await action();
      } catch (error) {
        this.#isOfPress = true;
        this.#again = once;
        this.problem = explain(error, doing);
        await this.updateComplete;
        this.querySelector<HTMLElement>('[aria-invalid="true"], .problem')?.focus();
      } finally {
        this.busy = null;
        await this.#keepFocus(focused);
      }
    };
    void once();
  }

  /** Reads what the step shows, beside whatever else runs; only a failure is seen. */
  protected load(action: () => Promise<unknown>): void {
    const once = async (): Promise<void> => {
      const focused = this.contains(document.activeElement);
      try {
        await action();
        if (!this.#isOfPress) this.problem = null;
      } catch (error) {
        if (this.problem === null || !this.#isOfPress) {
          this.#isOfPress = false;
          this.#again = once;
          this.problem = explain(error);
        }
      }
      this.requestUpdate();
      await this.#keepFocus(focused);
    };
    void once();
  }

  /** A button that is gone with its moment takes the focus with it: the heading gets it then. */
  async #keepFocus(wasHere: boolean): Promise<void> {
    await this.updateComplete;
    if (wasHere && document.activeElement === document.body) this.querySelector<HTMLElement>('h1')?.focus();
  }

  /** What the service said about one field; `name` is its dotted path, which may come without its first parts. */
  protected fieldError(name: string, hint?: string): string | null {
    const found = this.problem?.fields.find(({ field }) => field === name || name.endsWith(`.${field}`));
    if (found === undefined) return null;
    // A regular expression is no help to a person; what the field says of itself is.
    if (found.constraint?.pattern !== undefined) return `This needs ${hint ?? 'another form'}.`;
    return found.message ?? 'Check this field.';
  }

  /** Marks one field by the page itself. */
  protected refuseField(name: string, message: string): void {
    const fields = [{ field: name, message }];
    const title = 'Some details need another look';
    this.problem = { title, advice: 'Correct the field that is marked.', action: 'none', fields, reference: '' };
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  /** The place for a problem, with a button for what to do. */
  protected renderProblem(remedies: Partial<Record<ProblemAction, Remedy>> = {}): TemplateResult {
    const { problem } = this;
    const remedy = problem === null ? undefined : { ...this.#usualRemedies(), ...remedies }[problem.action];
    return html`<div role="alert">
      ${
        problem === null
          ? nothing
          : html`<div class="problem" data-tone=${problem.tone ?? ''} tabindex="-1">
              <p class="problem-title">${problem.title}</p>
              <p>${problem.advice}</p>
              ${
                remedy === undefined
                  ? nothing
                  : html`<button type="button" class="quiet" @click=${remedy.run}>${remedy.label}</button>`
              }
              ${problem.reference === '' ? nothing : html`<p class="reference">${problem.reference}</p>`}
            </div>`
      }
    </div>`;
  }

  /** The place where progress is said; it is always there, as live regions must be. */
  protected renderProgress(): TemplateResult {
    return html`<p class="progress" role="status">${this.busy ?? ''}</p>`;
  }

  #usualRemedies(): Partial<Record<ProblemAction, Remedy>> {
    return {
      retry: { label: 'Try again', run: () => this.#again?.() },
      'sign-in': { label: 'Sign in again', run: () => this.demo.signInAgain() },
      fund: { label: 'Add money', run: () => this.demo.go('fund') },
      history: { label: 'See my payments', run: () => this.demo.go('history') },
      reload: { label: 'Reload this page', run: () => location.reload() },
    };
  }
}

/** Registers an element once. */
export function define(name: string, element: CustomElementConstructor): void {
  if (customElements.get(name) === undefined) customElements.define(name, element);
}
