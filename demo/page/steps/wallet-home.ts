/** The wallet: its balance, what to do next and the payments. */

import { html, type TemplateResult } from 'lit';
import { button } from '../fields.ts';
import { define, Step } from '../step.ts';
import { activity } from './history-view.ts';

class WalletHome extends Step {
  #hasBank = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#read();
  }

  protected override onUpdate(): void {
    this.#read();
  }

  override render(): TemplateResult {
    const { wallet, state } = this.demo;
    const isEmpty = state.account?.balance.amount === 0;
    return html`<section class="sheet">
      <h1 tabindex="-1">Your wallet</h1>
      <countersign-balance .wallet=${wallet} .customerId=${state.person?.customerId}></countersign-balance>
      <div class="actions">
        ${button('Withdraw to a bank', isEmpty ? 'quiet' : 'primary', () => this.demo.go(this.#hasBank ? 'amount' : 'bank'))}
        ${button('Add money', isEmpty ? 'primary' : 'quiet', () => this.demo.go('fund'))}
      </div>
      ${activity(this.demo)}
    </section>`;
  }

  /** The balance and the bank, which decide what the buttons do. */
  #read(): void {
    const { person } = this.demo.state;
    if (person === null) return;
    this.load(async () => {
      const [banks] = await Promise.all([this.demo.requests.banks(person), this.demo.readAccount()]);
      this.#hasBank = banks.some(({ status }) => status === 'ACTIVE');
    });
  }
}

define('wallet-home', WalletHome);
