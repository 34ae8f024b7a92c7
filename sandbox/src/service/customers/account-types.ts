/** External accounts of a contract, as data: types with their fields and rails, and the schema of their beneficiaries. */
import type * as v from 'valibot';
import { shapes, type AddressShape } from './address-shapes.ts';

/** A rule of one field: a pattern, a shape, a closed list, a named format or a plain text; required unless said. */
export type FieldRule = (
  | { readonly pattern: RegExp }
  | { readonly shape: AddressShape }
  | { readonly enum: readonly string[] }
  | { readonly format: 'e.164' | 'iso3166-1-alpha-2' }
  | { readonly maxLength: number }
  | { readonly discovered: string }
) & { readonly optional?: true };

/** One way to reach an account of a type; `key` is the field whose presence chooses it. */
export interface AccountVariant {
  readonly key: string;
  readonly fields: Readonly<Record<string, FieldRule>>;
  readonly rails: readonly string[];
}

/** An account type: the first variant is the one meant when no key is present. */
export interface AccountType {
  /** Currencies that such an account may hold; null for any fiat currency. */
  readonly currencies: readonly string[] | null;
  readonly variants: readonly AccountVariant[];
  readonly beneficiary: 'required' | 'optional' | 'none';
}

/** The external accounts of a contract. */
export interface AccountRules {
  readonly types: Readonly<Record<string, AccountType>>;
  /** Schema of the beneficiary of an account in a currency, for the input at hand. */
  readonly beneficiary: (currency: string, input: unknown) => v.GenericSchema;
  /** Currencies to which a business may pay a business only with its `registrationNumber`. */
  readonly registrationForBusinessSenders: ReadonlySet<string>;
}

/** A rule for as many digits. */
export const digits = (least: number, most: number = least): FieldRule => ({
  pattern: new RegExp(least === most ? `^[0-9]{${String(least)}}$` : `^[0-9]{${String(least)},${String(most)}}$`),
});

/** A rule for a closed list of values. */
export const oneOf = (...values: readonly string[]): FieldRule => ({ enum: values });

/** The same rule for a field that may be missing. */
export const optional = (rule: FieldRule): FieldRule => ({ ...rule, optional: true });

/** A rule for a text. */
export const upTo = (maxLength: number): FieldRule => ({ maxLength });

/** A rule for the telephone numbers of a country. */
export const phoneOf = (prefix: string, least: number = 9, most: number = least): FieldRule => ({
  pattern: new RegExp(`^\\+${prefix}[0-9]{${least === most ? String(least) : `${String(least)},${String(most)}`}}$`),
});

/** The shape of each way to reach a crypto wallet: its currencies, and the fields of which one chooses it. */
export const cryptoAccounts: Readonly<
  Record<string, { readonly currencies: readonly string[]; readonly keys: Readonly<Record<string, AddressShape>> }>
> = {
  SPARK_WALLET: { currencies: ['BTC'], keys: { address: shapes.spark } },
  LIGHTNING: {
    currencies: ['BTC'],
    keys: { lightningAddress: shapes.lightningAddress, invoice: shapes.invoice, bolt12: shapes.offer },
  },
  ETHEREUM_WALLET: { currencies: ['USDC', 'USDT'], keys: { address: shapes.ethereum } },
  BASE_WALLET: { currencies: ['USDC'], keys: { address: shapes.ethereum } },
  POLYGON_WALLET: { currencies: ['USDC'], keys: { address: shapes.ethereum } },
  SOLANA_WALLET: { currencies: ['USDC'], keys: { address: shapes.solana } },
  TRON_WALLET: { currencies: ['USDT'], keys: { address: shapes.tron } },
  PLASMA_WALLET: { currencies: ['USDT'], keys: { address: shapes.ethereum } },
};

/** A rule for bank identifier codes (ISO 9362). */
export const swiftCode: FieldRule = { pattern: /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/ };
