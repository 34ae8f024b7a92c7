/** The frame around the steps: the header, the step that is on, and what happens underneath. */

import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import './account-bar.ts';
import { codeBox } from './code-box.ts';
import { Demo } from './demo.ts';
import { skeletonRows } from './payment-rows.ts';
import { define } from './step.ts';
import type * as signedIn from './steps/signed-in.ts';
import './steps/welcome-step.ts';
import './underneath/under-panel.ts';
import { placeOf, titles, type View } from './views.ts';
import mark from './mark.svg';

/** The steps of a signed-in person come in a file of their own, while the person looks for the code. */
type LaterSteps = typeof signedIn;

class DemoApp extends LitElement {
  static override properties: PropertyDeclarations = {
    failure: { state: true },
    started: { state: true },
    later: { state: true },
    spoken: { state: true },
  };

  /** Why the page did not open, in words: the element for that may be what did not load. */
  declare failure: string | null;
  declare started: boolean;
  declare later: LaterSteps | null;
  declare spoken: string;
  readonly #demo = new Demo();
  #shown: View | null = null;

  constructor() {
    super();
    this.failure = null;
    this.started = false;
    this.later = null;
    this.spoken = '';
    this.#demo.subscribe(() => {
      this.requestUpdate();
      // Nobody waits for these steps while there is a code to look for.
      if (this.later === null && this.#demo.state.person !== null) void this.#loadLater();
    });
    for (const name of ['online', 'offline']) addEventListener(name, () => this.requestUpdate());
    this.#demo.onAnnouncement((text) => void this.#speak(text));
    void this.#start();
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
        ${this.started ? html`<under-panel .demo=${this.#demo}></under-panel>` : nothing}
      </div>
      <p class="visually-hidden" role="status" data-testid="announcer">${this.spoken}</p>
    `;
  }

  protected override updated(): void {
    const { view } = this.#demo.state;
    if (!this.started || view === this.#shown) return;
    if (this.later === null && !isEarly(view)) return;
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

  /** The region is emptied first: the same text twice is spoken twice. */
  async #speak(text: string): Promise<void> {
    this.spoken = '';
    await this.updateComplete;
    this.spoken = text;
  }

  async #start(): Promise<void> {
    this.failure = null;
    try {
      await this.#demo.start();
      this.started = true;
    } catch {
      this.failure = 'No answer came. Check your connection, then try again.';
    }
  }

  async #loadLater(): Promise<void> {
    try {
      this.later = await import('./steps/signed-in.ts');
      this.failure = null;
    } catch {
      if (!isEarly(this.#demo.state.view))
        this.failure = 'A part of this page did not load. Check your connection, then try again.';
    }
  }

  #renderHeader(): TemplateResult {
    const signedIn = this.#demo.walletState?.status === 'signed-in';
    const { view: shown } = this.#demo.state;
    const link = (view: View, label: string): TemplateResult =>
      html`<button
        type="button"
        aria-current=${shown === view ? 'page' : String(placeOf(shown) === view)}
        @click=${() => this.#demo.go(view)}
      >
        ${label}
      </button>`;
    return html`<header class="top">
      <p class="brand">
        <img src=${mark} alt="" width="28" height="28" /> <span>Sample wallet</span> <small>with Countersign</small>
      </p>
      <account-bar .demo=${this.#demo}></account-bar>
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
    const { view, notice } = this.#demo.state;
    if (this.failure !== null) return this.#renderFailure(this.failure);
    if (!this.started || view === 'loading' || (this.later === null && !isEarly(view))) return opening;
    const isInMemory = this.#demo.walletState?.storage === 'memory';
    return html`${navigator.onLine ? nothing : offline}${
      isInMemory
        ? html`<p class="notice">
            This browser keeps nothing for this page: your session ends when you close the tab.
          </p>`
        : nothing
    }
    ${notice === null ? nothing : html`<p class="notice">${notice}</p>`} ${this.#renderStep(view)} ${codeBox(view)}`;
  }

  #renderStep(view: View): TemplateResult {
    const demo = this.#demo;
    if (view === 'welcome') return html`<welcome-step .demo=${demo}></welcome-step>`;
    if (view === 'loading') return opening;
    return this.later?.renderStep(view, demo) ?? opening;
  }

  #renderFailure(failure: string): TemplateResult {
    const again = (): void => void (this.started ? this.#loadLater() : this.#start());
    return html`<section class="sheet">
      <h1 tabindex="-1">The wallet did not open</h1>
      <p role="alert">${failure}</p>
      <div class="actions"><button type="button" class="primary" @click=${again}>Try again</button></div>
    </section>`;
  }

  #skip(event: Event): void {
    event.preventDefault();
    this.querySelector<HTMLElement>('main')?.focus();
  }
}

/** Whether a step is part of what the page begins with. */
function isEarly(view: View): boolean {
  return view === 'loading' || view === 'welcome';
}

const offline = html`<p class="notice" role="status">This device is offline. What is shown may be old.</p>`;

const opening = html`<div class="sheet" data-testid="opening">${skeletonRows(4, 'Opening your wallet…')}</div>`;

define('demo-app', DemoApp);
