/** Draws the body of a new external account from the facts of the public document. */
import { banks } from '../../sandbox/src/service/customers/banks.ts';
import type { FactTypes } from './check.ts';
import { addresses, sampleOf } from './sample.ts';

// The currency where the type's name doesn't say it.
const currencies: Readonly<Record<string, string>> = {
  SLV_ACCOUNT: 'USD',
  SWIFT_ACCOUNT: 'CHF',
  SPARK_WALLET: 'BTC',
  LIGHTNING: 'BTC',
  TRON_WALLET: 'USDT',
  PLASMA_WALLET: 'USDT',
};

/** The currency of an account of a type. */
export function currencyOfType(accountType: string): string {
  return currencies[accountType] ?? (accountType.endsWith('_ACCOUNT') ? accountType.slice(0, 3) : 'USDC');
}

/** An address of a type's shape; undefined for a type without one. */
export function addressOf(accountType: string): string | undefined {
  const isEthereum = ['BASE_WALLET', 'POLYGON_WALLET', 'PLASMA_WALLET'].includes(accountType);
  const type = isEthereum ? 'ETHEREUM_WALLET' : accountType;
  return type in addresses ? addresses[type as keyof typeof addresses] : undefined;
}

/** Values of fields that the document describes in words alone: codes of countries, telephone numbers, days, banks, rails. */
export function inWords(name: string, accountType: string): unknown {
  const field = name.split('.').at(-1) ?? '';
  if (field === 'bankName') return banks.find(({ currency }) => currency === currencyOfType(accountType))?.bankName;
  if (name === 'address') return addressOf(accountType);
  const values: Readonly<Record<string, unknown>> = {
    ...addresses,
    country: 'US',
    countryOfResidence: 'US',
    nationality: 'US',
    birthDate: '1990-01-15',
    email: 'customer@example.com',
    rail: 'NEFT',
    ...(name.includes('beneficiary') && { phoneNumber: '+15555550100' }),
  };
  return values[field];
}

/** Options of {@link accountRequest}. */
export interface AccountRequestOptions {
  readonly types: FactTypes;
  readonly accountType: string;
  /** The field that chooses how the account is reached. */
  readonly key: string;
  readonly beneficiaryType: string;
  readonly includes: 'the fewest fields' | 'every field';
}

// Fields needed beside the one that chooses the way, as the document says in words.
const needed: Readonly<Record<string, readonly string[]>> = { INR_ACCOUNT: ['ifsc', 'rail'] };
const choosers = ['accountNumber', 'iban', 'vpa', 'phoneNumber', 'lightningAddress', 'invoice', 'bolt12'];

/** The body of `POST /platform/external-accounts`. */
export function accountRequest(options: AccountRequestOptions): object {
  const { types, accountType, key, beneficiaryType } = options;
  const [, , kinds] = types['ExternalAccountCreateInfoOneOf'] as readonly [string, string, Record<string, string>];
  const accountInfo = sampleOf(kinds[accountType] ?? 'any', {
    types,
    includes(name) {
      if (name === key || (key === 'accountNumber' && needed[accountType]?.includes(name))) return true;
      // The chosen way has its own field alone.
      return options.includes === 'every field' && !choosers.includes(name) && name !== 'rail';
    },
    pick: (items) => items.find((item) => Array.isArray(item) && item[0] === beneficiaryType) ?? items[0],
    given: (name) => inWords(name, accountType),
  });
  return { currency: currencyOfType(accountType), accountInfo };
}
