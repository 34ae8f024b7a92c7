/** What every step of the journey shares: one action at a time, its progress, and what went wrong with it. */

import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import type { FieldError } from 'countersign';
import { defineElements } from 'countersign/elements';
import type { DemoState } from './demo-state.ts';
import { PagePart } from './page-part.ts';
import { refusal } from './requests.ts';
import type { PageUpdate } from './updates.ts';
import type { View } from './views.ts';

/** A step. */
export abstract class Step extends PagePart {
  static override properties = { busy: { state: true }, problem: { state: true } };
  /** What is being done right now, in words; null when nothing is. */
  declare busy: string | null;
  /** What the last press, or the reading of the page, was rejected with; null when nothing was. */
  declare problem: unknown;
  #again: (() => Promise<void>) | null = null;
  /** Whether the problem is of something that the person pressed: reading the page again doesn't take it away. */
  #isOfPress = false;

  constructor() {
    super();
    this.busy = null;
    this.problem = null;
  }

  /** What could not be read is read again; a press is the person's own. */
  protected override onUpdate(_update: PageUpdate): void {
    if (this.problem !== null && !this.#isOfPress) void this.#again?.();
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
        this.#again = once;
        this.#refused(error);
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
          this.problem = error;
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

  /** Shows what a press was rejected with, where what went well before says nothing any more. */
  #refused(reason: unknown): void {
    this.#isOfPress = true;
    this.problem = reason;
    if (this.isConnected) this.demo.keep({ notice: null });
    defineElements('problem').catch(() => undefined);
    void this.updateComplete.then(() => this.#focusMistake());
  }

  #focusMistake(): void {
    this.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  /** What is wrong with one field; `name` is its dotted path, which the service may give without its first parts. */
  protected fieldError(name: string, hint?: string): string | null {
    const found = fieldsOf(this.problem).find(({ field }) => field === name || name.endsWith(`.${field}`));
    if (found === undefined) return null;
    // A person can't use a regular expression; the field's own description helps.
    if (found.constraint?.pattern !== undefined) return `This needs ${hint ?? 'another form'}.`;
    return found.message ?? 'Check this field.';
  }

  /** Marks fields by the page's own rules, as the service would. */
  protected refuseFields(errors: readonly FieldError[], code = 'INVALID_INPUT'): void {
    this.#refused(refusal({ status: 400, code, details: { errors } }));
  }

  /** Marks one field. */
  protected refuseField(field: string, message: string, code?: string): void {
    this.refuseFields([{ field, message }], code);
  }

  /** A field that is being corrected loses its problem; what went wrong elsewhere stays. */
  protected forgetMistakes(): void {
    if (fieldsOf(this.problem).length > 0) this.problem = null;
  }

  /** What went wrong, with what the person can do. */
  protected renderProblem(): TemplateResult {
    return html`<countersign-problem
      ?data-empty=${this.problem === null}
      .error=${this.problem ?? undefined}
      @countersign-action=${({ detail }: HTMLElementEventMap['countersign-action']) => this.#act(detail.kind)}
    ></countersign-problem>`;
  }

  /** The place where progress is said; it is always there, as live regions must be. */
  protected renderProgress(): TemplateResult {
    return html`<p class="progress" role="status">${this.busy ?? nothing}</p>`;
  }

  #act(kind: string): void {
    if (kind === 'correct') this.#focusMistake();
    else if (kind === 'look') this.demo.go('history');
    else if (kind === 'support') this.demo.keep({ notice: 'This is a demo: nobody answers here.' });
    // The page itself signs in anew, from wherever that is pressed.
    else if (kind !== 'sign-in' && kind !== 'log-in') void this.#again?.();
  }
}

/** The fields that the service refused, in an error of the kit or of the page's own requests. */
function fieldsOf(problem: unknown): readonly FieldError[] {
  return (problem as { details?: { errors?: readonly FieldError[] } } | null)?.details?.errors ?? [];
}

/** A button that is gone with its moment takes the focus with it: the heading gets it then, or what has come in its place. */
export async function keepFocus(host: LitElement, wasHere: boolean, next = 'main h1'): Promise<void> {
  await host.updateComplete;
  const isLost = wasHere && host.isConnected && document.activeElement === document.body;
  if (isLost) document.querySelector<HTMLElement>(next)?.focus();
}

export { define } from './page-part.ts';
