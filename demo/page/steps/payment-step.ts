/** Follows a payment until it has ended, and is its receipt from then on: `<countersign-payment>`, and a purchase with the card. */

import { html, nothing, type TemplateResult } from 'lit';
import type { ExternalAccount, Quote, Transaction } from 'countersign';
import { nameOfBank } from '../bank-forms.ts';
import { button } from '../fields.ts';
import { formatAmount } from '../money.ts';
import type { CardPurchase, HistoryItem } from '../payment-entry.ts';
import { formatDate } from '../payment-rows.ts';
import { describeStatus } from '../payment-status.ts';
import { define, Step } from '../step.ts';
import type { PageUpdate } from '../updates.ts';

const skipMs = 60_000;

class PaymentStep extends Step {
  #item: HistoryItem | null = null;
  #quote: Quote | undefined;
  #bank: ExternalAccount | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    const { payment, bank } = this.demo.state;
    this.#quote = payment?.quote;
    if (this.#quote !== undefined && bank !== null) this.#bank = bank;
    this.load(() => this.#readPurchase());
  }

  protected override onUpdate({ kind, about }: PageUpdate): void {
    if (kind === 'all' || about === this.demo.state.payment?.transactionId) this.#readAgain();
  }

  override render(): TemplateResult {
    const { payment } = this.demo.state;
    if (payment === null) return html``;
    const item = this.#item;
    return html`<section class="sheet">
      <h1 tabindex="-1">${item === null ? 'Your payment' : describeStatus(item.status).headline}</h1>
      ${
        isPurchase(payment.transactionId)
          ? this.#renderPurchase(item as CardPurchase | null)
          : html`<countersign-payment
              data-testid="payment-status"
              .wallet=${this.demo.wallet}
              .transactionId=${payment.transactionId}
              .quote=${this.#quote}
              .payee=${this.#bank && nameOfBank(this.#bank)}
              @countersign-payment-status=${({ detail }: HTMLElementEventMap['countersign-payment-status']) => this.#show(detail.transaction)}
            ></countersign-payment>`
      }
      ${this.#renderActions(item)} ${this.renderProblem()} ${this.renderProgress()}
    </section>`;
  }

  #renderActions(item: HistoryItem | null): TemplateResult {
    const stage = item === null ? 'moving' : describeStatus(item.status).stage;
    const isOver = stage !== 'moving';
    const canSkip = item !== null && !isOver && item.type !== 'CARD' && this.demo.settings.sandbox;
    return html`<div class="actions">
        ${canSkip ? button('Skip a minute ahead', 'primary', () => this.#skip(), this.busy !== null) : nothing}
        ${button('Back to the wallet', isOver ? 'primary' : 'quiet', () => this.demo.go('wallet'))}
        ${isOver && item?.type === 'OUTGOING' ? button('Withdraw again', 'quiet', () => this.demo.go('amount')) : nothing}
        ${stage === 'done' ? button('Print', 'link', () => globalThis.print()) : nothing}
      </div>
      ${
        canSkip
          ? html`<p class="hint">A bank takes its time, here a minute. The sandbox can move its clock.</p>`
          : nothing
      }`;
  }

  #renderPurchase(item: CardPurchase | null): TemplateResult | typeof nothing {
    if (item === null) return nothing;
    const lines = {
      Shop: item.merchant.descriptor,
      Amount: formatAmount(item.settledAmount ?? item.authorizedAmount),
      'Paid with': 'your card',
      When: formatDate(item.createdAt),
      Number: item.id.replace(/^[A-Za-z]+:/, '').slice(0, 8),
    };
    return html`<dl class="slip">
      ${Object.entries(lines).map(
        ([term, value]) =>
          html`<div>
            <dt>${term}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>`;
  }

  #show(transaction: Transaction): void {
    this.#item = transaction;
    this.requestUpdate();
    const { quoteId, type } = transaction;
    if (type === 'OUTGOING' && quoteId !== undefined && this.#bank === undefined)
      this.load(() => this.#readPayee(quoteId));
  }

  /** Rate and payee, after a reload or from the list. */
  async #readPayee(quoteId: string): Promise<void> {
    const { person } = this.demo.state;
    if (person === null) return;
    const [quote, banks] = await Promise.all([this.demo.wallet.quote.get(quoteId), this.demo.requests.banks(person)]);
    this.#quote = quote;
    this.#bank = banks.find(({ id }) => id === quote.destination.accountId);
  }

  async #readPurchase(): Promise<void> {
    const { payment, person } = this.demo.state;
    if (payment === null || person === null || !isPurchase(payment.transactionId)) return;
    this.#item = await this.demo.requests.transaction(person, payment.transactionId);
  }

  #readAgain(): void {
    const shown = this.querySelector('countersign-payment');
    // The same id again: the element reads the payment at once.
    if (shown !== null) shown.transactionId = this.demo.state.payment?.transactionId ?? '';
    this.load(() => this.#readPurchase());
  }

  #skip(): void {
    this.run('Moving the sandbox’s clock…', async () => {
      await this.demo.skipAhead(skipMs);
      this.#readAgain();
    });
  }
}

/** Whether the id is that of a purchase with a card, which the list alone knows. */
function isPurchase(id: string): boolean {
  return !id.startsWith('Transaction:');
}

define('payment-step', PaymentStep);
