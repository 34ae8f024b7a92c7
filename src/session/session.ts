/** The session of one wallet account in one page: what the store holds of it, what this page shows, and how it ends. */
import { unlessAborted } from '../abort.ts';
import { readInstant, type Clock, type Instant } from '../clock.ts';
import { createQueue } from '../queue.ts';
import type { AuthSession } from '../wire.ts';
import { countDown, lifetimeOf, longestLifetimeMs, type Countdown } from './expiry.ts';
import { createPageLocks, type Locks } from './lock.ts';
import { createMemoryStore } from './memory-store.ts';
import {
  ended,
  isSigningKey,
  learnt,
  readRecord,
  recordKey,
  refreshed,
  signInBegun,
  signedIn,
  signedOut,
  type AccountRecord,
  type Change,
  type EndReason,
  type SessionIds,
  type StoredSession,
} from './record.ts';
import { SessionError } from './session-error.ts';
import { createSnapshot, loadingState, snapshotOf, type WalletState } from './snapshot.ts';
import type { Store } from './store.ts';
import { sweep } from './sweep.ts';
import { onWake, type Announcement, type TabChannel } from './tabs.ts';

/** A session as the service has just answered it, with the key that signs for it. */
export interface FreshSession {
  readonly session: AuthSession;
  readonly credentialId: string;
  /** `signingKey` refuses export; this folder never uses it. */
  readonly key: { readonly compressedPublicKeyHex: string; readonly signingKey: CryptoKey };
  /** When the request was sent: the lifetime counts from here. */
  readonly startedAt: Instant;
  /** The answer's `Date` header, epoch ms. */
  readonly date: number | null;
}

/** A session that may sign now. */
export interface ActiveSession extends StoredSession {
  readonly epoch: string;
  /** Epoch ms on this device's clock. */
  readonly expiresAt: number;
  /** What the account's payloads have named so far. */
  readonly ids: SessionIds;
}

/** What a new session takes the place of: whatever there is in the epoch in which its sign-in began, or the session that it refreshes. */
export type SessionPlace = { readonly epoch: string } | { readonly replaces: string };

/** What a sign-out did. */
export interface SignOut {
  /** `revoked`: the service has ended the session, now or before. `not-reached`: it ends by itself, if later attempts fail too. */
  readonly service: 'revoked' | 'not-reached';
  /** Whether the key is deleted from the store; this page has forgotten it in any case, but for telling the service. */
  readonly localKeyDeleted: boolean;
  /** Why one of the halves did not happen. */
  readonly error?: unknown;
}

/** Who wants a session ended at the service: the person who signs out, or the kit, which has replaced it. */
export interface RevocationOptions {
  readonly cause: 'caller' | 'housekeeping';
  readonly signal: AbortSignal;
}

