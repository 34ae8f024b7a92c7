/** The platform itself: its id, and the internal accounts that it starts with. */
import { encodeHex } from '../../../../src/kit/encoding/index.ts';
import { accountTypeOf } from '../payments/currencies.ts';
import type { SeededRandom } from '../service/random.ts';
import type { State } from '../service/state.ts';
import type { InternalAccountRecord } from './customer-records.ts';

const CURRENCIES = ['USD', 'EUR', 'GBP', 'MXN', 'BRL', 'BTC', 'USDC'] as const;

function fixedUuid(random: SeededRandom, label: string): string {
  const hex = encodeHex(random.fixed(label, 16));
  // The last digit is a letter, so that no account has a magic ending.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 31)}a`;
}

/** The id under which platform-level transactions are listed. */
export function platformIdOf(random: SeededRandom): string {
  return `Platform:${fixedUuid(random, 'platform')}`;
}

/** Names an account of the platform. */
export type PlatformAccount = Pick<InternalAccountRecord, 'id' | 'type' | 'currency'>;

/** The platform's accounts, one in each of its currencies; their ids follow from the seed and outlive a reset. */
export function platformAccountsOf(random: SeededRandom): readonly PlatformAccount[] {
  return CURRENCIES.map((currency) => ({
    id: `InternalAccount:${fixedUuid(random, `platform account ${currency}`)}`,
    type: accountTypeOf(currency),
    currency,
  }));
}

/** Opens the platform's accounts, empty. */
export function openPlatformAccounts(state: State, accounts: readonly PlatformAccount[], now: string): void {
  for (const account of accounts) {
    state.internalAccounts.set(account.id, { ...account, createdAt: now, updatedAt: now });
  }
}
