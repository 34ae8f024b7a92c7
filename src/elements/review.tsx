/** @jsxImportSource preact */
/** `<countersign-review>`. */
import type { VNode } from 'preact';
import { reviewEn } from '../messages/screens/review.ts';
import { defineElement, WalletElement } from './wallet-element.ts';

class Review extends WalletElement {
  constructor() {
    super('');
  }

  protected override view(): VNode {
    const texts = this.texts('review', reviewEn);
    return (
      <section part="section">
        <h2 part="title">{texts.title}</h2>
      </section>
    );
  }
}

/** Defines the element. */
export function define(): void {
  defineElement('countersign-review', Review);
}
