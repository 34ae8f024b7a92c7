/** The wallet's card: `<countersign-card>`, and what the platform does beside it: issue one, and in a sandbox let a shop charge it. */

import { html, nothing, type TemplateResult } from 'lit';
import type { Card } from 'countersign';
import { formatAmount, parseAmount } from '../money.ts';
import { button, readForm, textField } from '../fields.ts';
import { define, Step } from '../step.ts';

const skipMs = 60_000;

class CardView extends Step {
  #card: Card | null | undefined;
  #charged: { readonly text: string; readonly isRefusal: boolean } | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.load(() => this.#read());
  }

  protected override onUpdate(): void {
    this.load(() => this.#read());
  }

  override render(): TemplateResult {
    const card = this.#card;
    return html`<section class="sheet">
      <h1 tabindex="-1">Card</h1>
      ${
        card === undefined
          ? nothing
          : // It stays in the page: a card that is being closed is listed no longer before that is answered.
            html`<countersign-card
              data-testid="card"
              ?hidden=${card === null}
              .wallet=${this.demo.wallet}
              .cardId=${card?.id}
              @countersign-card-changed=${({ detail }: HTMLElementEventMap['countersign-card-changed']) => this.#show(detail.card)}
            ></countersign-card>`
      }
      ${card === undefined ? nothing : this.#renderPlatform(card)} ${this.renderProblem()} ${this.renderProgress()}
    </section>`;
  }

  #renderPlatform(card: Card | null): TemplateResult | typeof nothing {
    if (card === null)
      return html`<p class="lead">
          A virtual card that spends from this wallet. The platform issues it; you control it.
        </p>
        ${this.#button('Get a card', 'primary', () => this.#issue())}`;
    if (card.state === 'CLOSED') return this.#button('Get a new card', 'primary', () => this.#issue());
    if (!this.demo.settings.sandbox) return nothing;
    if (card.state === 'PROCESSING') return this.#button('Skip a minute ahead', 'quiet', () => this.#skip());
    const charged = this.#charged;
    return html`${
        charged === null
          ? nothing
          : html`<p class=${charged.isRefusal ? 'notice refusal' : 'notice'}>${charged.text}</p>`
      }
      <form class="shop" novalidate @submit=${(event: SubmitEvent) => this.#purchase(event, card)}>
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

  #button(label: string, className: string, run: () => void): TemplateResult {
    return html`<div class="actions">${button(label, className, run, this.busy !== null)}</div>`;
  }

  async #read(): Promise<void> {
    const [cards] = await Promise.all([this.demo.wallet.card.list(), this.demo.readAccount()]);
    // A closed card is no longer the wallet's.
    const closed = this.#card?.state === 'CLOSED' ? this.#card : null;
    this.#show(cards.find(({ state }) => state !== 'CLOSED') ?? closed);
  }

  #show(card: Card | null): void {
    // What the shop was told holds for the card as it was.
    if (card?.state !== this.#card?.state) this.#charged = null;
    this.#card = card;
    this.requestUpdate();
  }

  #issue(): void {
    this.run('Asking for a card…', async () => {
      await this.demo.requests.issueCard();
      await this.#read();
      this.demo.announce('Your card is being made.');
    });
  }

  #purchase(event: SubmitEvent, { id, state }: Card): void {
    const balance = this.demo.state.account?.balance;
    if (balance === undefined) return;
    const parsed = parseAmount(readForm(event).get('price') ?? '', balance.currency);
    if ('mistake' in parsed) return this.refuseField('price', parsed.mistake);
    const price = { amount: parsed.units, currency: balance.currency };
    this.run('Sample Shop charges the card…', async () => {
      this.#charged = null;
      const isRefusal = !(await this.demo.requests.purchase(id, price.amount));
      await this.#read();
      const why =
        state === 'FROZEN'
          ? 'the card is frozen'
          : isRefusal && !(await this.#maySpend(id))
            ? 'you have not let this card spend from your wallet yet'
            : price.amount > balance.amount
              ? `the wallet holds ${formatAmount(balance)}`
              : 'the service gave no reason';
      const text = isRefusal
        ? `Sample Shop was refused ${formatAmount(price)}: ${why}. Nothing was charged.`
        : `Sample Shop charged ${formatAmount(price)}.`;
      this.#charged = { text, isRefusal };
      this.demo.announce(text);
    });
  }

  /** Whether the owner has signed the service's key for this card; in one profile cards need none. */
  async #maySpend(id: string): Promise<boolean> {
    const keys = await this.demo.wallet.delegatedKeys.list();
    return keys === undefined || keys.some(({ cardId, status }) => cardId === id && status === 'ACTIVE');
  }

  /** The element reads its card again by itself while it is made. */
  #skip(): void {
    this.run('Moving the sandbox’s clock…', () => this.demo.skipAhead(skipMs));
  }
}

define('card-view', CardView);
