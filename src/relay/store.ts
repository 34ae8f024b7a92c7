/** What the relay must remember between requests: challenges that it issued, and counters. */

/** Lifetime of an entry. */
export interface RelayStoreOptions {
  /** Milliseconds from now after which the entry is gone. */
  readonly ttlMs: number;
}

/** Where a counter stands. */
export interface RelayCounter {
  readonly count: number;
  /** Milliseconds until the counter starts over. */
  readonly remainingMs: number;
}

/**
 * Entries with an expiry. Several relays behind one load balancer share one store, whose three operations are
 * each atomic (in Redis: `GETDEL`, `SET PX`, `INCR` with `PEXPIRE NX` in one script).
 */
export interface RelayStore {
  /** Resolves with the entry, or the counter, and removes it, in one step: of two callers one gets it, the other null. */
  take(key: string): Promise<string | null>;
  /** Writes an entry over what was there. */
  put(key: string, value: string, options: RelayStoreOptions): Promise<void>;
  /** Adds one to a counter that starts at nought; `ttlMs` runs from its first increment and isn't renewed. */
  increment(key: string, options: RelayStoreOptions): Promise<RelayCounter>;
}

/** Options of {@link createMemoryRelayStore}. */
export interface CreateMemoryRelayStoreOptions {
  readonly clock?: { now(): number };
}

interface Entry {
  readonly value: string;
  readonly expiresAt: number;
}

// Expired entries are swept when the map has doubled since the last sweep, so the cost per write stays constant.
const smallestSweep = 1024;

/** Creates a store in this process's memory: the default, right for one process. */
export function createMemoryRelayStore(options: CreateMemoryRelayStoreOptions = {}): RelayStore {
  const clock = options.clock ?? { now: () => Date.now() };
  const entries = new Map<string, Entry>();
  let sweepAt = smallestSweep;

  const live = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    return entry !== undefined && entry.expiresAt > clock.now() ? entry : undefined;
  };
  const write = (key: string, entry: Entry): void => {
    entries.set(key, entry);
    if (entries.size < sweepAt) return;
    for (const [name, { expiresAt }] of entries) if (expiresAt <= clock.now()) entries.delete(name);
    sweepAt = Math.max(smallestSweep, entries.size * 2);
  };

  // Every operation is atomic because none of them awaits.
  return Object.freeze({
    take(key: string) {
      const entry = live(key);
      entries.delete(key);
      return Promise.resolve(entry?.value ?? null);
    },
    put(key: string, value: string, { ttlMs }: RelayStoreOptions) {
      write(key, { value, expiresAt: clock.now() + ttlMs });
      return Promise.resolve();
    },
    increment(key: string, { ttlMs }: RelayStoreOptions) {
      const entry = live(key);
      const expiresAt = entry?.expiresAt ?? clock.now() + ttlMs;
      const count = Number(entry?.value ?? '0') + 1;
      write(key, { value: String(count), expiresAt });
      return Promise.resolve({ count, remainingMs: expiresAt - clock.now() });
    },
  });
}
