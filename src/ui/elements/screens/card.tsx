/** @jsxImportSource preact */
/** `<countersign-card>`: a card, and what its holder can do with it. */
import type { VNode } from 'preact';
import { cardEn } from '../../messages/screens/card.ts';
import type { Wallet } from '../../../kit/wallet/index.ts';
import type { Card, DelegatedKey } from '../../../kit/wire.ts';
import type { Screens } from '../../messages/index.ts';
import { namedView } from '../parts/act-view.tsx';
import { followerOf } from '../host/follower.ts';
import { withHiddenMarked } from '../parts/hidden-characters.tsx';
import { icon, type IconName } from '../parts/icon.tsx';
import { createAccountPresses } from '../host/account-presses.tsx';
import { SignedInElement } from '../host/signed-in-element.tsx';
import { defineSigning } from '../host/signing.ts';

const askAgainMs = 2000;

const style = `
div.card { display: flex; flex-direction: column; justify-content: space-between; gap: 1em; width: 100%; aspect-ratio: 1.586; padding: 1.25em;
  border: 1px solid transparent; border-radius: calc(var(--radius) + 4px); background: linear-gradient(135deg, transparent 30%, rgb(0 0 0 / 22%)), var(--accent); color: var(--accent-text); }
.ends { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0.5em 1em; }
.mark .icon { width: 1.75em; height: 1.75em; }
.state { display: flex; align-items: center; gap: 0.4em; min-width: 0; padding: 0.2em 0.75em; border: 1px solid; border-radius: 99px; font-size: 0.8em; font-weight: 600; }
.state .icon { width: 1.1em; height: 1.1em; }
.mark { display: flex; align-items: center; gap: 0.75em; }
.mark bdi { font-weight: 650; }
.number { font: 500 1.125em/1.4 ui-monospace, monospace; letter-spacing: 0.05em; }
::slotted(*) { max-inline-size: 6em; max-block-size: 2em; }
div.card[data-state='FROZEN'] { border-color: var(--control-border); background: linear-gradient(135deg, var(--surface), var(--accent-soft)); color: var(--text); }
div.card:not([data-state='ACTIVE'], [data-state='FROZEN'], [data-state='CLOSED']) { border: 1px dashed var(--control-border); background: var(--fill); color: var(--muted); }
div.card[data-state='CLOSED'] { border-color: var(--border); background: var(--border); color: var(--text); }
div.card[data-state='CLOSED'] .number { text-decoration: line-through; }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr)); gap: calc(0.625 * var(--spacing)); }
.close { color: var(--danger); }
.row { align-items: flex-start; }
.row > :nth-child(2) { flex-basis: min(15rem, 100% - 2em); }
.step { display: grid; gap: 0.625em; padding: 1em; border: 1px solid var(--border); border-radius: var(--radius); background: var(--fill); }
@media (forced-colors: active) { div.card { border: 2px solid; } }
`;

/** The icon of each state; one that is being made turns. */
const iconOfState: Readonly<Partial<Record<Card['state'], IconName>>> = {
  ACTIVE: 'check',
  FROZEN: 'freeze',
  CLOSED: 'lock',
  PROCESSING: 'spinner',
  PENDING_KYC: 'person',
};

type Texts = Screens['card'];

const primary = { class: 'primary', part: 'button primary' };

const digitsOf = (card: Card): VNode => namedView('', `··${{ last4: '····', ...card }.last4}`);

/** The place of a card that is being read. */
const skeleton = (
  <div class="card" data-state="PENDING" aria-hidden="true">
    <span class="skeleton short" />
  </div>
);

