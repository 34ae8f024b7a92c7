/** @jsxImportSource preact */
/** `<countersign-session>`. */
import type { VNode } from 'preact';
import { sessionEn } from '../messages/screens/session.ts';
import { defineElement, WalletElement } from './wallet-element.ts';

class Session extends WalletElement {
  constructor() {
    super('');
  }

  protected override view(): VNode {
    const texts = this.texts('session', sessionEn);
    return (
      <section part="section">
        <h2 part="title">{texts.title}</h2>
      </section>
    );
  }
}

/** Defines the element. */
export function define(): void {
  defineElement('countersign-session', Session);
}
