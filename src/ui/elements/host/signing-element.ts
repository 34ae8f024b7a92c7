/** An element with buttons that sign, each of which its guard keeps. */
import type { VNode } from 'preact';
import { framedEn } from '../../messages/screens/framed.ts';
import { pressEn } from '../../messages/screens/press.ts';
import { framedView, isFramedByOthers } from '../parts/framed.tsx';
import { createPressGuard, followPresses, type GuardedButton } from '../parts/press-guard.ts';
import { defineElement, WalletElement } from './wallet-element.ts';

/** A subclass says in `signs` what its buttons would sign, and gives them the attributes of `signing`. */
export abstract class SigningElement extends WalletElement {
  /** Whether pages of another origin may frame it only by the attribute `allow-framed`. */
  protected readonly refusesFrames: boolean = false;
  readonly #guard = createPressGuard({
    signs: () => {
      const signs = this.wallet && this.signs();
      return signs === undefined ? undefined : JSON.stringify([this.wallet?.accountId, signs]);
    },
    changed: () => this.signsChanged(),
    isBusy: () => this.isBusy(),
    redraw: () => this.update(),
  });

  override connectedCallback(): void {
    const { defaultView } = this.ownerDocument;
    if (defaultView !== null) this.#guard.begin(defaultView);
    super.connectedCallback();
  }

  override disconnectedCallback(): void {
    this.#guard.end();
    super.disconnectedCallback();
  }

  /** Returns what is shown and signed, as a value that is compared; undefined while there is nothing to sign. */
  protected abstract signs(): unknown;

  /** Called when `signs` is another. */
  protected signsChanged(): void {}

  protected override beforeDrawing(): void {
    this.#guard.look();
  }

  protected override drawing(): VNode | null {
    const isRefused = this.refusesFrames && !this.hasAttribute('allow-framed') && isFramedByOthers();
    return isRefused ? framedView(this.texts('framed', framedEn)) : super.drawing();
  }

  /** The attributes of a button that signs. */
  protected signing(act?: () => void): GuardedButton {
    return this.#guard.button(act);
  }

  protected override get spoken(): string {
    const { refusal } = this.#guard;
    return refusal === undefined ? super.spoken : this.texts('press', pressEn)[refusal];
  }
}

/** Defines an element that signs. */
export function defineSigning(name: string, element: CustomElementConstructor): void {
  followPresses(window);
  defineElement(name, element);
}
