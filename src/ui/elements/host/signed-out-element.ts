/** Base of the elements that sign a person in. */
import type { Wallet } from '../../../kit/wallet/index.ts';
import { WalletElement } from './wallet-element.ts';

/** Tells of a sign-in that it has seen happen, here or in another tab; not of a session that was there before. */
export abstract class SignedOutElement extends WalletElement {
  #before: string | undefined;

  /** Called whenever the wallet is signed out. */
  protected abstract offer(wallet: Wallet): void;

  protected override begin(wallet: Wallet): void {
    const { status } = wallet.state();
    this.#before = status;
    if (status === 'signed-out') this.offer(wallet);
  }

  protected override walletChanged(wallet: Wallet): void {
    const wasSignedOut = this.#before === 'signed-out';
    this.begin(wallet);
    if (this.#before !== 'signed-in') return;
    this.forget();
    if (wasSignedOut) this.emit('signed-in', {});
  }
}
