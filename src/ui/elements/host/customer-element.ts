/** An element that shows what a customer has, and signs nothing. Attribute: `customer-id`. */
import type { Wallet } from '../../../kit/wallet/index.ts';
import { SignedInElement } from './signed-in-element.tsx';

/** A subclass says what it reads of the customer; nothing is read without one. */
export abstract class CustomerElement extends SignedInElement {
  static readonly observedAttributes: readonly string[] = ['customer-id'];

  get customerId(): string {
    return this.getAttribute('customer-id') ?? '';
  }

  set customerId(customerId: string | undefined) {
    this.setText('customer-id', 'customerId', customerId);
  }

  /** The same value again reads again, too. */
  override attributeChangedCallback(): void {
    void this.reload();
  }

  /** An app beside a wallet page has no session, and its relay knows the person. */
  protected override readonly isOpen = true;

  protected override async read(wallet: Wallet, signal: AbortSignal): Promise<() => void> {
    return this.customerId === '' ? () => undefined : this.readOf(this.customerId, wallet, signal);
  }

  /** Reads what is shown, as `read` does. */
  protected abstract readOf(customerId: string, wallet: Wallet, signal: AbortSignal): Promise<() => void>;
}
