/** Deletes stale records. Runs after a sign-out, and on load when signed out. */
import type { Clock } from '../waiting.ts';
import { markerPrefix, olderPrefixes, recordPrefix, waitingKeyPrefix } from '../stored.ts';
import { countDown, ended, readRecord } from './record.ts';
import type { Store } from './store.ts';

/** Retention of a marker after its end, ms. */
const keptMs = 24 * 60 * 60_000;

/**
 * Deletes records of older versions unread, expired keys of any account, and markers that ended long ago. After a
 * sign-out, also deletes the account's waiting keys.
 */
export async function sweep(store: Store, clock: Clock, signedOutId?: string): Promise<void> {
  const now = { wall: clock.now(), monotonic: clock.monotonic() };
  for (const key of await store.keys('')) {
    if (olderPrefixes.some((prefix) => key.startsWith(prefix))) await store.update(key, () => undefined);
    else if (key.startsWith(markerPrefix)) await store.update(key, (value) => (isOld(value) ? undefined : value));
    else if (key.startsWith(waitingKeyPrefix))
      await store.update(key, (value) => (isUsable(key, value) ? value : undefined));
    else if (key.startsWith(recordPrefix)) await store.update(key, withoutExpired);
  }

  function endOf(value: unknown): number {
    const { until } = (value ?? {}) as { readonly until?: unknown };
    return typeof until === 'number' ? until : 0;
  }
  function isOld(value: unknown): boolean {
    return endOf(value) + keptMs < now.wall;
  }
  function isUsable(key: string, value: unknown): boolean {
    return endOf(value) > now.wall && !key.startsWith(`${waitingKeyPrefix}${signedOutId}:`);
  }
  function withoutExpired(value: unknown): unknown {
    const record = readRecord(value);
    const { session } = record ?? {};
    const isOver = session !== undefined && countDown(session, now)(now) <= 0;
    return isOver ? ended(session.sessionId, 'expired')(record) : value;
  }
}
