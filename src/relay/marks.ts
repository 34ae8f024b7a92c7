/** Marks in the store that can be read without being removed: counters that begin high. */
import type { RelayStore } from './store.ts';

const floor = 1_000_000;

/** Sets a mark that lasts `ttlMs`. */
export async function setMark(store: RelayStore, key: string, ttlMs: number): Promise<void> {
  await store.put(key, String(floor), { ttlMs });
}

/** How often a mark has been read, this time included; 0 where there is none. */
export async function readMark(store: RelayStore, key: string): Promise<number> {
  // Where there is no mark, the counter that this starts ends at once.
  const { count } = await store.increment(key, { ttlMs: 1 });
  return Math.max(0, count - floor);
}
