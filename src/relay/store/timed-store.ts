/** Time limits for a store, so that a hanging one withholds no answer; one that is away is tried again soon. */
import type { Clock } from '../../kit/waiting.ts';
import { withinTime } from '../deadline.ts';
import { internalRelayError, RelayError } from '../relay-error.ts';
import type { RelayCounter, RelayStore, RelayStoreOptions } from './store.ts';

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
  const readText = async (name: 'get' | 'take', key: string): Promise<string | null> => {
    const value: unknown = await store[name](key);
    if (value === null || typeof value === 'string') return value;
    throw new TypeError(`store.${name} must resolve with a string or null, not ${kindOf(value)}`);
  };
  const readCounter = async (key: string, options: RelayStoreOptions): Promise<RelayCounter> => {
    const counter = await store.increment(key, options);
    const { count, remainingMs } = Object(counter) as Partial<RelayCounter>;
    if (Number.isFinite(count) && Number.isFinite(remainingMs)) return counter;
    throw new TypeError('store.increment must resolve with { count, remainingMs }, two numbers');
  };
  const inTime = <T>(work: () => Promise<T>): Promise<T> => withinTime(() => tried(work), { clock, timeoutMs, late });
  return Object.freeze({
    get: (key) => inTime(() => readText('get', key)),
    take: (key) => inTime(() => readText('take', key)),
    put: (key, value, options) => inTime(() => store.put(key, value, options)),
    increment: (key, options) => inTime(() => readCounter(key, options)),
  } satisfies RelayStore);
}

function kindOf(value: unknown): string {
  return value instanceof Uint8Array ? 'bytes' : typeof value;
}
