/** The store interface, and the in-memory store. */

/** A small key-value store. Values are structured-cloneable; a store neither shares nor changes them. */
export interface Store {
  /** `persistent` survives a reload and is shared by the tabs of one origin; `memory` ends with the page. */
  readonly storage: 'persistent' | 'memory';
  /** The value under a key; undefined where there is none. */
  read(key: string): Promise<unknown>;
  /**
   * Replaces the value under a key by the result of `change`, in one transaction that no other tab can interrupt.
   * Undefined deletes it; the same value leaves it unchanged. `change` is synchronous, and may run again if a
   * connection dies before the transaction completes. If it throws, the call rejects and the value stays unchanged.
   * Resolves with the stored value, once the transaction has completed.
   */
  update(key: string, change: (current: unknown) => unknown): Promise<unknown>;
  /** The keys that start with `prefix`, in no particular order. */
  keys(prefix: string): Promise<readonly string[]>;
  /** Closes connections for good: calls under way end or fail, and later ones fail. A store in memory has none. */
  close(): void;
}

/**
 * Creates an empty store in memory, which only this page has, and which ends with it.
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
