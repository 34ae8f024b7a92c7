/** @jsxImportSource preact */
/** `<countersign-sessions>`. */
import type { VNode } from 'preact';
import { sessionsEn } from '../messages/screens/sessions.ts';
import { defineElement, WalletElement } from './wallet-element.ts';

class Sessions extends WalletElement {
  constructor() {
    super('');
  }

  protected override view(): VNode {
    const texts = this.texts('sessions', sessionsEn);
    return (
      <section part="section">
        <h2 part="title">{texts.title}</h2>
      </section>
    );
  }
}

/** Defines the element. */
export function define(): void {
  defineElement('countersign-sessions', Sessions);
}
