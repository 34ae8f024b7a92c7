/** The last look before signing: `<countersign-review>`, by the service's clock. */

import { html, type TemplateResult } from 'lit';
import { nameOfBank } from '../bank-forms.ts';
import { button } from '../fields.ts';
import { define, Step } from '../step.ts';

type Paid = HTMLElementEventMap['countersign-paid'];

class ReviewStep extends Step {
  override render(): TemplateResult {
    const { quote, bank } = this.demo.state;
    if (quote === null) return html``;
    return html`<section class="sheet">
      <h1 tabindex="-1">Review and sign</h1>
      <countersign-review
        .wallet=${this.demo.wallet}
        .quote=${quote}
        .payee=${bank === null ? undefined : nameOfBank(bank)}
        .serviceTime=${() => this.demo.clock.now()}
        @countersign-paid=${({ detail: { transactionId } }: Paid) =>
          this.demo.go('payment', { payment: { transactionId, quote }, quote: null, typedAmount: '' })}
        @countersign-new-quote=${() => this.#renew()}
      ></countersign-review>
      <div class="actions">${button('Change', 'quiet', () => this.demo.go('amount', { quote: null }))}</div>
      ${this.renderProblem()} ${this.renderProgress()}
    </section>`;
  }

  #renew(): void {
    const { quote, bank, account } = this.demo.state;
    if (quote === null || bank === null || account === null) return this.demo.go('amount', { quote: null });
    this.run('Asking for a new quote…', async () => {
      const sending = { amount: quote.totalSendingAmount, currency: quote.sendingCurrency };
      this.goOn('review', { quote: await this.demo.requests.quote(account.id, bank.id, sending) });
    });
  }
}

define('review-step', ReviewStep);
