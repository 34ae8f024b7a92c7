/** The session of one wallet account in one page: its stored record, its shown state, and its end. */
import { unlessAborted, readInstant, type Clock, type Instant, createQueue } from '../waiting.ts';
import {
  countDown,
  type Countdown,
  ended,
  readRecord,
  recordKey,
  signedOut,
  withIds,
  type AccountRecord,
  type Change,
  type EndReason,
  type SessionIds,
  type StoredSession,
} from './record.ts';
import { withLimits } from './indexed-db-store.ts';
import { createMemoryStore, type Store } from './store.ts';
import { SessionError } from './session-error.ts';
import { createSnapshot, loadingState, snapshotOf, type WalletState } from './snapshot.ts';
import { onWake, type Announcement, type TabChannel } from './tabs.ts';

/** The part of `navigator.locks` that is used. */
export type Locks = Pick<LockManager, 'request'>;

/** A session that may sign now. */
export interface ActiveSession extends StoredSession {
  readonly epoch: string;
  /** Epoch ms on this device's clock. */
  readonly expiresAt: number;
  /** Ids that the account's payloads have named so far. */
  readonly ids: SessionIds;
}

/** Sessions that a sign-out has ended in this browser. */
export interface SignedOut {
  /** Sessions whose keys this page still holds in memory: its own, and another that was stored. */
  readonly sessions: readonly EndedSession[];
  /** For each, resolves once the service has heard. */
  readonly tellings: readonly Promise<void>[];
  /** Why the store may still hold a key. */
  readonly error: SessionError | undefined;
}

/** A session that signs only its own revocation, with the ids that its payloads have named. */
export interface EndedSession extends StoredSession {
  readonly ids: SessionIds;
}

/** Options of {@link createSession}. */
export interface SessionOptions {
  readonly accountId: string;
  readonly store: Store;
  readonly clock: Clock;
  /** Exchanges messages with other tabs; the caller opened it, and closes it. */
  readonly channel?: TabChannel | undefined;
  /** The window, whose events wake the session. */
  readonly page?: EventTarget | undefined;
  /** Whether a person can see the page, which the store's time limits count; always by default. */
  readonly visible?: () => boolean;
  /** `navigator.locks`. Without it or `channel` the page stands alone, in memory. */
  readonly locks?: Locks | undefined;
  /** The longest that a session is kept, ms, whatever the service allows. */
  readonly maxSessionMs?: number | undefined;
  /** Revokes a replaced or unstored session at the service, once, signed by its own key. A failure is left. */
  readonly revoke: (session: EndedSession) => Promise<void>;
}

/** Internals that adopt.ts needs. */
export interface SessionInternals {
  readonly options: SessionOptions;
  /** The record as it was read last. */
  record(): AccountRecord | undefined;
  /** Makes a change in one transaction, and applies the stored record. `since`: the start of a session that this page has begun. */
  update(make: Change, since?: Instant): Promise<AccountRecord | undefined>;
  /** The epoch in which a sign-out was pressed here. */
  overEpoch(): string | undefined;
  /** Reads back what was stored. */
  load(): Promise<AccountRecord | undefined>;
  /** Whether the page stands alone. */
  isInMemory(): boolean;
  /** Deletes the record, if the store can, and goes on in memory with this one. */
  goOnInMemory(record?: AccountRecord): Promise<void>;
  /** Revokes an unused session, once. If that fails, it expires. */
  revokeUnused(session: StoredSession): void;
}

/** Keeps the session of one account over reloads and tabs. After `close` its calls reject with `WALLET_CLOSED`. */
export interface Session {
  /** Resolves, always, when the store has been read or memory has taken its place. */
  ready(): Promise<void>;
  /** The same frozen object until something changes. */
  state(): WalletState;
  /** The state of a server-rendered page: always `loading`, always the same object. */
  serverState(): WalletState;
  subscribe(listener: () => void): () => void;
  /** The epoch that this page knows. An action is signed only in the epoch of its press. */
  epoch(): Promise<string | undefined>;
  /**
   * The session to sign with, after reading the store and both clocks again.
   *
   * @throws SessionError `SIGNED_OUT`, `SESSION_EXPIRED`, `STORE_UNAVAILABLE`, `WALLET_CLOSED`
   */
  current(): Promise<ActiveSession>;
  /** Pins the ids that a payload has named. Returns false, and stores nothing, if the account's payloads have named others before. */
  pinIds(ids: SessionIds): Promise<boolean>;
  /** Ends a session in every tab, once a whole list of the service lacks it. A 401 alone ends none. */
  endedAtService(sessionId: string): Promise<void>;
  /**
   * Signs out in this browser. Once this returns its promise, the page signs nothing. Then one transaction deletes
   * the key, and the other tabs get a message. Concurrent calls share it. `tell` revokes each session at the service,
   * beside the storage.
   *
   * @throws SessionError `SIGNED_OUT`, `SESSION_EXPIRED` when signed out, `WALLET_CLOSED`
   */
  signOut(tell?: (session: EndedSession) => Promise<void>): Promise<SignedOut>;
  /** Reads the store and both clocks again, as on waking. Never rejects. */
  check(): Promise<void>;
  /** The store in use: memory where the page stands alone. */
  store(): Store;
  /** The credential that signed in last in this browser, kept after sign-out. */
  lastCredentialId(): Promise<string | undefined>;
  /** Ends timers, listeners and every call. Resolves when a sign-out under way is stored; then the store may be closed. */
  close(): Promise<void>;
}

