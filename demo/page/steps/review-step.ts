/** The last look before signing: `<countersign-review>`, by the service's clock. */

import { html, type TemplateResult } from 'lit';
import { button } from '../fields.ts';
import { define, Step } from '../step.ts';

class ReviewStep extends Step {
  override connectedCallback(): void {
    super.connectedCallback();
    const { quote, keptQuoteId } = this.demo.state;
    if (quote === null && keptQuoteId !== null) this.load(() => this.#read(keptQuoteId));
  }

  override render(): TemplateResult {
    const { wallet, clock, state } = this.demo;
    return html`<section class="sheet">
      <h1 tabindex="-1">Review and sign</h1>
      <countersign-review
        .wallet=${wallet}
        .quote=${state.quote ?? undefined}
        .serviceTime=${clock.now}
        @countersign-new-quote=${() => this.#renew()}
      ></countersign-review>
      <div class="actions">
        ${button('Change', 'quiet', () => this.demo.go('amount', { quote: null }))}
        ${button('New quote', 'link', () => this.#renew(), this.busy !== null)}
      </div>
      ${this.renderProblem()} ${this.renderProgress()}
    </section>`;
  }

  /** Reads the quote that was looked at before a reload; until then the element shows what it knows of a payment that was pressed. */
  async #read(quoteId: string): Promise<void> {
    const { wallet } = this.demo;
    const quote = await wallet.quote.get(quoteId);
    if (this.demo.state.keptQuoteId !== quoteId) return;
    const isOpen = quote.status === 'PENDING' || (await wallet.quote.unfinished()).includes(quoteId);
    if (isOpen) this.demo.keep({ quote });
    else this.goOn('payment', { payment: quote.transactionId, quote: null });
  }

  #renew(): void {
    const { quote, person } = this.demo.state;
    const to = quote?.destination.accountId;
    if (quote === null || person === null || to === undefined) return this.demo.go('amount', { quote: null });
    this.run('Asking for a new quote…', async () => {
      const sending = { amount: quote.totalSendingAmount, currency: quote.sendingCurrency };
      this.goOn('review', { quote: await this.demo.requests.quote(person.accountId, to, sending) });
    });
  }
}

define('review-step', ReviewStep);
