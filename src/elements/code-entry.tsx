/** @jsxImportSource preact */
/** `<countersign-code-entry>`. */
import type { VNode } from 'preact';
import { codeEntryEn } from '../messages/screens/code-entry.ts';
import { defineElement, WalletElement } from './wallet-element.ts';

class CodeEntry extends WalletElement {
  constructor() {
    super('');
  }

  protected override view(): VNode {
    const texts = this.texts('codeEntry', codeEntryEn);
    return (
      <section part="section">
        <h2 part="title">{texts.title}</h2>
      </section>
    );
  }
}

/** Defines the element. */
export function define(): void {
  defineElement('countersign-code-entry', CodeEntry);
}
