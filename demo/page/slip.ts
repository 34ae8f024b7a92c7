/** The payment as a document with two signatures: this browser's, and the service's beside it. */

import { html, nothing, type TemplateResult } from 'lit';
import type { ExternalAccount, Quote } from 'countersign';
import { formatAmount } from './money.ts';
import { describeBank } from './steps/amount-step.ts';
import { shortKey } from './underneath/keys.ts';

/** The signatures so far. */
export interface Signatures {
  /** Compressed public key (hex) of this browser's signature, or null before it. */
  readonly browser: string | null;
  readonly service: 'waiting' | 'accepted';
}

/** Renders the document. */
export function paymentSlip(quote: Quote, bank: ExternalAccount | null, signatures: Signatures): TemplateResult {
  const { sendingCurrency, receivingCurrency } = quote;
  const to = bank === null ? null : describeBank(bank);
  return html`<div class="slip">
    <dl>
      <div class="slip-total">
        <dt>Arrives</dt>
        <dd data-testid="receiving">
          ${formatAmount({ amount: quote.totalReceivingAmount, currency: receivingCurrency })}
        </dd>
      </div>
      ${
        to === null
          ? nothing
          : html`<div>
              <dt>To</dt>
              <dd>${to.label}, ${to.detail}</dd>
            </div>`
      }
      <div>
        <dt>Leaves your wallet</dt>
        <dd data-testid="sending">${formatAmount({ amount: quote.totalSendingAmount, currency: sendingCurrency })}</dd>
      </div>
      <div>
        <dt>Fees, included</dt>
        <dd>${formatAmount({ amount: quote.feesIncluded, currency: sendingCurrency })}</dd>
      </div>
      <div>
        <dt>Rate</dt>
        <dd>1 ${receivingCurrency.code} = ${String(quote.exchangeRate)} ${sendingCurrency.code}</dd>
      </div>
    </dl>
    <div class="signatures">
      <div class="signature" data-signed=${signatures.browser !== null}>
        <span class="line"
          >${
            signatures.browser === null
              ? nothing
              : html`<svg class="stroke" viewBox="0 0 120 36" aria-hidden="true">
                  <path
                    d="M4 27c9-3 15-22 20-21 6 2-9 24-3 25 7 0 12-17 17-16 4 0-4 12 1 13 6 0 9-12 14-12 4 0-2 10 3 11 8 0 14-9 22-10 6-1 4 7 10 8 6 0 14-4 26-9"
                  />
                </svg>`
          }</span
        >
        <span>This browser</span>
        <small
          >${signatures.browser === null ? 'not signed yet' : html`key <code>${shortKey(signatures.browser)}</code>`}</small
        >
      </div>
      <div class="signature" data-signed=${signatures.service === 'accepted'}>
        <span class="line"
          >${signatures.service === 'accepted' ? html`<span class="stamp">Accepted</span>` : nothing}</span
        >
        <span>The service</span>
        <small>${signatures.service === 'accepted' ? 'checked the signature' : 'waits for yours'}</small>
      </div>
    </div>
  </div>`;
}
