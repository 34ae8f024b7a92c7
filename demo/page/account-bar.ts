/** Whose wallet it is, how long the session lasts, and in a sandbox what time it is there. */

import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Demo } from './demo.ts';
import { explain } from './problem.ts';
import { formatSeconds } from './server-clock.ts';
import { warningSeconds } from './session-time.ts';
import { define, keepFocus } from './step.ts';

/** Made when somebody is here. */
let times: Intl.DateTimeFormat | undefined;

class AccountBar extends LitElement {
  static override properties: PropertyDeclarations = { demo: { attribute: false }, busy: { state: true } };

  declare demo: Demo;
  declare busy: boolean;
  #stop: (() => void) | null = null;
  #ticking: ReturnType<typeof setInterval> | undefined;
  /** The session that the warning was spoken for. */
  #warned = '';
  /** The session that the service was asked about when its time was over. */
  #asked = '';

  constructor() {
    super();
    this.busy = false;
  }

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
    const { person } = this.demo.state;
    const session = this.demo.walletState?.session;
    if (person === null) return nothing;
    return html`<p class="who">${person.email}</p>
      ${session === undefined ? nothing : this.#renderSession(this.demo.sessionTime.secondsLeft(session))}
      ${this.#renderClock()}
      ${
        session === undefined
          ? nothing
          : html`<button type="button" class="nav" @click=${() => void this.demo.signOut()}>Sign out</button>`
      }`;
  }

  #renderSession(left: number): TemplateResult {
    const isEnding = left <= warningSeconds;
    return html`<p class="chip" data-ending=${isEnding} data-testid="session-time">
        <span>${isEnding ? 'Session ends in' : 'Session'}</span>
        <span role="timer" class="figure">${formatSeconds(left)}</span>
      </p>
      ${
        isEnding
          ? html`<button type="button" class="quiet small" aria-disabled=${this.busy} @click=${() => this.#renew()}>
              Stay signed in
            </button>`
          : nothing
      }`;
  }

  #renderClock(): TemplateResult | typeof nothing {
    const { clock, settings } = this.demo;
    if (!settings.sandbox) return nothing;
    times ??= new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
    const minutes = Math.round(clock.aheadMs() / 60_000);
    return html`<p class="chip clock" data-testid="service-time">
      <span>Sandbox</span> <time class="figure">${times.format(clock.now())}</time>
      ${minutes === 0 ? nothing : html`<span>+${minutes} min</span>`}
    </p>`;
  }

  #tick(): void {
    this.requestUpdate();
    const session = this.demo.walletState?.session;
    if (session === undefined) return;
    const left = this.demo.sessionTime.secondsLeft(session);
    const which = `${session.sessionId} ${String(session.expiresAt)}`;
    if (left <= warningSeconds && left > 0 && this.#warned !== which) {
      this.#warned = which;
      this.demo.announce('Your session ends in two minutes. Choose Stay signed in to go on.');
    }
    if (left === 0 && this.#asked !== which) {
      this.#asked = which;
      void this.demo.readSessionEnd().catch(() => (this.#asked = ''));
    }
  }

  #renew(): void {
    if (this.busy) return;
    this.busy = true;
    const focused = this.contains(document.activeElement);
    void this.demo.wallet.session
      .refresh()
      .then(
        () => this.demo.keep({ notice: 'Your session was renewed, signed by its own key.' }),
        (error: unknown) => this.demo.keep({ notice: `Your session was not renewed. ${explain(error).advice}` }),
      )
      .finally(() => {
        this.busy = false;
        void keepFocus(this, focused);
      });
  }
}

define('account-bar', AccountBar);
