/** An element with buttons that sign: a press means what the person read. */
import type { VNode } from 'preact';
import { framedEn } from '../messages/screens/framed.ts';
import { pressEn } from '../messages/screens/press.ts';
import { framedView, isFramedByOthers } from './framed.tsx';
import { createReading } from './reading.ts';
import { WalletElement } from './wallet-element.ts';

/** A subclass says in `signs` what its buttons would sign, and gives them the attributes of `signing`. */
export abstract class SigningElement extends WalletElement {
  /** Whether pages of another origin may frame it only by the attribute `allow-framed`. */
  protected readonly refusesFrames: boolean = false;
  /** Whether something was pressed before it could be read. */
  #isHasty = false;
  readonly #reading = createReading(() => {
    this.#isHasty = false;
    this.update();
  });

  override connectedCallback(): void {
    this.#reading.begin(this.ownerDocument);
    super.connectedCallback();
  }

  override disconnectedCallback(): void {
    this.#reading.end();
    super.disconnectedCallback();
  }

  /** Returns what the buttons would sign, as a value that is compared; undefined while there is nothing to sign. */
  protected abstract signs(): unknown;

  /** Called when `signs` is another, before that is drawn. */
  protected signsChanged(): void {}

  protected override beforeDrawing(): void {
    const signs = this.signs();
    if (this.wallet === undefined || signs === undefined) return;
    if (this.#reading.see(JSON.stringify([this.wallet.accountId, signs]))) this.signsChanged();
  }

  protected override drawing(): VNode | null {
    const isRefused = this.refusesFrames && !this.hasAttribute('allow-framed') && isFramedByOthers();
    return isRefused ? framedView(this.texts('framed', framedEn)) : super.drawing();
  }

  /** The attributes of a button that signs: a press counts once what it signs could be read, and only the first of a double one. */
  protected signing(act?: () => void): {
    readonly 'aria-disabled': boolean;
    readonly onClick: (event: MouseEvent) => void;
  } {
    return {
      'aria-disabled': this.busy !== null || !this.#reading.isRead(),
      onClick: (event) => {
        // The page may have changed it since the last drawing.
        this.beforeDrawing();
        const isRead = this.#reading.isRead();
        if (isRead && event.detail <= 1) return act?.();
        // That of a form would submit it.
        event.preventDefault();
        this.#isHasty = !isRead;
        this.update();
      },
    };
  }

  protected override get spoken(): string {
    return this.#isHasty ? this.texts('press', pressEn).readFirst : super.spoken;
  }
}
