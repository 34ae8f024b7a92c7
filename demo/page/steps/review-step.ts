/** The last look before signing: `<countersign-review>`, by the service's clock. */

import { html, type TemplateResult } from 'lit';
import { nameOfBank } from '../bank-forms.ts';
import { button } from '../fields.ts';
import type { Person } from '../requests.ts';
import { define, Step } from '../step.ts';

type Paid = HTMLElementEventMap['countersign-paid'];

class ReviewStep extends Step {
  override connectedCallback(): void {
    super.connectedCallback();
    const { person, quote, keptQuoteId } = this.demo.state;
    if (person !== null && quote === null && keptQuoteId !== null) this.load(() => this.#read(person, keptQuoteId));
  }

  override render(): TemplateResult {
    const { quote, bank } = this.demo.state;
    return html`<section class="sheet">
      <h1 tabindex="-1">Review and sign</h1>
      <countersign-review
        .wallet=${this.demo.wallet}
        .quote=${quote ?? undefined}
        .payee=${bank === null ? undefined : nameOfBank(bank)}
        .serviceTime=${() => this.demo.clock.now()}
        @countersign-paid=${({ detail: { transactionId } }: Paid) =>
          this.demo.go('payment', {
            payment: { transactionId, ...(quote && { quote }) },
            quote: null,
            typedAmount: '',
          })}
        @countersign-new-quote=${() => this.#renew()}
      ></countersign-review>
      <div class="actions">${button('Change', 'quiet', () => this.demo.go('amount', { quote: null }))}</div>
      ${this.renderProblem()} ${this.renderProgress()}
    </section>`;
  }

  /** Reads the quote that was looked at before a reload; until then the element shows what it knows of a payment that was pressed. */
  async #read(person: Person, quoteId: string): Promise<void> {
    const { requests, wallet } = this.demo;
    const [quote, banks] = await Promise.all([wallet.quote.get(quoteId), requests.banks(person)]);
    if (this.demo.state.keptQuoteId !== quoteId) return;
    const bank = banks.find(({ id }) => id === quote.destination.accountId) ?? null;
    const isOpen = quote.status === 'PENDING' || (await wallet.quote.unfinished()).includes(quoteId);
    if (isOpen) this.demo.keep({ quote, bank });
    else this.goOn('payment', { payment: { transactionId: quote.transactionId, quote }, quote: null, bank });
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
