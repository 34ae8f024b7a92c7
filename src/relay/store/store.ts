/** The relay's memory between requests: challenges that it issued, and counters. */
import { maybe, readTable, withMethods } from '../../kit/options.ts';

/** Lifetime of an entry. */
export interface RelayStoreOptions {
  /** Milliseconds from now after which the entry is gone. */
  readonly ttlMs: number;
}

/** State of a counter. */
export interface RelayCounter {
  /** Its count, this time included. */
  readonly count: number;
  /** Milliseconds until the counter starts over. */
  readonly remainingMs: number;
}

/**
 * Entries with an expiry. Several relays behind one load balancer share one store, whose four operations are
 * each atomic (in Redis: `GET`, `GETDEL`, `SET PX`, `INCR` with `PEXPIRE NX` in one script). A counter is an entry that holds
 * its digits, so that `put` can set one.
 */
export interface RelayStore {
  /** Resolves with an entry or a counter, which stays; null where there is none. */
  get(key: string): Promise<string | null>;
  /** Removes an entry or a counter and resolves with it, in one step: of two callers, one gets it, the other null. */
  take(key: string): Promise<string | null>;
  /** Writes an entry over what was there. */
  put(key: string, value: string, options: RelayStoreOptions): Promise<void>;
  /** Adds one to a counter that starts at 0. `ttlMs` runs from its first increment, and isn't renewed. */
  increment(key: string, options: RelayStoreOptions): Promise<RelayCounter>;
}

/** Options of {@link createMemoryRelayStore}. */
export interface CreateMemoryRelayStoreOptions {
  /** The system's by default. */
  readonly clock?: { now(): number };
}

interface Entry {
  readonly value: string;
  readonly expiresAt: number;
}

// Expired entries are swept when the map has doubled since the last sweep, so the cost per write stays constant.
const smallestSweep = 1024;

/**
 * Creates a store in this process's memory: the default, right for one process.
 *
 * @example
 * const store = createMemoryRelayStore();
 * const relay = createRelay({ ...settings, identify, store });
 *
 * @throws TypeError naming the option.
 */
export function createMemoryRelayStore(options: CreateMemoryRelayStoreOptions = {}): RelayStore {
  const rows = { clock: maybe(withMethods<{ now(): number }>('now'), { now: () => Date.now() }) };
  const { clock } = readTable(options, rows, 'createMemoryRelayStore');
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
    async get(key: string) {
      requireKey(key);
      return live(key)?.value ?? null;
    },
    async take(key: string) {
      requireKey(key);
      const entry = live(key);
      entries.delete(key);
      return entry?.value ?? null;
    },
    async put(key: string, value: string, lifetime: RelayStoreOptions) {
      requireKey(key);
      if (typeof value !== 'string') throw new TypeError('store: value must be a string');
      const ttlMs = readTtl(lifetime);
      write(key, { value, expiresAt: clock.now() + ttlMs });
    },
    async increment(key: string, lifetime: RelayStoreOptions) {
      requireKey(key);
      const ttlMs = readTtl(lifetime);
      const entry = live(key);
      const expiresAt = entry?.expiresAt ?? clock.now() + ttlMs;
      const count = Number(entry?.value ?? '0') + 1;
      write(key, { value: String(count), expiresAt });
      return { count, remainingMs: expiresAt - clock.now() };
    },
  });
}

function requireKey(key: unknown): void {
  if (typeof key !== 'string') throw new TypeError('store: key must be a string');
}

function readTtl(lifetime: unknown): number {
  const ttlMs: unknown = (lifetime as Partial<RelayStoreOptions> | null | undefined)?.ttlMs;
  if (typeof ttlMs === 'number' && Number.isFinite(ttlMs)) return ttlMs;
  throw new TypeError('store: ttlMs must be a number of milliseconds');
}
