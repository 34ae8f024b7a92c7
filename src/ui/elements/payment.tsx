/** @jsxImportSource preact */
/** `<countersign-payment>`: follows a payment to its end, and is its receipt from then on. */
import type { VNode } from 'preact';
import { copyOwn } from '../../kit/own-members.ts';
import type { CurrencyAmount, Quote, Transaction, TransactionStatus } from '../../kit/wire.ts';
import type { Wallet } from '../../kit/wallet/index.ts';
import { payeeEn } from '../messages/screens/payee.ts';
import { paymentEn } from '../messages/screens/payment.ts';
import { checkQuote } from './checked.ts';
import { fill } from './fill.ts';
import { formatAmount } from './money.ts';
import { createPayeeReader } from './payee.tsx';
import { describeError, problemView } from './problem-view.tsx';
import { slip, slipLine } from './slip.tsx';
import { defineElement, WalletElement } from './wallet-element.ts';

const style = `
dl { border: 1px solid var(--border); border-radius: var(--radius); padding: 0.5rem 1rem; }
progress { width: 100%; accent-color: var(--accent); }
`;

type Words = 'unsigned' | 'expired' | 'authorization' | 'processing' | 'completed' | 'failed' | 'refunded';

const wordsOf: Readonly<Record<TransactionStatus, Words>> = {
  CREATED: 'unsigned',
  PENDING: 'unsigned',
  EXPIRED: 'expired',
  PENDING_AUTHORIZATION: 'authorization',
  PROCESSING: 'processing',
  COMPLETED: 'completed',
  REJECTED: 'failed',
  FAILED: 'failed',
  REFUNDED: 'refunded',
};

class Payment extends WalletElement {
  static readonly observedAttributes = ['transaction-id'];
  #quote: Quote | undefined;
  #payee: string | undefined;
  #transaction: Transaction | undefined;
  /** The payment's quote, read where the page has none. */
  #readQuote: Quote | undefined;
  readonly #reader = createPayeeReader(
    () => this.update(),
    () => undefined,
  );
  #following: AbortController | undefined;

  constructor() {
    super(style);
  }

  get transactionId(): string {
    return this.getAttribute('transaction-id') ?? '';
  }

  set transactionId(id: string | undefined) {
    this.setText('transaction-id', 'transactionId', id);
  }

  get quote(): Quote | undefined {
    return this.#quote;
  }

  set quote(quote: Quote | undefined) {
    this.#quote = quote;
    this.update();
  }

  get payee(): string | undefined {
    return this.#payee;
  }

  set payee(payee: string | undefined) {
    this.#payee = payee;
    this.update();
  }

  override attributeChangedCallback(_name?: string, before?: string | null, id?: string | null): void {
    // The same id again reads the payment again, and what is known of it stays in view.
    if (id !== before) this.forget();
    if (this.wallet !== undefined && this.isConnected) this.begin(this.wallet);
    super.attributeChangedCallback();
  }

  protected override begin(wallet: Wallet): void {
    this.left();
    if (this.transactionId !== '') void this.#follow(wallet);
  }

  protected override left(): void {
    this.#following?.abort();
  }

  protected override forget(): void {
    this.left();
    this.#transaction = undefined;
    this.#readQuote = undefined;
    this.problem = undefined;
  }

  protected override view(wallet: Wallet | undefined): VNode | null {
    if (wallet === undefined || this.transactionId === '') return null;
    const texts = this.texts('payment', paymentEn);
    const transaction = this.#transaction;
    const words = transaction === undefined ? undefined : copyOwn(wordsOf)[transaction.status];
    const told = this.problem === undefined ? undefined : describeError(this.problem, this.locale, () => this.update());
    const { failureReason } = copyOwn<Partial<Transaction>>(transaction ?? {});
    const reason = failureReason === undefined ? '' : `${texts.reason.replace('{reason}', failureReason)} `;
    const isIncoming = transaction?.type === 'INCOMING';
    const known = isIncoming && words === 'completed' ? 'incoming' : words;
    const text =
      transaction === undefined ? texts.reading : known === undefined ? texts.otherText : texts[`${known}Text`];
    return (
      <section part="section" data-status={transaction?.status}>
        <h2 part="title" tabIndex={-1}>
          {known === undefined ? (transaction?.status ?? texts.title) : texts[known]}
        </h2>
        <p role="status" part="status">
          {told === undefined ? `${words === 'failed' ? reason : ''}${text}` : ''}
        </p>
        {this.#receipt(wallet, transaction)}
        {words === 'processing' ? <progress aria-label={texts.processing} /> : null}
        {problemView(told, {})}
        {told === undefined ? null : (
          <div class="actions">
            <button type="button" part="button" onClick={() => this.begin(wallet)}>
              {texts.again}
            </button>
          </div>
        )}
      </section>
    );
  }

  /** The quote and when, or what the payment itself says where there is no quote. */
  #receipt(wallet: Wallet, transaction: Transaction | undefined): VNode | null {
    const texts = this.texts('payment', paymentEn);
    const date = (iso: string | undefined): string =>
      iso === undefined
        ? ''
        : new Intl.DateTimeFormat(this.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
    const more = [
      slipLine(texts.sent, date(transaction?.createdAt)),
      slipLine(texts.settled, date(transaction?.settledAt)),
      slipLine(texts.number, this.transactionId.replace(/^\w+:/, '').slice(0, 8)),
    ];
    const given = this.#quote ?? this.#readQuote;
    const quote = given && checkQuote(given);
    const payeeTexts = this.texts('payee', payeeEn);
    if (quote !== undefined)
      return slip(quote, this.#reader.of(wallet, quote, this.#payee, payeeTexts).view, texts, this.language, more);
    if (transaction === undefined) return null;
    const isIncoming = transaction.type === 'INCOMING';
    const write = (amount: CurrencyAmount | undefined): string =>
      amount === undefined ? '' : formatAmount(amount.amount, amount.currency, this.language);
    return (
      <dl part="slip">
        {slipLine(isIncoming ? texts.incoming : texts.arrives, write(transaction.receivedAmount))}
        {slipLine(texts.to, this.#payee && fill(payeeTexts.pageSays, { payee: this.#payee }))}
        {isIncoming ? null : slipLine(texts.leaves, write(transaction.sentAmount))}
        {more}
      </dl>
    );
  }

  /** The receipt's rate, after a reload or from a list; without it the receipt has the payment's amounts. */
  async #lookForQuote(wallet: Wallet, { type, quoteId }: Transaction, signal: AbortSignal): Promise<void> {
    if (type !== 'OUTGOING' || quoteId === undefined || this.#quote !== undefined || this.#readQuote !== undefined)
      return;
    const quote = await wallet.quote.get(quoteId, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    this.#readQuote = quote;
    this.update();
  }

  async #follow(wallet: Wallet): Promise<void> {
    const following = new AbortController();
    this.#following = following;
    this.problem = undefined;
    this.update();
    const signal = AbortSignal.any([following.signal, this.signal]);
    try {
      for await (const transaction of wallet.transaction.follow(this.transactionId, { signal })) {
        const isNew = transaction.status !== this.#transaction?.status;
        this.#transaction = transaction;
        this.update();
        if (isNew) void this.#lookForQuote(wallet, transaction, signal);
        if (isNew) this.emit('payment-status', { transaction });
      }
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }
}

/** Defines the element. */
export function define(): void {
  defineElement('countersign-payment', Payment);
}
