/** A list of payments, each with its direction, amount and state. */

import { html, nothing, type TemplateResult } from 'lit';
import type { ExternalAccount } from 'countersign';
import { describeBank } from './bank-forms.ts';
import { formatAmount } from './money.ts';
import { describeItem, type HistoryItem } from './payment-entry.ts';

/** Made with the first date: making it takes longer than the whole first screen. */
let dates: Intl.DateTimeFormat | undefined;

/** Writes a date-time for people; empty when there is none. */
export function formatDate(isoDate: string | undefined): string {
  const time = Date.parse(isoDate ?? '');
  if (Number.isNaN(time)) return '';
  dates ??= new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
  return dates.format(time);
}

/** Renders the list; each payment opens, and says to whom where its bank is among these; `state` is said in place of the service's. */
export function paymentRows(
  list: readonly HistoryItem[],
  open: (item: HistoryItem) => void,
  banks: readonly ExternalAccount[] = [],
  state?: string,
): TemplateResult {
  return html`<ul class="rows">
    ${list.map((item) => {
      const { title, amount, sign, status } = describeItem(item);
      const bank = banks.find(({ id }) => id === destinationOf(item));
      const to = bank === undefined ? undefined : describeBank(bank);
      return html`<li>
        <span>
          <button type="button" class="link" @click=${() => open(item)}>${title}</button>
          ${to === undefined ? nothing : html`<small>to ${to.label}, ${to.detail}</small>`}
          <small>${formatDate(item.createdAt)}</small>
        </span>
        <span>
          ${amount === undefined ? nothing : html`<span>${sign}${formatAmount(amount)}</span>`}
          <small class="state" data-stage=${status.stage}>${state ?? status.short}</small>
        </span>
      </li>`;
    })}
  </ul>`;
}

/** Where a payment goes; the service says so beside what the kit reads. */
function destinationOf(item: HistoryItem): string | undefined {
  const { destination } = item as { readonly destination?: { readonly accountId?: string } };
  return item.type === 'OUTGOING' ? destination?.accountId : undefined;
}

/** Lines where a list will be, while it is read; what is shown says so to assistive technology by its text. */
export function skeletonRows(count: number, said: string): TemplateResult {
  return html`<div class="skeletons">
    <p class="visually-hidden">${said}</p>
    ${Array.from({ length: count }, () => html`<div class="skeleton" aria-hidden="true"></div>`)}
  </div>`;
}
