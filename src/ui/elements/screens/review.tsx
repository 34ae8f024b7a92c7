/** @jsxImportSource preact */
/** `<countersign-review>`: a quote as a slip, with what can be checked of it, to be signed. */
import type { ComponentChildren, VNode } from 'preact';
import { parseDateTime } from '../../../kit/date-time.ts';
import { copyOwn } from '../../../kit/own-members.ts';
import type { Quote } from '../../../kit/wire.ts';
import type { Wallet } from '../../../kit/wallet/index.ts';
import type { Screens } from '../../messages/index.ts';
import { authorizationEn } from '../../messages/screens/authorization.ts';
import { payeeEn } from '../../messages/screens/payee.ts';
import { pressEn } from '../../messages/screens/press.ts';
import { reviewEn } from '../../messages/screens/review.ts';
import { actView } from '../parts/act-view.tsx';
import { authorizationView } from '../parts/authorization.tsx';
import { checkQuote, readClock } from '../parts/checked.ts';
import { codeFieldStyle } from '../parts/code-field.tsx';
import { fill, fillParts, formatSeconds } from '../parts/fill.ts';
import { withHiddenMarked } from '../parts/hidden-characters.tsx';
import { icon } from '../parts/icon.tsx';
import { formatAmount } from '../parts/money.ts';
import { createPayeeReader, unpaidText, type ShownPayee } from '../parts/payee.tsx';
import { errorCodeOf, paymentRuns, type PaymentRun } from '../parts/payment-runs.ts';
import { describeError, problemView } from '../parts/problem-view.tsx';
import type { GuardedButton } from '../parts/press-guard.ts';
import { signOutForSignIn } from '../parts/sign-in-again.ts';
import { followerOf } from '../host/follower.ts';
import { createSigning, defineSigning } from '../host/signing.ts';
import { WalletElement } from '../host/wallet-element.ts';
import { slip, slipStyle } from '../parts/slip.tsx';

const style = `${slipStyle}${codeFieldStyle}
.lead { margin-top: calc(-0.75 * var(--spacing)); }
.bar { height: 3px; border-radius: 3px; margin-bottom: 0.375em; background: var(--border); }
.bar > i { display: block; height: 100%; border-radius: 3px; background: var(--accent); transition: inline-size 200ms; }
.actions { display: grid; }
.hint { text-align: center; }
.hint:not(:empty) { margin-top: calc(-0.25 * var(--spacing)); }
[part='checked'] > summary { justify-content: center; gap: 0.25em 0.4em; }
summary .icon { width: 1.1em; height: 1.1em; }
details p { margin-top: 0.5em; }
@media (prefers-reduced-motion: reduce) { .bar > i { transition: none; } }
@media (forced-colors: active) { .bar { border: 1px solid; } .bar > i { background: Highlight; } }
`;

/** The meaning of the first button, by status. */
const meanings: Readonly<Record<PaymentRun['status'] | 'over', 'sign' | 'look' | 'code' | 'again' | 'new'>> = {
  ready: 'sign',
  signing: 'sign',
  paid: 'sign',
  looking: 'look',
  unknown: 'look',
  waiting: 'code',
  confirming: 'code',
  undone: 'again',
  over: 'new',
  refused: 'new',
};

/** Reads own members alone: inherited ones tell nothing of a payment. */
function runOf(wallet: Wallet, quoteId: string): Partial<PaymentRun> {
  return copyOwn<Partial<PaymentRun>>(paymentRuns(wallet).of(quoteId) ?? {});
}

/** A button; each meaning is a node of its own. */
function button(
  key: string,
  label: ComponentChildren,
  attributes: GuardedButton | { readonly onClick: () => void; readonly 'aria-disabled'?: boolean },
  isPrimary = true,
): VNode {
  return (
    <button
      key={key}
      type="button"
      class={isPrimary ? 'primary' : ''}
      part={isPrimary ? 'button primary' : 'button'}
      {...attributes}
    >
      {label}
    </button>
  );
}

/** The part of a quote that the slip shows, and that is signed; other fields may change without a word. */
function signedOf(quote: Quote): unknown {
  const { id, sendingCurrency, receivingCurrency } = quote;
  const instructions = Array.isArray(quote.paymentInstructions) ? quote.paymentInstructions : [];
  return [
    id,
    instructions.map((entry) => entry?.accountOrWalletInfo?.payloadToSign),
    [sendingCurrency, receivingCurrency].map(({ code, decimals }) => [code, decimals]),
    [quote.totalSendingAmount, quote.totalReceivingAmount, quote.feesIncluded, quote.exchangeRate],
  ];
}

type Texts = Screens['review'];
type Values = Readonly<Record<string, string>>;

