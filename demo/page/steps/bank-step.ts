/** A bank account to pay out to, in one of several countries; each mistake is said at its field. */

import { html, type TemplateResult } from 'lit';
import { findMistakes, toAccount, type BankValues } from '../bank-entry.ts';
import { bankForms, type BankField, type BankForm } from '../bank-forms.ts';
import { button, choices, readForm, selectField, textField } from '../fields.ts';
import { define, Step } from '../step.ts';

class BankStep extends Step {
  #form: BankForm = bankForms[0];
  #values: BankValues = new Map();

  override render(): TemplateResult {
    const form = this.#form;
    return html`<section class="sheet">
      <h1 tabindex="-1">Add a bank account</h1>
      <form novalidate @submit=${(event: SubmitEvent) => this.#add(event, form)}>
        ${selectField({
          name: 'place',
          label: 'Where is the account?',
          value: form.id,
          options: bankForms.map(({ id, place, currency }) => [id, `${place}, ${currency}`]),
          onChange: (id) => this.#choose(id),
        })}
        <p>${button('Fill in sample details', 'link', () => this.#fillIn(form))}</p>
        <div class="grid">${form.fields.map((field) => this.#renderField(field))}</div>
        ${this.renderProblem()}
        <div class="actions">
          <button class="primary" aria-disabled=${this.busy !== null}>Add bank account</button>
          ${button('Back', 'quiet', () => this.demo.go('wallet'))}
        </div>
      </form>
      ${this.renderProgress()}
    </section>`;
  }

  #renderField(field: BankField): TemplateResult {
    const { name, label, options } = field;
    const value = this.#values.get(name) ?? '';
    const error = this.fieldError(name, field.hint);
    const className = field.className ?? '';
    if (options !== undefined && options.length === 2) {
      const list = options.map(([item, text]) => ({ value: item, label: text }));
      return choices(name, label, value === '' ? (options[0]?.[0] ?? '') : value, list);
    }
    if (options !== undefined) return selectField({ name, label, value, error, className, options });
    return textField({ ...field, value, error });
  }

  #choose(id: string): void {
    this.#form = bankForms.find((form) => form.id === id) ?? this.#form;
    this.problem = null;
    this.requestUpdate();
  }

  #fillIn({ fields }: BankForm): void {
    this.#values = new Map(fields.map(({ name, sample }) => [name, sample]));
    this.problem = null;
    this.requestUpdate();
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('button.primary')?.focus());
  }

  #add(event: SubmitEvent, form: BankForm): void {
    const values = readForm(event);
    this.#values = values;
    const mistakes = findMistakes(form, values);
    if (mistakes.length > 0) return this.refuseFields(mistakes);
    const { person } = this.demo.state;
    if (person === null) return;
    this.run('Adding the bank account…', async () => {
      const bank = await this.demo.requests.addBank(person, toAccount(form, values));
      this.goOn('amount', { bank, notice: 'Bank account added.' });
    });
  }
}

define('bank-step', BankStep);
