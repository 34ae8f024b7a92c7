/** The stage beside the wallet: what happens underneath, and attacks. */

import { css, html, LitElement, type CSSResult, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Wallet } from 'countersign';
import { mountInspector, type Inspector } from 'countersign/devtools';
import type { Demo } from '../demo.ts';
import { define } from '../step.ts';
import { partStyle } from './part-style.ts';

class UnderPanel extends LitElement {
  static override properties: PropertyDeclarations = {
    demo: { attribute: false },
    attacking: { state: true },
    bench: { state: true },
  };
  static override styles: CSSResult[] = [
    partStyle,
    css`
      :host {
        display: block;
        min-width: 0;
      }
      h2 {
        font-size: 1.05rem;
        font-weight: 650;
      }
      @media (min-width: 66rem) {
        aside {
          max-height: calc(100dvh - 11rem);
          overflow-y: auto;
          padding: 1rem 4px 2rem;
          margin: -1rem -4px 0;
          scroll-padding-block: 1rem 2rem;
          /* What goes on beyond the edge fades out. */
          mask-image: linear-gradient(transparent, #000 1rem, #000 calc(100% - 2rem), transparent);
        }
      }
    `,
  ];

  declare demo: Demo;
  declare attacking: boolean;
  declare bench: 'loading' | 'loaded' | 'failed';
  #stop: (() => void) | null = null;
  #mounted: { readonly wallet: Wallet; readonly inspector: Inspector } | null = null;
  readonly #follow = (): void => {
    if (location.hash.startsWith('#attack=')) void this.#attack();
  };

  constructor() {
    super();
    this.attacking = false;
    this.bench = 'loading';
    this.#follow();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = this.demo.subscribe(() => this.requestUpdate());
    addEventListener('hashchange', this.#follow);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.#follow);
    this.#stop?.();
    this.#unmount();
  }

  override render(): TemplateResult {
    const { settings, state } = this.demo;
    const title = html`<h2 id="title">What happens underneath</h2>`;
    if (!settings.sandbox) {
      return html`<aside class="body" aria-labelledby="title">
        ${title}
        <p>Inspector and attacks are for a sandbox: they show payloads and stamps, which here are real.</p>
      </aside>`;
    }
    const choice = (label: string, isShown: boolean, show: () => void): TemplateResult =>
      html`<button type="button" aria-pressed=${isShown} @click=${show}>${label}</button>`;
    return html`<aside class="body" aria-labelledby="title">
      ${title}
      <div class="parts" role="group" aria-label="What to show">
        ${choice('Your wallet', !this.attacking, () => (this.attacking = false))}
        ${choice('Attack it', this.attacking, () => void this.#attack())}
      </div>
      <div id="inspector" ?hidden=${this.attacking}>
        ${state.person === null ? html`<p>Enter an e-mail address: from then on every message is drawn here as it happens.</p>` : ''}
      </div>
      <div ?hidden=${!this.attacking}>${this.#renderBench()}</div>
    </aside>`;
  }

  protected override updated(): void {
    const { demo } = this;
    const wallet = demo.settings.sandbox && demo.state.person !== null ? demo.wallet : null;
    if (wallet === (this.#mounted?.wallet ?? null)) return;
    this.#unmount();
    const parent = this.renderRoot.querySelector('#inspector');
    if (wallet === null || parent === null) return;
    const onServiceTime = (time: number): void => {
      demo.clock.learn(new Date(time).toISOString());
      demo.readSessionEnd().catch(() => undefined);
    };
    const { tap } = demo;
    this.#mounted = {
      wallet,
      inspector: mountInspector(wallet, { tap, parent, control: '/api/sandbox', onServiceTime }),
    };
  }

  #unmount(): void {
    this.#mounted?.inspector.unmount();
    this.#mounted = null;
  }

  #renderBench(): TemplateResult {
    if (this.bench === 'loaded') return html`<attack-bench .settings=${this.demo.settings}></attack-bench>`;
    const words =
      this.bench === 'loading'
        ? 'Loading…'
        : 'The attacks could not be loaded. Reload this page once you are online again.';
    return html`<p role="status">${words}</p>`;
  }

  async #attack(): Promise<void> {
    this.attacking = true;
    try {
      await import('../attacks/attack-bench.ts');
      this.bench = 'loaded';
    } catch {
      this.bench = 'failed';
    }
  }
}

define('under-panel', UnderPanel);
