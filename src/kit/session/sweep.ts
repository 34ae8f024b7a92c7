/** Deletes stale records. Runs after a sign-out, and on load when signed out. */
import { bare } from '../own-members.ts';
import { readInstant, type Clock } from '../waiting.ts';
import { markerPrefix, recordPrefix, waitingKeyPrefix } from '../stored.ts';
import { countDown, ended, readRecord, recordKey } from './record.ts';
import type { Store } from './store.ts';
import type { TabChannel } from './tabs.ts';

/** Prefixes of the keys of older versions, and of records kept beside them: swept unread. */
const olderPrefixes = ['account:', 'kept:', 'action:', 'probe:', 'code-entry:', 'passkeys:'];

/** Retention of a marker after its end, ms. */
const keptMs = 24 * 60 * 60_000;

/** Options of {@link sweep}. */
export interface SweepOptions {
  readonly accountId: string;
  readonly clock: Clock;
  readonly channel?: TabChannel | undefined;
  /** Whether somebody has signed out of the account, whose waiting keys go too. */
  readonly hasSignedOut: boolean;
}

/**
 * Deletes records of older versions unread, expired keys of other accounts (each page ends that of its own), and markers that
 * ended long ago.
 */
export async function sweep(store: Store, options: SweepOptions): Promise<void> {
  const { accountId, clock, channel, hasSignedOut } = options;
  const now = readInstant(clock);
  for (const key of await store.keys('')) {
    if (olderPrefixes.some((prefix) => key.startsWith(prefix))) await store.update(key, () => undefined);
    else if (key.startsWith(markerPrefix)) await store.update(key, (value) => (isOld(value) ? undefined : value));
    else if (key.startsWith(waitingKeyPrefix))
      await store.update(key, (value) => (isUsable(key, value) ? value : undefined));
    else if (key.startsWith(recordPrefix) && key !== recordKey(accountId)) await endExpired(key);
  }

  function endOf(value: unknown): number {
    const { until } = bare(Object(value) as { readonly until?: unknown });
    return typeof until === 'number' ? until : 0;
  }
  function isOld(value: unknown): boolean {
    return endOf(value) + keptMs < now.wall;
  }
  function isUsable(key: string, value: unknown): boolean {
    return endOf(value) > now.wall && !(hasSignedOut && key.startsWith(`${waitingKeyPrefix}${accountId}:`));
  }
  async function endExpired(key: string): Promise<void> {
    let isOver = false;
    await store.update(key, (value) => {
      const record = readRecord(value);
      const { session } = record ?? {};
      isOver = session !== undefined && countDown(session, now)(now) <= 0;
      return isOver ? ended(session?.sessionId ?? '', 'expired')(record) : value;
    });
    if (isOver) channel?.announce({ accountId: key.slice(recordPrefix.length) });
  }
}
