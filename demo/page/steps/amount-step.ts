/** How much, and to which bank account: the way to a quote. */

import { html, nothing, type TemplateResult } from 'lit';
import type { ExternalAccount } from 'countersign';
import { choices, readForm, textField } from '../fields.ts';
import { formatAmount, parseAmount } from '../money.ts';
import { define, Step } from '../step.ts';

class AmountStep extends Step {
  #banks: readonly ExternalAccount[] = [];
  #typed = '';

  override connectedCallback(): void {
    super.connectedCallback();
    const { person } = this.demo.state;
    if (person === null) return;
    this.load(async () => {
      const [banks] = await Promise.all([this.demo.requests.banks(person), this.demo.readAccount()]);
      this.#banks = banks.filter(({ status }) => status === 'ACTIVE');
    });
  }

  override render(): TemplateResult {
    const { account, notice, bank } = this.demo.state;
    const chosen = bank?.id ?? this.#banks[0]?.id ?? '';
    return html`<section class="sheet">
      <p class="notice" role="status">${notice ?? ''}</p>
      <h1 tabindex="-1">Withdraw</h1>
      <form novalidate @submit=${(event: SubmitEvent) => this.#quote(event)}>
        ${textField({
          name: 'amount',
          label: 'Amount to send',
          value: this.#typed,
          error: this.fieldError('amount') ?? this.fieldError('lockedCurrencyAmount'),
          inputmode: 'decimal',
          className: 'amount',
          ...(account === null
            ? {}
            : { suffix: account.balance.currency.code, hint: `${formatAmount(account.balance)} available` }),
        })}
        ${
          this.#banks.length === 0
            ? nothing
            : choices(
                'bank',
                'To',
                chosen,
                this.#banks.map((item) => ({ value: item.id, ...describeBank(item) })),
              )
        }
        <p><button type="button" class="link" @click=${() => this.demo.go('bank')}>Add another bank account</button></p>
        ${this.renderProblem()}
        <div class="actions">
          <button class="primary" aria-disabled=${this.busy !== null}>Get a quote</button>
          <button type="button" class="quiet" @click=${() => this.demo.go('wallet')}>Back</button>
        </div>
      </form>
      ${this.renderProgress()}
    </section>`;
  }

  #quote(event: SubmitEvent): void {
    const values = readForm(event);
    this.#typed = values.get('amount') ?? '';
    const { account } = this.demo.state;
    const bank = this.#banks.find(({ id }) => id === values.get('bank'));
    if (account === null) return;
    if (bank === undefined) return this.demo.go('bank');
    const parsed = parseAmount(this.#typed, account.balance.currency);
    if ('mistake' in parsed) return this.refuseField('amount', parsed.mistake);
    this.run('Asking for a quote…', 'other', async () => {
      const sending = { amount: parsed.units, currency: account.balance.currency };
      const quote = await this.demo.requests.quote(account.id, bank.id, sending);
      this.demo.go('review', { quote, bank });
    });
  }
}

/** A bank account in words; of its number only the last four digits. */
export function describeBank({ accountInfo }: ExternalAccount): { label: string; detail: string } {
  const name = accountInfo['bankName'];
  const number = accountInfo['accountNumber'];
  const label = typeof name === 'string' && name !== '' ? name : 'Bank account';
  return { label, detail: typeof number === 'string' ? `ending ${number.slice(-4)}` : accountInfo.accountType };
}

define('amount-step', AmountStep);
