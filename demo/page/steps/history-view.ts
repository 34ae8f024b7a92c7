/** Every payment in and out of the wallet. */

import { html, nothing, type TemplateResult } from 'lit';
import type { ExternalAccount } from 'countersign';
import { button } from '../fields.ts';
import { isPayment, type HistoryItem } from '../payment-entry.ts';
import { paymentRows } from '../payment-rows.ts';
import { define, Step } from '../step.ts';

class HistoryView extends Step {
  #list: readonly HistoryItem[] | null = null;
  #banks: readonly ExternalAccount[] = [];
  /** Quotes that were signed and sent from here, and not answered yet. */
  #unanswered: readonly string[] = [];

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
      ${this.renderProblem()} ${this.#list === null ? this.renderReading(4) : this.#renderList(this.#list)}
      <div class="actions">${button('Back to the wallet', 'quiet', () => this.demo.go('wallet'))}</div>
    </section>`;
  }

  #read(): void {
    const { person } = this.demo.state;
    if (person === null) return;
    this.load(async () => {
      const { requests, wallet } = this.demo;
      [this.#list, this.#banks, this.#unanswered] = await Promise.all([
        requests.transactions(person),
        requests.banks(person),
        wallet.quote.unfinished(),
      ]);
    });
  }

  #renderList(list: readonly HistoryItem[]): TemplateResult {
    const isUnanswered = (item: HistoryItem): boolean =>
      item.type === 'OUTGOING' && this.#unanswered.includes(item.quoteId ?? '');
    const payments = list.filter(isPayment);
    const sent = list.filter((item) => !isPayment(item) && isUnanswered(item));
    const quotes = list.filter((item) => !isPayment(item) && !isUnanswered(item));
    const open = ({ id }: HistoryItem): void => this.openPayment(id);
    return html`${payments.length === 0 ? html`<p class="empty">No payments yet.</p>` : paymentRows(payments, open, this.#banks)}
    ${
      sent.length === 0
        ? nothing
        : html`<h2>Signed, not answered yet</h2>
            ${paymentRows(sent, (item) => this.#review(item), this.#banks, 'Being checked')}`
    }
    ${
      quotes.length === 0
        ? nothing
        : html`<h2>Never signed</h2>
            <p class="hint">Quotes that were looked at and left. Nothing was paid.</p>
            ${paymentRows(quotes, open, this.#banks)}`
    }`;
  }

  /** There the person can look what became of it. */
  #review(item: HistoryItem): void {
    const quoteId = item.type === 'OUTGOING' ? (item.quoteId ?? '') : '';
    this.load(async () => {
      const quote = await this.demo.wallet.quote.get(quoteId);
      const bank = this.#banks.find(({ id }) => id === quote.destination.accountId) ?? null;
      this.goOn('review', { quote, bank });
    });
  }
}

define('history-view', HistoryView);
