/** @jsxImportSource preact */
/** Somebody who can be paid from now on: whose account it is, in full, for a person to confirm. */
import type { VNode } from 'preact';
import type { Payee, Wallet } from '../../kit/wallet/index.ts';
import {
  accountFacts,
  createAccountPresses,
  defineSigning,
  namedView,
  payeeEn,
  routingOf,
  SignedInElement,
  withHiddenMarked,
} from '../elements/parts.ts';
import { confirmPayee } from './arrival.ts';
import { pageEn, type PageTexts } from './texts/en.ts';

class PayeeCheck extends SignedInElement {
  protected override readonly isOpen = true;
  words: PageTexts = pageEn;
  accountId = '';
  #payee: Payee | undefined;
  #isConfirmed = false;
  protected override readonly presses = createAccountPresses(this, {
    signs: () => this.#payee && accountFacts(this.#payee.account),
  });

  constructor() {
    // Below 22rem of the element a term's basis is more than a row, so that the value goes below its label.
    super(`
dl > div { display: flex; flex-wrap: wrap; gap: 0.25em 1em; padding: 0.5em 0; border-bottom: 1px solid var(--border); }
dl > div:last-child { border-bottom: 0; }
dt, dd { flex: 35 1 calc((22rem - 3 * var(--spacing) - 2px - 100%) * 999); }
dd { flex-grow: 65; }`);
  }

  protected override async read(wallet: Wallet, signal: AbortSignal): Promise<() => void> {
    const payee = await wallet.payee.get(this.accountId, { signal });
    // A name alone is anybody's.
    if (accountFacts(payee.account).number === undefined)
      throw Object.assign(new Error('The account has no number.'), { code: 'ANSWER_INVALID' });
    return () => {
      this.#payee = payee;
    };
  }

  protected override view(): VNode {
    const { words } = this;
    const { payee: title, payeeReading: reading } = words;
    return this.frame({ title, reading, signedOut: '' }, this.#payee && this.#detailsView(this.#payee));
  }

  #detailsView({ account }: Payee): VNode {
    const { words } = this;
    const { name, bank, number } = accountFacts(account);
    const line = (term: string, value: string | undefined): VNode | null =>
      value === undefined ? null : (
        <div>
          <dt>{term}</dt>
          <dd translate={false}>
            <bdi>{withHiddenMarked(value)}</bdi>
          </dd>
        </div>
      );
    return (
      <>
        {this.#isConfirmed ? null : <p class="muted">{words.payeeLead}</p>}
        <dl>
          {line(words.payeeName, name)}
          {line(words.payeeBank, bank)}
          {line(words.payeeNumber, number)}
          {routingOf(account, this.texts('payee', payeeEn)).map(([term, value]) =>
            value === number ? null : line(term, value),
          )}
        </dl>
        {this.#isConfirmed
          ? null
          : this.presses.button(words.confirm, namedView(name ?? '', number), () => this.#confirm(), {
              class: 'primary',
            })}
      </>
    );
  }

  #confirm(): void {
    if (this.wallet?.state().status !== 'signed-in') return this.emit('action', { kind: 'sign-in' });
    this.press(this.words.confirming, async () => {
      await confirmPayee(this.accountId);
      this.#isConfirmed = true;
      this.emit('done', {});
      return this.words.confirmed;
    });
  }
}

/** Defines the element. */
export function definePayeeCheck(): void {
  defineSigning('countersign-page-payee', PayeeCheck);
}
