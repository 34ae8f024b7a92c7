/** The keeper once its code has loaded: reads the session again before every use, counts it down, deletes it when it is over. */
import { unlessAborted } from '../abort.ts';
import { createQueue } from '../queue.ts';
import { adoptSession, discardSession } from './adopt.ts';
import { askService, awaitRefresh, type SessionFinding } from './ask.ts';
import { notSignedIn, type KeeperContext } from './keeper-context.ts';
import { createLeaving } from './leaving.ts';
import { changing, createPageSession } from './page-session.ts';
import { createPageStore, isNewer } from './page-store.ts';
import { probeStore } from './probe.ts';
import { idsOf, namesSame, ownIds, signedOut, withIds } from './record-changes.ts';
import { emptyRecord, readRecord, recordKey, type AccountRecord, type SessionIds } from './record.ts';
import { returnToStorage } from './return-to-storage.ts';
import { createRevocations } from './revocations.ts';
import { SessionError } from './session-error.ts';
import type {
  ActiveSession,
  AdoptOptions,
  FreshSession,
  LastSignOut,
  SessionKeeper,
  SessionKeeperOptions,
} from './session.ts';
import { awaitRevocation, clearSession, type Cleared } from './sign-out.ts';
import { sweepProbes } from './sweep-probes.ts';
import type { Announcement } from './tabs.ts';
import { createShared } from './shared-run.ts';
import { onWake } from './wake.ts';
import type { Snapshot } from './wallet-state.ts';

/** What needs this code; the snapshot is there before it. */
export type LoadedKeeper = Omit<SessionKeeper, 'state' | 'serverState' | 'subscribe'>;

const ignore = (): void => {};

