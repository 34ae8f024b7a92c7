/** The store interface, and the in-memory store. */

/** A small key-value store. Values are structured-cloneable; a store neither shares nor changes them. */
export interface Store {
  /** `persistent` survives a reload and is shared by the tabs of one origin; `memory` ends with the page. */
  readonly storage: 'persistent' | 'memory';
  /** The value under a key; undefined where there is none. */
  read(key: string): Promise<unknown>;
  /**
   * Replaces the value under a key by what `change` makes of it, in one transaction that no other tab can interrupt;
   * undefined deletes, and the very value that was given leaves it as it is. `change` is synchronous and may run
   * again if a connection dies before the transaction completes; what it throws rejects the call and leaves the value
   * as it was. Resolves, once the transaction has completed, with what is stored.
   */
  update(key: string, change: (current: unknown) => unknown): Promise<unknown>;
  /** The keys that start with `prefix`, in no particular order. */
  keys(prefix: string): Promise<readonly string[]>;
  /** Lets go of connections for good: calls under way end or fail, and later ones fail. What is in memory only has none. */
  close(): void;
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
      return structuredClone(values.get(key));
    },
    async update(key: string, change: (current: unknown) => unknown) {
      const next = structuredClone(change(structuredClone(values.get(key))));
      if (next === undefined) values.delete(key);
      else values.set(key, next);
      return structuredClone(next);
    },
    async keys(prefix: string) {
      return [...values.keys()].filter((key) => key.startsWith(prefix));
    },
    close() {},
  });
}
