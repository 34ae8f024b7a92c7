/** The external accounts of contract `spec` (docs/sandbox-calls.md, "A bank account"). */
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
import { country, date, phone as phoneNumber, text } from '../http/fields.ts';

const name = upTo(255);
const account = upTo(34);
const kind = oneOf('CHECKING', 'SAVINGS');
const iban: FieldRule = { shape: ibanLike(/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/) };
const phone: FieldRule = { format: 'e.164' };

const way = (key: string, fields: AccountVariant['fields'], ...rails: readonly string[]): AccountVariant => ({
  key,
  fields,
  rails,
});
const fiat = (currency: string, ...variants: readonly AccountVariant[]): AccountType => ({
  currencies: [currency],
  variants,
  beneficiary: 'required',
});
const wallets = Object.entries(cryptoAccounts).map(([type, { currencies, keys }]): [string, AccountType] => [
  type,
  {
    currencies,
    variants: Object.entries(keys).map(([key, shape]) => way(key, { [key]: { shape } })),
    beneficiary: 'none',
  },
]);
const mobile = (currency: string, phoneNumber: FieldRule, provider: FieldRule): AccountType =>
  fiat(currency, way('phoneNumber', { phoneNumber, provider }, 'MOBILE_MONEY'));
const bankOrMobile = (currency: string, bank: AccountVariant['fields'], bankRail = 'BANK_TRANSFER'): AccountType =>
  fiat(
    currency,
    way('accountNumber', { bankName: name, accountNumber: account, ...bank }, bankRail),
    way('phoneNumber', { bankName: name, phoneNumber: phone }, 'MOBILE_MONEY'),
  );
const swiftBank = (currency: string, more: AccountVariant['fields'] = {}, rail = 'BANK_TRANSFER'): AccountType =>
  fiat(currency, way('accountNumber', { bankName: name, accountNumber: account, swiftCode, ...more }, rail));

