/** @jsxImportSource preact */
/** What every step of the journey shares: one action at a time, its progress, and what went wrong with it. */

import { createRef, type ComponentChildren, type VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { FieldError } from 'countersign';
import { defineElements } from 'countersign/elements';
import type { DemoState } from './demo-state.ts';
import type { Demo } from './demo.ts';
import { Kit } from './kit.tsx';
import { refusal } from './requests.ts';
import type { View } from './views.ts';
import { currentLanguage, translate } from './language.ts';

export interface StepProps {
  readonly demo: Demo;
}

/** A step's actions. */
class Step {
  /** What is being done right now, in words; null when nothing is. */
  busy: string | null = null;
  /** What the last press, or the reading of the page, was rejected with; null when nothing was. */
  problem: unknown = null;
  readonly sheet = createRef<HTMLElement>();
  readonly #demo: Demo;
  readonly #draw: () => void;
  #again: (() => Promise<void>) | null = null;
  /** Whether the problem is of something that the person pressed: reading the page again doesn't take it away. */
  #isOfPress = false;
  #seeksMistake = false;
  #mistakesLanguage = currentLanguage();
  /** Fields that stand in the page with their mistake. */
  readonly #marked = new Set<string>();

  constructor(demo: Demo, draw: () => void) {
    this.#demo = demo;
    this.#draw = draw;
  }

  /** Runs one action; a second press while it runs does nothing. */
  run(progress: string, action: () => Promise<unknown>): void {
    const once = async (): Promise<void> => {
      if (this.busy !== null) return;
      this.busy = progress;
      this.problem = null;
      this.#isOfPress = false;
      this.#draw();
      try {
        await action();
      } catch (error) {
        this.#again = once;
        this.#refused(error);
      } finally {
        this.busy = null;
        this.#draw();
      }
    };
    void once();
  }

  /** Reads what the step shows, beside whatever else runs; only a failure is seen. */
  load(action: () => Promise<unknown>): void {
    const once = async (): Promise<void> => {
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
      this.#draw();
    };
    void once();
  }

  /** What could not be read is read again; a press is the person's own. */
  readAgain(): void {
    if (this.problem !== null && !this.#isOfPress) void this.#again?.();
  }

  /** Goes on to another step; a person who left this one before the answer came stays where they are. */
  goOn(view: View, changes: Partial<DemoState> = {}): void {
    if (this.sheet.current !== null) this.#demo.go(view, changes);
    else this.#demo.keep(changes);
  }

  /** Shows what a press was rejected with, where what went well before says nothing any more. */
  #refused(reason: unknown): void {
    this.#isOfPress = true;
    this.problem = reason;
    this.#seeksMistake = true;
    this.#mistakesLanguage = currentLanguage();
    this.#marked.clear();
    if (this.sheet.current !== null) this.#demo.keep({ notice: null });
    defineElements('problem').catch(() => undefined);
    this.#draw();
  }

  #focusMistake(): void {
    this.sheet.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  /** A button that is gone with its moment takes the focus with it: the heading gets it then. */
  drawn(wasHere: boolean): void {
    if (this.#seeksMistake) this.#focusMistake();
    this.#seeksMistake = false;
    if (wasHere && document.activeElement === document.body) this.sheet.current?.querySelector('h1')?.focus();
  }

  /** What is wrong with one field; `name` is its dotted path, which the service may give without its first parts. */
  fieldError(name: string, hint?: string): string | null {
    const found = fieldsOf(this.problem).find(({ field }) => field === name || name.endsWith(`.${field}`));
    if (found === undefined || this.#mistakesLanguage !== currentLanguage()) return null;
    this.#marked.add(found.field);
    // A person can't use a regular expression; the field's own description helps.
    if (found.constraint?.pattern !== undefined)
      return translate('This needs {form}.', { form: hint ?? translate('another form') });
    return found.message ?? translate('Check this field.');
  }

  /** Whether every mistake stands at its field, and there is nothing else to say. */
  get isMarked(): boolean {
    const fields = fieldsOf(this.problem);
    const { code } = { ...(this.problem as { readonly code?: unknown } | null) };
    return code === 'INVALID_INPUT' && fields.length > 0 && fields.every(({ field }) => this.#marked.has(field));
  }

  /** Marks fields by the page's own rules, as the service would. */
  refuseFields(errors: readonly FieldError[], code = 'INVALID_INPUT'): void {
    this.#refused(refusal({ status: 400, code, details: { errors } }));
  }

  /** Marks one field. */
  refuseField(field: string, message: string, code?: string): void {
    this.refuseFields([{ field, message }], code);
  }

  /** A field that is being corrected loses its problem; what went wrong elsewhere stays. */
  forgetMistakes(): void {
    if (fieldsOf(this.problem).length > 0) this.problem = null;
  }

  /** Does what the problem offers. */
  act(kind: string): void {
    if (kind === 'correct') this.#focusMistake();
    else if (kind === 'look') this.#demo.go('history');
    else if (kind === 'support') this.#demo.keep({ notice: translate('This is a demo: nobody answers here.') });
    // The page itself signs in anew, from wherever that is pressed.
    else if (kind !== 'sign-in' && kind !== 'log-in') void this.#again?.();
  }
}

/** The fields that the service refused, in an error of the kit or of the page's own requests. */
function fieldsOf(problem: unknown): readonly FieldError[] {
  return (problem as { details?: { errors?: readonly FieldError[] } } | null)?.details?.errors ?? [];
}

/** The actions of a step. `read` is what it begins with; one that `follows` reads again with what the back-end tells. */
export function useStep(demo: Demo, read?: () => Promise<unknown>, follows = false): Step {
  const draw = useDraw();
  const [step] = useState(() => new Step(demo, draw));
  const wasHere = step.sheet.current?.contains(document.activeElement) === true;
  useLayoutEffect(() => step.drawn(wasHere));
  useLayoutEffect(() => {
    if (read !== undefined) step.load(read);
    return demo.subscribe((update) => {
      if (update === undefined) return;
      if (follows && read !== undefined) step.load(read);
      else step.readAgain();
    });
  }, []);
  return step;
}

/** Has the component drawn again. */
export function useDraw(): () => void {
  const [, count] = useState(0);
  return () => count((drawn) => drawn + 1);
}

/** The paper of a step, with what went wrong and what it does. */
export function Sheet({ step, title, children }: { step?: Step; title: string; children: ComponentChildren }): VNode {
  useLayoutEffect(() => void (document.title = `${title} · Countersign demo`), [title]);
  return (
    <section class="sheet" ref={step?.sheet ?? null}>
      <h1 tabIndex={-1}>{title}</h1>
      {children}
      {step !== undefined && (
        <>
          <Kit
            name="problem"
            data-empty={step.problem === null || step.isMarked ? '' : undefined}
            error={step.isMarked ? undefined : (step.problem ?? undefined)}
            oncountersign-action={({ detail }) => step.act(detail.kind)}
          />
          <p class="progress" role="status">
            {step.busy}
          </p>
        </>
      )}
    </section>
  );
}
