/** Ends sessions at the service that nobody uses any more, each by its own key: loaded with the first of them, or the first stamp. */
import type { Clock } from '../clock.ts';
import type { KeeperContext } from './keeper-context.ts';
import { withLock } from './lock.ts';
import { changing } from './page-session.ts';
import { revoked } from './record-joins.ts';
import { readRecord, type LeavingSession } from './record.ts';

/** How long the stamps of this browser may keep a replaced session alive, ms. */
const graceMs = 5_000;

const firstRetryMs = 5_000;
const longestRetryMs = 60_000;

/** The revocations of one account's sessions. */
export interface Revocations {
  /** Revokes each of these, once at a time; what could not be reached is tried again with growing pauses. */
  work(sessions: readonly LeavingSession[]): void;
  /** Resolves when the session is over at the service, rejects when the attempt under way failed. */
  outcome(sessionId: string): Promise<void>;
  holdStamp<Result>(sessionId: string, run: () => Promise<Result>): Promise<Result>;
}

interface Attempt {
  readonly outcome: Promise<void>;
  /** Cancels the next attempt; undefined while this one is under way. */
  readonly retry?: () => void;
}

/** Creates them. `signal` ends what is under way, and what is to be tried again. */
export function createRevocations(context: KeeperContext, signal: AbortSignal): Revocations {
  const { options, leaving, store, key } = context;
  const { clock, locks, accountId } = options;
  const attempts = new Map<string, Attempt>();
  const stamps = new Map<string, Set<Promise<unknown>>>();
  const stampsLock = (sessionId: string): string => `countersign:stamps:${sessionId}`;

  /** Whether the session is still to be revoked: another tab may have done it. */
  const isLeft = async (sessionId: string): Promise<boolean> => {
    const record = readRecord(await store.read(key), accountId);
    const listed = typeof record === 'object' ? [...record.leaving, ...leaving.own()] : leaving.all();
    return listed.some((session) => session.sessionId === sessionId);
  };

  /** Deletes the key. */
  const finish = async (sessionId: string): Promise<void> => {
    leaving.drop(sessionId);
    const drop = changing(accountId, (record) => revoked(record, sessionId));
    // If the change can't be written, a record that holds another session stays: the revoked key signs nothing any more.
    const orDelete = (value: unknown): unknown => {
      const record = readRecord(value, accountId);
      const rest = typeof record === 'object' && record.session === undefined ? revoked(record, sessionId) : undefined;
      return rest?.leaving.length === 0 ? undefined : value;
    };
    await store.erase(key, drop, orDelete);
  };

  const revokeOnce = async (session: LeavingSession): Promise<void> => {
    const { sessionId } = session;
    await withLock(
      `countersign:revoke:${sessionId}`,
      async () => {
        if (!(await isLeft(sessionId))) return;
        if (session.afterStamps) await landed(sessionId);
        if (clock.now() < session.endsAt) await options.revoke(session, { signal });
        await finish(sessionId);
      },
      { locks, clock, signal },
    );
  };

  const landed = async (sessionId: string): Promise<void> => {
    const own = Promise.allSettled(stamps.get(sessionId) ?? new Set<Promise<unknown>>());
    if (locks === undefined) return within(clock, graceMs, own);
    return withLock(stampsLock(sessionId), async () => {}, { locks, clock, waitMs: graceMs, signal });
  };

  const attempt = (session: LeavingSession, pauseMs: number): void => {
    const { sessionId } = session;
    const outcome = revokeOnce(session);
    attempts.set(sessionId, { outcome });
    outcome.then(
      () => attempts.delete(sessionId),
      () => {
        if (signal.aborted) return;
        const next = Math.min(pauseMs * 2, longestRetryMs);
        attempts.set(sessionId, { outcome, retry: clock.schedule(pauseMs, () => attempt(session, next)) });
      },
    );
  };
  signal.addEventListener('abort', () => attempts.forEach(({ retry }) => retry?.()));

  return {
    work(sessions: readonly LeavingSession[]) {
      for (const session of sessions) {
        const known = attempts.get(session.sessionId);
        if (known !== undefined && known.retry === undefined) continue;
        known?.retry?.();
        attempt(session, firstRetryMs);
      }
    },
    outcome: (sessionId: string) => attempts.get(sessionId)?.outcome ?? Promise.resolve(),
    async holdStamp<Result>(sessionId: string, run: () => Promise<Result>) {
      const running = withLock(stampsLock(sessionId), run, { locks, clock, mode: 'shared', waitMs: 1_000 });
      const own = stamps.get(sessionId) ?? new Set();
      stamps.set(sessionId, own.add(running));
      try {
        return await running;
      } finally {
        own.delete(running);
        if (own.size === 0) stamps.delete(sessionId);
      }
    },
  };
}

function within(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.schedule(ms, resolve);
    void work.finally(() => {
      cancel();
      resolve();
    });
  });
}
