/** The wallet's card: issued by the platform; frozen, unfrozen and closed by a signature of this browser. */

import { html, nothing, type TemplateResult } from 'lit';
import type { Card, CurrencyAmount } from 'countersign';
import { formatAmount, parseAmount } from '../money.ts';
import { readForm, textField } from '../fields.ts';
import type { HistoryItem } from '../payment-entry.ts';
import { paymentRows, skeletonRows } from '../payment-rows.ts';
import { define, Step } from '../step.ts';
import { cardState, plastic } from '../plastic.ts';

const askAgainMs = 1500;
const skipMs = 60_000;
const mostShown = 5;

class CardView extends Step {
  #card: Card | null | undefined;
  #purchases: readonly HistoryItem[] = [];
  #said = '';
  #isRefusal = false;
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

  protected override onUpdate(): void {
    this.load(() => this.#read());
  }

  override render(): TemplateResult {
    return html`<section class="sheet">
      <h1 tabindex="-1">Card</h1>
      ${this.#said === '' ? nothing : html`<p class=${this.#isRefusal ? 'notice refusal' : 'notice'}>${this.#said}</p>`}
      ${
        this.#card === undefined
          ? this.problem === null
            ? skeletonRows(2, 'Reading your card…')
            : nothing
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
    const open = ({ id }: HistoryItem): void => this.demo.go('payment', { payment: { transactionId: id } });
    return html`${plastic(card)} ${this.#closing ? this.#renderClosing(card) : this.#renderActions(card)}
    ${
      this.#purchases.length === 0
        ? nothing
        : html`<h2>Purchases</h2>
            ${paymentRows(this.#purchases.slice(0, mostShown), open)}`
    }`;
  }

  #renderActions(card: Card): TemplateResult {
    const usable = card.state === 'ACTIVE' || card.state === 'FROZEN';
    const freeze = (): void => {
      const said = 'Frozen. Purchases are refused until you unfreeze it.';
      this.#change(said, () => this.demo.wallet.card.freeze(card.id));
    };
    const unfreeze = (): void => this.#change('Active again.', () => this.demo.wallet.card.unfreeze(card.id));
    return html`<div class="actions">
        ${card.state === 'ACTIVE' ? this.#button('Freeze', 'primary', freeze) : nothing}
        ${card.state === 'FROZEN' ? this.#button('Unfreeze', 'primary', unfreeze) : nothing}
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
              </p>
              ${this.demo.settings.sandbox ? this.#renderShop(card) : nothing}`
          : nothing
      }`;
  }

  #renderShop(card: Card): TemplateResult {
    return html`<form class="shop" novalidate @submit=${(event: SubmitEvent) => this.#purchase(event, card)}>
      ${textField({
        name: 'price',
        label: 'Sample Shop charges',
        value: '5.00',
        error: this.fieldError('price'),
        inputmode: 'decimal',
        suffix: this.demo.state.account?.balance.currency.code ?? '',
      })}
      <button class="quiet" aria-disabled=${this.busy !== null}>Try the purchase</button>
    </form>`;
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
    const { requests } = this.demo;
    const [cards, history] = await Promise.all([
      requests.cards(person),
      requests.transactions(person),
      this.demo.readAccount(),
    ]);
    const before = this.#card?.state;
    this.#card = cards.find(({ state }) => state !== 'CLOSED') ?? cards[0] ?? null;
    this.#purchases = history.filter(({ type }) => type === 'CARD');
    if (before === 'PROCESSING' && this.#card?.state === 'ACTIVE') this.#say('Your card is ready.');
    if (this.isConnected && this.#card?.state === 'PROCESSING') {
      this.#next = setTimeout(() => this.load(() => this.#read()), askAgainMs);
    }
  }

  #say(text: string, isRefusal = false): void {
    this.#said = text;
    this.#isRefusal = isRefusal;
    if (text !== '') this.demo.announce(text);
    this.requestUpdate();
  }

  #issue(): void {
    this.run('Asking for a card…', 'card', async () => {
      await this.demo.requests.issueCard();
      this.#say('Your card is being made.');
      await this.#read();
    });
  }

  #change(said: string, change: () => Promise<Card>): void {
    this.run('Signing in this browser…', 'card', async () => {
      this.#say('');
      try {
        this.#card = await change();
        this.#say(said);
      } finally {
        await this.#read();
      }
    });
  }

  #purchase(event: SubmitEvent, card: Card): void {
    const typed = readForm(event).get('price') ?? '';
    const balance = this.demo.state.account?.balance;
    if (balance === undefined) return;
    const parsed = parseAmount(typed, balance.currency);
    if ('mistake' in parsed) return this.refuseField('price', parsed.mistake);
    const price = { amount: parsed.units, currency: balance.currency };
    this.run('Sample Shop charges the card…', 'card', async () => {
      this.#say('');
      const approved = await this.demo.requests.purchase(card.id, price.amount);
      await this.#read();
      if (approved) this.#say(`Sample Shop charged ${formatAmount(price)}.`);
      else this.#say(this.#describeRefusal(card, price, balance), true);
    });
  }

  #describeRefusal(card: Card, price: CurrencyAmount, balance: CurrencyAmount): string {
    const why =
      card.state === 'FROZEN'
        ? 'the card is frozen'
        : price.amount > balance.amount
          ? `the wallet holds ${formatAmount(balance)}`
          : `the card is ${cardState(card.state).toLowerCase()}, and the service gave no reason`;
    return `Sample Shop was refused ${formatAmount(price)}: ${why}. Nothing was charged.`;
  }

  #close(card: Card): void {
    this.#closing = false;
    this.#change('This card is closed for good.', () => this.demo.wallet.card.close(card.id, { confirm: 'permanent' }));
  }

  #skip(): void {
    this.run('Moving the sandbox’s clock…', 'card', async () => {
      await this.demo.skipAhead(skipMs);
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
