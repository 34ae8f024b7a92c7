/** @jsxImportSource preact */
/** `<countersign-card>`: a card, and what its holder can do with it. */
import type { VNode } from 'preact';
import { cardEn } from '../messages/screens/card.ts';
import type { Wallet } from '../../kit/wallet/index.ts';
import type { Card } from '../../kit/wire.ts';
import { SignedInElement } from './signed-in-element.tsx';
import { defineElement } from './wallet-element.ts';

const askAgainMs = 2000;

const style = `
.card { display: grid; gap: 1.5rem; align-content: space-between; max-width: 20rem; aspect-ratio: 1.586; padding: 1.25rem; border: 1px solid var(--accent); border-radius: var(--radius);
  background: var(--accent); color: var(--accent-text); }
.card:not([data-state='ACTIVE']) { background: var(--accent-soft); color: var(--text); }
.number { font-size: 1.25rem; font-variant-numeric: tabular-nums; letter-spacing: 0.1em; }
`;

class CardElement extends SignedInElement {
  static readonly observedAttributes = ['card-id', 'allow-framed'];
  protected override readonly refusesFrames = true;
  #card: Card | null | undefined;
  #next: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super(style);
  }

  get cardId(): string {
    return this.getAttribute('card-id') ?? '';
  }

  set cardId(cardId: string | undefined) {
    this.setText('card-id', 'cardId', cardId);
  }

  override attributeChangedCallback(): void {
    void this.load();
  }

  protected override begin(wallet: Wallet): void {
    super.begin(wallet);
    this.#askAgain();
  }

  protected override async read(wallet: Wallet, signal: AbortSignal): Promise<() => void> {
    const cards = await wallet.card.list({ signal });
    return () => {
      // A card that was closed here, or is being closed, stays in view: the service may list it no longer.
      const kept = this.busy !== null || this.#card?.state === 'CLOSED' ? this.#card : undefined;
      const wanted = this.cardId || this.#card?.id;
      const open = ({ state }: Card): boolean => state !== 'CLOSED';
      const next = this.cardId === '' ? cards.find(open) : undefined;
      this.#show(cards.find(({ id }) => id === wanted) ?? (kept?.id === wanted ? kept : undefined) ?? next ?? null);
    };
  }

  protected override shown(): unknown {
    const { id, state } = this.#card ?? {};
    return id && [id, state];
  }

  protected override forget(): void {
    super.forget();
    this.#card = undefined;
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
            <p class="number" part="number" translate={false}>
              <span aria-hidden="true">•••• </span>
              {card.last4 ?? '····'}
            </p>
            <p part="state">{texts[card.state] ?? card.state}</p>
          </div>
          {this.questionView(card.id) ?? this.#actions(card, texts)}
        </>
      ),
    );
  }

  #actions({ id, state }: Card, texts: typeof cardEn): VNode | null {
    if (state !== 'ACTIVE' && state !== 'FROZEN') return null;
    const primary = { class: 'primary' };
    const close = (): void =>
      this.#change(texts.closed, (wallet, signal) => wallet.card.close(id, { confirm: 'permanent', signal }));
    return (
      <div class="actions">
        {state === 'ACTIVE'
          ? this.signingButton(
              texts.freeze,
              () => this.#change(texts.frozen, ({ card }, signal) => card.freeze(id, { signal })),
              primary,
            )
          : this.signingButton(
              texts.unfreeze,
              () => this.#change(texts.unfrozen, ({ card }, signal) => card.unfreeze(id, { signal })),
              primary,
            )}
        {this.button(
          texts.close,
          () => this.ask({ about: id, text: texts.question, yes: texts.yes, no: texts.no, act: close }),
          { 'data-about': id },
        )}
      </div>
    );
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

  /** A card that is being made is asked for again. */
  #askAgain(): void {
    clearTimeout(this.#next);
    const state = this.#card?.state;
    if (!this.isConnected || (state !== 'PROCESSING' && state !== 'PENDING_KYC')) return;
    this.#next = setTimeout(() => void this.load(), askAgainMs);
  }
}

/** Defines the element. */
export function define(): void {
  defineElement('countersign-card', CardElement);
}
