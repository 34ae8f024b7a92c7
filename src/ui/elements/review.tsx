/** @jsxImportSource preact */
/** `<countersign-review>`: a quote as a slip, with what can be checked of it, to be signed. */
import type { VNode } from 'preact';
import type { Quote } from '../../kit/wire.ts';
import type { Wallet } from '../../kit/wallet/index.ts';
import { reviewEn } from '../messages/screens/review.ts';
import { payeeEn } from '../messages/screens/payee.ts';
import { fill } from './fill.ts';
import { formatAmount, formatSeconds } from './money.ts';
import { createPayeeReader, type ShownPayee } from './payee.tsx';
import { paymentRuns, type PaymentRun } from './payment-runs.ts';
import { describeError, problemView } from './problem-view.tsx';
import { expectAnother } from './reading.ts';
import { signOutForSignIn } from './sign-in-again.ts';
import { slip } from './slip.tsx';
import { defineElement, WalletElement } from './wallet-element.ts';

const style = `
dl { border: 1px solid var(--border); border-radius: var(--radius); padding: 0.5rem 1rem; }
dl > div:first-child dd { font-size: 1.5rem; font-weight: 650; line-height: 1.2; }
.refused { align-self: start; padding: 0.125rem 0.75rem; border: 2px solid var(--danger); border-radius: 6px; color: var(--danger);
  font-weight: 700; text-transform: uppercase; letter-spacing: 0.06em; }
`;

