/** The external accounts of contract `grid`: the fields, rails and beneficiaries that the public service's document names. */
import * as v from 'valibot';
import {
  cryptoAccounts,
  digits,
  oneOf,
  optional,
  phoneOf,
  swiftCode,
  upTo,
  type AccountRules,
  type AccountType,
  type AccountVariant,
  type FieldRule,
} from '../customers/account-types.ts';
import { ibanLike } from '../customers/address-shapes.ts';
import { property } from '../customers/property.ts';
import { country, date, email, phone as phoneNumber, text } from '../http/fields.ts';
import { gridAddress } from '../customers/grid-customer-schemas.ts';

type Fields = AccountVariant['fields'];

const name = upTo(255);
const account = upTo(34);
const kind = oneOf('CHECKING', 'SAVINGS');
const iban: FieldRule = { shape: ibanLike(/^[A-Z]{2}[0-9]{2}[A-Za-z0-9]{11,30}$/) };
const ibanOf = (country: string, count: number): FieldRule => ({
  pattern: new RegExp(`^${country}[0-9]{${String(count)}}$`),
});
// The document has none for these types, and forbids none: contract `spec` asks for it.
const bankName = optional(name);
const phone: FieldRule = { pattern: /^\+[0-9]{6,14}$/ };
// The document's own examples name it within `accountInfo`.
const everywhere: Fields = { platformAccountId: optional(name) };

/** A type with one way to reach its accounts. */
const fiat = (currency: string, fields: Fields, ...rails: readonly string[]): AccountType => ({
  currencies: [currency],
  variants: [{ key: Object.keys(fields)[0] ?? '', fields: { ...fields, ...everywhere }, rails }],
  beneficiary: 'required',
});

/** A type with several ways, each by what it needs; the fields of the others may stand beside them. */
const ways = (
  currency: string | null,
  fields: Fields,
  ...each: readonly (readonly [needed: readonly string[], ...rails: string[]])[]
): AccountType => ({
  currencies: currency === null ? null : [currency],
  variants: each.map(([needed, ...rails]) => {
    const rules = Object.entries(fields).map(([field, rule]) => [
      field,
      needed.includes(field) ? rule : optional(rule),
    ]);
    return { key: needed[0] ?? '', fields: { ...Object.fromEntries(rules), ...everywhere }, rails };
  }),
  beneficiary: 'required',
});
const bankOrMobile = (currency: string, more: Fields = {}): AccountType =>
  ways(
    currency,
    { bankName: name, accountNumber: account, phoneNumber: phone, ...more },
    [['accountNumber', 'bankName'], 'BANK_TRANSFER'],
    [['phoneNumber', 'bankName'], 'MOBILE_MONEY'],
  );
const mobile = (currency: string, phoneRule: FieldRule, more: Fields = {}): AccountType =>
  fiat(currency, { phoneNumber: phoneRule, provider: name, ...more }, 'MOBILE_MONEY');
const swiftBank = (currency: string, more: Fields = {}, ...rails: readonly string[]): AccountType => {
  const all = rails.length === 0 ? ['BANK_TRANSFER'] : rails;
  return fiat(currency, { accountNumber: account, bankName: name, swiftCode, ...more }, ...all);
};
const wallets = Object.entries(cryptoAccounts).map(([type, { currencies, keys }]): [string, AccountType] => [
  type,
  {
    currencies,
    variants: Object.entries(keys).map(([key, shape]) => ({
      key,
      fields: { [key]: { shape }, vaspName: optional(name), ...everywhere },
      rails: [],
    })),
    beneficiary: type === 'LIGHTNING' ? 'none' : 'optional',
  },
]);