/** The types; `ARS_ACCOUNT` and `BITCOIN_L1` have no published fields and are refused. */
export const accountTypes: Readonly<Record<string, AccountType>> = {
  USD_ACCOUNT: fiat(
    'USD',
    way(
      'accountNumber',
      {
        accountNumber: digits(4, 17),
        routingNumber: digits(9),
        bankAccountType: kind,
        bankName: name,
        intermediaryBankName: optional(name),
        intermediaryRoutingNumber: optional(digits(9)),
        fiToFiInformation: optional(name),
      },
      'ACH',
      'WIRE',
      'RTP',
      'FEDNOW',
    ),
  ),
  MXN_ACCOUNT: fiat('MXN', way('clabeNumber', { clabeNumber: digits(18), bankName: name }, 'SPEI')),
  BRL_ACCOUNT: fiat(
    'BRL',
    way(
      'pixKey',
      { pixKey: name, pixKeyType: oneOf('CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM'), bankName: name, taxId: name },
      'PIX',
    ),
  ),
  COP_ACCOUNT: bankOrMobile('COP', { bankAccountType: kind }, 'ACH_COLOMBIA'),
  SLV_ACCOUNT: fiat(
    'USD',
    way('accountNumber', { bankName: name, accountNumber: account, bankAccountType: kind }, 'BANK_TRANSFER'),
    way('phoneNumber', { phoneNumber: phone }, 'MOBILE_MONEY'),
  ),
  EUR_ACCOUNT: fiat('EUR', way('iban', { iban, swiftCode, bankName: name }, 'SEPA', 'SEPA_INSTANT')),
  PHP_ACCOUNT: fiat(
    'PHP',
    way('accountNumber', { bankName: { discovered: 'PHP' }, accountNumber: digits(8, 16) }, 'INSTAPAY', 'PESONET'),
  ),
  GBP_ACCOUNT: fiat('GBP', way('accountNumber', { sortCode: digits(6), accountNumber: digits(8) }, 'FASTER_PAYMENTS')),
  INR_ACCOUNT: fiat(
    'INR',
    way('vpa', { vpa: { pattern: /^(?=.{3,255}$)[A-Za-z0-9._-]+@[A-Za-z0-9]+$/ } }, 'UPI'),
    way(
      'accountNumber',
      {
        accountNumber: digits(9, 18),
        ifsc: { pattern: /^[A-Za-z0-9]{11}$/ },
        rail: oneOf('NEFT', 'RTGS'),
        bankName: optional(name),
      },
      'NEFT',
      'RTGS',
    ),
  ),
  NGN_ACCOUNT: fiat(
    'NGN',
    way('accountNumber', { accountNumber: digits(10), bankName: { discovered: 'NGN' } }, 'BANK_TRANSFER'),
  ),
  ZAR_ACCOUNT: fiat(
    'ZAR',
    way('accountNumber', { accountNumber: digits(9, 13), bankName: { discovered: 'ZAR' } }, 'BANK_TRANSFER'),
  ),
  KES_ACCOUNT: mobile('KES', phoneOf('254'), oneOf('M-PESA')),
  TZS_ACCOUNT: mobile('TZS', phoneOf('255'), oneOf('AIRTEL', 'VODACOM')),
  ZMW_ACCOUNT: mobile('ZMW', phoneOf('260'), oneOf('TNM', 'AIRTEL', 'ZAMTEL', 'MTN')),
  RWF_ACCOUNT: mobile('RWF', phoneOf('250'), oneOf('MTN', 'AIRTEL')),
  MWK_ACCOUNT: mobile('MWK', phoneOf('265'), oneOf('AIRTEL', 'TNM')),
  UGX_ACCOUNT: mobile('UGX', phoneOf('256'), oneOf('MTN', 'AIRTEL')),
  XOF_ACCOUNT: mobile('XOF', { pattern: /^\+(221[0-9]{9}|225[0-9]{10}|229[0-9]{8,9})$/ }, name),
  CAD_ACCOUNT: fiat(
    'CAD',
    way('accountNumber', { bankCode: digits(3), branchCode: digits(5), accountNumber: digits(7, 12) }, 'BANK_TRANSFER'),
  ),
  AED_ACCOUNT: fiat(
    'AED',
    way('iban', { iban: { pattern: /^AE[A-Z0-9]{21}$/ }, swiftCode: optional(swiftCode) }, 'BANK_TRANSFER'),
  ),
  BDT_ACCOUNT: bankOrMobile('BDT', { branchCode: optional(account), swiftCode: optional(swiftCode) }),
  BWP_ACCOUNT: mobile('BWP', phone, name),
  CNY_ACCOUNT: bankOrMobile('CNY', {}, 'UNIONPAY'),
  EGP_ACCOUNT: fiat(
    'EGP',
    way('iban', { bankName: name, iban: { pattern: /^EG[A-Z0-9]{27}$/ } }, 'BANK_TRANSFER'),
    way('phoneNumber', { bankName: name, phoneNumber: phone }, 'MOBILE_MONEY'),
  ),
  GHS_ACCOUNT: bankOrMobile('GHS', {}),
  GTQ_ACCOUNT: fiat(
    'GTQ',
    way('accountNumber', { accountNumber: account, bankAccountType: kind, bankName: name }, 'BANK_TRANSFER'),
  ),
  HTG_ACCOUNT: fiat('HTG', way('phoneNumber', { phoneNumber: phone }, 'MOBILE_MONEY')),
  JMD_ACCOUNT: fiat(
    'JMD',
    way(
      'accountNumber',
      { accountNumber: account, branchCode: digits(5), bankAccountType: kind, bankName: name },
      'BANK_TRANSFER',
    ),
  ),
  PKR_ACCOUNT: bankOrMobile('PKR', { iban: optional({ pattern: /^PK[A-Z0-9]{22}$/ }) }),
  XAF_ACCOUNT: fiat(
    'XAF',
    way('phoneNumber', { phoneNumber: phone, provider: name, region: oneOf('CM', 'CG') }, 'MOBILE_MONEY'),
  ),
  DKK_ACCOUNT: fiat('DKK', way('iban', { iban, swiftCode: optional(swiftCode) }, 'BANK_TRANSFER')),
  HKD_ACCOUNT: swiftBank('HKD'),
  IDR_ACCOUNT: swiftBank('IDR', { phoneNumber: phone }),
  MYR_ACCOUNT: swiftBank('MYR'),
  SGD_ACCOUNT: swiftBank('SGD', { bankName: optional(name) }, 'FAST'),
  THB_ACCOUNT: swiftBank('THB'),
  VND_ACCOUNT: swiftBank('VND'),
  SWIFT_ACCOUNT: {
    currencies: null,
    variants: [
      way(
        'accountNumber',
        { country: { format: 'iso3166-1-alpha-2' }, swiftCode, bankName: name, accountNumber: account },
        'SWIFT',
      ),
      way('iban', { country: { format: 'iso3166-1-alpha-2' }, swiftCode, bankName: name, iban }, 'SWIFT'),
    ],
    beneficiary: 'required',
  },
  ...Object.fromEntries(wallets),
};

