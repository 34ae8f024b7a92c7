/** Money in. Only the platform's back-end may credit a wallet, and only in a sandbox. */

import { html, type TemplateResult } from 'lit';
import { button, readForm, textField } from '../fields.ts';
import { formatAmount, parseAmount } from '../money.ts';
import { define, Step } from '../step.ts';

class FundStep extends Step {
  override render(): TemplateResult {
    const currency = this.demo.state.account?.balance.currency;
    return html`<section class="sheet">
      <h1 tabindex="-1">Add money</h1>
      <p class="lead">Test money. The platform’s back-end asks the service to credit the wallet: a browser cannot.</p>
      <form novalidate @submit=${(event: SubmitEvent) => this.#fund(event)}>
        ${textField({
          name: 'amount',
          label: 'Amount',
          value: '250',
          error: this.fieldError('amount'),
          inputmode: 'decimal',
          className: 'amount',
          ...(currency === undefined ? {} : { suffix: currency.code }),
        })}
        <div class="actions">
          <button class="primary" aria-disabled=${this.busy !== null}>Add money</button>
          ${button('Back', 'quiet', () => this.demo.go('wallet'))}
        </div>
      </form>
      ${this.renderProblem()} ${this.renderProgress()}
    </section>`;
  }

  #fund(event: SubmitEvent): void {
    const typed = readForm(event).get('amount') ?? '';
    this.run('Adding money…', async () => {
      const { currency } = (this.demo.state.account ?? (await this.demo.readAccount())).balance;
      const parsed = parseAmount(typed, currency);
      if ('mistake' in parsed) return this.refuseField('amount', parsed.mistake);
      await this.demo.requests.fund(parsed.units);
      await this.demo.readAccount();
      const added = formatAmount({ amount: parsed.units, currency });
      return this.goOn('wallet', { notice: `${added} added.` });
    });
  }
}

define('fund-step', FundStep);
