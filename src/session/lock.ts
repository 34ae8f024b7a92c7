/** Web Locks that end waiting on their own: a lazy entry, since only actions and revocations lock. */
import type { Clock } from '../clock.ts';

/** Options of {@link withLock}. */
export interface LockOptions {
  /** `navigator.locks`; without it nothing is locked. */
  readonly locks?: Pick<LockManager, 'request'> | undefined;
  readonly clock: Clock;
  readonly mode?: LockMode;
  /** How long to wait for the holder, ms; a frozen tab may hold a lock for ever. Default 10 s. */
  readonly waitMs?: number;
  /** Ends the waiting, not the run. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs once, holding the lock of this name among the tabs of this origin where that can be had. `run` is told: `held` is false
 * where there are no Web Locks, where they are refused, or where nothing came of the request in time; a LockManager that
 * ignores its signal is not waited for either.
 *
 * @throws the signal's reason if it aborts before the run.
 */
export async function withLock<Result>(
  name: string,
  run: (lock: { readonly held: boolean }) => Promise<Result>,
  { locks, clock, mode = 'exclusive', waitMs = 10_000, signal }: LockOptions,
): Promise<Result> {
  signal?.throwIfAborted();
  if (locks === undefined) return run({ held: false });
  const waiting = new AbortController();
  const stopWaiting = (): void => waiting.abort();
  const cancel = clock.schedule(waitMs, stopWaiting);
  signal?.addEventListener('abort', stopWaiting, { once: true });
  const held = await new Promise<Hold | undefined>((settle) => {
    const giveUp = (): void => settle(undefined);
    waiting.signal.addEventListener('abort', giveUp, { once: true });
    // A lock that is granted after all is let go at once.
    const grant = (): Promise<void> | undefined =>
      waiting.signal.aborted ? undefined : new Promise<void>((letGo) => settle({ letGo }));
    Promise.resolve()
      .then(async () => locks.request(name, { mode, signal: waiting.signal }, grant))
      .catch(giveUp);
  });
  cancel();
  signal?.removeEventListener('abort', stopWaiting);
  if (held === undefined) signal?.throwIfAborted();
  try {
    return await run({ held: held !== undefined });
  } finally {
    held?.letGo();
  }
}

interface Hold {
  readonly letGo: () => void;
}
