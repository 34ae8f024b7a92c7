/** @jsxImportSource preact */
/** `<countersign-balance>`: the wallet's balance, and ways to add money. */
import type { VNode } from 'preact';
import { balanceEn } from '../messages/screens/balance.ts';
import type { Wallet } from '../../kit/wallet/index.ts';
import type { InternalAccount, PaymentInstructions } from '../../kit/wire.ts';
import { checkAmount } from './checked.ts';
import { CustomerElement } from './customer-element.ts';
import { fill } from './fill.ts';
import { followerOf } from './follower.ts';
import { icon } from './icon.tsx';
import { formatAmount } from './money.ts';
import { defineElement } from './wallet-element.ts';

type Texts = typeof balanceEn;

/** Fields that say nothing to a person who pays in. */
const hidden: ReadonlySet<string> = new Set(['accountType', 'payloadToSign']);

const style = `
.balance { container-type: inline-size; white-space: nowrap; }
.balance b { font-size: min(2em, calc(100cqi / var(--wide))); line-height: 1.2; font-weight: 650; letter-spacing: -0.02em; }
summary { min-height: 1.5rem; color: var(--link); font-weight: 600; cursor: pointer; }
details > * + * { margin-top: 0.5em; }
dl > div { display: grid; grid-template-columns: 1fr auto; gap: 0.25em 1em; padding-bottom: 0.75em; }
dt { grid-column: span 2; }
dl button { min-width: 1.5rem; }
`;

class Balance extends CustomerElement {
  protected override readonly follows = ['balance'] as const;
  #account: InternalAccount | undefined;

  constructor() {
    super(style);
  }

  protected override async readOf(customerId: string, wallet: Wallet, signal: AbortSignal): Promise<() => void> {
    const read = (shared: AbortSignal): Promise<InternalAccount> => wallet.account.get({ customerId, signal: shared });
    const account = await followerOf(wallet).read(`account ${customerId}`, signal, read);
    return () => (this.#account = account);
  }

  protected override forget(): void {
    super.forget();
    this.#account = undefined;
  }

  protected override view(): VNode {
    const texts = this.texts('balance', balanceEn);
    const account = this.#account;
    return this.frame(texts, account === undefined ? null : this.#content(account, texts));
  }

  #content({ balance, totalBalance, fundingPaymentInstructions }: InternalAccount, texts: Texts): VNode {
    // The available part may be a debt, as after a card's late settlement.
    checkAmount(balance, 'balance', -Infinity);
    checkAmount(totalBalance, 'totalBalance', -Infinity);
    const write = (units: number): string => formatAmount(units, balance.currency, this.language);
    const held = totalBalance.amount - balance.amount;
    return (
      <>
        <div>
          <p class="muted">{texts.available}</p>
          <p class="balance" part="balance" translate={false} key={balance.amount}>
            <b style={{ '--wide': 0.8 * write(balance.amount).length }}>{write(balance.amount)}</b>
          </p>
          {held > 0 ? <p class="muted">{fill(texts.held, { amount: write(held) })}</p> : null}
        </div>
        {fundingPaymentInstructions.length === 0 ? null : (
          <details part="receive">
            <summary>{texts.receive}</summary>
            <p class="muted">{texts.receiveLead}</p>
            {fundingPaymentInstructions.map((instructions, index) => this.#instructions(instructions, index, texts))}
          </details>
        )}
      </>
    );
  }

  #instructions({ accountOrWalletInfo, instructionsNotes }: PaymentInstructions, index: number, texts: Texts): VNode {
    const shown = Object.entries(accountOrWalletInfo).filter(
      (field): field is [string, string] => !hidden.has(field[0]) && typeof field[1] === 'string',
    );
    return (
      <div key={index}>
        <dl>
          {shown.map(([field, value]) => {
            const name = (texts as Readonly<Record<string, string | undefined>>)[field] ?? wordsOf(field);
            return (
              <div key={field}>
                <dt>{name}</dt>
                <dd translate={false}>{value}</dd>
                <button
                  type="button"
                  class="link"
                  part="button"
                  aria-label={fill(texts.copy, { name })}
                  onClick={() => void this.#copy(name, value, texts)}
                >
                  {icon('copy')}
                </button>
              </div>
            );
          })}
        </dl>
        {instructionsNotes === undefined ? null : <p class="muted">{instructionsNotes}</p>}
      </div>
    );
  }

  async #copy(name: string, value: string, texts: Texts): Promise<void> {
    // Browsers without the permission, and pages that aren't secure, refuse.
    const isCopied = await Promise.resolve()
      .then(() => navigator.clipboard.writeText(value))
      .then(
        () => true,
        () => false,
      );
    this.say(isCopied ? fill(texts.copied, { name }) : texts.notCopied);
  }
}

/** A field that has no text of its own, such as `branchCode`, as words. */
function wordsOf(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Defines the element. */
export function define(): void {
  defineElement('countersign-balance', Balance);
}
