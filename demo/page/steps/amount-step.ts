/** How much, and to which bank account: the way to a quote. */

import { html, nothing, type TemplateResult } from 'lit';
import type { ExternalAccount, InternalAccount } from 'countersign';
import { describeBank } from '../bank-forms.ts';
import { button, choices, readForm, skeletonRows, textField } from '../fields.ts';
import { formatAmount, formatUnits, parseAmount } from '../money.ts';
import { define, Step } from '../step.ts';

class AmountStep extends Step {
  #banks: readonly ExternalAccount[] | null = null;
  #chosen = '';

  override connectedCallback(): void {
    super.connectedCallback();
    const { person, bank } = this.demo.state;
    this.#chosen = bank?.id ?? '';
    if (person === null) return;
    this.load(async () => {
      const [banks] = await Promise.all([this.demo.requests.banks(person), this.demo.readAccount()]);
      this.#banks = banks.filter(({ status }) => status === 'ACTIVE');
    });
  }

  override render(): TemplateResult {
    const { account, typedAmount } = this.demo.state;
    return html`<section class="sheet">
      <h1 tabindex="-1">Withdraw</h1>
      <form novalidate @submit=${(event: SubmitEvent) => this.#quote(event)}>
        ${textField({
          name: 'amount',
          label: 'Amount to send',
          value: typedAmount,
          error: this.fieldError('amount') ?? this.fieldError('lockedCurrencyAmount'),
          inputmode: 'decimal',
          className: 'amount',
          onInput: (value) => {
            this.forgetMistakes();
            this.demo.keep({ typedAmount: value });
          },
          ...(account === null
            ? {}
            : {
                suffix: account.balance.currency.code,
                hint: `${formatAmount(account.balance)} available`,
                action: { label: 'Max', run: () => this.#takeAll(account) },
              }),
        })}
        ${this.#renderBanks()}
        <p class="actions">
          ${button('Add another bank account', 'link', () => this.demo.go('bank'))}
          ${button('Add money', 'link', () => this.demo.go('fund'))}
        </p>
        ${this.renderProblem()}
        <div class="actions">
          <button class="primary" aria-disabled=${this.busy !== null}>Get a quote</button>
          ${button('Back', 'quiet', () => this.demo.go('wallet'))}
        </div>
      </form>
      ${this.renderProgress()}
    </section>`;
  }

  #renderBanks(): TemplateResult | typeof nothing {
    if (this.#banks === null) return this.problem === null ? skeletonRows(1, 'Reading your bank accounts…') : nothing;
    if (this.#banks.length === 0) return nothing;
    const chosen = this.#banks.find(({ id }) => id === this.#chosen) ?? this.#banks[0];
    const list = this.#banks.map((bank) => ({ value: bank.id, ...describeBank(bank) }));
    return choices('bank', 'To', chosen?.id ?? '', list, (id) => (this.#chosen = id));
  }

  #takeAll({ balance }: InternalAccount): void {
    this.problem = null;
    this.demo.keep({ typedAmount: formatUnits(balance.amount, balance.currency) });
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('#amount')?.focus());
  }

  #quote(event: SubmitEvent): void {
    const values = readForm(event);
    const typedAmount = values.get('amount') ?? '';
    this.demo.keep({ typedAmount });
    const { account } = this.demo.state;
    const bank = this.#banks?.find(({ id }) => id === values.get('bank'));
    if (account === null) return;
    const { currency, amount: available } = account.balance;
    const parsed = parseAmount(typedAmount, currency);
    if ('mistake' in parsed) return this.refuseField('amount', parsed.mistake);
    if (parsed.units > available) {
      // Nobody needs to be asked whether a wallet holds more than its balance.
      return this.refuseField('amount', `Your wallet holds ${formatAmount(account.balance)}.`, 'INSUFFICIENT_FUNDS');
    }
    if (bank === undefined) return this.demo.go('bank');
    this.run('Asking for a quote…', async () => {
      const quote = await this.demo.requests.quote(account.id, bank.id, { amount: parsed.units, currency });
      this.goOn('review', { quote, bank });
    });
  }
}

define('amount-step', AmountStep);