class CardElement extends SignedInElement {
  static readonly observedAttributes = ['card-id', 'brand', 'allow-framed'];
  protected override readonly follows = ['cards', 'card-keys'] as const;
  #card: Card | null | undefined;
  #keys: readonly DelegatedKey[] | undefined;
  #next: ReturnType<typeof setTimeout> | undefined;
  protected override readonly presses = createAccountPresses(this, {
    signs: () => {
      const { id, state } = this.#card ?? {};
      return id && [id, state, this.#card?.last4, this.#keyOf(id)?.id];
    },
    refusesFrames: true,
  });

  constructor() {
    super(style);
  }

  get cardId(): string {
    return this.getAttribute('card-id') ?? '';
  }

  set cardId(cardId: string | undefined) {
    this.setText('card-id', 'cardId', cardId);
  }

  get brand(): string {
    return this.getAttribute('brand') ?? '';
  }

  set brand(brand: string | undefined) {
    this.setText('brand', 'brand', brand);
  }

  /** The same id again reads again, too. */
  override attributeChangedCallback(name?: string): void {
    if (name === 'brand') this.update();
    else void this.reload();
  }

  protected override begin(wallet: Wallet): void {
    super.begin(wallet);
    this.#askAgain();
  }

  protected override async read(wallet: Wallet, signal: AbortSignal): Promise<() => void> {
    const follower = followerOf(wallet);
    const [cards, keys] = await Promise.all([
      follower.read('cards', signal, (shared) => wallet.card.list({ signal: shared })),
      follower.read('card keys', signal, (shared) => readKeys(wallet, shared)),
    ]);
    return () => {
      const before = this.#facts();
      this.#keys = keys;
      // A card that was closed here, or is being closed, stays in view: the service may list it no longer.
      const kept = this.busy !== null || this.#card?.state === 'CLOSED' ? this.#card : undefined;
      const wanted = this.cardId || this.#card?.id;
      const open = ({ state }: Card): boolean => state !== 'CLOSED';
      const next = this.cardId === '' ? cards.find(open) : undefined;
      const shown = cards.find(({ id }) => id === wanted) ?? (kept?.id === wanted ? kept : undefined) ?? next ?? null;
      // A sentence about the card as it was is no longer true.
      if (this.busy === null && before !== this.#facts(shown)) this.say('');
      this.#show(shown);
    };
  }

  protected override forget(): void {
    super.forget();
    this.#card = undefined;
    this.#keys = undefined;
  }

  protected override left(): void {
    clearTimeout(this.#next);
  }

  protected override view(): VNode {
    const texts = this.texts('card', cardEn);
    const card = this.#card;
    return this.frame(
      texts,
      card === undefined ? null : card === null ? (
        <p class="muted">{texts.none}</p>
      ) : (
        <>
          <div class="card" part="card" data-state={card.state}>
            <div class="ends">
              <span class="mark">
                <slot name="mark">
                  {this.brand === '' ? icon('card') : <bdi translate={false}>{withHiddenMarked(this.brand)}</bdi>}
                </slot>
                {card.form === 'VIRTUAL' ? <span>{texts.virtual}</span> : null}
              </span>
              <p class="state" part="state">
                {icon(iconOfState[card.state] ?? 'warning')}
                {texts[card.state] ?? texts.PENDING}
              </p>
            </div>
            <div class="ends">
              <p class="number" part="number" translate={false}>
                <span aria-hidden="true">•••• </span>
                {card.last4 ?? '····'}
              </p>
              <slot name="network" />
            </div>
          </div>
          {this.presses.question(card.id) ?? this.#actions(card, texts)}
        </>
      ),
      skeleton,
    );
  }

  #actions(card: Card, texts: Texts): VNode | null {
    const { id, state } = card;
    const needsKey = this.#needsKey(card);
    if (state !== 'ACTIVE' && state !== 'FROZEN' && !needsKey) return null;
    const close = (): void =>
      this.#change(texts.closed, (wallet, signal) => wallet.card.close(id, { confirm: 'permanent', signal }));
    if (needsKey) return this.#keyView(card, texts);
    const freeze = (): void => this.#change(texts.frozen, ({ card }, signal) => card.freeze(id, { signal }));
    const unfreeze = (): void => this.#change(texts.unfrozen, ({ card }, signal) => card.unfreeze(id, { signal }));
    const closing = this.button(
      texts.close,
      () =>
        this.presses.ask({
          about: id,
          text: texts.question,
          yes: texts.yes,
          subject: digitsOf(card),
          no: texts.no,
          act: close,
        }),
      { 'data-about': id, class: 'close' },
    );
    return (
      <>
        {this.#keyView(card, texts)}
        <div class="two">
          {state === 'ACTIVE'
            ? this.presses.button(texts.freeze, digitsOf(card), freeze, { mark: icon('freeze') })
            : this.presses.button(texts.unfreeze, digitsOf(card), unfreeze, primary)}
          {closing}
        </div>
      </>
    );
  }

  /** The step without which a card that this wallet pays declines, or the way to end what it allowed. */
  #keyView(card: Card, texts: Texts): VNode | null {
    const { id, last4 = '' } = card;
    if (this.#keys === undefined) return null;
    const key = this.#keyOf(id);
    if (key === undefined) {
      const allowing = `${id} purchases`;
      const nickname = `${texts.title} ${last4}`.trim();
      const canCreate = this.wallet?.delegatedKeys.canCreate === true;
      const allow = (): void =>
        this.#changeKey(texts.allowing, texts.allowed, (wallet, signal) =>
          wallet.delegatedKeys.create({ cardId: id, nickname, signal }),
        );
      return (
        <div class="step" part="delegated-key">
          <h3>{texts.allowTitle}</h3>
          <p>{canCreate ? texts.allowText : texts.allowAsk}</p>
          {canCreate &&
            (this.presses.question(allowing) ??
              this.button(
                texts.allow,
                () =>
                  this.presses.ask({
                    about: allowing,
                    text: texts.allowQuestion,
                    yes: texts.allowYes,
                    subject: [digitsOf(card), ': ', texts.allowMeans],
                    no: texts.allowNo,
                    act: allow,
                  }),
                { ...primary, 'data-about': allowing },
              ))}
        </div>
      );
    }
    const end = (): void =>
      this.#changeKey(texts.ending, texts.ended, (wallet, signal) => wallet.delegatedKeys.revoke(key.id, { signal }));
    return (
      this.presses.question(key.id) ?? (
        <div class="row" part="delegated-key">
          {icon('check')}
          <span>{texts.isAllowed}</span>
          {this.button(
            texts.end,
            () =>
              this.presses.ask({
                about: key.id,
                text: texts.endQuestion,
                yes: texts.endYes,
                subject: digitsOf(card),
                no: texts.endNo,
                act: end,
              }),
            { 'data-about': key.id, class: 'link' },
          )}
        </div>
      )
    );
  }

  /** Whether the card waits for its delegated key. */
  #needsKey({ id, state, stateReason }: Card): boolean {
    return state === 'PENDING' && stateReason === 'DELEGATION_REQUIRED' && this.#keyOf(id) === undefined;
  }

  /** The facts that a sentence about the card depends on. */
  #facts(card: Card | null | undefined = this.#card): string {
    return `${String(card?.state)} ${String(card && this.#keyOf(card.id)?.id)}`;
  }

  #keyOf(cardId: string): DelegatedKey | undefined {
    return this.#keys?.find((key) => key.cardId === cardId && key.status === 'ACTIVE');
  }

