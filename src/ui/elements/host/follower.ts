/** Reads again what has changed: here, in another tab, or while the person was away. */
import { changesOfPage, mergedMs, type Changes, type ChangeSubject } from '../../../kit/session/changes.ts';
import { createSystemClock, onAbort, unlessAborted, type Clock } from '../../../kit/waiting.ts';
import type { Wallet } from '../../../kit/wallet/index.ts';

/** A person who was away for so long finds what is new, ms. */
const awayMs = 3000;

/** Follows the changes of one wallet for all elements in the page. */
export interface Follower {
  /** Calls `run` after changes of these, and on each return to the page; returns the way to stop. */
  follow(followed: readonly ChangeSubject[], run: () => void): () => void;
  /** Reads once for all who ask for the same since it changed last. Ends when the last of them has left. */
  read<Value>(path: string, signal: AbortSignal, run: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
  /** Lets the next reads begin anew. */
  renew(): void;
}

/** The page around a follower. */
export interface FollowerOptions {
  readonly accountId: () => string;
  readonly changes: Changes;
  readonly clock: Clock;
  /** The window, for focus and visibility. */
  readonly page: EventTarget;
  readonly visible: () => boolean;
}

/** A read that has readers. */
interface SharedRead {
  readonly controller: AbortController;
  readonly value: Promise<unknown>;
  readers: number;
  isOver: boolean;
}

/** Creates a follower, which listens while it has followers. */
export function createFollower({ accountId, changes, clock, page, visible }: FollowerOptions): Follower {
  const followers = new Set<{ readonly followed: readonly ChangeSubject[]; readonly run: () => void }>();
  const reads = new Map<string, SharedRead>();
  const due = new Set<ChangeSubject>();
  let isAllDue = false;
  let stopTimer: (() => void) | undefined;
  let awaySince: number | undefined;
  let stopListening: (() => void) | undefined;

  const fire = (): void => {
    stopTimer?.();
    stopTimer = undefined;
    // A hidden page reads once it is shown.
    if (!visible()) return reads.clear();
    const [isAll, changed] = [isAllDue, new Set(due)];
    isAllDue = false;
    due.clear();
    for (const { followed, run } of followers) if (isAll || followed.some((subject) => changed.has(subject))) run();
    for (const [path, { isOver }] of reads) if (isOver) reads.delete(path);
  };
  const hear = (account: string, changed: readonly ChangeSubject[]): void => {
    if (account !== accountId()) return;
    reads.clear();
    for (const subject of changed) due.add(subject);
    stopTimer ??= clock.schedule(mergedMs, fire);
  };
  const leave = (): void => void (awaySince ??= clock.now());
  const comeBack = (): void => {
    if (!visible()) return leave();
    if (awaySince !== undefined && clock.now() - awaySince >= awayMs) {
      isAllDue = true;
      reads.clear();
    }
    awaySince = undefined;
    if (stopTimer === undefined && (isAllDue || due.size > 0)) fire();
  };
  const listen = (): (() => void) => {
    const stop = changes.listen(hear);
    page.addEventListener('blur', leave);
    page.addEventListener('focus', comeBack);
    page.addEventListener('visibilitychange', comeBack);
    return () => {
      stop();
      stopTimer?.();
      stopTimer = undefined;
      page.removeEventListener('blur', leave);
      page.removeEventListener('focus', comeBack);
      page.removeEventListener('visibilitychange', comeBack);
    };
  };
  return {
    follow(followed, run) {
      const follower = { followed, run };
      followers.add(follower);
      stopListening ??= listen();
      return () => {
        followers.delete(follower);
        if (followers.size > 0) return;
        stopListening?.();
        stopListening = undefined;
      };
    },
    async read<Value>(path: string, signal: AbortSignal, run: (signal: AbortSignal) => Promise<Value>) {
      const shared = reads.get(path) ?? begin(run);
      reads.set(path, shared);
      shared.readers += 1;
      const forget = (): void => {
        if (reads.get(path) === shared) reads.delete(path);
      };
      const stop = onAbort(signal, () => {
        shared.readers -= 1;
        if (shared.readers > 0) return;
        shared.controller.abort(signal.reason);
        forget();
      });
      // One that ends before the elements hear of the change serves them, too.
      const keep = (): void => {
        shared.isOver = true;
        if (stopTimer === undefined) forget();
      };
      shared.value.then(keep).catch(forget);
      return (await unlessAborted(shared.value, signal).finally(stop)) as Value;
    },
    renew: () => reads.clear(),
  };
}

function begin(run: (signal: AbortSignal) => Promise<unknown>): SharedRead {
  const controller = new AbortController();
  return { controller, value: run(controller.signal), readers: 0, isOver: false };
}

const followerOfWallets = new WeakMap<Wallet, Follower>();

/** The follower of a wallet in this page. */
export function followerOf(wallet: Wallet): Follower {
  const known =
    followerOfWallets.get(wallet) ??
    createFollower({
      accountId: () => wallet.accountId,
      changes: changesOfPage(),
      clock: createSystemClock(),
      page: globalThis,
      visible: () => document.visibilityState === 'visible',
    });
  followerOfWallets.set(wallet, known);
  return known;
}
