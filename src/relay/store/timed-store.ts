/** Time limits for a store, so that a hanging one withholds no answer; one that is away is tried again soon. */
import type { Clock } from '../../kit/waiting.ts';
import { withinTime } from '../deadline.ts';
import { internalRelayError, RelayError } from '../relay-error.ts';
import type { RelayStore } from './store.ts';

/** Time limit for one operation, ms, unless a caller says another. */
export const storeLimitMs = 2_000;

/** Options of {@link createTimedStore}. */
export interface CreateTimedStoreOptions {
  readonly clock: Clock;
  /** How long one operation may take. */
  readonly timeoutMs: number;
}

// Seconds.
const retryAfter = 5;

/**
 * Puts a time limit on each operation of a store. Its operations reject with RelayError of status 503: `RELAY_STORE_TIMED_OUT`, or
 * `RELAY_INTERNAL_ERROR` where the store rejects.
 */
export function createTimedStore(store: RelayStore, { clock, timeoutMs }: CreateTimedStoreOptions): RelayStore {
  const late = (): RelayError =>
    new RelayError('RELAY_STORE_TIMED_OUT', "The relay's store didn't answer in time.", { status: 503, retryAfter });
  const tried = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      throw internalRelayError(cause, { part: 'store', status: 503, retryAfter });
    }
  };
  const inTime = <T>(work: () => Promise<T>): Promise<T> => withinTime(() => tried(work), { clock, timeoutMs, late });
  return Object.freeze({
    get: (key) => inTime(() => store.get(key)),
    take: (key) => inTime(() => store.take(key)),
    put: (key, value, options) => inTime(() => store.put(key, value, options)),
    increment: (key, options) => inTime(() => store.increment(key, options)),
  } satisfies RelayStore);
}
