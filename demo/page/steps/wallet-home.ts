/** The wallet: its balance, what to do next and the latest payments. */

import { html, nothing, type TemplateResult } from 'lit';
import type { Transaction } from 'countersign';
import { formatAmount, formatUnits } from '../money.ts';
import { paymentRows } from '../payment-rows.ts';
import { isPayment } from '../payment-status.ts';
import { define, Step } from '../step.ts';

class WalletHome extends Step {
  #latest: readonly Transaction[] = [];
  #hasBank = false;
  // Until it was read again, what stands there is the balance of before.
  #upToDate = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#read();
  }

  override render(): TemplateResult {
    const { account, notice } = this.demo.state;
    const empty = account?.balance.amount === 0;
    return html`<section class="sheet">
      <p class="notice" role="status">${notice ?? ''}</p>
      <h1 tabindex="-1">Your wallet</h1>
      <div class="note">
        <p class="note-label">Available</p>
        <p class="balance" data-testid="balance" aria-busy=${String(!this.#upToDate)}>
          ${
            account === null
              ? '…'
              : html`${formatUnits(account.balance.amount, account.balance.currency)}
                  <span class="currency">${account.balance.currency.code}</span>`
          }
        </p>
        ${
          account !== null && account.totalBalance.amount !== account.balance.amount
            ? html`<p class="note-detail">${formatAmount(account.totalBalance)} in total</p>`
            : nothing
        }
      </div>
      <div class="actions">
        <button type="button" class=${empty ? 'quiet' : 'primary'} @click=${() => this.#withdraw()}>
          Withdraw to a bank
        </button>
        <button type="button" class=${empty ? 'primary' : 'quiet'} @click=${() => this.demo.go('fund')}>
          Add money
        </button>
      </div>
      ${this.renderProblem()} ${this.renderProgress()}
      ${
        !this.#upToDate && this.#latest.length === 0
          ? html`<p class="empty">
              ${this.problem === null ? 'Reading your payments…' : 'Your payments could not be read.'}
            </p>`
          : this.#latest.length === 0
            ? html`<p class="empty">No payments yet. ${empty ? 'Add some money to begin.' : ''}</p>`
            : html`<h2>Latest</h2>
                ${paymentRows(this.#latest, (transaction) => this.#follow(transaction))}`
      }
    </section>`;
  }

  #read(): void {
    const { person } = this.demo.state;
    if (person === null) return;
    this.load(async () => {
      const { requests } = this.demo;
      const [latest, banks] = await Promise.all([
        requests.transactions(person),
        requests.banks(person),
        this.demo.readAccount(),
      ]);
      this.#latest = latest.filter(isPayment).slice(0, 4);
      this.#hasBank = banks.some(({ status }) => status === 'ACTIVE');
      this.#upToDate = true;
      this.requestUpdate();
    });
  }

  #withdraw(): void {
    this.demo.go(this.#hasBank ? 'amount' : 'bank');
  }

  #follow(transaction: Transaction): void {
    this.demo.go('payment', { payment: { transactionId: transaction.id } });
  }
}

define('wallet-home', WalletHome);
