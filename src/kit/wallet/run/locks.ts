/** Web Locks that end waiting on their own, and those of an account. */
import type { Locks } from '../../session/index.ts';
import { onAbort, type Clock } from '../../waiting.ts';
import type { WalletContext } from '../context.ts';
import { WalletError } from '../wallet-error.ts';

/** Options of {@link withLock}. */
export interface LockOptions {
  readonly locks: Locks;
  readonly clock: Clock;
  readonly mode?: LockMode;
  /** How long to wait for the holder, ms. */
  readonly waitMs: number;
  /** Ends the waiting, not the run. */
  readonly signal?: AbortSignal | undefined;
  /** The error when the holder took too long. */
  readonly busy: () => Error;
}

/**
 * Runs once, holding the lock of this name among the tabs of this origin; never without it.
 *
 * @throws the signal's reason if it aborts before the run; `busy()` if the lock wasn't granted in time.
 */
export async function withLock<Result>(
  name: string,
  run: () => Promise<Result>,
  { locks, clock, mode = 'exclusive', waitMs, signal, busy }: LockOptions,
): Promise<Result> {
  signal?.throwIfAborted();
  const waiting = new AbortController();
  const giveUp = (): void => waiting.abort();
  const stops = [clock.schedule(waitMs, giveUp), onAbort(signal, giveUp)];
  const stopWaiting = (): void => stops.forEach((stop) => stop());
  let isGranted = false;
  try {
    return await locks.request(name, { mode, signal: waiting.signal }, () => {
      isGranted = true;
      stopWaiting();
      return run();
    });
  } catch (error) {
    if (isGranted) throw error;
    signal?.throwIfAborted();
    throw busy();
  } finally {
    stopWaiting();
  }
}

/** The locks of a page that stands alone: granted in the order in which they are asked for, shared ones together. */
export function createPageLocks(): Locks {
  const lines = new Map<string, { exclusive: Promise<unknown>; shared: Promise<unknown>[] }>();
  const request = async (
    name: string,
    { mode, signal }: { readonly mode?: LockMode; readonly signal?: AbortSignal },
    run: () => Promise<unknown>,
  ): Promise<unknown> => {
    const line = lines.get(name) ?? { exclusive: Promise.resolve(), shared: [] };
    lines.set(name, line);
    const before = mode === 'shared' ? line.exclusive : Promise.all([line.exclusive, ...line.shared]);
    let stop: (() => void) | undefined;
    const givenUp = new Promise<never>((_, reject) => {
      stop = onAbort(signal, () => reject(signal?.reason as Error));
    });
    const turn = Promise.race([before, givenUp]).then(() => {
      stop?.();
      return run();
    });
    // Those behind one that has given up still wait for those before it.
    const over = Promise.allSettled([before, turn]);
    if (mode === 'shared') line.shared.push(over);
    else Object.assign(line, { exclusive: over, shared: [] });
    return turn;
  };
  return { request } as Locks;
}

/** Options of {@link withAccountLock}. */
export interface AccountLockOptions {
  readonly mode?: LockMode;
  /** What the lock is for; the account as a whole by default. */
  readonly subject?: string;
  /** Ends the waiting, not the run. */
  readonly signal: AbortSignal | undefined;
}

/** Runs while this page holds the lock; one that stands alone queues by itself. @throws WalletError `BUSY` */
export function withAccountLock<Result>(
  { accountId, session, clock, locks, lazy, transportOptions }: WalletContext,
  run: () => Promise<Result>,
  { mode = 'exclusive', subject, signal }: AccountLockOptions,
): Promise<Result> {
  const isAlone = session.state().storage === 'memory' || locks === undefined;
  const name = `countersign:${accountId}${subject === undefined ? '' : `:${subject}`}`;
  return withLock(name, run, {
    locks: isAlone ? (lazy.locks ??= createPageLocks()) : locks,
    clock,
    mode,
    // A run in it ends 5 s before.
    waitMs: transportOptions.timeoutMs + 20_000,
    signal,
    busy() {
      const message = 'Another tab is doing the same, or is refreshing the session. This one did nothing.';
      return new WalletError('BUSY', message, { nextStep: 'retry' });
    },
  });
}
