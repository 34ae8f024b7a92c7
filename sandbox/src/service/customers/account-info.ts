/** Builds the schema of `accountInfo` from a contract's table of account types. */
import * as v from 'valibot';
import type { AccountRules, AccountType, AccountVariant, FieldRule } from './account-types.ts';
import { banks } from './banks.ts';
import { property } from './property.ts';
import { currencyCodes } from '../payments/currencies.ts';
import { country, formatted, matching, phone, text } from '../http/fields.ts';

/** The account data of an external account; what it holds beside its type differs by type. */
export interface AccountInfo {
  readonly accountType: string;
  readonly [field: string]: unknown;
}

function fieldSchema(rule: FieldRule): v.GenericSchema {
  if ('pattern' in rule) return matching(rule.pattern);
  if ('shape' in rule) return formatted(rule.shape.format, rule.shape.fits, `This must be ${rule.shape.words}.`);
  if ('enum' in rule) return v.picklist(rule.enum);
  if ('format' in rule) return rule.format === 'e.164' ? phone : country;
  if ('discovered' in rule) {
    return v.picklist(banks.filter(({ currency }) => currency === rule.discovered).map(({ bankName }) => bankName));
  }
  return text(rule.maxLength);
}

function typeOf({ types }: AccountRules, info: unknown): AccountType | undefined {
  const type = property(info, 'accountType');
  return typeof type === 'string' && Object.hasOwn(types, type) ? types[type] : undefined;
}

/** The variant that the fields of an account's data choose; the type's first where none is chosen. */
export function variantOf(rules: AccountRules, info: unknown): AccountVariant | undefined {
  const type = typeOf(rules, info);
  return type?.variants.find(({ key }) => property(info, key) !== undefined) ?? type?.variants[0];
}

/** Identifier of the account at its bank or on its chain: the field that chooses its variant. */
export function identifierOf(rules: AccountRules, info: AccountInfo): string {
  const identifier = info[variantOf(rules, info)?.key ?? ''];
  return typeof identifier === 'string' ? identifier : '';
}

function schemaFor(rules: AccountRules, input: unknown, currency: unknown): v.GenericSchema {
  const type = typeOf(rules, input);
  const way = variantOf(rules, input);
  if (type === undefined || way === undefined) {
    return v.looseObject({ accountType: v.picklist(Object.keys(rules.types)) });
  }
  const code = type.currencies?.[0] ?? (typeof currency === 'string' ? currency : '');
  const person = v.lazy((value: unknown) => rules.beneficiary(code, value));
  const beneficiary = { required: { beneficiary: person }, optional: { beneficiary: v.optional(person) }, none: {} };
  const fields = Object.entries(way.fields).map(([name, rule]) => {
    const schema = fieldSchema(rule);
    return [name, rule.optional === true ? v.optional(schema) : schema] as const;
  });
  return v.strictObject({ accountType: v.string(), ...Object.fromEntries(fields), ...beneficiary[type.beneficiary] });
}

/** The schema of a `currency` and an `accountInfo` that fit each other, for the input at hand. */
export function accountEntries(
  rules: AccountRules,
  input: unknown,
): {
  readonly currency: v.GenericSchema<unknown, string>;
  readonly accountInfo: v.GenericSchema<unknown, AccountInfo>;
} {
  const accountType = typeOf(rules, property(input, 'accountInfo'));
  const fiatCodes = currencyCodes.filter((code) => !['USDB', 'USDC', 'USDT', 'BTC'].includes(code));
  return {
    currency: v.picklist(accountType === undefined ? currencyCodes : (accountType.currencies ?? fiatCodes)),
    accountInfo: v.lazy(
      (value: unknown) => schemaFor(rules, value, property(input, 'currency')) as v.GenericSchema<unknown, AccountInfo>,
    ),
  };
}
