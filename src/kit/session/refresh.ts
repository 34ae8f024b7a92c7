/** Refreshes the session automatically before it ends, while the page is visible. */
import type { Clock } from '../waiting.ts';
import { CountersignError } from '../errors.ts';
import { bare } from '../own-members.ts';
import type { Session } from './session.ts';
import type { SessionState } from './snapshot.ts';
import { onWake } from './tabs.ts';

/** Options of {@link startAutoRefresh}. */
export interface AutoRefreshOptions {
  readonly session: Session;
  readonly clock: Clock;
  /** The window, whose wake-ups are listened to. */
  readonly page?: EventTarget | undefined;
  /** Whether a person can see the page. */
  readonly visible: () => boolean;
  /** Time before a session's end at which it is refreshed, ms; at half its lifetime if that is later. */
  readonly refreshBefore: number;
  /** Refreshes the stored session, unless it ends after `expiresAt`, epoch ms. */
  readonly refresh: (expiresAt: number) => Promise<unknown>;
  /** Calls back once an action of this page has let go of its locks. */
  readonly onceFree: (run: () => void) => void;
}

const firstPauseMs = 1_000;

/** Starts watching; returns a function that stops it. */
export function startAutoRefresh(options: AutoRefreshOptions): () => void {
  const { session: watched, clock, refreshBefore } = options;
  let cancel: (() => void) | undefined;
  let isRunning = false;
  /** The session tried last, the pause after its next failure, and the time of the next attempt: epoch ms, `Infinity` for never. */
  let tried = { sessionId: '', pauseMs: firstPauseMs, notBefore: 0 };

  const dueAt = ({ startedAt, expiresAt }: SessionState): number =>
    expiresAt - Math.min(refreshBefore, (expiresAt - startedAt) / 2);

  const nextAttempt = (session: SessionState): number =>
    Math.max(dueAt(session), tried.sessionId === session.sessionId ? tried.notBefore : 0);

  const plan = (): void => {
    cancel?.();
    const { session } = watched.state();
    if (session === undefined || isRunning) return;
    const at = nextAttempt(session);
    if (at < session.expiresAt) cancel = clock.schedule(Math.max(0, at - clock.now()), attempt);
  };

  const attempt = (): void => {
    const { session } = watched.state();
    if (session === undefined || isRunning || !options.visible()) return;
    if (clock.now() < nextAttempt(session)) return plan();
    isRunning = true;
    void refresh(session).finally(() => {
      isRunning = false;
      plan();
    });
    return undefined;
  };

  const refresh = async ({ sessionId, expiresAt }: SessionState): Promise<void> => {
    const pauseMs = tried.sessionId === sessionId ? tried.pauseMs : firstPauseMs;
    let wait = pauseMs;
    let isBusy = false;
    try {
      await options.refresh(expiresAt);
    } catch (error) {
      // An action is under way: no failure of the refresh.
      isBusy = error instanceof CountersignError && error.code === 'BUSY';
      wait = isBusy ? firstPauseMs : pauseAfter(error, pauseMs);
    }
    const last = { sessionId, pauseMs: isBusy ? pauseMs : pauseMs * 2, notBefore: clock.now() + wait };
    tried = last;
    if (!isBusy) return;
    options.onceFree(() => {
      if (tried !== last) return;
      last.notBefore = 0;
      attempt();
    });
  };

  const stop = watched.subscribe(plan);
  const stopWaking =
    options.page &&
    onWake(options.page, ({ type }) => {
      // A browser that is back online refreshes without waiting for the pause to end.
      if (type === 'online' && tried.notBefore !== Infinity) tried.notBefore = 0;
      attempt();
    });
  plan();
  return () => {
    cancel?.();
    stop();
    stopWaking?.();
  };
}

/** Pause after a failed attempt, ms; `Infinity` where another one is of no use. */
function pauseAfter(error: unknown, pauseMs: number): number {
  if (!(error instanceof CountersignError)) return Infinity;
  // After a lost answer, a second refresh does no harm; locks and storage may come back.
  if (error.nextStep !== 'retry' && error.code !== 'OUTCOME_UNKNOWN' && error.code !== 'STORE_UNAVAILABLE')
    return Infinity;
  const { retryAfter } = bare(error as { readonly retryAfter?: unknown });
  return typeof retryAfter === 'number' ? Math.max(pauseMs, retryAfter * 1_000) : pauseMs;
}