class Review extends WalletElement {
  static readonly observedAttributes = ['allow-framed'];
  protected override readonly refusesFrames = true;
  #quote: Quote | undefined;
  #payee: string | undefined;
  /** What was drawn last. */
  #drawn: { readonly quote: Quote; readonly payee: string } | undefined;
  readonly #reader = createPayeeReader(
    () => this.update(),
    (error) => this.emit('problem', { error }),
  );
  #stopRuns: (() => void) | undefined;
  #ticking: ReturnType<typeof setInterval> | undefined;
  #serviceTime: (() => number) | undefined;

  constructor() {
    super(style);
  }

  get serviceTime(): () => number {
    return this.#serviceTime ?? Date.now;
  }

  set serviceTime(serviceTime: (() => number) | undefined) {
    this.#serviceTime = serviceTime;
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

  protected override begin(wallet: Wallet): void {
    this.left();
    this.#stopRuns = paymentRuns(wallet).subscribe((quoteId) => this.#tell(wallet, quoteId));
    void paymentRuns(wallet).find();
    this.#ticking = setInterval(() => this.update(), 1000);
  }

  protected override forget(): void {
    this.left();
  }

  protected override left(): void {
    clearInterval(this.#ticking);
    this.#stopRuns?.();
  }

  protected override signs(): unknown {
    const payee = this.#shownPayee();
    const { wallet } = this;
    if (wallet === undefined || this.#quote === undefined || payee?.status !== 'known') return undefined;
    return [this.#quote, payee.text, this.#statusOf(wallet, this.#quote) === 'undone'];
  }

  protected override signsChanged(): void {
    const { quote: before, payee: payeeBefore } = this.#drawn ?? {};
    const [now, payee] = [this.#quote, this.#shownPayee()?.text];
    const texts = this.texts('review', reviewEn);
    if (this.find('.actions :focus') !== null) this.focusNext('h2');
    if (before === undefined || now === undefined || (before === now && payeeBefore === payee)) return;
    const write = ({ totalSendingAmount, sendingCurrency }: Quote): string =>
      formatAmount(totalSendingAmount, sendingCurrency, this.language);
    if (write(now) !== write(before)) this.say(fill(texts.amountNow, { amount: write(now) }));
    else if (payee !== payeeBefore && payee) this.say(fill(texts.payeeNow, { payee }));
    else this.say(texts.changed);
  }

  protected override drawn(): void {
    const payee = this.#shownPayee();
    if (this.#quote !== undefined && payee?.status === 'known') this.#drawn = { quote: this.#quote, payee: payee.text };
  }

  #shownPayee(): ShownPayee | undefined {
    const { wallet } = this;
    return wallet && this.#quote && this.#reader.of(wallet, this.#quote, this.#payee, this.texts('payee', payeeEn));
  }

  protected override view(wallet: Wallet | undefined): VNode | null {
    const [quote, payee] = [this.#quote, this.#shownPayee()];
    if (wallet === undefined || quote === undefined || payee === undefined) return null;
    const texts = this.texts('review', reviewEn);
    const { error } = paymentRuns(wallet).of(quote.id) ?? {};
    const left = this.#secondsLeft(quote);
    const status = this.#statusOf(wallet, quote);
    const told = error === undefined ? undefined : describeError(error, this.locale, () => this.update());
    const said = {
      signing: texts.signing,
      looking: texts.looking,
      paid: texts.paid,
      unknown: texts.unknown,
      undone: this.spoken || texts.undone,
      over: texts.over,
      refused: texts.refusedText,
      ready: this.spoken,
    }[status];
    const unread = payee.status === 'failed' ? this.texts('payee', payeeEn).failedText : '';
    return (
      <section part="section">
        <h2 part="title" tabIndex={-1}>
          {texts.title}
        </h2>
        {slip(quote, payee.view, texts, this.language)}
        {status === 'refused' ? (
          <p class="refused" part="refused">
            {texts.refused}
          </p>
        ) : null}
        <p role="status" part="status">
          {status === 'over' || told === undefined ? said || unread : this.spoken}
        </p>
        {status === 'ready' || status === 'undone' ? (
          <p class="muted" part="countdown">
            {texts.held.replace('{time}', formatSeconds(left))}
          </p>
        ) : null}
        {problemView(told, {
          'sign-in': () => {
            this.emit('action', { kind: 'sign-in' });
            signOutForSignIn(wallet);
          },
        })}
        <div class="actions">{this.#action(wallet, quote, status, payee)}</div>
        <small part="checked">{texts.checked}</small>
      </section>
    );
  }

  #secondsLeft({ expiresAt }: Quote): number {
    return Math.max(0, Math.ceil((Date.parse(expiresAt) - this.serviceTime()) / 1000));
  }

  /** Once its time is over a quote isn't signed; one that may have been sent is over only when the service says so. */
  #statusOf(wallet: Wallet, quote: Quote): PaymentRun['status'] | 'over' {
    const { status = 'ready' } = paymentRuns(wallet).of(quote.id) ?? {};
    if (this.#secondsLeft(quote) > 0) return status;
    return status === 'ready' ? 'over' : status === 'undone' ? 'unknown' : status;
  }

  #action(wallet: Wallet, quote: Quote, status: PaymentRun['status'] | 'over', payee: ShownPayee): VNode | null {
    const texts = this.texts('review', reviewEn);
    if (status === 'paid') return null;
    if (status === 'over' || status === 'refused') {
      const ask = (): void => {
        expectAnother();
        this.emit('new-quote', { quoteId: quote.id });
      };
      return (
        <button key="new" type="button" class="primary" part="button primary" onClick={ask}>
          {texts.newQuote}
        </button>
      );
    }
    if ((status === 'ready' || status === 'undone') && payee.status !== 'known') {
      if (payee.status === 'reading') return null;
      return (
        <button key="read" type="button" part="button" onClick={() => this.#reader.again()}>
          {this.texts('payee', payeeEn).again}
        </button>
      );
    }
    const runs = paymentRuns(wallet);
    const isLooking = status === 'looking';
    const look = (
      <button
        key="look"
        type="button"
        class={status === 'undone' ? '' : 'primary'}
        part="button"
        aria-disabled={isLooking}
        onClick={() => runs.look(quote.id)}
      >
        {texts.look}
      </button>
    );
    if (isLooking || status === 'unknown') return look;
    const isAgain = status === 'undone';
    return (
      <>
        <button
          key={isAgain ? 'again' : 'sign'}
          type="button"
          class="primary"
          part="button primary"
          {...this.signing(() => runs.start(quote))}
          {...(status === 'signing' && { 'aria-disabled': true })}
        >
          {isAgain ? texts.again : texts.sign}
        </button>
        {isAgain ? look : null}
      </>
    );
  }

  #tell(wallet: Wallet, quoteId: string): void {
    this.update();
    if (quoteId !== this.#quote?.id) return;
    const { status, error, transactionId } = paymentRuns(wallet).of(quoteId) ?? {};
    if (status === 'paid') {
      // The button that had the focus is gone.
      this.focusNext('h2');
      this.emit('paid', { quoteId, transactionId });
    }
    if (status === 'refused') this.emit('refused', { quoteId, error });
    if (error !== undefined) this.emit('problem', { error });
  }
}

/** Defines the element. */
export function define(): void {
  defineElement('countersign-review', Review);
}