/** Options of {@link createSession}. */
export interface SessionOptions {
  readonly accountId: string;
  readonly store: Store;
  readonly clock: Clock;
  /** Tells other tabs and hears from them; whoever opened it closes it. */
  readonly channel?: TabChannel | undefined;
  /** The window, whose events wake the session. */
  readonly page?: EventTarget | undefined;
  /** `navigator.locks`. Without it or `channel` the page stands alone, in memory. */
  readonly locks?: Locks | undefined;
  /** The longest that a session is kept, ms, whatever the service allows. */
  readonly maxSessionMs?: number | undefined;
  /** Ends a session at the service, signed by its own key: resolves once it is over there, now or before. */
  readonly revoke: (session: StoredSession & { readonly ids: SessionIds }, options: RevocationOptions) => Promise<void>;
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
  /** The epoch that this page knows: an action is signed only in the one in which it was pressed. */
  epoch(): Promise<string | undefined>;
  /**
   * The session to sign with, after reading the store and both clocks again.
   *
   * @throws SessionError `SIGNED_OUT`, `SESSION_EXPIRED`, `STORE_UNAVAILABLE`, `WALLET_CLOSED`
   */
  current(): Promise<ActiveSession>;
  /** A sign-in was pressed: what it belongs to, and what the account's payloads have named. */
  beginSignIn(): Promise<{ readonly epoch: string; readonly ids: SessionIds }>;
  /**
   * Stores a new session if its place is still free; false if somebody signed out, or another session came, meanwhile. What it
   * replaces, or the new one where it is not stored, is revoked once in the background.
   *
   * @throws SessionError `SESSION_LIFETIME_INVALID`; `SESSION_EXPIRED` if it ended before its answer arrived; `STORE_UNAVAILABLE`
   * for a refresh, where a sign-in goes on in memory.
   * @throws TypeError for a key that can't sign or could be exported.
   */
  adopt(fresh: FreshSession | Promise<FreshSession>, place: SessionPlace): Promise<boolean>;
  /** Keeps what a payload has named; false, and nothing is kept, if the account's payloads have named others before. */
  learnIds(ids: SessionIds): Promise<boolean>;
  /** The service says that this session is over: ends it in every tab. */
  endedAtService(sessionId: string): Promise<void>;
  /**
   * Signs out. When this returns its promise, this page signs no more; then the key is deleted in one transaction, the other tabs
   * are told, and the service, from this page's memory: for 30 s at most, of which the caller waits for the first attempt or 10 s.
   *
   * @throws the signal's reason if it was aborted before: then nothing is done. SessionError `SIGNED_OUT`, `SESSION_EXPIRED` when nobody is signed in.
   */
  signOut(options?: { readonly signal?: AbortSignal | undefined }): Promise<SignOut>;
  /** Reads the store and both clocks again, as on waking. Never rejects. */
  check(): Promise<void>;
  /** The store in use: memory where the page stands alone. */
  store(): Store;
  /** The locks in use: the page's own queue where it stands alone. */
  locks(): Locks;
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

/** How long a page tries to tell the service of a sign-out, and how long its caller waits for that, ms. */
const revokingMs = 30_000;
const heardOfMs = 10_000;
const firstPauseMs = 2_000;

const ignore = (): void => {};

/** Creates it; the store is read at once. */
export function createSession(options: SessionOptions): Session {
  const { accountId, clock, channel, locks } = options;
  const key = recordKey(accountId);
  const closing = new AbortController();
  const inTurn = createQueue();
  const pageLocks = createPageLocks();
  const isAlone = locks === undefined || channel === undefined;
  let store = isAlone && options.store.storage === 'persistent' ? createMemoryStore() : options.store;
  const snapshot = createSnapshot<WalletState>({ ...loadingState, storage: store.storage });
  let page: PageState = { is: 'loading' };
  /** As it was read last. */
  let record: AccountRecord | undefined;
  /** The epoch in which a sign-out was pressed here: its session stays over, whatever the store still says. */
  let overEpoch: string | undefined;
  let signingOut: Promise<Cleared> | undefined;
  let disarm: (() => void) | undefined;

  const show = (next: PageState): void => {
    if (page.is === 'closed') return;
    page = next;
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

  /** Takes over what the store holds. `since`: the start of a session that this page has begun. */
  const take = async (found: AccountRecord | undefined, since?: Instant): Promise<void> => {
    record = found;
    if (found === undefined) {
      // The record stays when a session ends: without it, the site's data was cleared.
      const reason = page.is === 'live' ? 'storage-lost' : page.is === 'none' ? page.reason : undefined;
      return show({ is: 'none', reason });
    }
    if (found.epoch === overEpoch) return show({ is: 'none', reason: 'signed-out' });
    const { session } = found;
    if (session === undefined) return show({ is: 'none', reason: found.ended });
    const now = readInstant(clock);
    const known = page.is === 'live' && page.session.sessionId === session.sessionId ? page.countdown : undefined;
    const countdown = known ?? countDown(session, since ?? now);
    if (countdown(now) > 0) return show({ is: 'live', session, countdown });
    show({ is: 'none', reason: 'expired' });
    // Where the expired key can't be deleted, it is never used all the same.
    await change(ended(session.sessionId, 'expired')).catch(ignore);
    return undefined;
  };
  const read = async (): Promise<void> => take(readRecord(await store.read(key)));
  const change = async (make: Change, since?: Instant): Promise<AccountRecord | undefined> => {
    const stored = readRecord(await store.update(key, (value) => make(readRecord(value)) ?? value));
    await take(stored, since);
    return stored;
  };
  const goOnInMemory = (): void => {
    store = createMemoryStore();
    record = undefined;
  };

  const check = async (): Promise<void> => {
    await inTurn(read).catch(() => {
      // Over by this page's own clocks, also where the store can't be read.
      if (page.is === 'live' && page.countdown(readInstant(clock)) <= 0) show({ is: 'none', reason: 'expired' });
    });
  };
  const hear = (message: Announcement): void => {
    if (message.accountId !== accountId) return;
    const { epoch } = message;
    if (epoch !== undefined && epoch !== record?.epoch) {
      if (page.is === 'live') show({ is: 'none', reason: 'signed-out' });
      // The store of a page that stands alone can't tell it.
      if (store.storage === 'memory') void inTurn(() => change(signedOut(epoch))).catch(ignore);
    }
    void check();
  };

  const first = inTurn(async () => {
    await read().catch(async () => {
      goOnInMemory();
      await read();
    });
    if (page.is === 'none') void sweep(store, clock).catch(ignore);
  });
  const stops = [channel?.listen(hear), options.page && onWake(options.page, () => void check())];

  /** Runs a call in its turn. `close` rejects it meanwhile; what it has begun to store is still stored. */
  const call = <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (closing.signal.aborted) return Promise.reject(new SessionError('WALLET_CLOSED'));
    return unlessAborted(inTurn(work), closing.signal);
  };
  const notSignedIn = (): SessionError => {
    if (page.is === 'closed') return new SessionError('WALLET_CLOSED');
    return new SessionError(page.is === 'none' && page.reason === 'expired' ? 'SESSION_EXPIRED' : 'SIGNED_OUT');
  };

  const revoke = (session: StoredSession, revocation: RevocationOptions): Promise<void> =>
    options.revoke({ ...session, ids: record?.ids ?? {} }, revocation);
  /** Tells the service once of a session that nobody uses any more; if that fails, it ends by itself. */
  const drop = (session: StoredSession): void =>
    void revoke(session, { cause: 'housekeeping', signal: closing.signal }).catch(ignore);

  const adopt = async (fresh: FreshSession, place: SessionPlace): Promise<boolean> => {
    const { startedAt } = fresh;
    const session = storedForm(fresh);
    let isStored = false;
    let replaced: StoredSession | undefined;
    try {
      const lifetimeMs = Math.min(lifetimeOf(fresh.session, fresh.date), options.maxSessionMs ?? Infinity);
      const timed = { ...session, lifetimeMs };
      if (countDown(timed, startedAt)(readInstant(clock)) <= 0) throw new SessionError('SESSION_EXPIRED');
      const make = 'epoch' in place ? signedIn(timed, place.epoch) : refreshed(timed, place.replaces);
      const put = async (): Promise<void> => {
        await change((before) => {
          const next = make(before);
          isStored = next !== undefined;
          replaced = isStored ? before?.session : session;
          return next;
        }, startedAt);
        // Some stores lose a CryptoKey or turn it into `{}`.
        if (isStored && 'epoch' in place && readRecord(await store.read(key))?.session === undefined)
          throw new SessionError('STORE_UNAVAILABLE');
      };
      await put().catch(async (error: unknown) => {
        if (!('epoch' in place) || store.storage === 'memory') throw error;
        await store.update(key, () => undefined).catch(ignore);
        const { ids = {} } = record ?? {};
        goOnInMemory();
        await store.update(key, () => ({ epoch: place.epoch, ids }));
        await put();
      });
    } catch (error) {
      drop(session);
      throw error;
    }
    if (replaced !== undefined) drop(replaced);
    if (isStored) channel?.announce({ accountId });
    return isStored;
  };

  /** The local half of a sign-out. */
  const clear = async (): Promise<Cleared> => {
    const sessions = new Map<string, StoredSession>();
    const add = (session: StoredSession | undefined): unknown => session && sessions.set(session.sessionId, session);
    const { ids = {} } = record ?? {};
    if (page.is === 'live') {
      add(page.session);
      show({ is: 'none', reason: 'signed-out' });
    }
    overEpoch = record?.epoch;
    const epoch = crypto.randomUUID();
    let error: SessionError | undefined;
    await inTurn(async () => {
      overEpoch = record?.epoch;
      try {
        await change((before) => {
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
          error = new SessionError('KEY_NOT_DELETED', { cause });
        }
      }
      // A page that went on in memory may have left an earlier page's key.
      if (store !== options.store) await options.store.update(key, () => undefined).catch(ignore);
    });
    channel?.announce({ accountId, epoch });
    void inTurn(() => sweep(store, clock)).catch(ignore);
    return { sessions: [...sessions.values()], ids, error };
  };

  /** Ends sessions at the service by their own keys, again and again for 30 s; resolves or rejects with the first attempt. */
  const revokeFromMemory = async ({ sessions, ids }: Cleared): Promise<void> => {
    const limit = new AbortController();
    const stop = clock.schedule(revokingMs, () => limit.abort(new SessionError('SIGNED_OUT')));
    const attempt = (session: StoredSession): Promise<void> =>
      options.revoke({ ...session, ids }, { cause: 'caller', signal: limit.signal });
    const tryAgain = async (session: StoredSession, pauseMs: number): Promise<void> => {
      await new Promise<void>((resolve) => void clock.schedule(pauseMs, resolve));
      if (!limit.signal.aborted && !closing.signal.aborted)
        await attempt(session).catch(() => tryAgain(session, 2 * pauseMs));
    };
    const firsts = sessions.map(attempt);
    void Promise.all(
      sessions.map((session, index) => firsts[index]?.catch(() => tryAgain(session, firstPauseMs))),
    ).finally(stop);
    await Promise.all(firsts);
  };

  return Object.freeze({
    ready: () => first.catch(ignore),
    state: () => snapshot.get(),
    serverState: () => loadingState,
    subscribe: (listener: () => void) => snapshot.subscribe(listener),
    async epoch() {
      if (page.is === 'loading') await first.catch(ignore);
      return record?.epoch;
    },
    current: () =>
      call(async () => {
        await read();
        if (page.is !== 'live' || record === undefined) throw notSignedIn();
        const { session } = page;
        const { epoch, ids = {} } = record;
        return { ...session, epoch, ids, expiresAt: session.startedAt + session.lifetimeMs };
      }),
    beginSignIn: () =>
      call(async () => {
        const begun = await change(signInBegun).catch(async () => {
          if (store.storage === 'persistent') await store.update(key, () => undefined).catch(ignore);
          goOnInMemory();
          return change(signInBegun);
        });
        return { epoch: begun?.epoch ?? '', ids: begun?.ids ?? {} };
      }),
    adopt: (fresh: FreshSession | Promise<FreshSession>, place: SessionPlace) =>
      call(async () => adopt(await fresh, place)),
    learnIds: (ids: SessionIds) =>
      call(async () => {
        let isSame = false;
        await change((before) => {
          const known = new Map(Object.entries(before?.ids ?? {}));
          isSame = Object.entries(ids).every(([name, id]) => (known.get(name) ?? id) === id);
          return isSame ? learnt(ids)(before) : undefined;
        });
        return isSame;
      }),
    endedAtService: (sessionId: string) =>
      call(async () => {
        await change(ended(sessionId, 'revoked'));
        channel?.announce({ accountId });
      }),
    async signOut({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<SignOut> {
      signal?.throwIfAborted();
      if (closing.signal.aborted) throw new SessionError('WALLET_CLOSED');
      signingOut ??= clear().finally(() => (signingOut = undefined));
      const cleared = await signingOut;
      if (cleared.sessions.length === 0) throw notSignedIn();
      const localKeyDeleted = cleared.error === undefined;
      cleared.revoked ??= unlessLate(clock, revokeFromMemory(cleared));
      try {
        await unlessAborted(cleared.revoked, signal);
        return { service: 'revoked', localKeyDeleted, ...(localKeyDeleted ? {} : { error: cleared.error }) };
      } catch (error) {
        return { service: 'not-reached', localKeyDeleted, error: cleared.error ?? error };
      }
    },
    check,
    store: () => store,
    locks: () => (store.storage === 'memory' || locks === undefined ? pageLocks : locks),
    lastCredentialId: () =>
      call(async () => {
        await read();
        return record?.lastCredentialId;
      }),
    async close() {
      show({ is: 'closed' });
      snapshot.clear();
      disarm?.();
      for (const stop of stops) stop?.();
      closing.abort(new SessionError('WALLET_CLOSED'));
      await inTurn(async () => {});
    },
  });
}

/** What the local half of a sign-out did. */
interface Cleared {
  readonly sessions: readonly StoredSession[];
  readonly ids: SessionIds;
  /** Why the store may still hold a key. */
  readonly error: SessionError | undefined;
  /** The first attempt to tell the service. */
  revoked?: Promise<void>;
}

/** Rejects if the work takes longer than a caller waits for it. */
function unlessLate<Result>(clock: Clock, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = clock.schedule(heardOfMs, () => reject(new Error('The service has not answered yet.')));
    work.then(resolve, reject).finally(stop);
  });
}

/** A new session in the form in which it is stored, with the longest lifetime. @throws TypeError */
function storedForm({ session, credentialId, key, startedAt }: FreshSession): StoredSession {
  if (!isSigningKey(key.signingKey))
    throw new TypeError('fresh.key.signingKey must be a private CryptoKey that signs and refuses export');
  return {
    sessionId: session.id,
    credentialId,
    credentialType: session.type,
    nickname: session.nickname,
    compressedPublicKeyHex: key.compressedPublicKeyHex,
    signingKey: key.signingKey,
    lifetimeMs: longestLifetimeMs,
    startedAt: startedAt.wall,
  };
}
