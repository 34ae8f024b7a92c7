/** The steps of a signed-in person, in one file that is loaded after the first paint. */

import { html, type TemplateResult } from 'lit';
import { defineElements } from 'countersign/elements';
import type { Demo } from '../demo.ts';
import './amount-step.ts';
import './bank-step.ts';
import './card-view.ts';
import './fund-step.ts';
import { historyView } from './history-view.ts';
import './payment-step.ts';
import './review-step.ts';
import { signInView } from './sign-in-view.ts';
import './wallet-home.ts';

export { enterFunded } from '../funded.ts';

await defineElements(
  'session',
  'credentials',
  'sessions',
  'card',
  'review',
  'payment',
  'activity',
  'balance',
  'problem',
);

const steps = {
  wallet: (demo: Demo) => html`<wallet-home .demo=${demo}></wallet-home>`,
  fund: (demo: Demo) => html`<fund-step .demo=${demo}></fund-step>`,
  bank: (demo: Demo) => html`<bank-step .demo=${demo}></bank-step>`,
  amount: (demo: Demo) => html`<amount-step .demo=${demo}></amount-step>`,
  review: (demo: Demo) => html`<review-step .demo=${demo}></review-step>`,
  payment: (demo: Demo) => html`<payment-step .demo=${demo}></payment-step>`,
  history: historyView,
  sessions: ({ wallet, signedOut }: Demo) =>
    html`<section class="sheet">
      <h1 tabindex="-1">Sessions</h1>
      <countersign-sessions .wallet=${wallet} @countersign-signed-out=${signedOut}></countersign-sessions>
    </section>`,
  card: (demo: Demo) => html`<card-view .demo=${demo}></card-view>`,
  'sign-in': signInView,
};

/** Renders a step of a signed-in person. */
export function renderStep(view: keyof typeof steps, demo: Demo): TemplateResult {
  return steps[view](demo);
}
