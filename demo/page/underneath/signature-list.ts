/** What this browser signed: the action, what its payload was read as, and the key. */

import { html, type TemplateResult } from 'lit';
import type { PayloadReport } from 'countersign';
import { shortKey } from './keys.ts';
import type { Exchange } from './traffic.ts';

const verdicts: Readonly<Record<PayloadReport['verdict'], string>> = {
  fits: 'says what was asked for',
  opaque: 'cannot be read here; allowed for this action only',
  'names-no-key': 'a login token that names no key',
  contradicts: 'contradicted the action: refused',
};

/** Renders the list, newest first. */
export function signatureList(payloads: readonly PayloadReport[], exchanges: readonly Exchange[]): TemplateResult {
  const keys = exchanges.flatMap(({ signedBy }) => (signedBy === null ? [] : [signedBy]));
  if (payloads.length === 0) return html`<p class="empty">Nothing yet. Signing in is the first signature.</p>`;
  const names = new Map(
    [...new Set(keys)].map((key) => [key, exchanges.find(({ signedBy }) => signedBy === key)?.path]),
  );
  return html`<ul class="signatures-made">
      ${payloads.map(
        ({ intent, summary, verdict }) =>
          html`<li>
            <strong>${intent.name}</strong>
            <span
              >${summary.kind === 'activity' ? summary.activityType : `${summary.kind} payload`}:
              ${verdicts[verdict]}</span
            >
          </li>`,
      )}
    </ul>
    <p class="keys">
      ${[...names].map(
        ([key, path]) =>
          html`<span
            ><code>${shortKey(key)}</code> ${path?.endsWith('/verify') === true ? 'login key' : 'session key'}</span
          >`,
      )}
    </p>`;
}
