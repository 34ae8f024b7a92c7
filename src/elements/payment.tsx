/** @jsxImportSource preact */
/** `<countersign-payment>`. */
import type { VNode } from 'preact';
import { paymentEn } from '../messages/screens/payment.ts';
import { defineElement, WalletElement } from './wallet-element.ts';

class Payment extends WalletElement {
  constructor() {
    super('');
  }

  protected override view(): VNode {
    const texts = this.texts('payment', paymentEn);
    return (
      <section part="section">
        <h2 part="title">{texts.title}</h2>
      </section>
    );
  }
}

/** Defines the element. */
export function define(): void {
  defineElement('countersign-payment', Payment);
}
