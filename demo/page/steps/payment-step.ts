/** Follows a payment until it has ended, and is its receipt from then on: `<countersign-payment>`, and a purchase with the card. */

import { html, nothing, type TemplateResult } from 'lit';
import type { ExternalAccount, Quote, Transaction } from 'countersign';
import { defineElements } from 'countersign/elements';
import { nameOfBank } from '../bank-forms.ts';
import { formatAmount } from '../money.ts';
import { describeItem, type CardPurchase, type HistoryItem } from '../payment-entry.ts';
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
    this.load(async () => Promise.all([defineElements('payment'), this.#readPurchase()]));
  }

  protected override onUpdate({ kind, about }: PageUpdate): void {
    const id = this.demo.state.payment?.transactionId;
    if (kind === 'all' || about === id) this.#readAgain();
  }

  override render(): TemplateResult {
    const { payment } = this.demo.state;
    if (payment === null) return html``;
    const item = this.#item;
    const { headline, stage } = item === null ? unread : describeStatus(item.status);
    return html`<section class="sheet">
      <h1 tabindex="-1">${headline}</h1>
      ${
        isPurchase(payment.transactionId)
          ? this.#renderPurchase(item as CardPurchase | null)
          : html`<countersign-payment
              data-testid="payment-status"
              .wallet=${this.demo.wallet}
              .transactionId=${payment.transactionId}
              .quote=${this.#quote}
              .payee=${this.#bank === undefined ? undefined : nameOfBank(this.#bank)}
              @countersign-payment-status=${({ detail }: HTMLElementEventMap['countersign-payment-status']) => this.#show(detail.transaction)}
            ></countersign-payment>`
      }
      ${this.#renderActions(stage)} ${this.renderProblem()} ${this.renderProgress()}
    </section>`;
  }

  #renderActions(stage: string): TemplateResult {
    const isOver = stage !== 'moving' && stage !== 'unread';
    const canSkip = stage === 'moving' && this.demo.settings.sandbox && this.#item?.type !== 'CARD';
    const home = html`<button
      type="button"
      class=${isOver ? 'primary' : 'quiet'}
      @click=${() => this.demo.go('wallet')}
    >
      Back to the wallet
    </button>`;
    const again = html`<button type="button" class="quiet" @click=${() => this.demo.go('amount')}>
      Withdraw again
    </button>`;
    const skip = html`<button
      type="button"
      class="primary"
      aria-disabled=${this.busy !== null}
      @click=${() => this.#skip()}
    >
      Skip a minute ahead
    </button>`;
    const print = html`<button type="button" class="link" @click=${() => globalThis.print()}>Print</button>`;
    return html`<div class="actions">
        ${canSkip ? skip : nothing} ${home} ${isOver && this.#item?.type === 'OUTGOING' ? again : nothing}
        ${stage === 'done' ? print : nothing}
      </div>
      ${
        canSkip
          ? html`<p class="hint">A bank takes its time, here a minute. The sandbox can move its clock.</p>`
          : nothing
      }`;
  }

  #renderPurchase(item: CardPurchase | null): TemplateResult | typeof nothing {
    if (item === null) return nothing;
    const { amount } = describeItem(item);
    return html`<dl class="slip">
      ${slipLine('Shop', item.merchant.descriptor)} ${slipLine('Amount', amount === null ? '' : formatAmount(amount))}
      ${slipLine('Paid with', 'your card')} ${slipLine('When', formatDate(item.createdAt))}
      ${slipLine('Number', item.id.replace(/^[A-Za-z]+:/, '').slice(0, 8))}
    </dl>`;
  }

  #show(transaction: Transaction): void {
    this.#item = transaction;
    this.requestUpdate();
    const { quoteId, type } = transaction;
    if (type === 'OUTGOING' && quoteId !== undefined && this.#bank === undefined)
      this.load(async () => this.#readPayee(quoteId));
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
    this.load(async () => this.#readPurchase());
  }

  #skip(): void {
    this.run('Moving the sandbox’s clock…', async () => {
      await this.demo.skipAhead(skipMs);
      this.#readAgain();
    });
  }
}

const unread = { headline: 'Your payment', stage: 'unread' };

function slipLine(term: string, value: string): TemplateResult {
  return html`<div>
    <dt>${term}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** Whether the id is that of a purchase with a card, which the list alone knows. */
function isPurchase(id: string): boolean {
  return !id.startsWith('Transaction:');
}

define('payment-step', PaymentStep);
