/** The steps of a signed-in person, in one file that is loaded after the first paint. */

import { html, type TemplateResult } from 'lit';
import { defineElements } from 'countersign/elements';
import type { Demo } from '../demo.ts';
import type { View } from '../views.ts';
import './amount-step.ts';
import './bank-step.ts';
import './card-view.ts';
import './fund-step.ts';
import './history-view.ts';
import './payment-step.ts';
import './review-step.ts';
import { sessionsView } from './sessions-view.ts';
import { signInView } from './sign-in-view.ts';
import './wallet-home.ts';

export { enterFunded } from '../funded.ts';

await defineElements('session', 'credentials', 'sessions', 'card', 'review', 'payment', 'problem');

const steps: Readonly<Record<Exclude<View, 'loading' | 'welcome'>, (demo: Demo) => TemplateResult>> = {
  wallet: (demo) => html`<wallet-home .demo=${demo}></wallet-home>`,
  fund: (demo) => html`<fund-step .demo=${demo}></fund-step>`,
  bank: (demo) => html`<bank-step .demo=${demo}></bank-step>`,
  amount: (demo) => html`<amount-step .demo=${demo}></amount-step>`,
  review: (demo) => html`<review-step .demo=${demo}></review-step>`,
  payment: (demo) => html`<payment-step .demo=${demo}></payment-step>`,
  history: (demo) => html`<history-view .demo=${demo}></history-view>`,
  sessions: sessionsView,
  card: (demo) => html`<card-view .demo=${demo}></card-view>`,
  'sign-in': signInView,
};

/** Renders a step of a signed-in person. */
export function renderStep(view: keyof typeof steps, demo: Demo): TemplateResult {
  return steps[view](demo);
}
