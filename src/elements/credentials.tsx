/** @jsxImportSource preact */
/** `<countersign-credentials>`. */
import type { VNode } from 'preact';
import { credentialsEn } from '../messages/screens/credentials.ts';
import { defineElement, WalletElement } from './wallet-element.ts';

class Credentials extends WalletElement {
  constructor() {
    super('');
  }

  protected override view(): VNode {
    const texts = this.texts('credentials', credentialsEn);
    return (
      <section part="section">
        <h2 part="title">{texts.title}</h2>
      </section>
    );
  }
}

/** Defines the element. */
export function define(): void {
  defineElement('countersign-credentials', Credentials);
}