/** A value, which no translation touches. */
const asIs = (value: string): VNode => <bdi translate={false}>{withHiddenMarked(value)}</bdi>;

class Review extends WalletElement {
  static readonly observedAttributes = ['allow-framed'];
  protected override readonly presses = createSigning(this, {
    signs: () => this.#signs(),
    changed: () => this.#tellChange(),
    refusesFrames: true,
  });
  #quote: Quote | undefined;
  #payee: string | undefined;
  /** A change under the person's eyes, in words. */
  #change: { readonly title: string; readonly text: string; readonly values: Values } | undefined;
  /** The last drawing, to say what has changed since. */
  #drawn: { readonly quote: Quote; readonly payee: string } | undefined;
  readonly #reader = createPayeeReader(
    () => this.update(),
    (error) => this.emit('problem', { error }),
  );
  /** A quote that was pressed before a reload, where the page has none. */
  #foundId: string | undefined;
  #found: Quote | undefined;
  #stop: (() => void) | undefined;
  #serviceTime: (() => number) | undefined;

  constructor() {
    super(style);
  }

  get serviceTime(): () => number {
    return this.#serviceTime ?? Date.now;
  }

  set serviceTime(serviceTime: (() => number) | undefined) {
    this.#serviceTime = serviceTime || undefined;
  }

  get quote(): Quote | undefined {
    return this.#quote;
  }

  set quote(quote: Quote | undefined) {
    this.#quote = quote || undefined;
    this.#lose();
    this.update();
  }

  get payee(): string | undefined {
    return this.#payee;
  }

  set payee(payee: string | undefined) {
    this.#payee = this.checked('payee', payee, typeof payee === 'string', 'a string');
  }

  protected override begin(wallet: Wallet): void {
    this.left();
    const stopRuns = paymentRuns(wallet).subscribe((quoteId) => this.#tell(wallet, quoteId));
    const ticking = setInterval(() => this.update(), 1000);
    this.#stop = () => {
      stopRuns();
      clearInterval(ticking);
    };
    void this.#findUnfinished(wallet);
  }

  /** A payee who couldn't be read may have been confirmed just now, and the quote paid in another tab or on the wallet page. */
  protected override follow(wallet: Wallet): () => void {
    const follower = followerOf(wallet);
    const look = (id: string) => (signal: AbortSignal) => wallet.quote.look(id, { signal });
    const stopPayees = follower.follow(['payees'], () => this.#reader.again());
    const stop = follower.follow(['payments'], () => {
      const id = this.#shownId;
      if (id !== undefined) paymentRuns(wallet).takeOver(id, follower.read(`quote ${id}`, this.signal, look(id)));
    });
    return () => {
      stop();
      stopPayees();
    };
  }

  protected override online(wallet: Wallet): void {
    this.#reader.again();
    void this.#findUnfinished(wallet);
  }

  protected override forget(): void {
    this.left();
    this.#lose();
  }

  protected override left(): void {
    this.#stop?.();
  }

  #lose(): void {
    this.#found = undefined;
    this.#foundId = undefined;
  }

  get #shown(): Quote | undefined {
    const quote = this.#quote ?? this.#found;
    return quote === undefined ? undefined : checkQuote(quote);
  }

  get #shownId(): string | undefined {
    return this.#quote?.id ?? this.#foundId;
  }

  async #findUnfinished(wallet: Wallet): Promise<void> {
    const { signal } = this;
    const [first] = await paymentRuns(wallet).find();
    if (signal.aborted || (this.#quote ?? this.#found) !== undefined) return;
    const id = (this.#foundId ??= first);
    this.update();
    if (id === undefined) return;
    const found = await wallet.quote.get(id, { signal }).catch(() => undefined);
    if (this.#foundId === id) this.#found = found;
    this.update();
  }

  #signs(): unknown {
    const { wallet } = this;
    // In English, so that another language is no other payee.
    const [quote, payee] = [this.#shown, this.#shownPayee(payeeEn)];
    if (wallet === undefined || quote === undefined || payee?.status !== 'known') return undefined;
    return [signedOf(quote), payee.facts, meanings[this.#statusOf(wallet)]];
  }

  #tellChange(): void {
    const { quote: before, payee: payeeBefore } = this.#drawn ?? {};
    // In English, so that another language is no other payee.
    const [now, payee] = [this.#shown, this.#shownPayee(payeeEn)?.text];
    const texts = this.texts('review', reviewEn);
    const isWaiting = this.wallet && this.#statusOf(this.wallet) === 'waiting';
    // `:focus` matches nothing in a window that isn't active, in Firefox.
    if (this.shadowRoot?.activeElement?.closest('.actions')) this.focusNext(isWaiting ? 'input' : 'h2');
    if (
      before === undefined ||
      now === undefined ||
      (JSON.stringify(before) === JSON.stringify(now) && payeeBefore === payee)
    )
      return;
    const write = (which: 'Sending' | 'Receiving', quote: Quote): string =>
      which === 'Sending'
        ? formatAmount(quote.totalSendingAmount, quote.sendingCurrency, this.language)
        : formatAmount(quote.totalReceivingAmount, quote.receivingCurrency, this.language);
    const side = (['Sending', 'Receiving'] as const).find((which) => write(which, now) !== write(which, before));
    if (side !== undefined) {
      const values = { amount: write(side, now), before: write(side, before) };
      this.#change = { title: texts.priceNow, text: side === 'Sending' ? texts.sendNow : texts.receiveNow, values };
    } else if (payee !== payeeBefore && payee) {
      const values = { payee: this.#shownPayee()?.text ?? '' };
      this.#change = { title: texts.payeeChanged, text: texts.payeeNow, values };
    } else this.#change = { title: texts.changed, text: texts.readAgain, values: {} };
  }

  protected override drawn(): void {
    const [quote, payee] = [this.#shown, this.#shownPayee(payeeEn)];
    if (quote !== undefined && payee?.status === 'known') this.#drawn = { quote, payee: payee.text };
  }

  #shownPayee(texts = this.texts('payee', payeeEn)): ShownPayee | undefined {
    const { wallet } = this;
    return wallet && this.#shown && this.#reader.of(wallet, this.#shown, this.#payee, texts);
  }

  protected override view(wallet: Wallet | undefined): VNode | null {
    const [quote, payee] = [this.#shown, this.#shownPayee()];
    const id = this.#shownId;
    if (wallet === undefined || id === undefined) return null;
    const texts = this.texts('review', reviewEn);
    const { error } = runOf(wallet, id);
    const status = this.#statusOf(wallet);
    const described = error === undefined ? undefined : describeError(error, this.locale, () => this.update());
    const isOpen = status === 'ready' || status === 'undone';
    // Nothing moves under a press.
    const isSigning = status === 'signing';
    return (
      <section part="section">
        <h2 part="title" tabIndex={-1}>
          {texts.title}
        </h2>
        {status === 'ready' || isSigning ? (
          <p class="muted lead" part="lead">
            {texts.lead}
          </p>
        ) : null}
        {this.#statusView(status, described !== undefined, texts)}
        {quote === undefined || payee === undefined ? (
          <p part="id" translate={false}>
            {id}
          </p>
        ) : (
          slip(quote, payee.view, texts, this.language)
        )}
        {isOpen || isSigning ? this.#holdView(texts) : null}
        {problemView(described, {
          'sign-in': () => {
            this.emit('action', { kind: 'sign-in' });
            signOutForSignIn(wallet);
          },
          'log-in': () => this.emit('action', { kind: 'log-in' }),
        })}
        <div class="actions">{this.#action(wallet, id, status, payee)}</div>
        {this.#hintView(isOpen)}
        {['paid', 'refused', 'over'].includes(status) ? null : (
          <details part="checked">
            <summary>
              {icon('lock')}
              <small>{texts.signedHere}</small>
              <small>
                <b>{texts.whatIsChecked}</b>
              </small>
            </summary>
            <p class="muted">
              <small>{texts.checked}</small>
            </p>
          </details>
        )}
      </section>
    );
  }

  /** Says what has changed under the person's eyes, or else how the payment stands. */
  #statusView(status: PaymentRun['status'] | 'over', isTold: boolean, texts: Texts): VNode {
    const unpaid = unpaidText(this.#shownPayee()?.status, this.texts('payee', payeeEn));
    const said = {
      signing: texts.signing,
      looking: texts.looking,
      paid: texts.paid,
      unknown: this.#shown === undefined ? texts.looking : texts.unknown,
      undone: texts.undone,
      over: texts.over,
      refused: texts.refusedText,
      waiting: unpaid,
      confirming: '',
      ready: unpaid,
    }[status];
    const change = status === 'ready' || status === 'undone' ? this.#change : undefined;
    const text = isTold && status !== 'over' ? '' : said;
    const look = status === 'paid' ? 'done' : status === 'signing' ? 'spoken' : change || text ? 'note' : '';
    const values = Object.entries(change?.values ?? {}).map(([name, value]) => [name, asIs(value)] as const);
    return (
      <p role="status" part="status" class={look}>
        {status === 'paid' ? icon('check') : null}
        {change !== undefined ? (
          <span>
            <strong>{change.title}</strong> {fillParts(change.text, Object.fromEntries(values))}
          </span>
        ) : (
          text
        )}
      </p>
    );
  }

  #holdView(texts: Texts): VNode {
    const { createdAt, expiresAt } = this.#shown ?? {};
    const left = this.#secondsLeft();
    const part = (left * 1000) / (parseDateTime(expiresAt) - parseDateTime(createdAt));
    return (
      <div part="countdown">
        <div class="bar" aria-hidden="true">
          <i style={{ inlineSize: `${String(Math.min(100, Math.round(part * 1000) / 10) || 0)}%` }} />
        </div>
        <small translate={false}>{fill(texts.held, { time: formatSeconds(left) })}</small>
      </div>
    );
  }

  /** Why a press doesn't count yet. */
  #hintView(isOpen: boolean): VNode {
    const isUnread = isOpen && this.#change !== undefined && this.presses.guard()['aria-disabled'];
    return (
      <p role="status" class="hint">
        {this.spoken || isUnread ? <small>{this.spoken || this.texts('press', pressEn).wait}</small> : null}
      </p>
    );
  }

  #secondsLeft(): number {
    const end = parseDateTime(this.#shown?.expiresAt);
    return Math.max(0, Math.ceil((end - readClock(this.serviceTime)) / 1000) || 0);
  }

  /** Once its time is over a quote isn't signed; one that may have been sent is over only when the service says so. */
  #statusOf(wallet: Wallet): PaymentRun['status'] | 'over' {
    const isSigned = this.#shown?.status === 'PENDING_AUTHORIZATION';
    const { status = isSigned ? 'waiting' : 'ready' } = runOf(wallet, this.#shownId ?? '');
    if (this.#secondsLeft() > 0) return status;
    return status === 'ready' ? 'over' : status === 'undone' ? 'unknown' : status;
  }

  #action(
    wallet: Wallet,
    quoteId: string,
    status: PaymentRun['status'] | 'over',
    payee: ShownPayee | undefined,
  ): VNode | null {
    if (status === 'paid') return null;
    const meaning = meanings[status];
    const texts = this.texts('review', reviewEn);
    const runs = paymentRuns(wallet);
    const quote = this.#shown;
    if (meaning === 'new') {
      // The problem above says "Don't try again".
      if (errorCodeOf(runOf(wallet, quoteId).error).startsWith('PAYLOAD_')) return null;
      return button('new', texts.newQuote, { onClick: () => this.emit('new-quote', { quoteId }) });
    }
    const onClick = (): void => {
      runs.look(quoteId);
      void this.#findUnfinished(wallet);
    };
    const isAgain = meaning === 'again';
    const look = button('look', texts.look, { onClick, 'aria-disabled': status === 'looking' }, !isAgain);
    if (meaning === 'look' || quote === undefined) return look;
    const amount = asIs(formatAmount(quote.totalSendingAmount, quote.sendingCurrency, this.language));
    if (status !== 'signing' && payee?.status !== 'known') {
      if (payee?.status === 'unnamed') return null;
      if (payee?.status !== 'failed') return <span class="skeleton control" aria-hidden="true" />;
      return button('read', this.texts('payee', payeeEn).again, { onClick: () => this.#reader.again() }, false);
    }
    if (meaning === 'code') {
      const words = this.texts('authorization', authorizationEn);
      const released = { amount, payee: payee?.short };
      return authorizationView(wallet, quoteId, runOf(wallet, quoteId), words, released, this.presses.guard());
    }
    const signing = this.presses.guard(() => runs.start(quote));
    const to = payee?.short && fillParts(texts.toPayee, { payee: payee.short });
    return isAgain ? (
      <>
        {button('again', actView(fillParts(texts.again, { amount }), to), signing)}
        {look}
      </>
    ) : (
      button('sign', actView(status === 'signing' ? texts.signing : fillParts(texts.sign, { amount }), to), signing)
    );
  }

  override isBusy(): boolean {
    const { status, code } = (this.wallet && runOf(this.wallet, this.#shownId ?? '')) ?? {};
    return status === 'signing' || status === 'looking' || status === 'confirming' || code === 'sending';
  }

  #tell(wallet: Wallet, quoteId: string): void {
    this.#change = undefined;
    this.update();
    if (quoteId !== this.#shownId) return;
    const { status, error, transactionId } = runOf(wallet, quoteId);
    if (status === 'paid') {
      // The button that had the focus is gone.
      this.focusNext('h2');
      this.emit('paid', { quoteId, transactionId });
    }
    if (status === 'waiting') this.focusNext('input');
    if (status === 'refused') this.emit('refused', { quoteId, error });
    if (error !== undefined) this.emit('problem', { error });
  }
}

/** Defines the element. */
export function define(): void {
  defineSigning('countersign-review', Review);
}
