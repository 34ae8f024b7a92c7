/** Refreshes the session by itself before it ends, while somebody looks at the page. */
import type { Clock } from '../clock.ts';
import { CountersignError } from '../errors.ts';
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
  /** How long before its end a session is refreshed, ms; at half its life where that is later. */
  readonly refreshBefore: number;
  /** Refreshes the stored session if `isDue` says so of its end, epoch ms. */
  readonly refresh: (isDue: (expiresAt: number) => boolean) => Promise<unknown>;
}

const firstPauseMs = 1_000;

/** The last attempt is made this long before the end, ms. */
const lastAttemptMs = 1_000;

/** How the attempts to refresh one session went. */
interface Attempts {
  readonly sessionId: string;
  /** The pause after the next failure, ms. */
  readonly pauseMs: number;
  /** Epoch ms; `Infinity` after a refusal that another attempt would only repeat. */
  readonly notBefore: number;
}

/** How long to wait after a failed attempt, ms; `Infinity` where another one is of no use. */
function pauseAfter(error: unknown, pauseMs: number): number {
  if (!(error instanceof CountersignError)) return Infinity;
  // After a lost answer, a second refresh does no harm.
  if (error.nextStep !== 'retry' && error.code !== 'OUTCOME_UNKNOWN') return Infinity;
  const { retryAfter } = error as { readonly retryAfter?: unknown };
  return typeof retryAfter === 'number' ? Math.max(pauseMs, retryAfter * 1_000) : pauseMs;
}

/** Starts watching; returns the way to stop. */
export function startAutoRefresh(options: AutoRefreshOptions): () => void {
  const { session: watched, clock, refreshBefore } = options;
  let cancel: (() => void) | undefined;
  let isRunning = false;
  let attempts: Attempts = { sessionId: '', pauseMs: firstPauseMs, notBefore: 0 };

  const leadOf = ({ startedAt, expiresAt }: SessionState): number =>
    Math.min(refreshBefore, (expiresAt - startedAt) / 2);

  const nextAttempt = (session: SessionState): number => {
    const due = session.expiresAt - leadOf(session);
    const at = attempts.sessionId === session.sessionId ? Math.max(due, attempts.notBefore) : due;
    const last = session.expiresAt - lastAttemptMs;
    return at > last && clock.now() < last && at !== Infinity ? Math.max(due, last) : at;
  };

  const plan = (): void => {
    cancel?.();
    cancel = undefined;
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

  const refresh = async (session: SessionState): Promise<void> => {
    const { sessionId } = session;
    const pauseMs = attempts.sessionId === sessionId ? attempts.pauseMs : firstPauseMs;
    const lead = leadOf(session);
    let wait = pauseMs;
    try {
      await options.refresh((expiresAt) => clock.now() >= expiresAt - lead);
    } catch (error) {
      wait = pauseAfter(error, pauseMs);
    }
    attempts = { sessionId, pauseMs: pauseMs * 2, notBefore: clock.now() + wait };
  };

  const wake = (event: Event): void => {
    // A browser that is back online refreshes without waiting for the pause to end.
    if (event.type === 'online' && attempts.notBefore !== Infinity) attempts = { ...attempts, notBefore: 0 };
    attempt();
  };

  const stop = watched.subscribe(plan);
  const stopWaking = options.page && onWake(options.page, wake);
  plan();
  return () => {
    cancel?.();
    stop();
    stopWaking?.();
  };
}
