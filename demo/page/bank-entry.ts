/** From what a person typed into a bank form to the request: what is missing or breaks a rule, and the account. */

import type { FieldError } from 'countersign';
import { bankForms, type BankField, type BankForm } from './bank-forms.ts';
import { translate } from './language.ts';
import type { BankAccount } from './requests.ts';

/** What was typed, by the fields' names. */
export type BankValues = ReadonlyMap<string, string>;

/** A value as the service takes it. */
function valueOf({ name, separators, pattern }: BankField, values: BankValues): string {
  const text = (values.get(name) ?? '').trim();
  const joined = separators === undefined ? text : text.replaceAll(separators, '');
  const wantsCapitals = pattern?.source.includes('[A-Z]') === true && !pattern.source.includes('a-z');
  return wantsCapitals ? joined.toUpperCase() : joined;
}

/** What is wrong with the fields, each in words; empty when nothing is. */
export function findMistakes({ fields }: BankForm, values: BankValues): readonly FieldError[] {
  return fields.flatMap((field) => {
    const value = valueOf(field, values);
    if (value === '')
      return [{ field: field.name, message: translate('{label} is missing.', { label: translate(field.label) }) }];
    const isRight = field.pattern === undefined || field.pattern.test(value);
    return isRight
      ? []
      : [
          {
            field: field.name,
            message: translate('This needs {form}.', { form: translate(field.hint ?? 'another form') }),
          },
        ];
  });
}

/** The account as it is sent. */
export function toAccount(form: BankForm, values: BankValues): BankAccount {
  const account = { accountInfo: { accountType: form.accountType, beneficiary: { beneficiaryType: 'INDIVIDUAL' } } };
  const sent = new Map(form.fields.map((field) => [field.name, valueOf(field, values)]));
  for (const [name, value] of sent) put(account, name, value);
  for (const [name, value] of Object.entries(form.fixed)) {
    put(account, name, value.startsWith('=') ? (sent.get(value.slice(1)) ?? '') : value);
  }
  return { currency: form.currency, accountInfo: account.accountInfo };
}

/** The account that a form's sample details make. */
export function sampleAccount(form = bankForms[0]): BankAccount {
  return toAccount(form, new Map(form.fields.map(({ name, sample }) => [name, sample])));
}

function put(into: object, path: string, value: string): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  let at = into as Record<string, unknown>;
  for (const name of names) {
    at[name] ??= {};
    at = at[name] as Record<string, unknown>;
  }
  at[last] = value;
}
