/** Every payment in and out of the wallet; one that was sent and not answered stands above them by itself. */

import { html, type TemplateResult } from 'lit';
import type { Demo } from '../demo.ts';
import { button } from '../fields.ts';

type Opened = HTMLElementEventMap['countersign-transaction-opened'];

/** Renders the payments; each opens. */
export function activity(demo: Demo): TemplateResult {
  return html`<countersign-activity
    .wallet=${demo.wallet}
    .customerId=${demo.state.person?.customerId}
    @countersign-transaction-opened=${({ detail }: Opened) => demo.go('payment', { payment: detail.transaction.id })}
  ></countersign-activity>`;
}

/** Renders the step. */
export function historyView(demo: Demo): TemplateResult {
  return html`<section class="sheet">
    <h1 tabindex="-1">Payments</h1>
    <div class="history">
      <countersign-review
        .wallet=${demo.wallet}
        .serviceTime=${demo.clock.now}
        @countersign-new-quote=${() => demo.go('amount')}
      ></countersign-review>
      ${activity(demo)}
    </div>
    <div class="actions">${button('Back to the wallet', 'quiet', () => demo.go('wallet'))}</div>
  </section>`;
}
