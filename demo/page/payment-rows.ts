/** A list of payments, each with its direction, amount and state. */

import { html, nothing, type TemplateResult } from 'lit';
import type { Transaction } from 'countersign';
import { formatAmount } from './money.ts';
import { describeStatus } from './payment-status.ts';

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Writes a date-time for people; empty when there is none. */
export function formatDate(isoDate: string | undefined): string {
  const time = Date.parse(isoDate ?? '');
  return Number.isNaN(time) ? '' : dates.format(time);
}

/** Renders the list; outgoing payments can be opened. */
export function paymentRows(list: readonly Transaction[], open: (transaction: Transaction) => void): TemplateResult {
  return html`<ul class="rows">
    ${list.map((transaction) => {
      const outgoing = transaction.type === 'OUTGOING';
      const { short, stage } = describeStatus(transaction.status);
      const isUnsigned = outgoing && stage === 'unsigned';
      const amount = outgoing ? transaction.sentAmount : transaction.receivedAmount;
      return html`<li>
        <span class="row-main">
          ${
            outgoing
              ? html`<button type="button" class="link" @click=${() => open(transaction)}>
                  ${isUnsigned ? 'Quote for a withdrawal' : 'Withdrawal'}
                </button>`
              : html`<span>${transaction.type === 'INCOMING' ? 'Money in' : 'Card payment'}</span>`
          }
          <small>${formatDate(transaction.createdAt)}</small>
        </span>
        <span class="row-side">
          ${amount === undefined ? nothing : html`<span class="figure">${isUnsigned ? '' : outgoing ? '−' : '+'}${formatAmount(amount)}</span>`}
          <small class="state" data-state=${transaction.status}>${short}</small>
        </span>
      </li>`;
    })}
  </ul>`;
}
