/** Every payment in and out of the wallet. */

import { html, type TemplateResult } from 'lit';
import type { Transaction } from 'countersign';
import { paymentRows } from '../payment-rows.ts';
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
          ? html`<p class="empty">Reading…</p>`
          : this.#list.length === 0
            ? html`<p class="empty">No payments yet.</p>`
            : paymentRows(this.#list, ({ id }) => this.demo.go('payment', { payment: { transactionId: id } }))
      }
      <div class="actions">
        <button type="button" class="quiet" @click=${() => this.demo.go('wallet')}>Back to the wallet</button>
      </div>
    </section>`;
  }
}

define('history-view', HistoryView);
