/** The requests; each opens to the names of its fields, with few values. */

import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { shortKey } from './keys.ts';
import type { ShownField } from './redact.ts';
import type { Exchange } from './traffic.ts';

/** Renders the list. */
export function exchangeList(exchanges: readonly Exchange[]): TemplateResult {
  if (exchanges.length === 0) return html`<p class="empty">No requests yet.</p>`;
  return html`<ol class="exchanges">
    ${repeat(
      exchanges,
      ({ id }) => id,
      (exchange) => html`<li>${renderExchange(exchange)}</li>`,
    )}
  </ol>`;
}

function renderExchange(exchange: Exchange): TemplateResult {
  const { method, path, status, failed, durationMs, leg, signedBy, hasRequestId, hasIdempotencyKey, to } = exchange;
  const outcome = failed ? 'no answer' : (status ?? '…');
  return html`<details class="exchange" data-to=${to}>
    <summary>
      <span class="method">${method}</span>
      <span class="path">${shortPath(path)}</span>
      <span class="status" data-good=${status !== null && status < 400}>${outcome}</span>
      <span class="ms">${durationMs === null ? '' : `${String(durationMs)} ms`}</span>
      ${
        leg === null && signedBy === null && !hasIdempotencyKey && to === 'relay'
          ? nothing
          : html`<span class="marks">
              ${to === 'platform' ? html`<span class="mark">platform only, not relayed</span>` : nothing}
              ${leg === null ? nothing : html`<span class="mark" data-leg=${leg}>${leg}</span>`}
              ${signedBy === null ? nothing : html`<span class="mark">by <code>${shortKey(signedBy)}</code></span>`}
              ${hasRequestId ? html`<span class="mark">Request-Id</span>` : nothing}
              ${hasIdempotencyKey ? html`<span class="mark">Idempotency-Key</span>` : nothing}
            </span>`
      }
    </summary>
    <p class="whole-path">${path}</p>
    ${renderFields('Sent', exchange.sent)} ${renderFields('Received', exchange.received)}
  </details>`;
}

function renderFields(title: string, fields: readonly ShownField[]): TemplateResult {
  if (fields.length === 0) return html`<p class="fields-title">${title}: no body</p>`;
  return html`<p class="fields-title">${title}</p>
    <ul class="fields">
      ${fields.map(
        ({ name, value }) =>
          html`<li><code>${name}</code> ${value === null ? html`<em>withheld</em>` : html`<span>${value}</span>`}</li>`,
      )}
    </ul>`;
}

/** Paths without their query and the middle of their ids, as those say little here and take much room. */
function shortPath(path: string): string {
  return path
    .replace(/\?.*$/, '')
    .replace(/^\/wallet/, '')
    .replaceAll(/([A-Za-z]+):([0-9a-f]{4})[0-9a-f-]{32}/gi, '$1:$2…');
}
