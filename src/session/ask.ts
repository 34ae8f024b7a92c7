/** Asks the service whether the session of this page lives, where the clocks, the storage or a refusal leave that open. */
import { readInstant } from '../clock.ts';
import { createCountdown } from './countdown.ts';
import type { KeeperContext } from './keeper-context.ts';
import { refreshLock, withLock } from './lock.ts';
import { parseTime } from './lifetime.ts';
import { amended } from './record-changes.ts';
import type { ServiceAnswer } from './session.ts';

/** What the service's answer means for the session that was asked about. */
export type SessionFinding = 'alive' | 'gone' | 'unknown';

/** A session younger than this may be missing from the service's list, ms. */
const settlingMs = 5_000;

/** Asks, and makes the transition that the answer calls for; rejects if the service doesn't say. */
export async function askService(context: KeeperContext): Promise<SessionFinding> {
  const { page, options } = context;
  const sessionId = page.current()?.session.sessionId;
  if (sessionId === undefined) return 'gone';
  const answer = await options.ask(sessionId);
  return context.inTurn(() => settle(context, sessionId, answer));
}

/** Waits for a refresh that any tab has under way: the service may have ended the old session before the new one is stored. */
export function awaitRefresh({ options: { accountId, locks, clock } }: KeeperContext): Promise<void> {
  return withLock(refreshLock(accountId), async () => {}, { locks, clock, mode: 'shared' });
}

async function settle(context: KeeperContext, sessionId: string, answer: ServiceAnswer): Promise<SessionFinding> {
  const { page, read, options } = context;
  await read();
  const current = page.current();
  if (current?.session.sessionId !== sessionId) return 'gone';
  const { session, countdown } = current;
  const { startedAt } = answer;
  page.doubt(undefined);
  if (answer.session === 'gone') {
    const ranOut = countdown.remaining(readInstant(options.clock)) <= 0;
    // A clock that was set forward makes no session older.
    if (!ranOut && session.lifetimeMs - countdown.remainingMonotonic(startedAt) < settlingMs) {
      await read();
      return 'unknown';
    }
    await page.take('service-gone', { sessionId, reason: ranOut ? 'expired' : 'revoked' });
    return 'gone';
  }
  const until = parseTime(answer.session.expiresAt);
  const left =
    until === undefined || answer.date === null
      ? countdown.remaining(startedAt)
      : Math.min(until, session.serviceEnd ?? Infinity) - answer.date;
  // Time that this page has counted stays counted, whatever the answer or the wall clock says.
  const lifetimeMs = Math.min(left, countdown.remainingMonotonic(startedAt));
  if (lifetimeMs <= 0) {
    await page.take('service-gone', { sessionId, reason: 'expired' });
    return 'gone';
  }
  const members = { lifetimeMs, startedAt: startedAt.wall, seenAt: startedAt.wall };
  const restarted = createCountdown({ lifetimeMs, at: startedAt, elapsedMs: 0, latestWall: startedAt.wall });
  await page.consider(await page.change((record) => amended(record, sessionId, members)), restarted);
  options.channel?.announce({ accountId: options.accountId });
  return 'alive';
}