/** Required parts of a beneficiary's address: its four parts, the object alone, or nothing. */
export type AddressRule = 'parts' | 'object' | 'optional';

/** Required fields of a beneficiary beyond its type and name, by the currency of the account. */
export interface BeneficiaryRule {
  readonly individual: AddressRule;
  readonly business: AddressRule;
  readonly registrationNumber?: true;
  readonly taxId?: true;
  readonly phoneNumber?: true;
  readonly countryOfResidence?: true;
}

const list = (codes: string, rule: BeneficiaryRule): [string, BeneficiaryRule][] =>
  codes.split(' ').map((code) => [code, rule]);

/** The beneficiary rules; a currency that is missing here needs only a type and a name. */
export const beneficiaryRules: ReadonlyMap<string, BeneficiaryRule> = new Map([
  ...list('USD GBP', { individual: 'parts', business: 'parts' }),
  ...list('EUR', { individual: 'parts', business: 'parts', registrationNumber: true }),
  ...list('MXN INR BRL DKK PHP HKD IDR MYR SGD THB VND', { individual: 'optional', business: 'object' }),
  ...list('AED', { individual: 'object', business: 'object' }),
  ...list('NGN ZAR KES TZS RWF ZMW UGX BWP MWK XOF XAF', {
    individual: 'optional',
    business: 'object',
    registrationNumber: true,
    taxId: true,
  }),
  ...list('GTQ', { individual: 'optional', business: 'optional', phoneNumber: true, countryOfResidence: true }),
  ...list('JMD', { individual: 'object', business: 'object', phoneNumber: true }),
]);

function addressSchema(rule: AddressRule): v.GenericSchema {
  const part = rule === 'parts' ? text() : v.optional(text());
  const schema = v.strictObject({
    line1: part,
    line2: v.optional(text()),
    city: part,
    state: v.optional(text()),
    postalCode: part,
    country: rule === 'parts' ? country : v.optional(country),
  });
  return rule === 'optional' ? v.optional(schema) : schema;
}

function needed(schema: v.GenericSchema, isNeeded: true | undefined): v.GenericSchema {
  return isNeeded === true ? schema : v.optional(schema);
}

function beneficiarySchema(currency: string, input: unknown): v.GenericSchema {
  const rule = beneficiaryRules.get(currency) ?? { individual: 'optional', business: 'optional' };
  const shared = {
    phoneNumber: needed(phoneNumber, rule.phoneNumber),
    countryOfResidence: needed(country, rule.countryOfResidence),
    documentType: v.optional(v.picklist(['CC', 'CE', 'TI', 'NIT', 'PP'])),
    documentNumber: v.optional(text(64)),
  };
  switch (property(input, 'beneficiaryType')) {
    case 'BUSINESS':
      return v.strictObject({
        beneficiaryType: v.literal('BUSINESS'),
        businessInfo: v.strictObject({
          legalName: text(),
          taxId: needed(text(64), rule.taxId),
          registrationNumber: needed(text(64), rule.registrationNumber),
        }),
        address: addressSchema(rule.business),
        ...shared,
      });
    case 'INDIVIDUAL':
      return v.strictObject({
        beneficiaryType: v.literal('INDIVIDUAL'),
        fullName: text(),
        birthDate: v.optional(date),
        nationality: v.optional(country),
        address: addressSchema(rule.individual),
        ...shared,
      });
    default:
      return v.looseObject({ beneficiaryType: v.picklist(['INDIVIDUAL', 'BUSINESS']) });
  }
}

/** The accounts of contract `spec`. */
export const specAccounts: AccountRules = {
  types: accountTypes,
  beneficiary: beneficiarySchema,
  registrationForBusinessSenders: new Set('GBP INR BRL DKK PHP HKD IDR MYR SGD THB VND AED'.split(' ')),
};
