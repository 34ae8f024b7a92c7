/** The wallet's card: issued by the platform; frozen, unfrozen and closed by a signature of this browser. */

import { html, nothing, type TemplateResult } from 'lit';
import type { Card } from 'countersign';
import { define, Step } from '../step.ts';

const states: Readonly<Record<Card['state'], string>> = {
  PENDING_KYC: 'Waiting for your details',
  PROCESSING: 'Being made',
  ACTIVE: 'Active',
  FROZEN: 'Frozen',
  CLOSED: 'Closed',
};

const askAgainMs = 1500;
const purchase = 5_000_000;
const skipMs = 60_000;

class CardView extends Step {
  #card: Card | null | undefined;
  #said = '';
  #closing = false;
  #next: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.load(() => this.#read());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#next);
  }

  override render(): TemplateResult {
    return html`<section class="sheet">
      <h1 tabindex="-1">Card</h1>
      <p class="notice" role="status">${this.#said}</p>
      ${
        this.#card === undefined
          ? html`<p class="empty">Reading…</p>`
          : this.#card === null
            ? this.#renderNone()
            : this.#renderCard(this.#card)
      }
      ${this.renderProblem()} ${this.renderProgress()}
    </section>`;
  }

  #renderNone(): TemplateResult {
    return html`<p class="lead">A virtual card that spends from this wallet. The platform issues it; you control it.</p>
      <div class="actions">${this.#button('Get a card', 'primary', () => this.#issue())}</div>`;
  }

  #renderCard(card: Card): TemplateResult {
    return html`<div class="plastic" data-state=${card.state} data-testid="card">
        <p class="brand-name">Sample wallet</p>
        <p class="number">•••• ${card.last4 ?? '····'}</p>
        <p class="state-name">${states[card.state]}</p>
      </div>
      ${this.#closing ? this.#renderClosing(card) : this.#renderActions(card)}`;
  }

  #renderActions(card: Card): TemplateResult {
    const usable = card.state === 'ACTIVE' || card.state === 'FROZEN';
    return html`<div class="actions">
        ${
          card.state === 'ACTIVE'
            ? this.#button('Freeze', 'primary', () =>
                this.#change('Frozen. Purchases are refused until you unfreeze it.', () =>
                  this.demo.wallet.card.freeze(card.id),
                ),
              )
            : nothing
        }
        ${
          card.state === 'FROZEN'
            ? this.#button('Unfreeze', 'primary', () =>
                this.#change('Active again.', () => this.demo.wallet.card.unfreeze(card.id)),
              )
            : nothing
        }
        ${usable ? this.#button('Try a purchase of 5.00', 'quiet', () => this.#purchase(card)) : nothing}
        ${usable ? this.#button('Close…', 'quiet', () => this.#ask(true)) : nothing}
        ${card.state === 'CLOSED' ? this.#button('Get a new card', 'primary', () => this.#issue()) : nothing}
        ${
          card.state === 'PROCESSING' && this.demo.settings.sandbox
            ? this.#button('Skip a minute ahead', 'quiet', () => this.#skip())
            : nothing
        }
      </div>
      ${
        usable
          ? html`<p class="hint">
              Freezing, unfreezing and closing are signed in this browser, each by a request of its own.
            </p>`
          : nothing
      }`;
  }

  #renderClosing(card: Card): TemplateResult {
    return html`<p>Closing is for good: this card can never be used again.</p>
      <div class="actions">
        ${this.#button('Close this card for good', 'quiet danger', () => this.#close(card))}
        ${this.#button('Keep it', 'quiet', () => this.#ask(false))}
      </div>`;
  }

  #button(label: string, className: string, run: () => void): TemplateResult {
    return html`<button type="button" class=${className} aria-disabled=${this.busy !== null} @click=${run}>
      ${label}
    </button>`;
  }

  async #read(): Promise<void> {
    clearTimeout(this.#next);
    const { person } = this.demo.state;
    if (person === null) return;
    const cards = await this.demo.requests.cards(person);
    const before = this.#card?.state;
    this.#card = cards.find(({ state }) => state !== 'CLOSED') ?? cards[0] ?? null;
    if (before === 'PROCESSING' && this.#card?.state === 'ACTIVE') this.#said = 'Your card is ready.';
    if (this.isConnected && this.#card?.state === 'PROCESSING') {
      this.#next = setTimeout(() => this.load(() => this.#read()), askAgainMs);
    }
  }

  #issue(): void {
    this.run('Asking for a card…', 'card', async () => {
      await this.demo.requests.issueCard();
      this.#said = 'Your card is being made.';
      await this.#read();
    });
  }

  #change(said: string, change: () => Promise<Card>): void {
    this.run('Signing in this browser…', 'card', async () => {
      this.#said = '';
      try {
        this.#card = await change();
        this.#said = said;
      } finally {
        await this.#read();
      }
    });
  }

  #purchase(card: Card): void {
    this.run('A sample shop charges the card…', 'card', async () => {
      const approved = await this.demo.requests.purchase(card.id, purchase);
      this.#said = approved
        ? 'Sample Shop charged 5.00 USDB.'
        : 'Sample Shop was refused: the card is frozen, or the wallet has too little money.';
    });
  }

  #close(card: Card): void {
    this.#closing = false;
    this.#change('This card is closed for good.', () => this.demo.wallet.card.close(card.id, { confirm: 'permanent' }));
  }

  #skip(): void {
    this.run('Moving the sandbox’s clock…', 'card', async () => {
      await this.demo.requests.advanceClock(skipMs);
      await this.#read();
    });
  }

  #ask(closing: boolean): void {
    this.#closing = closing;
    this.requestUpdate();
    void this.#focus(closing ? '.danger' : 'h1');
  }

  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    this.querySelector<HTMLElement>(selector)?.focus();
  }
}

define('card-view', CardView);