const types: Readonly<Record<string, AccountType>> = {
  USD_ACCOUNT: fiat(
    'USD',
    {
      accountNumber: account,
      routingNumber: digits(9),
      bankAccountType: optional(kind),
      bankName: optional(upTo(140)),
      intermediaryBankName: optional(upTo(140)),
      intermediaryRoutingNumber: optional(digits(9)),
      fiToFiInformation: optional(upTo(210)),
    },
    'ACH',
    'WIRE',
    'RTP',
    'FEDNOW',
  ),
  MXN_ACCOUNT: fiat('MXN', { clabeNumber: digits(18), bankName }, 'SPEI'),
  BRL_ACCOUNT: fiat(
    'BRL',
    { pixKey: upTo(77), pixKeyType: oneOf('CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM'), taxId: digits(11, 14), bankName },
    'PIX',
  ),
  COP_ACCOUNT: bankOrMobile('COP', { bankAccountType: kind }),
  SLV_ACCOUNT: ways(
    'USD',
    { bankName: name, accountNumber: account, bankAccountType: kind, phoneNumber: phone },
    [['accountNumber'], 'BANK_TRANSFER'],
    [['phoneNumber'], 'MOBILE_MONEY'],
  ),
  EUR_ACCOUNT: fiat('EUR', { iban, swiftCode: optional(swiftCode), bankName }, 'SEPA', 'SEPA_INSTANT'),
  PHP_ACCOUNT: fiat('PHP', { accountNumber: digits(8, 16), bankName: { discovered: 'PHP' } }, 'BANK_TRANSFER'),
  GBP_ACCOUNT: fiat('GBP', { accountNumber: digits(8), sortCode: digits(6) }, 'FASTER_PAYMENTS'),
  INR_ACCOUNT: ways(
    'INR',
    {
      vpa: { pattern: /^(?=.{3,255}$)[a-zA-Z0-9.\-_]+@[a-zA-Z0-9]+$/ },
      accountNumber: digits(9, 18),
      ifsc: { pattern: /^[A-Z]{4}0[A-Z0-9]{6}$/ },
      rail: oneOf('UPI', 'NEFT', 'RTGS'),
      bankName: name,
    },
    [['vpa'], 'UPI'],
    [['accountNumber', 'ifsc', 'rail'], 'NEFT', 'RTGS'],
  ),
  NGN_ACCOUNT: fiat('NGN', { accountNumber: digits(10), bankName: { discovered: 'NGN' } }, 'BANK_TRANSFER'),
  ZAR_ACCOUNT: fiat('ZAR', { accountNumber: digits(9, 13), bankName: { discovered: 'ZAR' } }, 'BANK_TRANSFER'),
  KES_ACCOUNT: mobile('KES', phoneOf('254')),
  TZS_ACCOUNT: mobile('TZS', phoneOf('255')),
  ZMW_ACCOUNT: mobile('ZMW', phoneOf('260')),
  RWF_ACCOUNT: mobile('RWF', phoneOf('250')),
  MWK_ACCOUNT: mobile('MWK', phone),
  UGX_ACCOUNT: mobile('UGX', phone),
  XOF_ACCOUNT: mobile('XOF', phone, { region: oneOf('BJ', 'CI', 'SN', 'TG') }),
  XAF_ACCOUNT: mobile('XAF', phone, { region: oneOf('CM', 'CG') }),
  BWP_ACCOUNT: mobile('BWP', phone),
  CAD_ACCOUNT: fiat(
    'CAD',
    { accountNumber: digits(7, 12), bankCode: digits(3), branchCode: digits(5) },
    'BANK_TRANSFER',
  ),
  AED_ACCOUNT: fiat('AED', { iban: ibanOf('AE', 21), swiftCode: optional(swiftCode) }, 'BANK_TRANSFER'),
  BDT_ACCOUNT: bankOrMobile('BDT', { branchCode: digits(5), swiftCode }),
  CNY_ACCOUNT: bankOrMobile('CNY'),
  EGP_ACCOUNT: ways(
    'EGP',
    { bankName: name, iban: ibanOf('EG', 27), phoneNumber: phone },
    [['iban', 'bankName'], 'BANK_TRANSFER'],
    [['phoneNumber', 'bankName'], 'MOBILE_MONEY'],
  ),
  GHS_ACCOUNT: bankOrMobile('GHS'),
  GTQ_ACCOUNT: fiat('GTQ', { accountNumber: account, bankAccountType: kind, bankName: name }, 'BANK_TRANSFER'),
  HTG_ACCOUNT: fiat('HTG', { phoneNumber: phone }, 'MOBILE_MONEY'),
  JMD_ACCOUNT: fiat(
    'JMD',
    { accountNumber: account, branchCode: digits(5), bankAccountType: kind, bankName: name },
    'BANK_TRANSFER',
  ),
  PKR_ACCOUNT: bankOrMobile('PKR', { iban: { pattern: /^PK[0-9]{2}[A-Z]{4}[0-9]{16}$/ } }),
  DKK_ACCOUNT: fiat('DKK', { iban: ibanOf('DK', 16), swiftCode: optional(swiftCode) }, 'SEPA', 'SEPA_INSTANT'),
  HKD_ACCOUNT: swiftBank('HKD'),
  IDR_ACCOUNT: swiftBank('IDR', { phoneNumber: phoneOf('62', 9, 12) }),
  MYR_ACCOUNT: swiftBank('MYR'),
  SGD_ACCOUNT: swiftBank('SGD', { bankName: optional(name) }, 'FAST', 'PAYNOW', 'BANK_TRANSFER'),
  THB_ACCOUNT: swiftBank('THB'),
  VND_ACCOUNT: swiftBank('VND'),
  SWIFT_ACCOUNT: ways(
    null,
    { country: { format: 'iso3166-1-alpha-2' }, swiftCode, bankName: name, accountNumber: account, iban },
    [['accountNumber', 'country', 'swiftCode', 'bankName'], 'SWIFT'],
    [['iban', 'country', 'swiftCode', 'bankName'], 'SWIFT'],
  ),
  ...Object.fromEntries(wallets),
};

