/** @jsxImportSource preact */
/** `<countersign-problem>`: an error of the kit in words, with what the person can do. */
import type { VNode } from 'preact';
import type { ActionKind } from '../../messages/index.ts';
import { describeError, problemView } from '../parts/problem-view.tsx';
import { defineElement, WalletElement } from '../host/wallet-element.ts';

class Problem extends WalletElement {
  protected override warning = 0 as const;
  #shown: unknown;

  constructor() {
    super(':host { min-inline-size: 0; }');
  }

  get error(): unknown {
    return this.#shown;
  }

  set error(error: unknown) {
    this.#shown = error || undefined;
    this.update();
  }

  protected override view(): VNode | null {
    const described =
      this.#shown === undefined ? undefined : describeError(this.#shown, this.locale, () => this.update());
    const kind = described?.action?.kind;
    // Only the page has the form.
    if (kind === 'correct') return problemView(described, {});
    const press = (pressed: ActionKind) => (): void =>
      pressed === 'reload' ? location.reload() : this.emit('action', { kind: pressed });
    return problemView(described, kind === undefined ? {} : { [kind]: press(kind) });
  }
}

/** Defines the element. */
export function define(): void {
  defineElement('countersign-problem', Problem);
}