/** Creates the keeper, which starts to read the store at once. `snapshot` may show already what a first reading found. */
export function createLoadedKeeper(options: SessionKeeperOptions, snapshot: Snapshot): LoadedKeeper {
  const { accountId, clock, channel } = options;
  const key = recordKey(accountId);
  const closing = new AbortController();
  const inTurn = createQueue();
  const asking = createShared<SessionFinding>();
  const signingOut = createShared<Cleared>();
  let returning: Promise<unknown> | undefined;
  const store = createPageStore(options.store, clock, () => page.show());
  const leaving = createLeaving();

  const read = async (): Promise<void> => {
    try {
      await page.consider(await store.read(key));
    } catch (error) {
      if (!isNewer(error)) throw error;
      await page.take('found-newer');
    }
  };
  const ask = (): Promise<SessionFinding> =>
    asking.run(async () => {
      try {
        return await askService(context);
      } catch (cause) {
        throw new SessionError('CLOCK_UNCERTAIN', { cause });
      }
    });
  const isInMemory = (): boolean => store.storage !== options.store.storage;
  const tryStorage = async (): Promise<void> => {
    if (!isInMemory()) return;
    const trying = returnToStorage(context).catch(ignore);
    returning = Promise.all([returning, trying]);
    await trying;
  };
  const page = createPageSession({
    accountId,
    clock,
    store,
    snapshot,
    onLeaving: (listed) => leaving.note(listed),
    effects: {
      announce: ({ sessionId, reason }) => {
        if (sessionId !== undefined && reason !== undefined)
          channel?.announce({ accountId, ended: { sessionId, reason } });
      },
      ask: () => void ask().catch(ignore),
      read: () => inTurn(read),
      'try-storage': tryStorage,
      // After the reading that comes with it, which tells what is left to revoke.
      revoke: () => void inTurn(async () => revocations.work(leaving.all())),
      release() {
        closing.abort(new SessionError('WALLET_CLOSED'));
        for (const stop of stops) stop?.();
      },
    },
  });
  const context: KeeperContext = {
    options,
    key,
    store,
    page,
    leaving,
    inTurn,
    read,
    revoke: () => revocations.work(leaving.own()),
  };
  const revocations = createRevocations(context, closing.signal);

  const check = async (): Promise<void> => {
    if (page.phase() === 'loading') await first.catch(ignore);
    await page.take('woke').catch(ignore);
    await asking.latest()?.catch(ignore);
  };
  const reread = (): void => void page.take('told-changed').catch(ignore);
  let heardMark: string | undefined;
  const hear = (message: Announcement): void => {
    if (message.accountId !== accountId) return;
    const { ended, mark } = message;
    heardMark = mark ?? heardMark;
    if (mark !== undefined && isInMemory())
      void page.change((record) => signedOut(record, { at: clock.now(), mark })).catch(ignore);
    if (ended !== undefined) {
      page.learn(ended.sessionId, ended.reason);
      const isCurrent = page.current()?.session.sessionId === ended.sessionId;
      // The successor of a replaced session is in the store: this page need not show first that nobody is signed in.
      if (isCurrent && ended.reason !== 'replaced') void page.take('told-ended', ended);
    }
    reread();
  };
  const leaveStorage = (error: unknown): void => {
    if (!isNewer(error)) store.useMemory();
  };
  const first = inTurn(async () => {
    await read();
    // A stored session whose key came back proves that storage works, even where it is too full for a probe.
    if (store.storage === 'memory' || page.current() !== undefined) return;
    await probeStore(store, clock).catch(leaveStorage);
  });
  first.then(() => sweepProbes(store, clock)).catch(ignore);
  const stops = [
    channel?.listen(hear),
    options.page === undefined ? undefined : onWake(options.page, () => void check()),
    options.store.onLost?.(reread),
  ];

  /** Runs a call of an open wallet. `close` rejects the call meanwhile; what the call has begun to store is still stored. */
  const whileOpen = <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (closing.signal.aborted) return Promise.reject(new SessionError('WALLET_CLOSED'));
    return unlessAborted(work(), closing.signal);
  };

  const current = async (): Promise<ActiveSession> => {
    await inTurn(read);
    if (page.phase() === 'uncertain') await asking.latest();
    const session = page.current()?.session;
    if (session === undefined || page.phase() !== 'live') throw notSignedIn(page);
    const { sessionId, credentialId, compressedPublicKeyHex, signingKey, startedAt, lifetimeMs } = session;
    const { signInId = sessionId } = session;
    const expiresAt = startedAt + lifetimeMs;
    const ids = ownIds(session);
    return { sessionId, credentialId, compressedPublicKeyHex, signingKey, expiresAt, signInId, ids };
  };

  const doubt = async (sessionId: string): Promise<SessionFinding> => {
    await awaitRefresh(context);
    // A question that is under way is older than the doubt.
    await asking.latest()?.catch(ignore);
    await inTurn(read);
    if (page.current()?.session.sessionId !== sessionId) return 'gone';
    page.doubt(sessionId);
    await page.take('doubted');
    return (await asking.latest()?.catch(ignore)) ?? 'unknown';
  };

  const endAtService = async (sessionIds: readonly string[]): Promise<void> => {
    revocations.work(leaving.own());
    await Promise.all(sessionIds.map(revocations.outcome));
  };

  const signInId = async (): Promise<string | undefined> => {
    await inTurn(read);
    const session = page.current()?.session;
    return session?.signInId ?? session?.sessionId;
  };

  /** Makes a mark before a sign-in begins, if there is none: a sign-out on a full disk can delete a mark, but not write a new one. */
  const lastSignOut = async (): Promise<LastSignOut> => {
    const before = heardMark;
    const value = await store.update(
      key,
      changing(accountId, (record) =>
        record.lastSignOut === undefined ? { ...record, lastSignOut: crypto.randomUUID() } : undefined,
      ),
    );
    // A sign-out that was announced meanwhile came after the press, and wins: no record has the empty mark. Storage tells of later
    // ones; where it fails, what this page has heard does.
    const isOver = heardMark !== before;
    return () => (isOver || (isInMemory() && heardMark !== before) ? '' : recordOf(value).lastSignOut);
  };

  const recordOf = (value: unknown): AccountRecord => {
    const record = readRecord(value, accountId);
    return typeof record === 'object' ? record : emptyRecord(accountId);
  };

  return {
    ready: () => first.catch(ignore),
    current: () => whileOpen(current),
    prepare: () => Promise.resolve(),
    adopt: (fresh: FreshSession | Promise<FreshSession>, how: AdoptOptions) =>
      whileOpen(() => inTurn(async () => adoptSession(context, await fresh, how))),
    discard: (fresh: FreshSession) => whileOpen(() => inTurn(() => discardSession(context, fresh))),
    learnIds: (ids: SessionIds) =>
      whileOpen(() =>
        inTurn(async () => {
          let isSame = true;
          await page.change((record) => {
            isSame = namesSame(record, ids);
            return isSame ? withIds(record, ids) : undefined;
          });
          return isSame;
        }),
      ),
    knownIds: () => whileOpen(() => inTurn(async () => idsOf(recordOf(await store.read(key))))),
    lastSignOut: () => whileOpen(lastSignOut),
    signInId: () => whileOpen(signInId),
    async signOut({ signal }: { readonly signal?: AbortSignal | undefined } = {}) {
      signal?.throwIfAborted();
      if (closing.signal.aborted) throw new SessionError('WALLET_CLOSED');
      const { sessionIds, error } = await signingOut.run(() => clearSession(context));
      return awaitRevocation(endAtService(sessionIds), { error, signal });
    },
    doubt: (sessionId: string) => whileOpen(() => doubt(sessionId)),
    holdStamp: <Result>(sessionId: string, run: () => Promise<Result>) => revocations.holdStamp(sessionId, run),
    check,
    store: () => store,
    lastCredentialId: () => whileOpen(() => inTurn(async () => recordOf(await store.read(key)).lastCredentialId)),
    async close() {
      await page.take('close');
      await Promise.allSettled([signingOut.latest(), returning, inTurn(async () => {})]);
      store.end();
    },
  };
}
