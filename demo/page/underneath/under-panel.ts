/** "What happens underneath": the kit's inspector beside the wallet, and the attack bench. */

import { css, html, LitElement, type CSSResult, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Wallet } from 'countersign';
import { mountInspector, type Inspector } from 'countersign/devtools';
import type { Demo } from '../demo.ts';
import { define } from '../step.ts';
import { outlinedButton } from './outlined-button.ts';

type Part = 'inspector' | 'attacks';

class UnderPanel extends LitElement {
  static override properties: PropertyDeclarations = {
    demo: { attribute: false },
    shown: { state: true },
    bench: { state: true },
    isOpen: { state: true },
  };
  static override styles: CSSResult = css`
    ${outlinedButton}
    :host {
      display: block;
      min-width: 0;
    }
    aside {
      display: grid;
      gap: 0.75rem;
    }
    h2 {
      margin: 0;
      font-size: 1.05rem;
      font-weight: 650;
    }
    p {
      margin: 0;
      color: var(--muted);
    }
    .parts {
      display: flex;
      gap: 0.25rem;
    }
    button {
      font-size: 0.875rem;
    }
    button[aria-pressed='true'] {
      border-color: var(--accent);
      background: var(--accent-soft);
      color: var(--accent);
      font-weight: 600;
    }
    [hidden],
    .opener {
      display: none;
    }
    /* Beneath the wallet it is long, and waits for being asked. */
    @media (max-width: 65.99rem) {
      .opener {
        display: block;
        justify-self: start;
      }
      .body:not([data-open]) {
        display: none;
      }
    }
    .body {
      display: grid;
      gap: 0.75rem;
      min-width: 0;
    }
    @media (min-width: 66rem) {
      aside {
        box-sizing: border-box;
        max-height: calc(100dvh - 11rem);
        overflow-y: auto;
        padding: 1rem 4px 2rem;
        margin: -1rem -4px 0;
        scroll-padding-block: 1rem 2rem;
        /* What goes on beyond the edge fades out. */
        mask-image: linear-gradient(transparent, #000 1rem, #000 calc(100% - 2rem), transparent);
      }
    }
    @media (forced-colors: active) {
      button[aria-pressed='true'] {
        border: 3px solid Highlight;
      }
    }
  `;

  declare demo: Demo;
  declare shown: Part;
  declare bench: 'loading' | 'loaded' | 'failed';
  /** Whether it is open where it stands beneath the wallet; beside it, it always is. */
  declare isOpen: boolean;
  #stop: (() => void) | null = null;
  #mounted: { readonly wallet: Wallet; readonly inspector: Inspector } | null = null;

  constructor() {
    super();
    this.shown = 'inspector';
    this.bench = 'loading';
    this.isOpen = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = this.demo.subscribe(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.();
    this.#unmount();
  }

  override render(): TemplateResult {
    const { settings, state } = this.demo;
    if (!settings.sandbox) {
      return html`<aside aria-labelledby="title">
        <h2 id="title">What happens underneath</h2>
        <p>The inspector and the attack bench are for a sandbox: they show payloads and stamps, which here are real.</p>
      </aside>`;
    }
    return html`<aside aria-labelledby="title">
      <h2 id="title">What happens underneath</h2>
      <button
        type="button"
        class="opener"
        aria-expanded=${this.isOpen}
        aria-controls="body"
        @click=${() => (this.isOpen = !this.isOpen)}
      >
        ${this.isOpen ? 'Hide it' : 'Show it'}
      </button>
      <div class="body" id="body" ?data-open=${this.isOpen}>
        <div class="parts" role="group" aria-label="What to show">
          ${this.#choice('inspector', 'Inspector')} ${this.#choice('attacks', 'Attack bench')}
        </div>
        <div id="inspector" ?hidden=${this.shown !== 'inspector'}>
          ${state.person === null ? html`<p>Enter an e-mail address: from then on every message is drawn here as it happens.</p>` : ''}
        </div>
        <div ?hidden=${this.shown !== 'attacks'}>${this.#renderBench(state.person?.accountId)}</div>
      </div>
    </aside>`;
  }

  protected override updated(): void {
    const wallet = this.demo.settings.sandbox && this.demo.state.person !== null ? this.demo.wallet : null;
    if (wallet === (this.#mounted?.wallet ?? null)) return;
    this.#unmount();
    const parent = this.renderRoot.querySelector('#inspector');
    if (wallet === null || parent === null) return;
    const { tap } = this.demo;
    this.#mounted = { wallet, inspector: mountInspector(wallet, { tap, parent, control: '/api/sandbox' }) };
  }

  #unmount(): void {
    this.#mounted?.inspector.unmount();
    this.#mounted = null;
  }

  #renderBench(account: string | undefined): TemplateResult {
    if (this.bench === 'loaded') return html`<attack-bench .demo=${this.demo} .account=${account}></attack-bench>`;
    const words =
      this.bench === 'loading'
        ? 'Loading…'
        : 'The attack bench could not be loaded. Reload this page once you are online again.';
    return html`<p role="status">${words}</p>`;
  }

  #choice(part: Part, label: string): TemplateResult {
    const choose = (): void => {
      this.shown = part;
      if (part === 'attacks') void this.#loadBench();
    };
    return html`<button type="button" aria-pressed=${this.shown === part} @click=${choose}>${label}</button>`;
  }

  async #loadBench(): Promise<void> {
    try {
      await import('../attacks/attack-bench.ts');
      this.bench = 'loaded';
    } catch {
      this.bench = 'failed';
    }
  }
}

define('under-panel', UnderPanel);
