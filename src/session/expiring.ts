/** Tells a user interface that a session is about to end, while there is still time to refresh it. */
import { createSystemClock, type Clock } from './clock.ts';
import type { SessionState, WalletState } from './wallet-state.ts';

/** Options of {@link onExpiring}. */
export interface ExpiringOptions {
  /** How long before the end to tell, ms; default one minute. */
  readonly leadMs?: number;
  readonly clock?: Clock;
}

/**
 * Calls `run` once for each session that reaches its last minute, at once if it is there already; never for one that has
 * ended. A refreshed session counts anew. Returns the way to stop.
 */
export function onExpiring(
  source: { state(): WalletState; subscribe(listener: () => void): () => void },
  run: (session: SessionState) => void,
  { leadMs = 60_000, clock = createSystemClock() }: ExpiringOptions = {},
): () => void {
  let told: SessionState | undefined;
  let cancel: (() => void) | undefined;
  const look = (): void => {
    cancel?.();
    cancel = undefined;
    const { session } = source.state();
    if (session === undefined || (session.sessionId === told?.sessionId && session.expiresAt === told.expiresAt))
      return;
    const left = session.expiresAt - clock.now();
    if (left > leadMs) {
      cancel = clock.schedule(left - leadMs, look);
    } else if (left > 0) {
      told = session;
      run(session);
    }
  };
  const stop = source.subscribe(look);
  look();
  return () => {
    stop();
    cancel?.();
  };
}
