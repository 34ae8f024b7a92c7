/** What every step of the journey shares: one action at a time, its progress, and what went wrong with it. */

import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Demo } from './demo.ts';
import type { DemoState } from './demo-state.ts';
import { explain, type Problem, type ProblemAction } from './problem.ts';
import { renderProblem, type Remedy } from './problem-box.ts';
import type { PageUpdate } from './updates.ts';
import type { View } from './views.ts';

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
  /** Monotonic ms before which the same press would be refused again. */
  #notBefore = 0;
  #stops: readonly (() => void)[] = [];

  constructor() {
    super();
    this.busy = null;
    this.problem = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // What could not be read is read once the network is back; a press is the person's own.
    const readAgain = (): void => {
      if (this.problem !== null && !this.#isOfPress) void this.#again?.();
    };
    addEventListener('online', readAgain);
    this.#stops = [
      () => removeEventListener('online', readAgain),
      this.demo.subscribe(() => this.requestUpdate()),
      this.demo.onUpdate((update) => this.onUpdate(update)),
    ];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of this.#stops) stop();
  }

  /** Hears of changes that the back-end tells of. */
  protected onUpdate(_update: PageUpdate): void {}

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Whole seconds for which the service asked to wait before the same press. */
  protected get waitSeconds(): number {
    return Math.max(0, Math.ceil((this.#notBefore - performance.now()) / 1000));
  }

  /** Runs one action; a second press while it runs does nothing. */
  protected run(progress: string, action: () => Promise<unknown>): void {
    if (this.busy !== null) return;
    const once = async (): Promise<void> => {
      if (this.busy !== null) return;
      const focused = this.contains(document.activeElement);
      this.busy = progress;
      this.problem = null;
      this.#isOfPress = false;
      try {
        await action();
      } catch (error) {
        this.#isOfPress = true;
        this.#again = once;
        this.problem = explain(error);
        this.#dropNotice();
        this.#wait(this.problem.waitSeconds);
        await this.updateComplete;
        this.querySelector<HTMLElement>('[aria-invalid="true"], .problem')?.focus();
      } finally {
        this.busy = null;
        await keepFocus(this, focused);
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
      await keepFocus(this, focused);
    };
    void once();
  }

  /** Goes on to another step; a person who left this one before the answer came stays where they are. */
  protected goOn(view: View, changes: Partial<DemoState> = {}): void {
    if (this.isConnected) this.demo.go(view, changes);
    else this.demo.keep(changes);
  }

  /** What went well before says nothing of the press that failed. */
  #dropNotice(): void {
    if (this.isConnected) this.demo.keep({ notice: null });
  }

  #wait(seconds: number): void {
    this.#notBefore = performance.now() + seconds * 1000;
    const tick = (): void => {
      this.requestUpdate();
      if (this.isConnected && this.waitSeconds > 0) setTimeout(tick, 1000);
    };
    if (seconds > 0) tick();
  }

  /** What the service said about one field; `name` is its dotted path, which may come without its first parts. */
  protected fieldError(name: string, hint?: string): string | null {
    const found = this.problem?.fields.find(({ field }) => field === name || name.endsWith(`.${field}`));
    if (found === undefined) return null;
    // A person can't use a regular expression; the field's own description helps.
    if (found.constraint?.pattern !== undefined) return `This needs ${hint ?? 'another form'}.`;
    return found.message ?? 'Check this field.';
  }

  /** Marks fields by the page itself, and moves the focus to the first of them. */
  protected refuseFields(fields: Problem['fields'], title = 'Some details need another look'): void {
    const advice = fields.length === 1 ? 'Correct the field that is marked.' : 'Correct the fields that are marked.';
    this.problem = { title, advice, action: 'none', fields, waitSeconds: 0 };
    this.#isOfPress = true;
    this.#dropNotice();
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  /** Marks one field. */
  protected refuseField(name: string, message: string): void {
    this.refuseFields([{ field: name, message }]);
  }

  /** A field that is being corrected loses its problem; what went wrong elsewhere stays. */
  protected forgetMistakes(): void {
    if (this.problem !== null && this.problem.fields.length > 0) this.problem = null;
  }

  /** The place for a problem, with a button for what to do. */
  protected renderProblem(): TemplateResult {
    const { problem } = this;
    const remedy = problem === null ? undefined : this.#remedies()[problem.action];
    return renderProblem(problem, remedy, this.waitSeconds);
  }

  /** The place where progress is said; it is always there, as live regions must be. */
  protected renderProgress(): TemplateResult {
    return html`<p class="progress" role="status">${this.busy ?? nothing}</p>`;
  }

  #remedies(): Partial<Record<ProblemAction, Remedy>> {
    const again = { label: 'Try again', run: () => this.#again?.() };
    return {
      retry: again,
      'start-over': again,
      'sign-in': { label: 'Sign in again', run: () => this.demo.signInAgain() },
      fund: { label: 'Add money', run: () => this.demo.go('fund') },
      look: { label: 'See my payments', run: () => this.demo.go('history') },
      'log-in': { label: 'Reload this page', run: () => location.reload() },
      reload: { label: 'Reload this page', run: () => location.reload() },
    };
  }
}

/** A button that is gone with its moment takes the focus with it: the heading gets it then, or what has come in its place. */
export async function keepFocus(host: LitElement, wasHere: boolean, next = 'main h1'): Promise<void> {
  await host.updateComplete;
  const isLost = wasHere && host.isConnected && document.activeElement === document.body;
  if (isLost) document.querySelector<HTMLElement>(next)?.focus();
}

/** Registers an element once. */
export function define(name: string, element: CustomElementConstructor): void {
  if (customElements.get(name) === undefined) customElements.define(name, element);
}
