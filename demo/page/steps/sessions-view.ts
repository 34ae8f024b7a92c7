/** Where this wallet is signed in: `<countersign-sessions>`. */

import { html, type TemplateResult } from 'lit';
import type { Demo } from '../demo.ts';

/** Renders the step. */
export function sessionsView({ wallet, signedOut }: Demo): TemplateResult {
  return html`<section class="sheet">
    <h1 tabindex="-1">Sessions</h1>
    <countersign-sessions .wallet=${wallet} @countersign-signed-out=${signedOut}></countersign-sessions>
  </section>`;
}
