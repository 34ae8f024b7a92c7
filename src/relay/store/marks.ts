/** Marks in the store that can be read without being removed: counters that begin high. */
import type { RelayStore } from './store.ts';

const floor = 1_000_000;

/** Sets a mark that lasts `ttlMs`. */
export async function setMark(store: RelayStore, key: string, ttlMs: number): Promise<void> {
  await store.put(key, String(floor), { ttlMs });
}

/** Counts the reads of a mark, this one included; 0 without a mark. */
export async function readMark(store: RelayStore, key: string): Promise<number> {
  // Without a mark, this starts a counter that ends at once.
  const { count } = await store.increment(key, { ttlMs: 1 });
  return Math.max(0, count - floor);
}
