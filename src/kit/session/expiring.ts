/** Tells a user interface that a session is about to end, while there is still time to refresh it. */
import { maybe, readTable, withMethods, type RowsOf } from '../options.ts';
import { createSystemClock, type Clock } from '../waiting.ts';
import type { SessionState, WalletState } from './snapshot.ts';

/** A wallet, as far as the warning needs it. */
export type ExpiringWallet = Readonly<{ state(): WalletState; subscribe(listener: () => void): () => void }>;

/** Options of {@link onExpiring}. */
export interface ExpiringOptions {
  /** How long before the end to tell, ms; default one minute. */
  readonly leadMs?: number;
  /** The system's by default. */
  readonly clock?: Clock;
}

/**
 * Calls `run` once for each session that reaches its last minute, at once if it has. Never calls it for an ended
 * session. A refreshed session counts anew. Returns a function that stops it.
 *
 * @example
 * const stop = onExpiring(wallet, () => show('Your session ends in two minutes.'), { leadMs: 120_000 });
 *
 * @throws TypeError, RangeError naming the argument.
 */
export function onExpiring(
  wallet: ExpiringWallet,
  run: (session: SessionState) => void,
  options: ExpiringOptions = {},
): () => void {
  const { state, subscribe } = Object(wallet) as Partial<ExpiringWallet>;
  if (typeof state !== 'function' || typeof subscribe !== 'function')
    throw new TypeError('onExpiring: wallet must be a wallet');
  if (typeof run !== 'function') throw new TypeError('onExpiring: run must be a function');
  const rows: RowsOf<Required<ExpiringOptions>> = {
    leadMs: maybe(
      (value, fail) =>
        typeof value === 'number' && value >= 0 && value < Infinity
          ? value
          : fail('must be a number of milliseconds', RangeError),
      60_000,
    ),
    clock: maybe(withMethods('now', 'schedule'), createSystemClock()),
  };
  const { leadMs, clock } = readTable(options, rows, 'onExpiring');
  let warned: SessionState | undefined;
  let cancel: (() => void) | undefined;
  const look = (): void => {
    cancel?.();
    cancel = undefined;
    const { session } = wallet.state();
    if (session === undefined || (session.sessionId === warned?.sessionId && session.expiresAt === warned.expiresAt))
      return;
    const left = session.expiresAt - clock.now();
    if (left > leadMs) {
      cancel = clock.schedule(left - leadMs, look);
    } else if (left > 0) {
      warned = session;
      run(session);
    }
  };
  const stop = wallet.subscribe(look);
  look();
  return () => {
    stop();
    cancel?.();
  };
}
