/** How one of the tabs of an origin goes first. Loaded with the first refresh. */
import type { Clock } from './clock.ts';

/** Options of {@link withAccountLock}. */
export interface AccountLockOptions {
  /** `navigator.locks`; without it nothing is locked. */
  readonly locks?: Pick<LockManager, 'request'> | undefined;
  readonly clock: Clock;
  /** How long to wait for a tab that holds the lock, ms; a frozen one may hold it for ever. Default 10 s. */
  readonly patienceMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs once, alone among the tabs of this origin for this account where that can be had. `run` is told: `held` is false where
 * there are no Web Locks, they are refused, or the holder did not let go in time. The lock saves work; being correct is left
 * to the compare-and-set.
 */
export async function withAccountLock<Result>(
  accountId: string,
  run: (lock: { readonly held: boolean }) => Promise<Result>,
  { locks, clock, patienceMs = 10_000, signal }: AccountLockOptions,
): Promise<Result> {
  signal?.throwIfAborted();
  if (locks === undefined) return run({ held: false });
  const waiting = new AbortController();
  const stopWaiting = (): void => waiting.abort();
  const cancel = clock.schedule(patienceMs, stopWaiting);
  signal?.addEventListener('abort', stopWaiting, { once: true });
  let started: Promise<Result> | undefined;
  try {
    await locks.request(`countersign:${accountId}`, { signal: waiting.signal }, async () => {
      cancel();
      started = run({ held: true });
      // The lock is held until the run has ended; how it ended is told below.
      await started.catch(() => {});
    });
  } catch {
    // Refused (sandboxed frame) or out of patience.
  } finally {
    cancel();
    signal?.removeEventListener('abort', stopWaiting);
  }
  if (started === undefined) {
    signal?.throwIfAborted();
    started = run({ held: false });
  }
  return started;
}
