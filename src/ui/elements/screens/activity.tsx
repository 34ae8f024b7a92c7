/** @jsxImportSource preact */
/** `<countersign-activity>`: the customer's payments and card purchases, newest first. */
import type { VNode } from 'preact';
import { activityEn } from '../../messages/screens/activity.ts';
import type { TransactionPage, Wallet } from '../../../kit/wallet/index.ts';
import { recordIdPattern, type CardTransaction, type CurrencyAmount } from '../../../kit/wire.ts';
import { checkAmount } from '../parts/checked.ts';
import { CustomerElement } from '../host/customer-element.ts';
import { followerOf } from '../host/follower.ts';
import { icon, type IconName } from '../parts/icon.tsx';
import { formatAmount } from '../parts/money.ts';
import { nameOf, payeeName } from '../parts/payee.tsx';
import { stateOf } from '../parts/payment-state.ts';
import { defineElement } from '../host/wallet-element.ts';

type Item = TransactionPage['data'][number];
type Texts = typeof activityEn;

// In a narrow list the amount stands below who: beside it the name would break.
const style = `
.rows { container-type: inline-size; }
.rows > li { display: block; padding: 0; }
.entry { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; align-items: center; gap: 0 0.5em; width: 100%; padding: 0.75em 0; border: 0; border-radius: 0;
  background: none; font-weight: 400; text-align: start; }
.entry > .icon, .none > .icon { grid-row: span 3; width: 2.25em; height: 2.25em; padding: 0.5em; border-radius: 50%; background: var(--fill); color: var(--text); }
.entry > small { grid-column: 2 / -1; }
h3 { font-size: 0.875em; font-weight: 600; color: var(--muted); }
.days { display: grid; gap: var(--spacing); }
.entry b, .amount { font-weight: 600; }
.amount { font-size: min(1em, calc((100cqi - 3em) / var(--wide))); font-variant-numeric: tabular-nums; white-space: nowrap; }
.none { display: grid; justify-items: center; gap: 0.5em; padding: var(--spacing) 0; text-align: center; }
.skeleton { height: 2.5em; margin: 0.5em 0; }
@container (max-width: 27em) {
  .long > b, .long > .amount { grid-column: 2 / -1; }
}
@container (max-width: 17em) {
  .entry b, .amount { grid-column: 2 / -1; }
}
`;

/** A longer amount has a line of its own where there is little room. */
const besideName = 18;

/** One line about a payment. */
interface Line {
  readonly icon: IconName;
  readonly who: VNode | string;
  readonly amount?: CurrencyAmount | undefined;
  readonly sign: '−' | '+' | '';
  readonly state: string;
}

class Activity extends CustomerElement {
  protected override readonly follows = ['payments'] as const;
  #list: readonly Item[] | undefined;
  #next: string | undefined;
  /** The names of those who were paid, by account; read once each. */
  readonly #names = new Map<string, string | undefined>();

  constructor() {
    super(style);
  }

