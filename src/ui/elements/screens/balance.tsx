/** @jsxImportSource preact */
/** `<countersign-balance>`: the wallet's balance, and ways to add money. */
import { Fragment, type VNode } from 'preact';
import { balanceEn } from '../../messages/screens/balance.ts';
import type { Wallet } from '../../../kit/wallet/index.ts';
import type { InternalAccount, PaymentInstructions } from '../../../kit/wire.ts';
import { checkAmount } from '../parts/checked.ts';
import { CustomerElement } from '../host/customer-element.ts';
import { fill, fillParts } from '../parts/fill.ts';
import { followerOf } from '../host/follower.ts';
import { icon } from '../parts/icon.tsx';
import { formatAmount } from '../parts/money.ts';
import { defineElement } from '../host/wallet-element.ts';

type Texts = typeof balanceEn;

/** Fields that say nothing to a person who pays in. */
const hidden: ReadonlySet<string> = new Set(['accountType', 'payloadToSign']);

const style = `
.panel { container-type: inline-size; display: grid; gap: 0.125em; padding: 1.125em 1.25em; border: 1px solid transparent; border-radius: var(--radius);
  background: linear-gradient(135deg, transparent 30%, rgb(0 0 0 / 22%)), var(--accent); color: var(--accent-text); }
.panel b { display: block; font-size: min(2em, calc(100cqi / var(--wide))); line-height: 1.2; font-weight: 650; letter-spacing: -0.02em; white-space: nowrap; }
.panel small { color: inherit; }
.panel .skeleton { height: 3.85em; background: none; }
.receive { display: grid; gap: var(--spacing); justify-items: center; }
.receive > :not(svg) { width: 100%; }
.code { width: min(100%, 13rem); border-radius: var(--inner-radius); background: #fff; forced-color-adjust: none; }
dd { display: grid; grid-template-columns: 1fr auto; align-items: center; gap: 0 1em; }
dd button.link { justify-content: flex-end; min-width: var(--control-height); min-height: var(--control-height); }
`;

/** The place of a balance that is being read. */
const skeleton = (
  <>
    <div class="panel" aria-hidden="true">
      <span class="skeleton" />
    </div>
    <span class="skeleton control" aria-hidden="true" />
  </>
);

class Balance extends CustomerElement {
  protected override readonly follows = ['balance'] as const;
  #account: InternalAccount | undefined;
  #isReceiving = false;
  /** Draws a QR code; loaded by the press that shows one. */
  #qrCode: ((text: string, name: string) => VNode) | undefined;

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
    this.#isReceiving = false;
  }

  protected override view(): VNode {
    const texts = this.texts('balance', balanceEn);
    const account = this.#account;
    return this.frame(texts, account === undefined ? null : this.#content(account, texts), skeleton);
  }

  #receive(): void {
    this.#isReceiving = !this.#isReceiving;
    this.update();
    if (this.#isReceiving) void this.#loadCode();
  }

  async #loadCode(): Promise<void> {
    // Without it the details are there all the same.
    const loaded = await import('../parts/qr-code.tsx').catch(() => undefined);
    this.#qrCode = loaded?.qrCode;
    this.update();
  }

  #content({ balance, totalBalance, fundingPaymentInstructions }: InternalAccount, texts: Texts): VNode {
    // The available part may be a debt, as after a card's late settlement.
    checkAmount(balance, 'balance', -Infinity);
    checkAmount(totalBalance, 'totalBalance', -Infinity);
    const write = (units: number): string => formatAmount(units, balance.currency, this.language);
    const held = totalBalance.amount - balance.amount;
    return (
      <>
        <div class="panel" part="panel">
          <small>{texts.available}</small>
          <p part="balance" translate={false} key={balance.amount}>
            <b style={{ '--wide': 0.8 * write(balance.amount).length }}>
              <bdi>{write(balance.amount)}</bdi>
            </b>
          </p>
          {held > 0 ? (
            <small>{fillParts(texts.held, { amount: <span translate={false}>{write(held)}</span> })}</small>
          ) : null}
        </div>
        {fundingPaymentInstructions.length === 0
          ? null
          : this.button(texts.receive, () => this.#receive(), { 'aria-expanded': this.#isReceiving })}
        {this.#isReceiving ? (
          <div class="receive" part="receive">
            <p class="muted">{texts.receiveLead}</p>
            {fundingPaymentInstructions.map((instructions, index) => this.#instructions(instructions, index, texts))}
          </div>
        ) : null}
      </>
    );
  }

  #instructions({ accountOrWalletInfo, instructionsNotes }: PaymentInstructions, index: number, texts: Texts): VNode {
    const shown = Object.entries(accountOrWalletInfo).filter(
      (field): field is [string, string] => !hidden.has(field[0]) && typeof field[1] === 'string',
    );
    // No camera reads a code of more characters from a screen.
    const code = shown.find(
      ([field, { length }]) => (field === 'address' || field === 'invoice') && length < 1000,
    )?.[1];
    return (
      <Fragment key={index}>
        {code === undefined ? null : this.#qrCode?.(code, texts.scan)}
        <dl>
          {shown.map(([field, value]) => {
            const name = (texts as Readonly<Record<string, string | undefined>>)[field] ?? wordsOf(field);
            return (
              <div key={field}>
                <dt>{name}</dt>
                <dd translate={false}>
                  <bdi>{value}</bdi>
                  <button
                    type="button"
                    class="link"
                    part="button"
                    aria-label={fill(texts.copy, { name })}
                    onClick={() => void this.#copy(name, value, texts)}
                  >
                    {icon('copy')}
                  </button>
                </dd>
              </div>
            );
          })}
        </dl>
        {instructionsNotes === undefined ? null : <p class="muted">{instructionsNotes}</p>}
      </Fragment>
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
