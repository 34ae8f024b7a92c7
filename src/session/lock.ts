/** Web Locks that end waiting on their own: a lazy entry, since only actions and revocations lock. */
import { onAbort, unlessAborted } from '../abort.ts';
import type { Clock } from '../clock.ts';
import { createQueue, type Queue } from '../queue.ts';

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
 * where there are no Web Locks, where they are refused, or where no lock was granted in time; a LockManager that
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
  const giveUp = (): void => waiting.abort();
  const cancel = clock.schedule(waitMs, giveUp);
  const stopListening = onAbort(signal, giveUp);
  let letGo: (() => void) | undefined;
  const request = new Promise<void>((granted, refused) => {
    // A lock that is granted after all is let go at once.
    const grant = (): Promise<void> | undefined =>
      waiting.signal.aborted
        ? undefined
        : new Promise((resolve) => {
            letGo = resolve;
            granted();
          });
    Promise.resolve()
      .then(async () => locks.request(name, { mode, signal: waiting.signal }, grant))
      .catch(refused);
  });
  await unlessAborted(request, waiting.signal).catch(() => {});
  cancel();
  stopListening();
  if (letGo === undefined) signal?.throwIfAborted();
  try {
    return await run({ held: letGo !== undefined });
  } finally {
    letGo?.();
  }
}

/** The lock under which an account's session is refreshed. */
export const refreshLock = (accountId: string): string => `countersign:${accountId}`;

/** Locks of one page, where the browser has none: they keep its own presses in order. */
export function createPageLocks(): Pick<LockManager, 'request'> {
  const queues = new Map<string, Queue>();
  const request = (name: string, _: unknown, run: (lock: null) => unknown): Promise<unknown> => {
    const inTurn = queues.get(name) ?? createQueue();
    queues.set(name, inTurn);
    return inTurn(async () => run(null));
  };
  return { request } as Pick<LockManager, 'request'>;
}
