/** Builds the schema of `accountInfo` from the table of account types. */
import * as v from 'valibot';
import {
  accountTypes,
  beneficiaryRules,
  type AccountType,
  type AddressRule,
  type FieldRule,
  type AccountVariant,
} from './account-types.ts';
import { banks } from './banks.ts';
import { property } from './property.ts';
import { gridBeneficiary, gridFields } from './grid-accounts.ts';
import { currencyCodes } from '../payments/currencies.ts';
import { country, date, matching, phone, text } from '../http/fields.ts';

/** The account data of an external account; what it holds beside its type differs by type. */
export interface AccountInfo {
  readonly accountType: string;
  readonly [field: string]: unknown;
}

/** Whose rules hold: those of profile `spec`, or those of `grid`, which asks less of most types (docs/sandbox.md, "The contract check"). */
export type AccountRules = 'strict' | 'grid';

function fieldSchema(rule: FieldRule): v.GenericSchema {
  if ('pattern' in rule) return matching(rule.pattern);
  if ('enum' in rule) return v.picklist(rule.enum);
  if ('format' in rule) return rule.format === 'e.164' ? phone : country;
  if ('discovered' in rule) {
    return v.picklist(banks.filter(({ currency }) => currency === rule.discovered).map(({ bankName }) => bankName));
  }
  return text(rule.maxLength);
}

function entries(fields: AccountVariant['fields']): Record<string, v.GenericSchema> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, rule]) => [
      name,
      rule.optional === true ? v.optional(fieldSchema(rule)) : fieldSchema(rule),
    ]),
  );
}

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
    phoneNumber: needed(phone, rule.phoneNumber),
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

function typeOf(info: unknown): (typeof accountTypes)[string] | undefined {
  const type = property(info, 'accountType');
  return typeof type === 'string' && Object.hasOwn(accountTypes, type) ? accountTypes[type] : undefined;
}

/** The variant that the fields of an account's data choose; the type's first where none is chosen. */
export function variantOf(info: unknown): AccountVariant | undefined {
  const type = typeOf(info);
  return type?.variants.find(({ key }) => property(info, key) !== undefined) ?? type?.variants[0];
}

// The chosen variant's fields as the public service asks for them; those of the other variants may stand beside them.
function gridSchema(
  input: unknown,
  { variants, beneficiary }: AccountType,
  { way, code }: { readonly way: AccountVariant; readonly code: string },
): v.GenericSchema {
  const other = variants.flatMap(({ fields }) => Object.entries(fields));
  const optional = Object.fromEntries(other.map(([name, rule]) => [name, { ...rule, optional: true as const }]));
  const own = gridFields[String(property(input, 'accountType'))] ?? {};
  const person = v.lazy((value: unknown) => gridBeneficiary(code, value));
  return v.strictObject({
    accountType: v.string(),
    ...entries(variants.length > 1 && beneficiary ? { ...optional, ...way.fields, ...own } : { ...way.fields, ...own }),
    // The document's own examples name it here.
    platformAccountId: v.optional(text()),
    ...(beneficiary ? { beneficiary: person } : { beneficiary: v.optional(person), vaspName: v.optional(text()) }),
  });
}

function schemaFor(input: unknown, currency: unknown, rules: AccountRules): v.GenericSchema {
  const type = typeOf(input);
  const way = variantOf(input);
  if (type === undefined || way === undefined) {
    return v.looseObject({ accountType: v.picklist(Object.keys(accountTypes)) });
  }
  const code = type.currencies?.[0] ?? (typeof currency === 'string' ? currency : '');
  if (rules === 'grid') return gridSchema(input, type, { way, code });
  const fields = entries(way.fields);
  if (type.beneficiary) fields['beneficiary'] = v.lazy((value: unknown) => beneficiarySchema(code, value));
  return v.strictObject({ accountType: v.string(), ...fields });
}

/** The schema of a `currency` and an `accountInfo` that fit each other, for the input at hand. */
export function accountEntries(
  input: unknown,
  rules: AccountRules,
): {
  readonly currency: v.GenericSchema<unknown, string>;
  readonly accountInfo: v.GenericSchema<unknown, AccountInfo>;
} {
  const info = property(input, 'accountInfo');
  const accountType = typeOf(info);
  const fiatCodes = currencyCodes.filter((code) => !['USDB', 'USDC', 'USDT', 'BTC'].includes(code));
  return {
    currency: v.picklist(accountType === undefined ? currencyCodes : (accountType.currencies ?? fiatCodes)),
    accountInfo: v.lazy(
      (value: unknown) => schemaFor(value, property(input, 'currency'), rules) as v.GenericSchema<unknown, AccountInfo>,
    ),
  };
}
