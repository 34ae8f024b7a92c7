/** The frame around the steps: the header, the step that is on, and what happens underneath. */

import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import './account-bar.ts';
import { codeBox } from './code-box.ts';
import { Demo } from './demo.ts';
import { button, skeletonRows } from './fields.ts';
import { define, PagePart } from './page-part.ts';
import type * as signedIn from './steps/signed-in.ts';
import './steps/welcome-step.ts';
import './underneath/under-panel.ts';
import type { PageUpdate } from './updates.ts';
import { isEarlyView, placeOf, titles, type View } from './views.ts';
import mark from './mark.svg';

/** The steps of a signed-in person come in a file of their own, while the person looks for the code. */
type LaterSteps = typeof signedIn;

class DemoApp extends PagePart {
  override demo = new Demo();
  /** Why the page did not open, in words: the element for that may be what did not load. */
  #failure: string | null = null;
  #started = false;
  #later: LaterSteps | null = null;
  #shown: View | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    // Nobody waits for these steps while there is a code to look for.
    this.demo.subscribe(() => {
      if (this.#later === null && this.demo.state.person !== null) void this.#loadLater();
    });
    void this.#start();
  }

  /** Elements that are given their id again read at once. */
  protected override onUpdate(_update: PageUpdate): void {
    const { person } = this.demo.state;
    if (person === null) return;
    for (const shown of this.querySelectorAll('countersign-activity, countersign-balance')) {
      Object.assign(shown, { customerId: person.customerId });
    }
    const card = this.querySelector('countersign-card');
    if (card !== null) Object.assign(card, { cardId: card.cardId });
    const payment = this.querySelector('countersign-payment');
    if (payment !== null) Object.assign(payment, { transactionId: payment.transactionId });
  }

  protected override createRenderRoot(): HTMLElement {
    this.replaceChildren();
    return this;
  }

  override render(): TemplateResult {
    return html`
      <a class="skip" href="#main" @click=${(event: Event) => this.#skip(event)}>Skip to the wallet</a>
      ${this.#renderHeader()}
      <div class="columns">
        <main id="main" tabindex="-1">${this.#renderMain()}</main>
        ${this.#started ? html`<under-panel .demo=${this.demo}></under-panel>` : nothing}
      </div>
      <p class="visually-hidden" role="status" data-testid="announcer">
        ${keyed(this.demo.said, html`<span>${this.demo.said.text}</span>`)}
      </p>
    `;
  }

  protected override updated(): void {
    const { view } = this.demo.state;
    if (!this.#started || view === this.#shown) return;
    if (this.#later === null && !isEarlyView(view)) return;
    const first = this.#shown === null || this.#shown === 'loading';
    this.#shown = view;
    document.title = `${titles[view]} · Countersign demo`;
    if (first) return;
    scrollTo({ top: 0, behavior: 'instant' });
    void this.#focusStep();
  }

  /** Moves the focus to the new step's heading. */
  async #focusStep(): Promise<void> {
    const step = this.querySelector<LitElement>('main > :not(p)');
    await step?.updateComplete;
    step?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }

  async #start(): Promise<void> {
    this.#failure = null;
    try {
      await this.demo.start();
      this.#started = true;
    } catch {
      this.#failure = 'No answer came. Check your connection, then try again.';
    }
    this.requestUpdate();
  }

  async #loadLater(): Promise<void> {
    try {
      this.#later = await import('./steps/signed-in.ts');
      this.#failure = null;
    } catch {
      if (isEarlyView(this.demo.state.view)) return;
      this.#failure = 'A part of this page did not load. Check your connection, then try again.';
    }
    this.requestUpdate();
  }

  #renderHeader(): TemplateResult {
    const signedIn = this.demo.walletState?.status === 'signed-in';
    const { view: shown } = this.demo.state;
    const link = (view: View, label: string): TemplateResult =>
      html`<button
        type="button"
        aria-current=${shown === view ? 'page' : String(placeOf(shown) === view)}
        @click=${() => this.demo.go(view)}
      >
        ${label}
      </button>`;
    return html`<header class="top">
      <p class="brand">
        <img src=${mark} alt="" width="28" height="28" /> <span>Sample wallet</span> <small>with Countersign</small>
      </p>
      <account-bar .demo=${this.demo}></account-bar>
      ${
        signedIn
          ? html`<nav aria-label="Wallet">
              ${link('wallet', 'Wallet')} ${link('history', 'Payments')} ${link('card', 'Card')}
              ${link('sign-in', 'Sign-in')} ${link('sessions', 'Sessions')}
            </nav>`
          : nothing
      }
    </header>`;
  }

  #renderMain(): TemplateResult {
    const { view, notice } = this.demo.state;
    if (this.#failure !== null) return this.#renderFailure(this.#failure);
    const step = this.#started ? this.#renderStep(view) : undefined;
    if (step === undefined) return opening;
    const said = (text: string | null): TemplateResult | typeof nothing =>
      text === null ? nothing : html`<p class="notice">${text}</p>`;
    const isInMemory = this.demo.walletState?.storage === 'memory';
    return html`${navigator.onLine ? nothing : offline} ${said(isInMemory ? inMemory : null)} ${said(notice)} ${step}
    ${codeBox(view, this.demo)}`;
  }

  #renderStep(view: View): TemplateResult | undefined {
    if (view === 'welcome') return html`<welcome-step .demo=${this.demo}></welcome-step>`;
    return view === 'loading' ? undefined : this.#later?.renderStep(view, this.demo);
  }

  #renderFailure(failure: string): TemplateResult {
    const again = (): void => void (this.#started ? this.#loadLater() : this.#start());
    return html`<section class="sheet">
      <h1 tabindex="-1">The wallet did not open</h1>
      <p role="alert">${failure}</p>
      <div class="actions">${button('Try again', 'primary', again)}</div>
    </section>`;
  }

  #skip(event: Event): void {
    event.preventDefault();
    this.querySelector<HTMLElement>('main')?.focus();
  }
}

const offline = html`<p class="notice" role="status">This device is offline. What is shown may be old.</p>`;

const inMemory = 'This browser keeps nothing for this page: your session ends when you close the tab.';

const opening = html`<div class="sheet" data-testid="opening">${skeletonRows(4, 'Opening your wallet…')}</div>`;

define('demo-app', DemoApp);
