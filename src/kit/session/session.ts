/** The session of one wallet account in one page: whom it signs for, and its end. */
import { openAccount, type Account, type AccountOfPage, type EndedSession, type SessionOptions } from './account.ts';
import { signedOut, type EnclaveIds, type StoredSession } from './record.ts';
import { SessionError } from './session-error.ts';
import { loadingState, type WalletState } from './snapshot.ts';
import type { Store } from './store.ts';
import type { Announcement } from './tabs.ts';

/** A session that may sign now. */
export interface ActiveSession extends StoredSession {
  readonly epoch: string;
  /** Epoch ms on this device's clock. */
  readonly expiresAt: number;
  /** Ids that the account's payloads have named so far. */
  readonly ids: EnclaveIds;
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
  /** Ends timers, listeners and every call. Resolves when a sign-out under way is stored; then the store may be closed. */
  close(): Promise<void>;
}

const ignore = (): void => {};

/** Creates the session, and its account, to which adopt.ts adds new sessions. Reads the store at once. */
export function createSession(options: SessionOptions): { readonly session: Session; readonly account: Account } {
  const { accountId, channel } = options;
  const account = openAccount(options);
  const { snapshot, ready, turn } = account;
  let signingOut: Promise<SignedOut> | undefined;
  const stopListening = channel?.listen((message) => message.accountId === accountId && onMessage(account, message));
  void ready().then(() => (account.shown().is === 'none' ? sweepLater(account, options, false) : undefined));
  const session: Session = Object.freeze({
    ready,
    state: snapshot.get,
    serverState: () => loadingState,
    subscribe: snapshot.subscribe,
    async epoch() {
      if (account.shown().is === 'loading') await ready();
      return account.record()?.epoch;
    },
    current: () =>
      turn(async ({ load, record }) => {
        await load();
        const [shown, found] = [account.shown(), record()];
        if (shown.is !== 'live' || found === undefined) throw notSignedIn(account);
        const { epoch, ids = {} } = found;
        const { startedAt, lifetimeMs } = shown.session;
        return { ...shown.session, epoch, ids, expiresAt: startedAt + lifetimeMs };
      }),
    async signOut(tell?: (session: EndedSession) => Promise<void>) {
      if (account.shown().is === 'closed') throw new SessionError('WALLET_CLOSED');
      return (signingOut ??= signOut(account, options, tell).finally(() => (signingOut = undefined)));
    },
    check: account.check,
    store: account.store,
    close() {
      stopListening?.();
      return account.close();
    },
  });
  return { session, account };
}

function notSignedIn(account: AccountOfPage): SessionError {
  const shown = account.shown();
  if (shown.is === 'closed') return new SessionError('WALLET_CLOSED');
  return new SessionError(shown.is === 'none' && shown.reason === 'expired' ? 'SESSION_EXPIRED' : 'SIGNED_OUT');
}

/** Hears another tab: after its sign-out this page shows the end at once. */
function onMessage(account: AccountOfPage, { epoch }: Announcement): void {
  if (epoch !== undefined && epoch !== account.record()?.epoch) {
    if (account.shown().is === 'live') account.show({ is: 'none', reason: 'signed-out' });
    // The store of a page that stands alone can't tell it.
    if (account.store().storage === 'memory') account.lastTurn(({ update }) => update(signedOut(epoch))).catch(ignore);
  }
  void account.check();
}

function sweepLater(account: AccountOfPage, options: SessionOptions, hasSignedOut: boolean): void {
  const run = async (): Promise<void> => {
    const { sweep } = await import('./sweep.ts');
    if (account.shown().is !== 'closed') await sweep(account.store(), { ...options, hasSignedOut });
  };
  run().catch(ignore);
}

/** Ends the session: shown at once, then stored, then announced to the other tabs. */
async function signOut(
  account: AccountOfPage,
  options: SessionOptions,
  tell: (session: EndedSession) => Promise<void> = async () => {},
): Promise<SignedOut> {
  const { accountId, channel } = options;
  const sessions = new Map<string, EndedSession>();
  const tellings: Promise<void>[] = [];
  const ids = account.record()?.ids ?? {};
  const add = (session: StoredSession | undefined): void => {
    if (session === undefined || sessions.has(session.sessionId)) return;
    const own = { ...session, ids };
    sessions.set(session.sessionId, own);
    const telling = tell(own);
    telling.catch(ignore);
    tellings.push(telling);
  };
  const shown = account.shown();
  if (shown.is === 'live') {
    add(shown.session);
    account.show({ is: 'none', reason: 'signed-out' });
  }
  account.endEpoch();
  const epoch = crypto.randomUUID();
  let error: SessionError | undefined;
  const isLeft = (cause: unknown): void => void (error = new SessionError('KEY_NOT_DELETED', { cause }));
  await account.lastTurn(async ({ update, remove, removeLeft }) => {
    account.endEpoch();
    const end = update((before) => {
      add(before?.session);
      return signedOut(epoch)(before);
    });
    await end.catch(() => remove((before) => add(before?.session))).catch(isLeft);
    // An earlier page may have left its key there.
    await removeLeft().catch(isLeft);
  });
  channel?.announce({ accountId, epoch });
  sweepLater(account, options, true);
  if (sessions.size === 0 && error === undefined) throw notSignedIn(account);
  return { sessions: [...sessions.values()], tellings, error };
}
