/** Time limits for a store, so that a hanging one withholds no answer. */
import type { Clock } from '../../kit/waiting.ts';
import { withinTime } from '../deadline.ts';
import { RelayError } from '../relay-error.ts';
import type { RelayStore } from './store.ts';

/** Options of {@link createTimedStore}. */
export interface CreateTimedStoreOptions {
  readonly clock: Clock;
  /** How long one operation may take; 2 s by default. */
  readonly timeoutMs?: number;
}

/** Puts a time limit on each operation of a store. Its operations reject with RelayError `RELAY_STORE_TIMED_OUT`. */
export function createTimedStore(store: RelayStore, { clock, timeoutMs = 2000 }: CreateTimedStoreOptions): RelayStore {
  const late = (): RelayError =>
    new RelayError('RELAY_STORE_TIMED_OUT', "The relay's store didn't answer in time.", { status: 503 });
  const inTime = <T>(work: () => Promise<T>): Promise<T> => withinTime(work, { clock, timeoutMs, late });
  return Object.freeze({
    get: (key) => inTime(() => store.get(key)),
    take: (key) => inTime(() => store.take(key)),
    put: (key, value, options) => inTime(() => store.put(key, value, options)),
    increment: (key, options) => inTime(() => store.increment(key, options)),
  } satisfies RelayStore);
}
