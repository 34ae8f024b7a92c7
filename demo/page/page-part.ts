/** What every part of the page shares. */

import { LitElement } from 'lit';
import type { Demo } from './demo.ts';
import type { PageUpdate } from './updates.ts';

/** A part; it renders after each change into the page itself, so that one stylesheet and the page's labels reach it. */
export abstract class PagePart extends LitElement {
  declare demo: Demo;
  #stop: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = this.demo.subscribe((update) => {
      this.requestUpdate();
      if (update !== undefined) this.onUpdate(update);
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.();
  }

  /** Hears of what the back-end tells. */
  protected onUpdate(_update: PageUpdate): void {}

  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/** Registers an element once. */
export function define(name: string, element: CustomElementConstructor): void {
  if (customElements.get(name) === undefined) customElements.define(name, element);
}
