/** @jsxImportSource preact */
/** `<countersign-payment>`: follows a payment to its end, and is its receipt from then on. */
import type { VNode } from 'preact';
import { parseDateTime } from '../../../kit/date-time.ts';
import { copyOwn } from '../../../kit/own-members.ts';
import type { CurrencyAmount, Quote, Transaction } from '../../../kit/wire.ts';
import type { Wallet } from '../../../kit/wallet/index.ts';
import type { Screens } from '../../messages/index.ts';
import { authorizationEn } from '../../messages/screens/authorization.ts';
import { payeeEn } from '../../messages/screens/payee.ts';
import { paymentEn } from '../../messages/screens/payment.ts';
import { authorizationView } from '../parts/authorization.tsx';
import { checkAmount, checkQuote } from '../parts/checked.ts';
import { codeFieldStyle } from '../parts/code-field.tsx';
import { fill, fillParts } from '../parts/fill.ts';
import { followerOf } from '../host/follower.ts';
import { icon } from '../parts/icon.tsx';
import { formatAmount } from '../parts/money.ts';
import { createPayeeReader, lastPayees, unpaidText, type ShownPayee } from '../parts/payee.tsx';
import { paymentRuns, type PaymentRun } from '../parts/payment-runs.ts';
import { stateOf, type PaymentState } from '../parts/payment-state.ts';
import { describeError, problemView } from '../parts/problem-view.tsx';
import { slip, slipLine, slipStyle, slipTotal } from '../parts/slip.tsx';
import { createSigning, defineSigning } from '../host/signing.ts';
import { WalletElement } from '../host/wallet-element.ts';

// On paper: the receipt alone, whole and dark on white.
const style = `${slipStyle}${codeFieldStyle}
.mark { display: grid; place-items: center; width: 3em; height: 3em; border-radius: 50%; background: var(--accent-soft); color: var(--link); }
.mark.done { background: var(--ok-soft); color: var(--ok); }
.mark.moving { border: 1px solid var(--border); background: var(--fill); color: var(--text); }
.mark.failed { background: var(--danger-soft); color: var(--danger); }
.mark > .icon { width: 1.6em; height: 1.6em; stroke-width: 2.25; }
.actions { display: grid; }
h2 + p { margin-top: calc(-0.75 * var(--spacing)); }
.steps > li { position: relative; display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1em; padding-bottom: 0.875em; padding-inline-start: 1.75em; color: var(--muted); }
.steps > li:last-child { padding-bottom: 0; }
.steps > .over { color: var(--text); }
.steps > li::before { content: ''; position: absolute; z-index: 1; inset-inline-start: 0.25em; top: 0.4em; width: 0.75em; height: 0.75em; border: 2px solid var(--control-border); border-radius: 50%;
  background: var(--surface); }
.steps > .over::before { border-color: var(--ok); background: var(--ok); }
.steps > .failed::before { border-color: var(--danger); background: var(--danger); }
.steps > li:not(:last-child)::after { content: ''; position: absolute; inset-inline-start: calc(0.625em - 1px); top: 1.4em; bottom: 0; border-inline-start: 2px solid var(--border); }
@media (forced-colors: active) { .steps > .over::before { forced-color-adjust: none; background: Highlight; } }
@media print {
  :host, :host([theme]) { --surface: #fff; --fill: #fff; --text: #000; --muted: #333; --border: #999; --accent: #000; --ok: #000; break-inside: avoid; }
  section { padding: 0; border: 0; }
  .actions, form, [role='alert'] { display: none; }
  .steps > li::before { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .mark, .avatar { border: 1px solid var(--border); background: none; }
}
`;

type Texts = Screens['payment'];

/** The place of a payment that is being read. */
const skeleton = (
  <div class="total" aria-hidden="true">
    <span class="skeleton short" />
  </div>
);

/** The mark of a payment's state. */
function markOf(words: PaymentState | 'incoming' | 'sentBack'): VNode {
  const [look, name] = (
    {
      incoming: ['done', 'check'],
      processing: ['moving', 'spinner'],
      completed: ['done', 'check'],
      failed: ['failed', 'warning'],
      refunded: ['', 'deposit'],
      sentBack: ['', 'deposit'],
      returning: ['moving', 'spinner'],
      stuck: ['failed', 'warning'],
      authorization: ['', 'phone'],
      unsigned: ['', 'warning'],
      expired: ['', 'warning'],
    } as const
  )[words];
  return (
    <div class={`mark ${look}`} part="mark">
      {icon(name)}
    </div>
  );
}

/** A deposit is told as none of the person's payments: money that was refunded went back to who sent it. */
function depositState(
  state: PaymentState | undefined,
): 'incoming' | 'processing' | 'sentBack' | 'failed' | 'expired' | 'authorization' | undefined {
  if (state === 'completed') return 'incoming';
  if (state === 'unsigned') return 'processing';
  if (state === 'refunded' || state === 'returning') return 'sentBack';
  return state === 'stuck' ? 'failed' : state;
}

