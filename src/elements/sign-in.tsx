/** @jsxImportSource preact */
/** `<countersign-sign-in>`. */
import type { VNode } from 'preact';
import { signInEn } from '../messages/screens/sign-in.ts';
import { defineElement, WalletElement } from './wallet-element.ts';

class SignIn extends WalletElement {
  constructor() {
    super('');
  }

  protected override view(): VNode {
    const texts = this.texts('signIn', signInEn);
    return (
      <section part="section">
        <h2 part="title">{texts.title}</h2>
      </section>
    );
  }
}

/** Defines the element. */
export function define(): void {
  defineElement('countersign-sign-in', SignIn);
}
