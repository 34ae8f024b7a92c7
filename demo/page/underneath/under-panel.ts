/** The stage beside the wallet: what happens underneath, and attacks. */

import { html, type TemplateResult } from 'lit';
import type { Wallet } from 'countersign';
import { mountInspector, type Inspector } from 'countersign-sandbox/devtools';
import { define, PagePart } from '../page-part.ts';
import { firstLook } from './first-look.ts';
import './stage.css';

class UnderPanel extends PagePart {
  #attacking = false;
  #bench = html`<p role="status">Loading…</p>`;
  #mounted: { readonly wallet: Wallet; readonly inspector: Inspector } | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    const follow = (): void => void (location.hash.startsWith('#attack=') && this.#attack());
    follow();
    addEventListener('hashchange', follow);
  }

  override render(): TemplateResult {
    const { settings, state } = this.demo;
    const title = html`<h2 id="underneath">What happens underneath</h2>`;
    if (!settings.sandbox) {
      return html`<aside class="underneath" aria-labelledby="underneath">
        ${title}
        <p>Inspector and attacks are for a sandbox: they show payloads and stamps, which here are real.</p>
      </aside>`;
    }
    if (state.person === null && !this.#attacking) return firstLook();
    const choice = (label: string, isShown: boolean, show: () => void): TemplateResult =>
      html`<button type="button" class="quiet small" aria-pressed=${isShown} @click=${show}>${label}</button>`;
    return html`<aside class="underneath" aria-labelledby="underneath">
      <div class="choices">
        ${title} ${choice('Your wallet', !this.#attacking, () => this.#show(false))}
        ${choice('Attack it', this.#attacking, () => void this.#attack())}
      </div>
      <div class="lanes" ?hidden=${this.#attacking}></div>
      <div ?hidden=${!this.#attacking}>${this.#bench}</div>
    </aside>`;
  }

  #show(attacking: boolean): void {
    this.#attacking = attacking;
    this.requestUpdate();
  }

  /** The inspector of whoever is here. */
  protected override updated(): void {
    const { demo } = this;
    const wallet = demo.settings.sandbox && demo.state.person !== null ? demo.wallet : null;
    if (wallet === (this.#mounted?.wallet ?? null)) return;
    this.#mounted?.inspector.unmount();
    this.#mounted = null;
    const parent = this.querySelector('.lanes');
    if (wallet === null || parent === null) return;
    const onServiceTime = (time: number): void => {
      demo.clock.learn(new Date(time).toISOString());
      demo.readSessionEnd().catch(() => undefined);
    };
    const options = { tap: demo.tap, parent, control: '/api/sandbox', onServiceTime };
    this.#mounted = { wallet, inspector: mountInspector(wallet, options) };
  }

  async #attack(): Promise<void> {
    this.#show(true);
    try {
      await import('../attacks/attack-bench.ts');
      this.#bench = html`<attack-bench .demo=${this.demo}></attack-bench>`;
    } catch {
      this.#bench = html`<p role="status">
        The attacks could not be loaded. Reload this page once you are online again.
      </p>`;
    }
    this.requestUpdate();
  }
}

define('under-panel', UnderPanel);
