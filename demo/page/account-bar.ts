/** Whose wallet it is, how long the session lasts, and in a sandbox what time it is there. */

import { html, nothing, type TemplateResult } from 'lit';
import { define, PagePart } from './page-part.ts';

/** Made when somebody is here. */
let times: Intl.DateTimeFormat | undefined;

class AccountBar extends PagePart {
  #ticking: ReturnType<typeof setInterval> | undefined;
  /** The end at which the service was asked whether the session is over. */
  #asked = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#ticking = setInterval(() => this.#tick(), 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#ticking);
  }

  override render(): TemplateResult | typeof nothing {
    const { state, walletState, sessionNow, signedOut } = this.demo;
    if (state.person === null) return nothing;
    return html`<p class="who" title=${state.person.email}>${state.person.email}</p>
      ${this.#renderClock()}
      ${
        walletState?.session === undefined
          ? nothing
          : html`<countersign-session
              data-testid="session-time"
              .wallet=${this.demo.wallet}
              .serviceTime=${sessionNow}
              @countersign-signed-out=${signedOut}
            ></countersign-session>`
      }`;
  }

  #renderClock(): TemplateResult | typeof nothing {
    const { clock, settings } = this.demo;
    if (!settings.sandbox) return nothing;
    times ??= new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
    const minutes = Math.round(clock.aheadMs() / 60_000);
    return html`<p class="clock" data-testid="service-time">
      <span>Sandbox</span> <time>${times.format(clock.now())}</time>
      ${minutes === 0 ? nothing : html`<span>+${minutes} min</span>`}
    </p>`;
  }

  /** Asks the service once about a session whose time is over by its clock. */
  #tick(): void {
    this.requestUpdate();
    const end = this.demo.walletState?.session?.expiresAt ?? Infinity;
    if (end > this.demo.sessionNow() || this.#asked === end) return;
    this.#asked = end;
    this.demo.readSessionEnd().catch(() => (this.#asked = 0));
  }
}

define('account-bar', AccountBar);