  protected override async readOf(customerId: string, wallet: Wallet, signal: AbortSignal): Promise<() => void> {
    const read = (shared: AbortSignal): Promise<TransactionPage> =>
      wallet.transaction.list({ customerId, signal: shared });
    const { data, nextCursor } = await followerOf(wallet).read(`payments ${customerId}`, signal, read);
    return () => {
      // Older payments that are shown stay, if they follow the newest without a gap.
      const last = this.#list?.findIndex(({ id }) => id === data.at(-1)?.id) ?? -1;
      const older = last === -1 ? [] : (this.#list?.slice(last + 1) ?? []);
      if (older.length === 0) this.#next = nextCursor;
      this.#list = [...data, ...older];
      this.#readNames(wallet, signal);
    };
  }

  protected override forget(): void {
    super.forget();
    this.#list = this.#next = undefined;
    this.#names.clear();
  }

  protected override view(): VNode {
    const texts = this.texts('activity', activityEn);
    return this.frame(texts, this.#content(texts));
  }

  #content(texts: Texts): VNode | null {
    if (this.#list === undefined) return null;
    if (this.#list.length === 0)
      return (
        <div class="none">
          {icon('deposit')}
          <strong>{texts.none}</strong>
          <p class="muted">{texts.noneYet}</p>
        </div>
      );
    const days = new Map<string, Item[]>();
    for (const item of this.#list) {
      const day = this.dayInWords(item.createdAt);
      days.set(day, [...(days.get(day) ?? []), item]);
    }
    return (
      <>
        <div class="days">
          {[...days].map(([day, items]) => (
            <div key={day}>
              <h3>{day.charAt(0).toLocaleUpperCase(this.language) + day.slice(1)}</h3>
              <ul class="rows" part="list">
                {items.map((item) => this.#row(item, texts))}
              </ul>
            </div>
          ))}
        </div>
        {this.#next === undefined ? null : (
          <div class="actions">{this.button(texts.more, () => this.#more(texts), { class: 'link' })}</div>
        )}
      </>
    );
  }

  #row(item: Item, texts: Texts): VNode {
    const { icon: name, who, amount, sign, state } = this.#describe(item, texts);
    if (amount !== undefined) checkAmount(amount, 'amount');
    const written = amount && `${sign}${formatAmount(amount.amount, amount.currency, this.language)}`;
    return (
      <li key={item.id} part="row">
        <button
          type="button"
          class={written !== undefined && written.length > besideName ? 'entry long' : 'entry'}
          part="entry"
          data-about={item.id}
          onClick={() => this.emit('transaction-opened', { transaction: item })}
        >
          {icon(name)}
          <b>{who}</b>
          <span
            class="amount"
            translate={false}
            key={amount?.amount}
            style={{ '--wide': 0.8 * (written?.length ?? 0) }}
          >
            {written}
          </span>
          <small>
            {this.timeOfDay(item.createdAt)}
            {' · '}
            <span class="state" data-state={item.status}>
              {state}
            </span>
          </small>
        </button>
      </li>
    );
  }

  #describe(item: Item, texts: Texts): Line {
    const said = texts as Readonly<Record<string, string | undefined>>;
    const state = said[item.status] ?? item.status;
    if (item.type === 'CARD') return this.#describePurchase(item, said);
    if (item.type === 'INCOMING') {
      const isComing = item.status === 'PENDING' || item.status === 'CREATED';
      const isIn = item.status === 'COMPLETED' ? texts.received : isComing ? texts.PROCESSING : state;
      return { icon: 'deposit', who: texts.incoming, amount: item.receivedAmount, sign: '+', state: isIn };
    }
    const stands = stateOf(item);
    const isBack = stands === 'refunded' || stands === 'returning' || stands === 'stuck';
    const name = this.#names.get(destinationOf(item) ?? '');
    const who = name === undefined ? texts.outgoing : nameOf(name);
    const hasMoved = !['PENDING', 'CREATED', 'EXPIRED', 'PENDING_AUTHORIZATION'].includes(item.status);
    return {
      icon: 'bank',
      who,
      amount: item.sentAmount,
      sign: hasMoved ? '−' : '',
      state: isBack ? texts[stands] : state,
    };
  }

  #describePurchase(item: CardTransaction, said: Readonly<Record<string, string | undefined>>): Line {
    const {
      status,
      direction,
      settledAmount,
      refundedAmount,
      authorizedAmount,
      cardDeclinedReason = '',
      merchant,
    } = item;
    const isReturn = direction === 'CREDIT';
    const hasMoved = status !== 'DECLINED' && status !== 'VOIDED';
    // The amount of a hold that was released is 0.
    const amount = settledAmount ?? (status === 'VOIDED' ? undefined : authorizedAmount);
    // A purchase whose return is a row of its own was paid: only that row is money that came back.
    const isListedApart = this.#list?.some((one) => one.type === 'CARD' && one.originalTransactionId === item.id);
    const back = refundedAmount?.amount ?? 0;
    const isPart = (status === 'REFUNDED' || status === 'SETTLED') && back > 0 && back < (settledAmount?.amount ?? 0);
    const state =
      status === 'DECLINED'
        ? (said[`declined${cardDeclinedReason}`] ?? said['declinedOTHER'])
        : isReturn && status === 'SETTLED'
          ? said['REFUNDED']
          : (status === 'REFUNDED' || status === 'SETTLED') && isListedApart
            ? said['SETTLED']
            : isPart
              ? said['partlyRefunded']
              : said[status];
    const sign = !hasMoved ? '' : isReturn ? '+' : '−';
    return { icon: 'card', who: nameOf(merchant.descriptor), amount, sign, state: state ?? status };
  }

  #more(texts: Texts): void {
    const [before, cursor, { customerId }] = [this.#list ?? [], this.#next ?? '', this];
    this.press(texts.loadingMore, async (wallet, signal) => {
      const { data, nextCursor } = await wallet.transaction.list({ customerId, cursor, signal });
      return () => {
        this.#list = [...before, ...data];
        this.#next = nextCursor;
        this.#readNames(wallet, signal);
        this.focusNext(`[data-about="${data[0]?.id ?? ''}"]`);
      };
    });
  }

  /** A name that can't be read leaves the line without it. */
  #readNames(wallet: Wallet, signal: AbortSignal): void {
    for (const id of new Set(this.#list?.map(destinationOf))) {
      if (id === undefined || this.#names.has(id)) continue;
      this.#names.set(id, undefined);
      const note = ({ account }: Awaited<ReturnType<Wallet['payee']['get']>>): void => {
        if (signal.aborted) return;
        this.#names.set(id, payeeName(account));
        this.update();
      };
      wallet.payee.get(id, { signal }).then(note, () => undefined);
    }
  }
}

/** The external account that a payment went to; the service says so beside what the kit reads. */
function destinationOf(item: Item): string | undefined {
  const { destination } = item as { readonly destination?: { readonly accountId?: unknown } };
  const id = destination?.accountId;
  return item.type === 'OUTGOING' && typeof id === 'string' && recordIdPattern.exec(id)?.[1] === 'ExternalAccount'
    ? id
    : undefined;
}

/** Defines the element. */
export function define(): void {
  defineElement('countersign-activity', Activity);
}
