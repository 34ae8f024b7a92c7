/** What this browser signed: the action, the key, and what the payload was read as before. */

import { html, nothing, type TemplateResult } from 'lit';
import type { PayloadReport } from 'countersign';
import { shortKey } from './keys.ts';
import type { Exchange, SignedReading } from './traffic.ts';

const verdicts: Readonly<Record<PayloadReport['verdict'], string>> = {
  fits: 'fits the action',
  opaque: 'allowed for this action only',
  'names-no-key': 'names no key',
  'unknown-names': 'holds more than was asked for',
  contradicts: 'contradicts the action',
};

/** Puts the wallet's reading of a payload into words that hold nothing of it but its type. */
export function describeReading({ intent, reading, verdict }: PayloadReport): SignedReading {
  const kinds = { activity: 'activity', token: 'login token', opaque: 'opaque text' };
  return { action: intent, reading: `${kinds[reading.kind]}, ${verdicts[verdict]}` };
}

const mostShown = 4;

/** Whose key it is: one that signs a login has no session yet. */
function role(exchange: Exchange): string {
  return exchange.path.endsWith('/verify') ? 'login key' : 'session key';
}

/** Renders the signed requests of a log. */
export function signatureList(exchanges: readonly Exchange[]): TemplateResult {
  const signed = exchanges.filter(({ leg }) => leg === 'signed');
  if (signed.length === 0) return html`<p class="empty">Nothing yet. Signing in is the first signature.</p>`;
  return html`<ul class="signatures-made">
      ${signed.slice(0, mostShown).map(
        (exchange) =>
          html`<li>
            <strong>${exchange.signed?.action ?? 'signed request'}</strong>
            <code>${exchange.signedBy === null ? 'no key' : shortKey(exchange.signedBy)}</code>
            <span>${exchange.signed?.reading ?? ''}</span> <span>${role(exchange)}</span>
          </li>`,
      )}
    </ul>
    ${
      signed.length > mostShown
        ? html`<p class="empty">and ${signed.length - mostShown} before, in the requests below</p>`
        : nothing
    }`;
}
