/** How the tabs of one origin tell each other that a session changed, and how one of them goes first. */
import { createSystemClock, type Clock } from './clock.ts';

/** Carries the ids of accounts whose record changed between tabs; never a key, a session or a token. */
export interface TabChannel {
  announce(accountId: string): void;
  listen(run: (accountId: string) => void): () => void;
  close(): void;
}

/** The part of BroadcastChannel that is used. */
export type BroadcastChannelLike = Pick<
  BroadcastChannel,
  'postMessage' | 'addEventListener' | 'removeEventListener' | 'close'
>;

function accountOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('changed' in data)) return undefined;
  return typeof data.changed === 'string' ? data.changed : undefined;
}

/** Creates the channel over a BroadcastChannel that the caller opened, and that closes with it. */
export function createTabChannel(broadcast: BroadcastChannelLike): TabChannel {
  return Object.freeze({
    announce(accountId: string) {
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of one origin
        broadcast.postMessage({ changed: accountId });
      } catch {
        // A channel closed under the page: other tabs find out when they next read the store.
      }
    },
    listen(run: (accountId: string) => void) {
      const receive = (event: MessageEvent): void => {
        const accountId = accountOf(event.data);
        if (accountId !== undefined) run(accountId);
      };
      broadcast.addEventListener('message', receive);
      return () => broadcast.removeEventListener('message', receive);
    },
    close: () => broadcast.close(),
  });
}

/** Opens the channel that the wallets of one origin share; undefined where there is no BroadcastChannel or it is refused. */
export function openTabChannel(
  Channel: (new (name: string) => BroadcastChannelLike) | undefined,
): TabChannel | undefined {
  if (Channel === undefined) return undefined;
  try {
    const broadcast: BroadcastChannelLike & { unref?(): void } = new Channel('countersign');
    // In Node an open channel keeps the process alive.
    broadcast.unref?.();
    return createTabChannel(broadcast);
  } catch {
    return undefined;
  }
}

/** Options of {@link withAccountLock}. */
export interface AccountLockOptions {
  /** `navigator.locks`; without it nothing is locked. */
  readonly locks?: Pick<LockManager, 'request'> | undefined;
  readonly clock?: Clock;
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
  { locks, clock = createSystemClock(), patienceMs = 10_000, signal }: AccountLockOptions = {},
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
