/** Refreshes the session by itself shortly before it ends, while somebody looks at the page. */
import type { Clock, SessionKeeper } from '../session/index.ts';
import type { Surroundings } from './surroundings.ts';

/** Options of {@link startAutoRefresh}. */
export interface AutoRefreshOptions {
  readonly keeper: SessionKeeper;
  readonly clock: Clock;
  readonly surroundings: Surroundings;
  /** How long before its end a session is refreshed, ms. */
  readonly refreshBefore: number;
  /** Refreshes the stored session if `isDue` says so of its end, epoch ms. */
  readonly refresh: (isDue: (expiresAt: number) => boolean) => Promise<unknown>;
}

/** Starts watching; returns the way to stop. */
export function startAutoRefresh({
  keeper,
  clock,
  surroundings,
  refreshBefore,
  refresh,
}: AutoRefreshOptions): () => void {
  let cancel: (() => void) | undefined;
  let tried: string | undefined;
  const isDue = (expiresAt: number): boolean => clock.now() >= expiresAt - refreshBefore;

  const attempt = (): void => {
    const { session } = keeper.state();
    // One attempt a session: what failed once is left to the page, which sees the end coming.
    if (session === undefined || session.sessionId === tried || !surroundings.visible()) return;
    if (!isDue(session.expiresAt)) return;
    tried = session.sessionId;
    refresh(isDue).catch(() => undefined);
  };
  const plan = (): void => {
    cancel?.();
    const { session } = keeper.state();
    if (session !== undefined)
      cancel = clock.schedule(Math.max(0, session.expiresAt - refreshBefore - clock.now()), attempt);
  };

  const stop = keeper.subscribe(plan);
  const { page } = surroundings;
  const wakes = ['focus', 'pageshow', 'visibilitychange'] as const;
  for (const wake of wakes) page?.addEventListener(wake, attempt, true);
  plan();
  return () => {
    cancel?.();
    stop();
    for (const wake of wakes) page?.removeEventListener(wake, attempt, true);
  };
}
