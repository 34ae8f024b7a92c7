/** The ways to sign in to this wallet: `<countersign-credentials>`. */

import { html, type TemplateResult } from 'lit';
import type { Demo } from '../demo.ts';
import { providersOf } from '../sample-id.ts';

/** Renders the step. The platform tells the service a number; that codes may go there is signed in this browser. */
export function signInView(demo: Demo): TemplateResult {
  const { wallet, requests, state } = demo;
  const save = async (phoneNumber: string): Promise<void> => {
    if (state.person !== null) await requests.setPhoneNumber(state.person, phoneNumber);
  };
  return html`<section class="sheet">
    <h1 tabindex="-1">Ways to sign in</h1>
    <countersign-credentials
      .wallet=${wallet}
      .savePhoneNumber=${save}
      .providers=${providersOf(demo)}
    ></countersign-credentials>
  </section>`;
}
