/** "What happens underneath": where each secret lives, what was signed by which key, and every request. */

import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Demo } from '../demo.ts';
import { define } from '../step.ts';
import { exchangeList } from './exchange-list.ts';
import { secretMap } from './secret-map.ts';
import { signatureList } from './signature-list.ts';

class UnderPanel extends LitElement {
  static override properties: PropertyDeclarations = { demo: { attribute: false } };

  declare demo: Demo;
  #stops: readonly (() => void)[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    const render = (): void => this.requestUpdate();
    this.#stops = [this.demo.subscribe(render), this.demo.traffic.subscribe(render)];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of this.#stops) stop();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override render(): TemplateResult {
    const { demo } = this;
    const exchanges = demo.traffic.exchanges();
    return html`<aside class="under" aria-labelledby="under-title">
      <h2 id="under-title">What happens underneath</h2>
      <details class="part" open>
        <summary><h3>Where each secret lives</h3></summary>
        ${secretMap(demo)}
      </details>
      <details class="part" open>
        <summary>
          <h3>Signed in this browser</h3>
          <span class="count">${exchanges.filter(({ leg }) => leg === 'signed').length}</span>
        </summary>
        ${signatureList(exchanges)}
      </details>
      <details class="part" open>
        <summary>
          <h3>Requests</h3>
          <span class="count">${exchanges.length}</span>
        </summary>
        ${exchangeList(exchanges)}
        ${
          exchanges.length === 0
            ? nothing
            : html`<button type="button" class="link" @click=${() => demo.traffic.clear()}>Clear this list</button>`
        }
      </details>
    </aside>`;
  }
}

define('under-panel', UnderPanel);