  #changeKey(doing: string, said: string, change: (wallet: Wallet, signal: AbortSignal) => Promise<unknown>): void {
    this.press(doing, async (wallet, signal) => {
      await change(wallet, signal);
      await this.load();
      return said;
    });
  }

  #change(said: string, change: (wallet: Wallet, signal: AbortSignal) => Promise<Card>): void {
    this.press(this.texts('card', cardEn).signing, async (wallet, signal) => {
      try {
        this.#show(await change(wallet, signal));
      } catch (error) {
        // Another device may have changed it.
        void this.load();
        throw error;
      }
      return said;
    });
  }

  #show(card: Card | null): void {
    const before = this.#card;
    this.#card = card;
    if (before && card && before.state !== card.state) {
      if (before.state === 'PROCESSING' && card.state === 'ACTIVE') this.say(this.texts('card', cardEn).ready);
      this.emit('card-changed', { card });
    }
    this.#askAgain();
  }

  /** A card that isn't usable yet is asked for again, unless it waits for the person. */
  #askAgain(): void {
    clearTimeout(this.#next);
    const card = this.#card;
    const isSettled = !card || /^(?:ACTIVE|FROZEN|CLOSED)$/.test(card.state) || this.#needsKey(card);
    if (!this.isConnected || isSettled) return;
    this.#next = setTimeout(() => void this.load(), askAgainMs);
  }
}

/** The account's delegated keys; undefined where its cards need none, or the back-end has no route for them. */
async function readKeys(wallet: Wallet, signal: AbortSignal): Promise<readonly DelegatedKey[] | undefined> {
  try {
    return await wallet.delegatedKeys.list({ signal });
  } catch (error) {
    if ((error as { readonly status?: unknown }).status === 404) return undefined;
    throw error;
  }
}

/** Defines the element. */
export function define(): void {
  defineSigning('countersign-card', CardElement);
}
