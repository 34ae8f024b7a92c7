/** Every payment in and out of the wallet. */

import { html, nothing, type TemplateResult } from 'lit';
import type { ExternalAccount } from 'countersign';
import { isPayment, type HistoryItem } from '../payment-entry.ts';
import { paymentRows, skeletonRows } from '../payment-rows.ts';
import { define, Step } from '../step.ts';

class HistoryView extends Step {
  #list: readonly HistoryItem[] | null = null;
  #banks: readonly ExternalAccount[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#read();
  }

  protected override onUpdate(): void {
    this.#read();
  }

  override render(): TemplateResult {
    return html`<section class="sheet">
      <h1 tabindex="-1">Payments</h1>
      ${this.renderProblem()}
      ${
        this.#list === null
          ? this.problem === null
            ? skeletonRows(4, 'Reading your payments…')
            : html`<p class="empty">Your payments could not be read.</p>`
          : this.#renderList(this.#list)
      }
      <div class="actions">
        <button type="button" class="quiet" @click=${() => this.demo.go('wallet')}>Back to the wallet</button>
      </div>
    </section>`;
  }

  #read(): void {
    const { person } = this.demo.state;
    if (person === null) return;
    this.load(async () => {
      const { requests } = this.demo;
      [this.#list, this.#banks] = await Promise.all([requests.transactions(person), requests.banks(person)]);
    });
  }

  #renderList(list: readonly HistoryItem[]): TemplateResult {
    const payments = list.filter(isPayment);
    const quotes = list.filter((item) => !isPayment(item));
    const open = ({ id }: HistoryItem): void => this.demo.go('payment', { payment: { transactionId: id } });
    return html`${payments.length === 0 ? html`<p class="empty">No payments yet.</p>` : paymentRows(payments, open, this.#banks)}
    ${
      quotes.length === 0
        ? nothing
        : html`<h2>Never signed</h2>
            <p class="hint">Quotes that were looked at and left. Nothing was paid.</p>
            ${paymentRows(quotes, open, this.#banks)}`
    }`;
  }
}

define('history-view', HistoryView);
