/** What the relay remembers, as plain entries that can be written down with the rest of the state. */

import type { RelayStore, RelayStoreOptions } from 'countersign/relay';

/** Key, value, and when it is gone (epoch ms). */
export type KeptEntry = readonly [key: string, value: string, expiresAt: number];

/** A relay's store whose entries can be read. */
export interface KeptRelayStore extends RelayStore {
  /** The entries that are not over. */
  entries(): readonly KeptEntry[];
}

/** Makes a store that begins with these entries; `now` is epoch ms. No operation waits, so that each is atomic. */
export function createKeptRelayStore(kept: readonly KeptEntry[], now: () => number): KeptRelayStore {
  const byKey = new Map(kept.map((entry) => [entry[0], entry]));
  const live = (key: string): KeptEntry | null => {
    const entry = byKey.get(key) ?? null;
    return entry !== null && entry[2] > now() ? entry : null;
  };
  const write = (key: string, value: string, expiresAt: number): void => void byKey.set(key, [key, value, expiresAt]);

  return Object.freeze({
    get: (key: string) => Promise.resolve(live(key)?.[1] ?? null),
    take(key: string): Promise<string | null> {
      const entry = live(key);
      byKey.delete(key);
      return Promise.resolve(entry?.[1] ?? null);
    },
    put(key: string, value: string, { ttlMs }: RelayStoreOptions): Promise<void> {
      write(key, value, now() + ttlMs);
      return Promise.resolve();
    },
    increment(key: string, { ttlMs }: RelayStoreOptions): Promise<{ count: number; remainingMs: number }> {
      const entry = live(key);
      const expiresAt = entry?.[2] ?? now() + ttlMs;
      const count = Number(entry?.[1] ?? 0) + 1;
      write(key, String(count), expiresAt);
      return Promise.resolve({ count, remainingMs: expiresAt - now() });
    },
    entries(): readonly KeptEntry[] {
      for (const [key, , expiresAt] of byKey.values()) if (expiresAt <= now()) byKey.delete(key);
      return [...byKey.values()];
    },
  });
}
