/** Forgets what has ended, oldest first, so that a sandbox that runs for days doesn't grow; what ended lately still says how it ended. */

/** Options of {@link forgetEnded}. */
export interface ForgetEndedOptions<Value> {
  readonly hasEnded: (value: Value) => boolean;
  /** How many ended records are remembered. */
  readonly limit: number;
}

/** Trims a map in order of insertion once it holds twice the number of ended records that it may keep. */
export function forgetEnded<Key, Value>(
  records: Map<Key, Value>,
  { hasEnded, limit }: ForgetEndedOptions<Value>,
): void {
  if (records.size <= 2 * limit) return;
  const ended = [...records].filter(([, value]) => hasEnded(value));
  for (const [key] of ended.slice(0, -limit)) records.delete(key);
}
