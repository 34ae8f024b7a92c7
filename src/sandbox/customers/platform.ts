/** The platform itself: its id, and the internal accounts that it starts with. */
import { encodeHex } from '../../encoding/index.ts';
import type { SeededRandom } from '../service/random.ts';
import type { State } from '../service/state.ts';

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

/** Gives the platform an empty account in each of its currencies; their ids outlive a reset. */
export function openPlatformAccounts(state: State, random: SeededRandom, now: string): void {
  for (const currency of CURRENCIES) {
    const id = `InternalAccount:${fixedUuid(random, `platform account ${currency}`)}`;
    const type = currency === 'BTC' || currency === 'USDC' ? 'INTERNAL_CRYPTO' : 'INTERNAL_FIAT';
    state.internalAccounts.set(id, { id, type, currency, createdAt: now, updatedAt: now });
  }
}
