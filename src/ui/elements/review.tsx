/** @jsxImportSource preact */
/** `<countersign-review>`: a quote as a slip, with what can be checked of it, to be signed. */
import type { VNode } from 'preact';
import { copyOwn } from '../../kit/own-members.ts';
import type { Quote } from '../../kit/wire.ts';
import type { Wallet } from '../../kit/wallet/index.ts';
import { reviewEn } from '../messages/screens/review.ts';
import { payeeEn } from '../messages/screens/payee.ts';
import { checkQuote, mistake } from './checked.ts';
import { formatSeconds } from './money.ts';
import { createPayeeReader, type ShownPayee } from './payee.tsx';
import { paymentRuns, type PaymentRun } from './payment-runs.ts';
import { describeError, problemView } from './problem-view.tsx';
import { signOutForSignIn } from './sign-in-again.ts';
import { slip } from './slip.tsx';
import { defineElement, WalletElement } from './wallet-element.ts';

const style = `
dl { border: 1px solid var(--line); border-radius: var(--radius); padding: 0.5rem 1rem; }
dl > div:first-child dd { font-size: 1.5rem; font-weight: 650; line-height: 1.2; }
.refused { align-self: start; padding: 0.125rem 0.75rem; border: 2px solid var(--danger); border-radius: 6px; color: var(--danger);
  font-weight: 700; text-transform: uppercase; letter-spacing: 0.06em; }
`;

class Review extends WalletElement {
  static readonly observedAttributes = ['allow-framed'];
  protected override readonly signs = true;
  #quote: Quote | undefined;
  #payee: string | undefined;
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
    void paymentRuns(wallet).look();
    this.#ticking = setInterval(() => this.update(), 1000);
  }

  protected override forget(): void {
    this.left();
  }

  protected override left(): void {
    clearInterval(this.#ticking);
    this.#stopRuns?.();
  }

  protected override view(wallet: Wallet | undefined): VNode | null {
    if (wallet === undefined || (this.#quote ?? undefined) === undefined) return null;
    const quote = checkQuote(this.#quote as Quote);
    const texts = this.texts('review', reviewEn);
    const { status = 'ready', error } = copyOwn<Partial<PaymentRun>>(paymentRuns(wallet).of(quote.id) ?? {});
    const payee = this.#reader.of(wallet, quote, this.#payee, this.texts('payee', payeeEn));
    const left = Math.max(0, Math.ceil((Date.parse(quote.expiresAt) - this.serviceTime()) / 1000));
    if (Number.isNaN(left)) throw mistake('serviceTime', 'a function that returns epoch ms');
    const told = error === undefined ? undefined : describeError(error, this.locale, () => this.update());
    const isOver = left === 0 && status === 'ready';
    const said = {
      signing: texts.signing,
      paid: texts.paid,
      unknown: texts.unknown,
      refused: texts.refusedText,
      ready: '',
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
          {isOver ? texts.over : told === undefined ? said || unread : ''}
        </p>
        {status === 'ready' && !isOver ? (
          <p class="muted" part="countdown" translate={false}>
            {texts.held.replace('{time}', formatSeconds(left))}
          </p>
        ) : null}
        {problemView(told, {
          'sign-in': () => {
            this.emit('action', { kind: 'sign-in' });
            signOutForSignIn(wallet);
          },
        })}
        <div class="actions">{this.#action(wallet, quote, isOver ? 'over' : status, payee)}</div>
        <small part="checked">{texts.checked}</small>
      </section>
    );
  }

  #action(wallet: Wallet, quote: Quote, status: PaymentRun['status'] | 'over', payee: ShownPayee): VNode | null {
    const texts = this.texts('review', reviewEn);
    if (status === 'paid') return null;
    const isBusy = status === 'signing';
    if (status === 'over' || status === 'refused') {
      const ask = (): void => this.emit('new-quote', { quoteId: quote.id });
      return (
        <button type="button" class="primary" part="button primary" onClick={ask}>
          {texts.newQuote}
        </button>
      );
    }
    if (status === 'ready' && payee.status !== 'known') {
      if (payee.status === 'reading') return null;
      return (
        <button type="button" part="button" onClick={() => this.#reader.again()}>
          {this.texts('payee', payeeEn).again}
        </button>
      );
    }
    return (
      <button
        type="button"
        class="primary"
        part="button primary"
        aria-disabled={isBusy}
        onClick={() => paymentRuns(wallet).start(quote)}
      >
        {status === 'unknown' ? texts.look : texts.sign}
      </button>
    );
  }

  #tell(wallet: Wallet, quoteId: string): void {
    this.update();
    if (quoteId !== this.#quote?.id) return;
    const { status, error, transactionId } = copyOwn<Partial<PaymentRun>>(paymentRuns(wallet).of(quoteId) ?? {});
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
