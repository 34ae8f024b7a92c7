/** Follows a payment until it has ended, and is its receipt from then on: `<countersign-payment>`, and a purchase with the card. */

import { html, nothing, type TemplateResult } from 'lit';
import { button } from '../fields.ts';
import { formatAmount } from '../money.ts';
import { describeStatus } from '../payment-status.ts';
import { define, Step } from '../step.ts';

type Item = HTMLElementEventMap['countersign-transaction-opened']['detail']['transaction'];

const skipMs = 60_000;

class PaymentStep extends Step {
  #item: Item | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.load(() => this.#readPurchase());
  }

  protected override onUpdate(): void {
    this.load(() => this.#readPurchase());
  }

  override render(): TemplateResult {
    const { payment } = this.demo.state;
    if (payment === null) return html``;
    const item = this.#item;
    return html`<section class="sheet">
      <h1 tabindex="-1">${item === undefined ? 'Your payment' : describeStatus(item.status).headline}</h1>
      ${
        isPurchase(payment)
          ? this.#renderPurchase(item)
          : html`<countersign-payment
              data-testid="payment-status"
              .wallet=${this.demo.wallet}
              .transactionId=${payment}
              @countersign-payment-status=${({ detail }: HTMLElementEventMap['countersign-payment-status']) => this.#show(detail.transaction)}
            ></countersign-payment>`
      }
      ${this.#renderActions(item)} ${this.renderProblem()} ${this.renderProgress()}
    </section>`;
  }

  #renderActions(item: Item | undefined): TemplateResult {
    const stage = item === undefined ? 'moving' : describeStatus(item.status).stage;
    const isOver = stage !== 'moving';
    const canSkip = item !== undefined && !isOver && item.type !== 'CARD' && this.demo.settings.sandbox;
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

  #renderPurchase(item: Item | undefined): TemplateResult | typeof nothing {
    if (item?.type !== 'CARD') return nothing;
    const when = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
    const lines = {
      Shop: item.merchant.descriptor,
      Amount: formatAmount(item.settledAmount ?? item.authorizedAmount),
      'Paid with': 'your card',
      When: when.format(new Date(item.createdAt)),
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

  #show(item: Item): void {
    this.#item = item;
    this.requestUpdate();
  }

  /** A purchase is read from the list: the relay has no path for one alone. */
  async #readPurchase(): Promise<void> {
    const { payment, person } = this.demo.state;
    if (payment === null || person === null || !isPurchase(payment)) return;
    const { data } = await this.demo.wallet.transaction.list({ customerId: person.customerId });
    this.#item = data.find(({ id }) => id === payment);
  }

  #skip(): void {
    this.run('Moving the sandbox’s clock…', () => this.demo.skipAhead(skipMs));
  }
}

/** Whether the id is that of a purchase with a card, which the list alone knows. */
function isPurchase(id: string): boolean {
  return !id.startsWith('Transaction:');
}

define('payment-step', PaymentStep);
