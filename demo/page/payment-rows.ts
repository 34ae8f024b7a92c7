/** A list of payments, each with its direction, amount and state. */

import { html, nothing, type TemplateResult } from 'lit';
import type { Transaction } from 'countersign';
import { formatAmount } from './money.ts';

const states: Readonly<Record<string, string>> = {
  CREATED: 'Created',
  PENDING: 'Not signed',
  PENDING_AUTHORIZATION: 'Waiting',
  PROCESSING: 'On its way',
  COMPLETED: 'Completed',
  REJECTED: 'Rejected',
  FAILED: 'Failed',
  REFUNDED: 'Refunded',
  EXPIRED: 'Ran out',
};

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Writes a date-time for people; empty when there is none. */
export function formatDate(isoDate: string | undefined): string {
  const time = Date.parse(isoDate ?? '');
  return Number.isNaN(time) ? '' : dates.format(time);
}

/** A transaction's state in words; an unknown one is shown as it is. */
export function stateInWords(status: string): string {
  return states[status] ?? status;
}

/** Renders the list; outgoing payments can be opened. */
export function paymentRows(list: readonly Transaction[], open: (transaction: Transaction) => void): TemplateResult {
  return html`<ul class="rows">
    ${list.map((transaction) => {
      const outgoing = transaction.type === 'OUTGOING';
      const amount = outgoing ? transaction.sentAmount : transaction.receivedAmount;
      return html`<li>
        <span class="row-main">
          ${
            outgoing
              ? html`<button type="button" class="link" @click=${() => open(transaction)}>Withdrawal</button>`
              : html`<span>${transaction.type === 'INCOMING' ? 'Money in' : 'Card payment'}</span>`
          }
          <small>${formatDate(transaction.createdAt)}</small>
        </span>
        <span class="row-side">
          ${amount === undefined ? nothing : html`<span class="figure">${outgoing ? '−' : '+'}${formatAmount(amount)}</span>`}
          <small class="state" data-state=${transaction.status}>${stateInWords(transaction.status)}</small>
        </span>
      </li>`;
    })}
  </ul>`;
}
