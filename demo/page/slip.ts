/** The payment as a document with two signatures: this browser's, and the service's beside it. */

import { html, nothing, type TemplateResult } from 'lit';
import type { ExternalAccount, Quote } from 'countersign';
import { describeBank } from './bank-forms.ts';
import { formatAmount } from './money.ts';
import { roundingOf } from './rounding.ts';
import { shortKey } from './underneath/keys.ts';

/** The signatures so far. */
export interface Signatures {
  /** Compressed public key (hex) of this browser's signature; empty where it was made, but not in this tab; null before it. */
  readonly browser: string | null;
  /** `unanswered`: a signature was sent, and what came of it isn't known yet. */
  readonly service: 'waiting' | 'unanswered' | 'accepted' | 'refused';
}

/** One line of a document, left out without a value. */
export function slipLine(term: string, value: string | undefined): TemplateResult | typeof nothing {
  if (value === undefined || value === '') return nothing;
  return html`<div>
    <dt>${term}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** Renders the document of a quote. */
export function paymentSlip(quote: Quote, bank: ExternalAccount | null, signatures: Signatures): TemplateResult {
  const { sendingCurrency, receivingCurrency } = quote;
  const to = bank === null ? null : describeBank(bank);
  const rounding = roundingOf(quote);
  const shown = Number(quote.exchangeRate.toPrecision(7));
  const sameAs = shown === quote.exchangeRate ? '=' : '≈';
  const rate = `1 ${receivingCurrency.code} ${sameAs} ${String(shown)} ${sendingCurrency.code}`;
  return html`<div class="slip">
    <dl>
      <div class="slip-total">
        <dt>Arrives</dt>
        <dd data-testid="receiving">
          ${formatAmount({ amount: quote.totalReceivingAmount, currency: receivingCurrency })}
        </dd>
      </div>
      ${slipLine('To', to === null ? undefined : `${to.label}, ${to.detail}`)}
      <div>
        <dt>Leaves your wallet</dt>
        <dd data-testid="sending">${formatAmount({ amount: quote.totalSendingAmount, currency: sendingCurrency })}</dd>
      </div>
      ${slipLine('Fees, included', formatAmount({ amount: quote.feesIncluded, currency: sendingCurrency }))}
      ${slipLine('Rate', rate)}
      ${
        rounding === null
          ? nothing
          : html`<div data-testid="rounding">
              <dt>Rounded off</dt>
              <dd>${formatAmount({ amount: rounding, currency: sendingCurrency })}</dd>
              <dd class="hint slip-note">
                ${receivingCurrency.code} has ${receivingCurrency.decimals} decimals: what is left of the last one is
                not paid out.
              </dd>
            </div>`
      }
    </dl>
    ${signatureLines(signatures)}
  </div>`;
}

/** Renders the two signatures. */
export function signatureLines({ browser, service }: Signatures): TemplateResult {
  return html`<div class="signatures">
    <div class="signature" data-signed=${browser !== null}>
      <span class="line">${browser === null ? nothing : stroke}</span>
      <span>${browser === '' ? 'A browser of yours' : 'This browser'}</span>
      <small
        >${
          browser === null
            ? 'not signed yet'
            : browser === ''
              ? 'signed, not in this tab'
              : html`key <code>${shortKey(browser)}</code>`
        }</small
      >
    </div>
    <div class="signature" data-signed=${service === 'accepted'}>
      <span class="line">${service === 'accepted' ? html`<span class="stamp">Accepted</span>` : nothing}</span>
      <span>The service</span>
      <small>${answers[service]}</small>
    </div>
  </div>`;
}

const answers: Readonly<Record<Signatures['service'], string>> = {
  waiting: 'waits for yours',
  unanswered: 'has not answered yet',
  accepted: 'accepted the payment',
  refused: 'did not carry it out',
};

const stroke = html`<svg class="stroke" viewBox="0 0 120 36" aria-hidden="true">
  <path
    d="M4 27c9-3 15-22 20-21 6 2-9 24-3 25 7 0 12-17 17-16 4 0-4 12 1 13 6 0 9-12 14-12 4 0-2 10 3 11 8 0 14-9 22-10 6-1 4 7 10 8 6 0 14-4 26-9"
  />
</svg>`;
