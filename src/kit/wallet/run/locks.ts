/** Web Locks that end waiting on their own, and those of an account. */
import { SessionError, type Locks } from '../../session/index.ts';
import { bare } from '../../own-members.ts';
import { onAbort, unlessAborted, type Clock } from '../../waiting.ts';
import type { WalletContext } from '../context.ts';
import { busy } from './share.ts';

/** Options of {@link withLock}. */
export interface WithLockOptions {
  readonly locks: Locks;
  readonly clock: Clock;
  readonly mode: LockMode;
  /** How long to wait for the holder, ms. */
  readonly waitMs: number;
  /** Doesn't wait: a waiting exclusive request would stop every shared one behind it. */
  readonly onlyIfFree: boolean;
  /** Ends the waiting, not the run. */
  readonly signal: AbortSignal | undefined;
  /** The error when the holder took too long. */
  readonly busy: () => Error;
}

/**
 * Runs once, holding the lock of this name among the tabs of this origin; never without it. `run` gets true if another holder was first.
 *
 * @throws the signal's reason if it aborts before the run; `busy()` if the lock wasn't granted in time; SessionError
 * `STORE_UNAVAILABLE` if the browser refuses it.
 */
export async function withLock<Result>(
  name: string,
  run: (hasWaited: boolean) => Promise<Result>,
  { locks, clock, mode, waitMs, onlyIfFree, signal, busy }: WithLockOptions,
): Promise<Result> {
  signal?.throwIfAborted();
  const waiting = new AbortController();
  const giveUp = (): void => waiting.abort();
  const stops = [clock.schedule(waitMs, giveUp), onAbort(signal, giveUp)];
  const stopWaiting = (): void => stops.forEach((stop) => stop());
  let granted: Promise<Result> | undefined;
  let failure: unknown;
  const enter = (hasWaited: boolean) => (lock: Lock | null) => {
    // A lock that is granted too late is released at once.
    if (lock === null || waiting.signal.aborted) return undefined;
    stopWaiting();
    return (granted = run(hasWaited));
  };
  try {
    // Browsers refuse a signal beside `ifAvailable`.
    await unlessAborted(locks.request(name, bare({ mode, ifAvailable: true }), enter(false)), waiting.signal);
    if (granted === undefined && !onlyIfFree)
      await locks.request(name, bare({ mode, signal: waiting.signal }), enter(true));
  } catch (error) {
    // Once it was granted, the run alone tells the outcome, also if its lock is stolen.
    failure = error;
  } finally {
    stopWaiting();
  }
  if (granted !== undefined) return granted;
  signal?.throwIfAborted();
  if (failure === undefined || waiting.signal.aborted) throw busy();
  throw new SessionError('STORE_UNAVAILABLE', { cause: failure });
}

/** One who holds a lock of a page, or waits for it. */
interface Asking {
  readonly mode: LockMode;
  readonly enter: () => void;
}

/** The locks of a page that stands alone: granted in the order in which they are asked for, shared ones together. */
export function createPageLocks(): Locks {
  const lines = new Map<string, Set<Asking>>();
  const grant = (line: Set<Asking>): void => {
    const [first] = line;
    for (const one of line) {
      if (one !== first && (one.mode !== 'shared' || first?.mode !== 'shared')) return;
      one.enter();
    }
  };
  const request = async (
    name: string,
    { mode, signal, ifAvailable }: LockOptions & Pick<Asking, 'mode'>,
    run: (lock: Lock | null) => Promise<unknown>,
  ): Promise<unknown> => {
    const line = lines.get(name) ?? new Set<Asking>();
    lines.set(name, line);
    const isFree = [...line].every((one) => one.mode === 'shared' && mode === 'shared');
    if (ifAvailable === true && !isFree) return run(null);
    let leave: (() => void) | undefined;
    const entered = new Promise<void>((enter) => {
      const own = { mode, enter };
      line.add(own);
      leave = () => line.delete(own);
    });
    grant(line);
    try {
      await unlessAborted(entered, signal);
      return await run({ name, mode });
    } finally {
      leave?.();
      grant(line);
    }
  };
  return { request } as Locks;
}

/** Options of {@link withAccountLock}. */
export interface AccountLockOptions {
  readonly mode?: LockMode;
  /** Subject of the lock; the account as a whole by default. */
  readonly subject?: string;
  /** Longest wait, ms; 5 s longer than any run in it by default. */
  readonly waitMs?: number;
  readonly onlyIfFree?: boolean;
  /** Ends the waiting, not the run. */
  readonly signal: AbortSignal | undefined;
}

/** The first of two who want one lock, in words. */
export type First = 'Another tab' | 'Another action about the same';

/**
 * Runs while this page holds the lock; one that stands alone queues by itself. `run` gets who was first, if anybody was.
 *
 * @throws WalletError `BUSY`; SessionError `STORE_UNAVAILABLE`
 */
export async function withAccountLock<Result>(
  context: WalletContext,
  run: (first?: First) => Promise<Result>,
  given: AccountLockOptions,
): Promise<Result> {
  const { accountId, session, clock, locks, lazy } = context;
  const usual = { mode: 'exclusive', subject: undefined, waitMs: longestWaitMs(context), onlyIfFree: false } as const;
  const { subject, ...how } = { ...usual, ...given };
  const isAlone = session.state().storage === 'memory' || locks === undefined;
  const name = `countersign:${accountId}${subject === undefined ? '' : `:${subject}`}`;
  const asking = (lazy.asking ??= new Set());
  const isOurs = [...asking].some((one) => one.name === name);
  const first = isOurs ? 'Another action about the same' : 'Another tab';
  const own = { name };
  asking.add(own);
  try {
    return await withLock(name, (hasWaited) => (hasWaited ? run(first) : run()), {
      locks: isAlone ? (lazy.locks ??= createPageLocks()) : locks,
      clock,
      ...how,
      busy: () => busy(`${first} was first, or the session is being refreshed. This one did nothing.`),
    });
  } finally {
    asking.delete(own);
  }
}

/**
 * Runs while this page holds two locks, awaited together: an exclusive one of the subject, and a shared one of the
 * account. @throws as {@link withAccountLock}
 */
export function withActionLocks<Result>(
  context: WalletContext,
  run: (first?: First) => Promise<Result>,
  { subject, signal }: Required<Pick<AccountLockOptions, 'subject' | 'signal'>>,
): Promise<Result> {
  const { clock, lazy } = context;
  const end = clock.monotonic() + longestWaitMs(context);
  const inSubject = (first?: First): Promise<Result> => {
    const waitMs = Math.max(0, end - clock.monotonic());
    return withAccountLock(context, () => run(first), { mode: 'shared', waitMs, signal });
  };
  return withAccountLock(context, inSubject, { subject, signal }).finally(() => {
    const { onceFree } = lazy;
    delete lazy.onceFree;
    onceFree?.();
  });
}

/** A run in a lock ends 5 s before. */
function longestWaitMs({ transportOptions }: WalletContext): number {
  return transportOptions.timeoutMs + 20_000;
}
