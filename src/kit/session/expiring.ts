/** Tells a user interface that a session is about to end, while there is still time to refresh it. */
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
  checkArguments(wallet, run, options);
  const { leadMs = 60_000, clock = createSystemClock() } = options;
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

function checkArguments(wallet: Partial<ExpiringWallet>, run: unknown, options: ExpiringOptions): void {
  if (typeof wallet?.state !== 'function' || typeof wallet.subscribe !== 'function')
    throw new TypeError('onExpiring: wallet must be a wallet');
  if (typeof run !== 'function') throw new TypeError('onExpiring: run must be a function');
  if (typeof options !== 'object' || options === null) throw new TypeError('onExpiring: options must be an object');
  const { leadMs, clock } = options as Readonly<Record<string, unknown>>;
  if (leadMs !== undefined && (typeof leadMs !== 'number' || !(leadMs >= 0) || leadMs === Infinity))
    throw new RangeError('onExpiring: leadMs must be a number of milliseconds');
  const { schedule } = (clock ?? {}) as Partial<Clock>;
  if (clock !== undefined && typeof schedule !== 'function') throw new TypeError('onExpiring: clock must be a clock');
}
