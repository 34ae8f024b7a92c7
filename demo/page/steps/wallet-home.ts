/** The wallet: its balance, what to do next and the latest payments. */

import { html, nothing, type TemplateResult } from 'lit';
import { button } from '../fields.ts';
import { formatAmount, formatUnits } from '../money.ts';
import { isPayment, type HistoryItem } from '../payment-entry.ts';
import { paymentRows } from '../payment-rows.ts';
import { define, Step } from '../step.ts';

class WalletHome extends Step {
  #latest: readonly HistoryItem[] = [];
  #hasBank = false;
  // Until it was read again, what stands there is the balance of before.
  #upToDate = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#read();
  }

  protected override onUpdate(): void {
    this.#read();
  }

  override render(): TemplateResult {
    const { account } = this.demo.state;
    const empty = account?.balance.amount === 0;
    return html`<section class="sheet">
      <h1 tabindex="-1">Your wallet</h1>
      <div class="note">
        <p>Available</p>
        <p class="balance" data-testid="balance" aria-busy=${String(!this.#upToDate)}>
          ${
            account === null
              ? html`<span class="skeleton" aria-hidden="true"></span><span class="visually-hidden">Reading…</span>`
              : html`${formatUnits(account.balance.amount, account.balance.currency)}
                  <span class="currency">${account.balance.currency.code}</span>`
          }
        </p>
        ${
          account !== null && account.totalBalance.amount !== account.balance.amount
            ? html`<p>${formatAmount(account.totalBalance)} in total</p>`
            : nothing
        }
      </div>
      <div class="actions">
        ${button('Withdraw to a bank', empty ? 'quiet' : 'primary', () => this.demo.go(this.#hasBank ? 'amount' : 'bank'))}
        ${button('Add money', empty ? 'primary' : 'quiet', () => this.demo.go('fund'))}
      </div>
      ${this.renderProblem()} ${this.renderProgress()} ${this.#renderLatest(empty)}
    </section>`;
  }

  #renderLatest(isEmpty: boolean): TemplateResult {
    if (this.#latest.length > 0)
      return html`<h2>Latest</h2>
        ${paymentRows(this.#latest, ({ id }) => this.openPayment(id))}`;
    if (this.#upToDate) return html`<p class="empty">No payments yet. ${isEmpty ? 'Add some money to begin.' : ''}</p>`;
    return this.renderReading(3);
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
}

define('wallet-home', WalletHome);