class Payment extends WalletElement {
  static readonly observedAttributes = ['transaction-id', 'allow-framed'];
  #quote: Quote | undefined;
  #payee: string | undefined;
  #transaction: Transaction | undefined;
  /** The payment's quote, read where the page has none; null where it couldn't be read. */
  #readQuote: Quote | null | undefined;
  /** Paid in this page: the receipt grows out of the slip that was there. */
  #isJustPaid = false;
  /** When the service took the signature: the first change that shows it on its way. */
  #sentAt: string | undefined;
  readonly #reader = createPayeeReader(
    () => this.update(),
    () => undefined,
    lastPayees,
  );
  /** Its code is the one thing that is confirmed here. */
  protected override readonly presses = createSigning(this, {
    signs: () => {
      // In English, so that another language is no other payee.
      const [quote, payee] = [this.#shownQuote(), this.#shownPayee(payeeEn)];
      if (quote === undefined || payee?.status !== 'known') return undefined;
      return [quote.id, quote.totalSendingAmount, quote.sendingCurrency.code, payee.facts];
    },
    refusesFrames: true,
  });
  #following: AbortController | undefined;
  #stopRuns: (() => void) | undefined;

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
    this.#quote = quote || undefined;
    this.update();
  }

  get payee(): string | undefined {
    return this.#payee;
  }

  set payee(payee: string | undefined) {
    this.#payee = this.checked('payee', payee, typeof payee === 'string', 'a string');
  }

  override attributeChangedCallback(name?: string, before?: string | null, id?: string | null): void {
    if (name !== 'allow-framed') {
      // The same id again reads the payment again, and what is known of it stays in view.
      if (id !== before) this.forget();
      if (this.wallet !== undefined && this.isConnected) this.begin(this.wallet);
    }
    super.attributeChangedCallback();
  }

  protected override begin(wallet: Wallet): void {
    this.left();
    this.#stopRuns = paymentRuns(wallet).subscribe((quoteId) => this.#hear(wallet, quoteId));
    if (this.transactionId === '') return;
    const paid = paymentRuns(wallet).takePaid(this.transactionId);
    this.#isJustPaid ||= paid !== undefined;
    this.#readQuote ??= paid;
    void this.#follow(wallet);
  }

  /** It follows its payment by itself, and once it has ended, a return may show it refunded. */
  protected override follow(wallet: Wallet): () => void {
    const stop = followerOf(wallet).follow([], () => this.begin(wallet));
    const stopPayees = followerOf(wallet).follow(['payees'], () => this.#reader.again());
    return () => {
      stop();
      stopPayees();
    };
  }

  /** Reads the payment again, which stays in view until then. */
  reload(): void {
    if (this.wallet !== undefined) this.begin(this.wallet);
  }

  protected override online(): void {
    this.#reader.again();
  }

  protected override left(): void {
    this.#following?.abort();
    this.#stopRuns?.();
  }

  override isBusy(): boolean {
    const { status, code } = (this.wallet && this.#run(this.wallet)) ?? {};
    return status === 'confirming' || code === 'sending';
  }

  get #quoteId(): string | undefined {
    return this.#transaction?.quoteId ?? this.#quote?.id;
  }

  /** How its code stands. */
  #run(wallet: Wallet): Partial<PaymentRun> {
    return copyOwn<Partial<PaymentRun>>(paymentRuns(wallet).of(this.#quoteId ?? '') ?? {});
  }

  #hear(wallet: Wallet, quoteId: string): void {
    if (quoteId !== this.#quoteId) return;
    this.update();
    const { status, error } = this.#run(wallet);
    if (status === 'waiting') this.focusNext('input');
    if (error !== undefined) this.emit('problem', { error });
    if (status !== 'paid' && status !== 'refused') return;
    this.focusNext('h2');
    this.#following?.abort();
    void this.#follow(wallet);
  }

  protected override forget(): void {
    this.left();
    this.#transaction = undefined;
    this.#readQuote = undefined;
    this.#isJustPaid = false;
    this.#sentAt = undefined;
    this.problem = undefined;
  }

  protected override view(wallet: Wallet | undefined): VNode | null {
    if (wallet === undefined || this.transactionId === '') return null;
    const texts = this.texts('payment', paymentEn);
    const transaction = this.#transaction;
    const words = transaction ? stateOf(transaction) : this.#isJustPaid ? 'processing' : undefined;
    const isWaiting = words === 'authorization' && this.#quoteId !== undefined;
    const problem = this.problem ?? (isWaiting ? this.#run(wallet).error : undefined);
    const described = problem === undefined ? undefined : describeError(problem, this.locale, () => this.update());
    const { failureReason } = copyOwn<Partial<Transaction>>(transaction ?? {});
    const reason = failureReason === undefined ? '' : `${fill(texts.reason, { reason: failureReason })} `;
    const isDeposit = transaction?.type === 'INCOMING';
    const known = isDeposit ? depositState(words) : words;
    const quote = this.#shownQuote();
    const payee = this.#shownPayee()?.name;
    const { amount, received } = this.#amounts(transaction, quote);
    const values = {
      amount: <span translate={false}>{amount}</span>,
      received: <span translate={false}>{received}</span>,
      ...(payee && { payee }),
    };
    const isReading = known === undefined && transaction === undefined;
    const text = isReading
      ? texts.reading
      : known === undefined
        ? texts.otherText
        : isWaiting
          ? this.spoken || this.#unpaid()
          : isDeposit || words === undefined
            ? known === 'incoming'
              ? texts.incomingText
              : ''
            : payee !== undefined && (words === 'processing' || words === 'completed')
              ? texts[`${words}To`]
              : texts[`${words}Text`];
    const title = known === undefined ? (transaction?.status ?? texts.title) : texts[known];
    return (
      <section part="section" data-status={transaction?.status}>
        {known === undefined ? null : markOf(known)}
        <h2 part="title" tabIndex={-1}>
          {amount === '' ? texts.title : fillParts(title, values)}
        </h2>
        <p role="status" part="status" class={isReading ? 'spoken' : ''}>
          {described === undefined ? [reason, fillParts(text, values)] : ''}
        </p>
        {isWaiting ? this.#codeView(wallet, this.#quoteId, amount) : null}
        {words === undefined ? null : this.#stepsView(transaction ?? {}, words, texts)}
        {isReading && quote === undefined && problem === undefined ? skeleton : null}
        {this.#receipt(wallet, transaction, quote, words)}
        {problemView(described, { 'log-in': () => this.emit('action', { kind: 'log-in' }) })}
        <div class="actions">
          {known === 'stuck' ? this.#button(texts.support, () => this.emit('action', { kind: 'support' })) : null}
          {this.problem === undefined && (isReading || known !== undefined) && !(isWaiting && this.#unpaid())
            ? null
            : this.#button(texts.again, () => this.#readAgain(wallet))}
          {known === undefined || known === 'authorization' ? null : (
            <button key="done" type="button" part="button done" onClick={() => this.#close()}>
              {texts.done}
            </button>
          )}
        </div>
      </section>
    );
  }

  /** Empties the element before the page hears, which may show another payment at once. */
  #close(): void {
    this.transactionId = '';
    this.emit('done', {});
  }

  #button(label: string, onClick: () => void): VNode {
    return (
      <button key={label} type="button" part="button" onClick={onClick}>
        {label}
      </button>
    );
  }

  #shownQuote(): Quote | undefined {
    const given = this.#quote ?? this.#readQuote ?? undefined;
    return given && checkQuote(given);
  }

  #shownPayee(texts = this.texts('payee', payeeEn)): ShownPayee | undefined {
    const [{ wallet }, quote] = [this, this.#shownQuote()];
    return wallet && quote && this.#reader.of(wallet, quote, this.#payee, texts);
  }

  #readAgain(wallet: Wallet): void {
    this.#reader.again();
    this.begin(wallet);
  }

  /** Says why the code can't be entered. */
  #unpaid(): string {
    const status = this.#readQuote === null && !this.#quote ? 'failed' : this.#shownPayee()?.status;
    return unpaidText(status, this.texts('payee', payeeEn));
  }

  #codeView(wallet: Wallet, quoteId: string, amount: string): VNode | null {
    const { status, short: payee } = this.#shownPayee() ?? {};
    if (status !== 'known') return this.#unpaid() ? null : <span class="skeleton control" aria-hidden="true" />;
    const released = { amount: <bdi translate={false}>{amount}</bdi>, payee };
    const texts = this.texts('authorization', authorizationEn);
    return authorizationView(wallet, quoteId, this.#run(wallet), texts, released, this.presses.guard());
  }

  /** The sent and the received amount, as texts; empty where unknown. */
  #amounts(transaction: Transaction | undefined, quote: Quote | undefined): { amount: string; received: string } {
    const write = (units: CurrencyAmount | undefined): string =>
      units === undefined ? '' : formatAmount(checkAmount(units, 'amount').amount, units.currency, this.language);
    const received = write(
      quote ? { amount: quote.totalReceivingAmount, currency: quote.receivingCurrency } : transaction?.receivedAmount,
    );
    const sent = write(
      quote ? { amount: quote.totalSendingAmount, currency: quote.sendingCurrency } : transaction?.sentAmount,
    );
    return { amount: transaction?.type === 'INCOMING' ? received : sent, received };
  }

  /** Confirmed, sent, arrived, as far as the payment is; the arrival that is expected, as far as the service tells. */
  #stepsView(transaction: Partial<Transaction>, words: PaymentState, texts: Texts): VNode | null {
    const { type, createdAt = '', settledAt, expectedSettlementAt, settlementTimelineSeconds } = transaction;
    if (type === 'INCOMING' || words === 'unsigned' || words === 'expired') return null;
    const isConfirmed = words !== 'authorization';
    const { failed, refunded, returning, stuck, arrived: completed } = texts;
    const last = { failed, refunded, returning, stuck, completed }[words as string];
    const isFault = words === 'failed' || words === 'stuck';
    const look = isConfirmed ? 'over' : '';
    const step = (text: string, name: string, time: string | false): VNode => (
      <li class={name} key={text}>
        <span>{text}</span>
        {time ? <small translate={false}>{time}</small> : null}
      </li>
    );
    const end =
      parseDateTime(expectedSettlementAt) || parseDateTime(createdAt) + (settlementTimelineSeconds ?? NaN) * 1000;
    const arrival = isConfirmed && end ? fill(texts.about, { time: this.instant(end, createdAt) }) : false;
    return (
      <ol class="steps" part="steps">
        {step(texts.confirmed, look, isConfirmed && this.instant(this.#sentAt ?? createdAt, 0))}
        {words === 'failed' ? null : step(texts.sent, look, this.instant(this.#sentAt, createdAt))}
        {last === undefined
          ? step(texts.toArrive, '', arrival)
          : step(
              last,
              isFault ? 'over failed' : 'over',
              words === 'returning' ? false : this.instant(settledAt, createdAt),
            )}
      </ol>
    );
  }

  /** The quote, or what the payment itself says where there is no quote. */
  #receipt(
    wallet: Wallet,
    transaction: Transaction | undefined,
    quote: Quote | undefined,
    words: PaymentState | undefined,
  ): VNode | null {
    const texts = this.texts('payment', paymentEn);
    const hasLeft = words !== undefined && !['unsigned', 'expired', 'authorization', 'failed'].includes(words);
    const isToArrive =
      words === undefined || !['unsigned', 'expired', 'failed', 'refunded', 'returning', 'stuck'].includes(words);
    const slipTexts = {
      ...texts,
      leaves: hasLeft ? texts.leaves : texts.amount,
      arrives: !isToArrive ? '' : words === 'completed' ? texts.received : texts.arrives,
    };
    const more = [slipLine(texts.number, this.transactionId.replace(/^\w+:/, '').slice(0, 8))];
    const payeeTexts = this.texts('payee', payeeEn);
    if (quote !== undefined)
      return slip(quote, this.#reader.of(wallet, quote, this.#payee, payeeTexts).view, slipTexts, this.language, more);
    if (transaction === undefined) return null;
    const { type, sentAmount, receivedAmount, settledAt, createdAt } = transaction;
    const total = (term: string, value: CurrencyAmount | undefined): VNode | null =>
      value === undefined || term === ''
        ? null
        : slipTotal(term, formatAmount(value.amount, value.currency, this.language), value.currency);
    return (
      <dl part="slip">
        {type === 'INCOMING' ? (
          [
            total(words === 'completed' ? texts.incomingAmount : texts.amount, receivedAmount),
            slipLine(texts.arrived, words === 'completed' ? this.instant(settledAt ?? createdAt, 0) : ''),
          ]
        ) : (
          <>
            {total(slipTexts.leaves, sentAmount)}
            {total(slipTexts.arrives, receivedAmount)}
            {slipLine(texts.to, this.#payee && fill(payeeTexts.pageSays, { payee: this.#payee }))}
          </>
        )}
        {more}
      </dl>
    );
  }

  /** The receipt's rate, after a reload or from a list; without it the receipt has the payment's amounts. */
  async #lookForQuote(wallet: Wallet, { type, quoteId }: Transaction, signal: AbortSignal): Promise<void> {
    if (type !== 'OUTGOING' || quoteId === undefined || this.#quote !== undefined || this.#readQuote) return;
    const quote = await wallet.quote.get(quoteId, { signal }).catch(() => null);
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
    let hasLooked = false;
    try {
      for await (const transaction of wallet.transaction.follow(this.transactionId, { signal })) {
        const before = this.#transaction;
        const isNew = transaction.status !== before?.status || transaction.refund?.status !== before.refund?.status;
        this.#transaction = transaction;
        if (transaction.status === 'PROCESSING') this.#sentAt ??= transaction.updatedAt;
        this.update();
        if (isNew || !hasLooked) void this.#lookForQuote(wallet, transaction, signal);
        hasLooked = true;
        if (isNew) this.emit('payment-status', { transaction });
      }
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }
}

/** Defines the element. */
export function define(): void {
  defineSigning('countersign-payment', Payment);
}
