/** The store of last resort: it lives as long as the page. */
import { checkStoreCall, type Store } from './store.ts';

/** Copies plain objects and arrays; anything else, a CryptoKey above all, is opaque and kept as it is. */
function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copy(member)]));
}

/**
 * Creates a store in memory: empty, of this page alone, gone with it.
 *
 * @example
 * const wallet = createWallet({ relay: '/wallet', accountId, enclaveKeys, store: createMemoryStore() });
 */
export function createMemoryStore(): Store {
  const values = new Map<string, unknown>();
  return Object.freeze({
    storage: 'memory' as const,
    async read(key: string) {
      checkStoreCall(key);
      return copy(values.get(key));
    },
    async update(key: string, change: (current: unknown) => unknown) {
      checkStoreCall(key, { change });
      const next = copy(change(copy(values.get(key))));
      if (next === undefined) values.delete(key);
      else values.set(key, next);
      return copy(next);
    },
    async keys(prefix: string) {
      checkStoreCall(prefix);
      return [...values.keys()].filter((key) => key.startsWith(prefix));
    },
    close() {},
  });
}
