/** What nobody reads any more in the store: run by a sign-out, and by a load that finds nobody signed in. */
import type { Clock } from '../waiting.ts';
import { countDown, ended, olderPrefixes, readRecord, recordPrefix } from './record.ts';
import type { Store } from './store.ts';

/** What the keys of markers begin with: a stamp may be on its way (docs/reliability.md, an action). */
export const sentPrefix = 'sent:3:';

/** What the keys begin with of keys that wait for a person who is at an identity provider; the account's id follows. */
export const keptKeyPrefix = 'oauth:3:';

/** How long a marker is kept after its end, ms. */
const keptMs = 24 * 60 * 60_000;

/** Deletes records of older versions unread, expired keys of any account, and markers that are long over; of an account that signed out also the keys that wait. */
export async function sweep(store: Store, clock: Clock, signedOutId?: string): Promise<void> {
  const now = { wall: clock.now(), monotonic: clock.monotonic() };
  for (const key of await store.keys('')) {
    if (olderPrefixes.some((prefix) => key.startsWith(prefix))) await store.update(key, () => undefined);
    else if (key.startsWith(sentPrefix)) await store.update(key, (value) => (isOld(value) ? undefined : value));
    else if (key.startsWith(keptKeyPrefix))
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
    return endOf(value) > now.wall && !key.startsWith(`${keptKeyPrefix}${signedOutId}:`);
  }
  function withoutExpired(value: unknown): unknown {
    const record = readRecord(value);
    const { session } = record ?? {};
    const isOver = session !== undefined && countDown(session, now)(now) <= 0;
    return isOver ? ended(session.sessionId, 'expired')(record) : value;
  }
}