type PageState =
  | { readonly is: 'loading' | 'closed' }
  | { readonly is: 'none'; readonly reason: EndReason | undefined }
  | { readonly is: 'live'; readonly session: StoredSession; readonly countdown: Countdown };

const shownStatus = { loading: 'loading', closed: 'closed', none: 'signed-out', live: 'signed-in' } as const;

const ignore = (): void => {};

/** Runs work on a session's record in its turn. Work that has begun to store still ends if the wallet is closed meanwhile. */
export type Transact = <Result>(work: (internals: SessionInternals) => Promise<Result>) => Promise<Result>;

/** Creates the session, and `transact`, by which adopt.ts stores new ones. Reads the store at once. */
export function createSession(options: SessionOptions): { readonly session: Session; readonly transact: Transact } {
  const { accountId, clock, channel, locks } = options;
  const key = recordKey(accountId);
  const closing = new AbortController();
  const queue = createQueue();
  const isAlone = locks === undefined || channel === undefined;
  const { page, visible = () => true } = options;
  const isPersistent = options.store.storage === 'persistent';
  const kept = isPersistent
    ? withLimits(options.store, { clock, page, visible, late: () => returnToStore() })
    : options.store;
  let store = isAlone && isPersistent ? createMemoryStore() : kept;
  const snapshot = createSnapshot({ ...loadingState, storage: store.storage });
  let shown: PageState = { is: 'loading' };
  /** As it was read last. */
  let record: AccountRecord | undefined;
  /** The epoch of a sign-out here: its session stays ended, whatever the store says. */
  let overEpoch: string | undefined;
  let signingOut: Promise<SignedOut> | undefined;
  let disarm: (() => void) | undefined;

  const setState = (next: PageState): void => {
    if (shown.is === 'closed') return;
    shown = next;
    disarm?.();
    const { storage } = store;
    if (next.is === 'live') disarm = clock.schedule(next.countdown(readInstant(clock)), () => void check());
    snapshot.set(
      snapshotOf(
        { status: shownStatus[next.is], storage },
        next.is === 'live' ? next.session : undefined,
        next.is === 'none' ? next.reason : undefined,
      ),
    );
  };

  /** Applies a record from the store. `since`: the start of a session that this page has begun. */
  const apply = async (found: AccountRecord | undefined, since?: Instant): Promise<void> => {
    record = found;
    if (found === undefined) {
      // The record stays when a session ends: without it, the site's data was cleared.
      const reason = shown.is === 'live' ? 'storage-lost' : shown.is === 'none' ? shown.reason : undefined;
      return setState({ is: 'none', reason });
    }
    if (found.epoch === overEpoch) return setState({ is: 'none', reason: 'signed-out' });
    const { session } = found;
    if (session === undefined) return setState({ is: 'none', reason: found.ended });
    const now = readInstant(clock);
    const known = shown.is === 'live' && shown.session.sessionId === session.sessionId ? shown.countdown : undefined;
    const countdown = known ?? countDown(session, now, since);
    if (countdown(now) > 0) return setState({ is: 'live', session, countdown });
    setState({ is: 'none', reason: 'expired' });
    // If the expired key can't be deleted, it still isn't used.
    await update(ended(session.sessionId, 'expired')).catch(ignore);
    return undefined;
  };
  const load = async (): Promise<void> => apply(readRecord(await store.read(key)));
  const update = async (make: Change, since?: Instant): Promise<AccountRecord | undefined> => {
    const stored = readRecord(await store.update(key, (value) => make(readRecord(value)) ?? value));
    await apply(stored, since);
    return stored;
  };
  const goOnInMemory = async (next?: AccountRecord): Promise<void> => {
    // Not waited for, since it may have no answer either.
    if (next !== undefined) void store.update(key, () => undefined).catch(ignore);
    store = createMemoryStore();
    record = undefined;
    if (next !== undefined) await store.update(key, () => next);
  };

  const check = async (): Promise<void> => {
    await queue(load).catch(() => {
      // Over by this page's own clocks, also where the store can't be read.
      if (shown.is === 'live' && shown.countdown(readInstant(clock)) <= 0) setState({ is: 'none', reason: 'expired' });
    });
  };
  const onMessage = (message: Announcement): void => {
    if (message.accountId !== accountId) return;
    const { epoch } = message;
    if (epoch !== undefined && epoch !== record?.epoch) {
      if (shown.is === 'live') setState({ is: 'none', reason: 'signed-out' });
      // The store of a page that stands alone can't tell it.
      if (store.storage === 'memory') void queue(() => update(signedOut(epoch))).catch(ignore);
    }
    void check();
  };

  const sweepLater = (signedOutId?: string): void =>
    void import('./sweep.ts')
      .then(({ sweep }) => (closing.signal.aborted ? undefined : sweep(store, clock, signedOutId)))
      .catch(ignore);
  const first = queue(async () => {
    await load().catch(async () => {
      await goOnInMemory();
      await load();
    });
    if (shown.is === 'none') sweepLater();
  });
  /** If the store answers after its limit at load, before a sign-in was pressed, nothing has to be merged. */
  const returnToStore = (): void => {
    const read = async (): Promise<void> => {
      if (isAlone || store === kept || record !== undefined) return;
      store = kept;
      await load().catch(() => goOnInMemory());
    };
    call(read).catch(ignore);
  };
  const stops = [channel?.listen(onMessage), page && onWake(page, () => void check())];

  /** Runs a call in its turn. `close` rejects it meanwhile, and a write under way still ends. */
  const call = <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (closing.signal.aborted) return Promise.reject(new SessionError('WALLET_CLOSED'));
    return unlessAborted(queue(work), closing.signal);
  };
  const notSignedIn = (): SessionError => {
    if (shown.is === 'closed') return new SessionError('WALLET_CLOSED');
    return new SessionError(shown.is === 'none' && shown.reason === 'expired' ? 'SESSION_EXPIRED' : 'SIGNED_OUT');
  };

  const internals: SessionInternals = {
    options,
    record: () => record,
    overEpoch: () => overEpoch,
    update,
    load: async () => readRecord(await store.read(key)),
    isInMemory: () => store.storage === 'memory',
    goOnInMemory,
    revokeUnused(session) {
      const { ids = {} } = record ?? {};
      options.revoke({ ...session, ids }).catch(ignore);
    },
  };

  const signOut = async (tell: (session: EndedSession) => Promise<void> = async () => {}): Promise<SignedOut> => {
    const sessions = new Map<string, EndedSession>();
    const tellings: Promise<void>[] = [];
    const { ids = {} } = record ?? {};
    const add = (session: StoredSession | undefined): void => {
      if (session === undefined || sessions.has(session.sessionId)) return;
      const own = { ...session, ids };
      sessions.set(session.sessionId, own);
      const telling = tell(own);
      telling.catch(ignore);
      tellings.push(telling);
    };
    if (shown.is === 'live') {
      add(shown.session);
      setState({ is: 'none', reason: 'signed-out' });
    }
    overEpoch = record?.epoch;
    const epoch = crypto.randomUUID();
    let error: SessionError | undefined;
    const isLeft = (cause: unknown): void => void (error = new SessionError('KEY_NOT_DELETED', { cause }));
    await queue(async () => {
      overEpoch = record?.epoch;
      try {
        await update((before) => {
          add(before?.session);
          return signedOut(epoch)(before);
        });
      } catch {
        try {
          await store.update(key, (value) => {
            add(readRecord(value)?.session);
            return undefined;
          });
          record = undefined;
        } catch (cause) {
          isLeft(cause);
        }
      }
      // A page that went on in memory may have left an earlier page's key, where the browser has storage at all.
      if (store !== kept)
        await kept
          .update(key, () => undefined)
          .catch((cause: unknown) => {
            const { name } = ((cause as Partial<Error>).cause ?? {}) as Partial<Error>;
            if (name !== 'NotSupportedError') isLeft(cause);
          });
    });
    channel?.announce({ accountId, epoch });
    sweepLater(accountId);
    if (sessions.size === 0 && error === undefined) throw notSignedIn();
    return { sessions: [...sessions.values()], tellings, error };
  };

  const session: Session = Object.freeze({
    ready: () => first.catch(ignore),
    state: () => snapshot.get(),
    serverState: () => loadingState,
    subscribe: (listener: () => void) => snapshot.subscribe(listener),
    async epoch() {
      if (shown.is === 'loading') await first.catch(ignore);
      return record?.epoch;
    },
    current: () =>
      call(async () => {
        await load();
        if (shown.is !== 'live' || record === undefined) throw notSignedIn();
        const { session } = shown;
        const { epoch, ids = {} } = record;
        return { ...session, epoch, ids, expiresAt: session.startedAt + session.lifetimeMs };
      }),
    pinIds: (ids: SessionIds) =>
      call(async () => {
        let isSame = false;
        await update((before) => {
          const next = withIds(ids)(before);
          isSame = next !== undefined;
          return next;
        });
        return isSame;
      }),
    endedAtService: (sessionId: string) =>
      call(async () => {
        await update(ended(sessionId, 'revoked'));
        channel?.announce({ accountId });
      }),
    async signOut(tell?: (session: EndedSession) => Promise<void>) {
      if (closing.signal.aborted) throw new SessionError('WALLET_CLOSED');
      return (signingOut ??= signOut(tell).finally(() => (signingOut = undefined)));
    },
    check,
    store: () => store,
    lastCredentialId: () =>
      call(async () => {
        await load();
        return record?.lastCredentialId;
      }),
    async close() {
      setState({ is: 'closed' });
      snapshot.clear();
      disarm?.();
      for (const stop of stops) stop?.();
      closing.abort(new SessionError('WALLET_CLOSED'));
      await queue(async () => {});
    },
  });
  return { session, transact: (work) => call(() => work(internals)) };
}
