/** The bank accounts that can be paid out to, as forms: the fields and rules are those of the service's account types. */

import type { ExternalAccount } from 'countersign';
import { translate, type Text } from './language.ts';

/** One field of a form; `name` is its path in the request. */
export interface BankField {
  readonly name: string;
  readonly label: Text;
  /** What "Fill in sample details" puts there. */
  readonly sample: string;
  readonly hint?: Text;
  /** The service's own rule; what breaks it isn't sent. */
  readonly pattern?: RegExp;
  readonly inputmode?: string;
  readonly autocomplete?: string;
  readonly className?: string;
  /** A closed list: value and label. */
  readonly options?: readonly (readonly [string, Text])[];
  /** What people write between the characters, and the service doesn't take. */
  readonly separators?: RegExp;
}

/** One kind of account. */
export interface BankForm {
  readonly id: string;
  readonly place: Text;
  readonly accountType: string;
  readonly currency: string;
  readonly fields: readonly BankField[];
  /** Parts of the request that the form itself decides. */
  readonly fixed: Readonly<Record<string, string>>;
}

const info = 'accountInfo';
const holder = `${info}.beneficiary`;
const spaces = /[\s-]/g;
const half = { className: 'half' } as const;

const fullName: BankField = {
  name: `${holder}.fullName`,
  label: 'Account holder',
  sample: 'Sample Payee',
  autocomplete: 'name',
};

const bankName = (sample: string): BankField => ({ name: `${info}.bankName`, label: 'Bank', sample });

const address = (city: string, postalCode: string, code: Text = 'Postal code'): readonly BankField[] => [
  { name: `${holder}.address.line1`, label: 'Street address', sample: '1 Example Street', autocomplete: 'address-line1' },
  { name: `${holder}.address.city`, label: 'City', sample: city, autocomplete: 'address-level2', ...half },
  { name: `${holder}.address.postalCode`, label: code, sample: postalCode, autocomplete: 'postal-code', ...half },
]; // prettier-ignore

const digits = (name: string, label: Text, sample: string, hint: Text, pattern: RegExp): BankField => ({
  name: `${info}.${name}`,
  label,
  sample,
  hint,
  pattern,
  inputmode: 'numeric',
  separators: spaces,
  ...half,
});

/** The forms, by country. */
export const bankForms: readonly [BankForm, ...BankForm[]] = [
  {
    id: 'us',
    place: 'United States',
    accountType: 'USD_ACCOUNT',
    currency: 'USD',
    fields: [
      fullName,
      ...address('Springfield', '62701', 'ZIP code'),
      { name: `${holder}.address.state`, label: 'State', sample: 'IL', autocomplete: 'address-level1', ...half },
      { ...bankName('Sample Bank'), ...half },
      digits('routingNumber', 'Routing number', '110000000', '9 digits', /^[0-9]{9}$/),
      digits('accountNumber', 'Account number', '000123456789', '4 to 17 digits', /^[0-9]{4,17}$/),
      { name: `${info}.bankAccountType`, label: 'Kind of account', sample: 'CHECKING', options: [['CHECKING', 'Checking'], ['SAVINGS', 'Savings']] },
    ], // prettier-ignore
    fixed: { [`${holder}.address.country`]: 'US' },
  },
  {
    id: 'eu',
    place: 'Euro area',
    accountType: 'EUR_ACCOUNT',
    currency: 'EUR',
    fields: [
      fullName,
      ...address('Example City', '10115'),
      { name: `${holder}.address.country`, label: 'Country', sample: 'DE', options: [['DE', 'Germany'], ['ES', 'Spain'], ['FR', 'France'], ['IT', 'Italy'], ['NL', 'Netherlands']] },
      { name: `${info}.iban`, label: 'IBAN', sample: 'DE89 3704 0044 0532 0130 00', hint: 'two letters for the country, then 13 to 32 letters and digits', pattern: /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/, separators: spaces },
      { name: `${info}.swiftCode`, label: 'BIC', sample: 'EXMPDEFF', hint: '8 or 11 letters and digits', pattern: /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/ },
      bankName('Sample Bank'),
    ], // prettier-ignore
    fixed: { [`${holder}.countryOfResidence`]: `=${holder}.address.country` },
  },
  {
    id: 'gb',
    place: 'United Kingdom',
    accountType: 'GBP_ACCOUNT',
    currency: 'GBP',
    fields: [
      fullName,
      ...address('Exampleton', 'EX1 1AA', 'Postcode'),
      digits('sortCode', 'Sort code', '12-34-56', '6 digits', /^[0-9]{6}$/),
      digits('accountNumber', 'Account number', '12345678', '8 digits', /^[0-9]{8}$/),
    ],
    fixed: { [`${holder}.address.country`]: 'GB' },
  },
  {
    id: 'mx',
    place: 'Mexico',
    accountType: 'MXN_ACCOUNT',
    currency: 'MXN',
    fields: [
      fullName,
      { ...digits('clabeNumber', 'CLABE', '012345678901234567', '18 digits', /^[0-9]{18}$/), className: '' },
      bankName('Banco de Ejemplo'),
    ],
    fixed: {},
  },
];

/** A bank account in words; of its number only the last four characters. */
export function describeBank({ accountInfo, currency }: ExternalAccount): { label: string; detail: string } {
  const text = (...names: readonly string[]): string =>
    names.map((name) => accountInfo[name]).find((value): value is string => typeof value === 'string') ?? '';
  const number = text('accountNumber', 'iban', 'clabeNumber');
  const form = bankForms.find(({ accountType }) => accountType === accountInfo.accountType);
  const label = text('bankName') || translate(form?.place ?? 'Bank account');
  return {
    label,
    detail: number === '' ? currency : translate('ending {number}, {currency}', { number: number.slice(-4), currency }),
  };
}
