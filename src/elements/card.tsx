/** @jsxImportSource preact */
/** `<countersign-card>`. */
import type { VNode } from 'preact';
import { cardEn } from '../messages/screens/card.ts';
import { defineElement, WalletElement } from './wallet-element.ts';

class Card extends WalletElement {
  constructor() {
    super('');
  }

  protected override view(): VNode {
    const texts = this.texts('card', cardEn);
    return (
      <section part="section">
        <h2 part="title">{texts.title}</h2>
      </section>
    );
  }
}

/** Defines the element. */
export function define(): void {
  defineElement('countersign-card', Card);
}
