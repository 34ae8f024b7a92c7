/** Whose wallet it is, how long the session lasts, and in a sandbox what time it is there. */

import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Demo } from './demo.ts';
import { define } from './step.ts';

/** Made when somebody is here. */
let times: Intl.DateTimeFormat | undefined;

class AccountBar extends LitElement {
  static override properties: PropertyDeclarations = { demo: { attribute: false } };

  declare demo: Demo;
  #stop: (() => void) | null = null;
  #ticking: ReturnType<typeof setInterval> | undefined;
  /** The end at which the service was asked whether the session is over. */
  #asked = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = this.demo.subscribe(() => this.requestUpdate());
    this.#ticking = setInterval(() => this.#tick(), 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.();
    clearInterval(this.#ticking);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
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