// Fields that an individual must have beyond a name, by the currency of the account.
const needs: Readonly<Record<string, readonly string[]>> = {
  AED: ['address'],
  EUR: ['countryOfResidence'],
  GTQ: ['phoneNumber', 'countryOfResidence'],
  JMD: ['address', 'phoneNumber'],
  BTC: ['countryOfResidence'],
  USDC: ['countryOfResidence'],
  USDT: ['countryOfResidence'],
};
const documents = {
  documentType: v.optional(v.picklist(['CC', 'CE', 'TI', 'NIT', 'PP'])),
  documentNumber: v.optional(text(50)),
};
// Fields that an individual may have where others may not.
const more: Readonly<Record<string, Readonly<Record<string, v.GenericSchema>>>> = {
  COP: documents,
  CAD: { registrationNumber: v.optional(text(64)) },
};
const contact = { email, phoneNumber, countryOfResidence: country, address: gridAddress };

/** Schema of a beneficiary: a person, or a business whose facts stand beside its type. */
function beneficiary(currency: string, input: unknown): v.GenericSchema {
  const needed = Object.entries(contact).filter(([field]) => needs[currency]?.includes(field));
  switch (property(input, 'beneficiaryType')) {
    case 'BUSINESS':
      return v.strictObject({
        beneficiaryType: v.literal('BUSINESS'),
        legalName: text(),
        taxId: v.optional(text(64)),
        registrationNumber: v.optional(text(64)),
        ...v.partial(v.strictObject(contact)).entries,
      });
    case 'INDIVIDUAL':
      return v.strictObject({
        beneficiaryType: v.literal('INDIVIDUAL'),
        fullName: text(),
        birthDate: v.optional(date),
        nationality: v.optional(country),
        ...v.partial(v.strictObject(contact)).entries,
        ...Object.fromEntries(needed),
        ...more[currency],
      });
    default:
      return v.looseObject({ beneficiaryType: v.picklist(['INDIVIDUAL', 'BUSINESS']) });
  }
}

/** The accounts of contract `grid`. */
export const gridAccounts: AccountRules = { types, beneficiary, registrationForBusinessSenders: new Set() };
