/** The frame around the steps: the header, the step that is on, and what happens underneath. */

import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { Demo } from './demo.ts';
import { explain, type Problem } from './problem.ts';
import { define } from './step.ts';
import './steps/amount-step.ts';
import './steps/bank-step.ts';
import './steps/card-view.ts';
import './steps/code-step.ts';
import './steps/fund-step.ts';
import './steps/history-view.ts';
import './steps/passkeys-view.ts';
import './steps/payment-step.ts';
import './steps/review-step.ts';
import './steps/sessions-view.ts';
import './steps/wallet-home.ts';
import './steps/welcome-step.ts';
import './underneath/under-panel.ts';
import type { View } from './views.ts';

class DemoApp extends LitElement {
  static override properties: PropertyDeclarations = { failure: { state: true }, started: { state: true } };

  declare failure: Problem | null;
  declare started: boolean;
  readonly #demo = new Demo();
  #shown: View | null = null;

  constructor() {
    super();
    this.failure = null;
    this.started = false;
    this.#demo.subscribe(() => this.requestUpdate());
    void this.#start();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override render(): TemplateResult {
    return html`
      <a class="skip" href="#main" @click=${(event: Event) => this.#skip(event)}>Skip to the wallet</a>
      ${this.#renderHeader()}
      <div class="columns">
        <main id="main" tabindex="-1">${this.#renderMain()}</main>
        <under-panel .demo=${this.#demo}></under-panel>
      </div>
    `;
  }

  protected override updated(): void {
    const { view } = this.#demo.state;
    if (!this.started || view === this.#shown) return;
    const first = this.#shown === null || this.#shown === 'loading';
    this.#shown = view;
    document.title = `${titles[view]} · Countersign demo`;
    if (first) return;
    scrollTo({ top: 0, behavior: 'instant' });
    void this.#focusStep(view);
  }

  /** Moves the focus to the new step's heading, or to the field it begins with. */
  async #focusStep(view: View): Promise<void> {
    const step = this.querySelector<LitElement>('main > :not(p)');
    await step?.updateComplete;
    step?.querySelector<HTMLElement>(view === 'code' ? 'input' : 'h1')?.focus({ preventScroll: true });
  }

  async #start(): Promise<void> {
    this.failure = null;
    try {
      await this.#demo.start();
      this.started = true;
    } catch (error) {
      this.failure = explain(error);
    }
  }

  #renderHeader(): TemplateResult {
    const { person } = this.#demo.state;
    const signedIn = this.#demo.walletState?.status === 'signed-in';
    const link = (view: View, label: string): TemplateResult =>
      html`<button
        type="button"
        class="nav"
        aria-current=${this.#demo.state.view === view ? 'page' : 'false'}
        @click=${() => this.#demo.go(view)}
      >
        ${label}
      </button>`;
    return html`<header class="top">
      <p class="brand">
        <img src="/mark.svg" alt="" width="28" height="28" /> <span>Sample wallet</span> <small>with Countersign</small>
      </p>
      ${
        person !== null && signedIn
          ? html`<nav aria-label="Wallet">
              ${link('wallet', 'Wallet')} ${link('history', 'Payments')} ${link('card', 'Card')}
              ${link('passkeys', 'Passkeys')} ${link('sessions', 'Sessions')}
              <button type="button" class="nav" @click=${() => void this.#demo.signOut()}>Sign out</button>
            </nav>`
          : nothing
      }
    </header>`;
  }

  #renderMain(): TemplateResult {
    const demo = this.#demo;
    if (this.failure !== null) {
      return html`<section class="sheet">
        <h1 tabindex="-1">${this.failure.title}</h1>
        <p class="lead" role="alert">${this.failure.advice}</p>
        <div class="actions">
          <button type="button" class="primary" @click=${() => void this.#start()}>Try again</button>
        </div>
      </section>`;
    }
    if (!this.started) return steps.loading(demo);
    const storage =
      demo.walletState?.storage === 'memory'
        ? html`<p class="notice">
            This browser keeps nothing for this page: your session ends when you close the tab.
          </p>`
        : nothing;
    return html`${storage} ${steps[demo.state.view](demo)}`;
  }

  #skip(event: Event): void {
    event.preventDefault();
    this.querySelector<HTMLElement>('main')?.focus();
  }
}

const steps: Readonly<Record<View, (demo: Demo) => TemplateResult>> = {
  loading: () => html`<p class="empty" role="status">Opening…</p>`,
  welcome: (demo) => html`<welcome-step .demo=${demo}></welcome-step>`,
  code: (demo) => html`<code-step .demo=${demo}></code-step>`,
  wallet: (demo) => html`<wallet-home .demo=${demo}></wallet-home>`,
  fund: (demo) => html`<fund-step .demo=${demo}></fund-step>`,
  bank: (demo) => html`<bank-step .demo=${demo}></bank-step>`,
  amount: (demo) => html`<amount-step .demo=${demo}></amount-step>`,
  review: (demo) => html`<review-step .demo=${demo}></review-step>`,
  payment: (demo) => html`<payment-step .demo=${demo}></payment-step>`,
  history: (demo) => html`<history-view .demo=${demo}></history-view>`,
  sessions: (demo) => html`<sessions-view .demo=${demo}></sessions-view>`,
  card: (demo) => html`<card-view .demo=${demo}></card-view>`,
  passkeys: (demo) => html`<passkeys-view .demo=${demo}></passkeys-view>`,
};

const titles: Readonly<Record<View, string>> = {
  loading: 'Opening',
  welcome: 'Sign in',
  code: 'Enter your code',
  wallet: 'Your wallet',
  fund: 'Add money',
  bank: 'Add a bank account',
  amount: 'Withdraw',
  review: 'Review and sign',
  payment: 'Payment',
  history: 'Payments',
  sessions: 'Sessions',
  card: 'Card',
  passkeys: 'Passkeys',
};

define('demo-app', DemoApp);
