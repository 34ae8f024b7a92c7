/** Every payment in and out of the wallet. */

import { html, nothing, type TemplateResult } from 'lit';
import type { Transaction } from 'countersign';
import { paymentRows } from '../payment-rows.ts';
import { isPayment } from '../payment-status.ts';
import { define, Step } from '../step.ts';

class HistoryView extends Step {
  #list: readonly Transaction[] | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    const { person } = this.demo.state;
    if (person === null) return;
    this.load(async () => {
      this.#list = await this.demo.requests.transactions(person);
    });
  }

  override render(): TemplateResult {
    return html`<section class="sheet">
      <h1 tabindex="-1">Payments</h1>
      ${this.renderProblem()}
      ${
        this.#list === null
          ? html`<p class="empty">${this.problem === null ? 'Reading…' : 'Your payments could not be read.'}</p>`
          : this.#renderList(this.#list)
      }
      <div class="actions">
        <button type="button" class="quiet" @click=${() => this.demo.go('wallet')}>Back to the wallet</button>
      </div>
    </section>`;
  }

  #renderList(list: readonly Transaction[]): TemplateResult {
    const payments = list.filter(isPayment);
    const quotes = list.filter((transaction) => !isPayment(transaction));
    const open = ({ id }: Transaction): void => this.demo.go('payment', { payment: { transactionId: id } });
    return html`${payments.length === 0 ? html`<p class="empty">No payments yet.</p>` : paymentRows(payments, open)}
    ${
      quotes.length === 0
        ? nothing
        : html`<h2>Never signed</h2>
            <p class="hint">Quotes that were looked at and left. Nothing was paid.</p>
            ${paymentRows(quotes, open)}`
    }`;
  }
}

define('history-view', HistoryView);
