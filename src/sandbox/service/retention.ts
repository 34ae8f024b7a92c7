/** Forgets what has ended, oldest first, so that a sandbox that runs for days doesn't grow; what ended lately still says how it ended. */

/** How many ended records of a kind are remembered. */
export const ENDED_KEPT = 1000;

/** Trims a map in order of insertion once it holds twice the number of ended records that it may keep. */
export function forgetEnded<Key, Value>(records: Map<Key, Value>, hasEnded: (value: Value) => boolean): void {
  if (records.size <= 2 * ENDED_KEPT) return;
  const ended = [...records].filter(([, value]) => hasEnded(value));
  for (const [key] of ended.slice(0, -ENDED_KEPT)) records.delete(key);
}
