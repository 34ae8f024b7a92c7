/** A bank account in the United States to pay out to; the service says which fields are wrong, each at its place. */

import { html, type TemplateResult } from 'lit';
import { choices, readForm, textField, type TextField } from '../fields.ts';
import { define, Step } from '../step.ts';

type Entry = Pick<TextField, 'name' | 'label'> & Partial<TextField> & { readonly sample: string };

const holder = 'accountInfo.beneficiary';
const entries: readonly Entry[] = [
  { name: `${holder}.fullName`, label: 'Account holder', sample: 'Sample Customer', autocomplete: 'name' },
  { name: `${holder}.address.line1`, label: 'Street address', sample: '1 Example Street', autocomplete: 'address-line1' },
  { name: `${holder}.address.city`, label: 'City', sample: 'Springfield', autocomplete: 'address-level2', className: 'half' },
  { name: `${holder}.address.state`, label: 'State', sample: 'IL', autocomplete: 'address-level1', className: 'quarter' },
  { name: `${holder}.address.postalCode`, label: 'ZIP code', sample: '62701', autocomplete: 'postal-code', className: 'quarter' },
  { name: 'accountInfo.bankName', label: 'Bank', sample: 'Sample Bank' },
  { name: 'accountInfo.routingNumber', label: 'Routing number', sample: '110000000', inputmode: 'numeric', hint: '9 digits', className: 'half' },
  { name: 'accountInfo.accountNumber', label: 'Account number', sample: '000123456789', inputmode: 'numeric', hint: '4 to 17 digits', className: 'half' },
]; // prettier-ignore

class BankStep extends Step {
  #values: ReadonlyMap<string, string> = new Map();

  override render(): TemplateResult {
    return html`<section class="sheet">
      <h1 tabindex="-1">Add a bank account</h1>
      <p class="lead">
        In the United States.
        <button type="button" class="link" @click=${() => this.#fillIn()}>Fill in sample details</button>
      </p>
      <form novalidate @submit=${(event: SubmitEvent) => this.#add(event)}>
        <div class="grid">
          ${entries.map((entry) =>
            textField({
              ...entry,
              value: this.#values.get(entry.name) ?? '',
              error: this.fieldError(entry.name, entry.hint),
            }),
          )}
        </div>
        ${choices('accountInfo.bankAccountType', 'Kind of account', this.#kind(), [
          { value: 'CHECKING', label: 'Checking' },
          { value: 'SAVINGS', label: 'Savings' },
        ])}
        ${this.renderProblem()}
        <div class="actions">
          <button class="primary" aria-disabled=${this.busy !== null}>Add bank account</button>
          <button type="button" class="quiet" @click=${() => this.demo.go('wallet')}>Back</button>
        </div>
      </form>
      ${this.renderProgress()}
    </section>`;
  }

  #kind(): string {
    return this.#values.get('accountInfo.bankAccountType') ?? 'CHECKING';
  }

  #fillIn(): void {
    this.#values = new Map(entries.map(({ name, sample }) => [name, sample]));
    this.problem = null;
    this.requestUpdate();
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('button.primary')?.focus());
  }

  #add(event: SubmitEvent): void {
    const values = readForm(event);
    this.#values = values;
    const missing = entries.filter(({ name }) => values.get(name) === '');
    if (missing.length > 0) {
      const fields = missing.map(({ name, label }) => ({ field: name, message: `${label} is missing.` }));
      const advice = 'Fill in the fields marked here.';
      this.problem = { title: 'Some details are missing', advice, action: 'none', fields, reference: '' };
      void this.updateComplete.then(() => this.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    const { person } = this.demo.state;
    if (person === null) return;
    this.run('Adding the bank account…', 'other', async () => {
      const bank = await this.demo.requests.addBank(person, usdAccount(values));
      this.demo.go('amount', { bank, notice: 'Bank account added.' });
    });
  }
}

function usdAccount(values: ReadonlyMap<string, string>): object {
  const text = (name: string): string => values.get(name) ?? '';
  const address = (part: string): string => text(`${holder}.address.${part}`);
  return {
    accountType: 'USD_ACCOUNT',
    accountNumber: text('accountInfo.accountNumber'),
    routingNumber: text('accountInfo.routingNumber'),
    bankAccountType: text('accountInfo.bankAccountType'),
    bankName: text('accountInfo.bankName'),
    beneficiary: {
      beneficiaryType: 'INDIVIDUAL',
      fullName: text(`${holder}.fullName`),
      address: {
        line1: address('line1'),
        city: address('city'),
        state: address('state'),
        postalCode: address('postalCode'),
        country: 'US',
      },
    },
  };
}

define('bank-step', BankStep);
