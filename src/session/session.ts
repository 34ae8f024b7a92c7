/** The session of one wallet account in one browser: what goes in, what comes out, who keeps it. */
import type { Clock, Instant } from '../clock.ts';
import type { AuthSession } from '../wire.ts';
import type { LeavingSession, SessionIds } from './record.ts';
import type { Store } from './store.ts';
import type { TabChannel } from './tabs.ts';
import type { WalletState } from './wallet-state.ts';

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
  /** What its payloads named; it takes over what sessions before it had learnt. */
  readonly ids?: SessionIds;
  /** For a refreshed session: that of the session which it replaces. */
  readonly signInId?: string | undefined;
}

/** A session that may sign now. */
export interface ActiveSession {
  readonly sessionId: string;
  readonly credentialId: string;
  readonly compressedPublicKeyHex: string;
  readonly signingKey: CryptoKey;
  /** Epoch ms on this device's clock. */
  readonly expiresAt: number;
  /** Id of the first session of its sign-in: refreshed sessions keep it. */
  readonly signInId: string;
  /** What the account's payloads have named so far. */
  readonly ids: SessionIds;
}

/** What the service says of a session when it lists the active ones. */
export interface ServiceAnswer {
  readonly session: Pick<AuthSession, 'expiresAt'> | 'gone';
  /** When the question was sent. */
  readonly startedAt: Instant;
  /** The answer's `Date` header, epoch ms. */
  readonly date: number | null;
}

/** What became of a new session: it is stored, another one was stored first, or the person signed out meanwhile. */
export type Adoption = 'stored' | 'overtaken' | 'signed-out';

/** The mark of the last sign-out as a press knew it; one that no record has, if a sign-out came since that storage can't tell of. */
export type LastSignOut = () => string | undefined;

/** Options of {@link SessionKeeper.adopt}. */
export interface AdoptOptions {
  /** Id of the one session whose place it takes, or `any`. */
  readonly replaces: string;
  /** For `any`: what {@link SessionKeeper.lastSignOut} said when the person pressed; a sign-out since then wins. */
  readonly lastSignOut?: LastSignOut | undefined;
}

/** What a sign-out did. */
export interface SignOut {
  /** `revoked`: the service has ended the session, now or before. `not-reached`: the revocation is tried again later on. */
  readonly service: 'revoked' | 'not-reached';
  /**
   * Whether no call can sign with the session any more, in this tab or another, now or after a reload. Until the service is
   * reached, its key is kept for the revocation alone, at the latest until the session's own end.
   */
  readonly localKeyDeleted: boolean;
  /** Why one of the halves did not happen. */
  readonly error?: unknown;
}

/** Options of {@link createSessionKeeper}. */
export interface SessionKeeperOptions {
  readonly accountId: string;
  readonly store: Store;
  readonly clock: Clock;
  /** Tells other tabs and hears from them; the keeper doesn't close it. */
  readonly channel?: TabChannel | undefined;
  /** The window, whose focus, page show, visibility and `online` events wake the keeper. */
  readonly page?: EventTarget | undefined;
  /** `navigator.locks`, where there are any. */
  readonly locks?: Pick<LockManager, 'request'> | undefined;
  /** The longest that a session is kept, ms, whatever the service allows. */
  readonly maxSessionMs?: number | undefined;
  /** Asks the service whether a session lives; rejects if it can't be reached or doesn't say. */
  readonly ask: (sessionId: string) => Promise<ServiceAnswer>;
  /** Ends a session at the service, signed by its own key: resolves once it is over there, now or before. */
  readonly revoke: (session: LeavingSession, options: { readonly signal: AbortSignal }) => Promise<void>;
}

/** Keeps the session of one account over reloads, tabs, clock changes and failing storage. After `close` its calls reject with `WALLET_CLOSED`. */
export interface SessionKeeper {
  /** Resolves, always, when the store has been read or memory has taken its place. */
  ready(): Promise<void>;
  /** The same frozen object until something changes. */
  state(): WalletState;
  /** The state of a server-rendered page: always `loading`, always the same object. */
  serverState(): WalletState;
  subscribe(listener: () => void): () => void;
  /**
   * The session to sign with, after reading the store and both clocks again.
   *
   * @throws SessionError `SIGNED_OUT`, `SESSION_EXPIRED`, `UPDATE_REQUIRED`, `WALLET_CLOSED` or, where the service must be asked first and wasn't reached, `CLOCK_UNCERTAIN`.
   */
  current(): Promise<ActiveSession>;
  /** Loads the code that storing a new session takes: what is delivered once must not wait for a download that may fail. */
  prepare(): Promise<void>;
  /**
   * Stores a new session if its place is still free. What it replaces, or the new session itself where it is not stored, is
   * revoked in the background, each by its own key. One whose key is still being opened is stored though the keeper is closed meanwhile.
   *
   * @throws SessionError `SESSION_LIFETIME_INVALID`; `SESSION_EXPIRED` if it ended before its answer arrived.
   * @throws TypeError for a key that can't sign or could be exported.
   */
  adopt(fresh: FreshSession | Promise<FreshSession>, options: AdoptOptions): Promise<Adoption>;
  /** Keeps what a payload has named; false, and nothing is kept, if the account's payloads have named others before. */
  learnIds(ids: SessionIds): Promise<boolean>;
  /** What the account's payloads have named since the last sign-out. */
  knownIds(): Promise<SessionIds>;
  /** Revokes a new session that nobody waits for any more, by its own key, in the background. */
  discard(fresh: FreshSession): Promise<void>;
  /** The mark of the last sign-out in this browser: a sign-in reads it when the person presses. */
  lastSignOut(): Promise<LastSignOut>;
  /** {@link ActiveSession.signInId} of the session that this browser holds: an action belongs to the one under which it was pressed. */
  signInId(): Promise<string | undefined>;
  /**
   * Signs out. When this returns its promise, this tab signs no more and the others are told; then whatever session is stored
   * is taken out of use, and revoked with its own key. A signal that aborts later ends only the waiting.
   *
   * @throws the signal's reason if it was aborted before: then nothing is done. SessionError `SIGNED_OUT`, `SESSION_EXPIRED` when nobody is signed in.
   */
  signOut(options?: { readonly signal?: AbortSignal | undefined }): Promise<SignOut>;
  /**
   * Checks with the service a session that it seems not to know any more (a 401 for the signature, a 404, a whole list
   * without it). `gone` has ended it in all tabs; `unknown` could not be found out.
   */
  doubt(sessionId: string): Promise<'alive' | 'gone' | 'unknown'>;
  /** Runs what sends a stamp by this session's key and looks up what came of it; its revocation after a refresh waits for that. */
  holdStamp<Result>(sessionId: string, run: () => Promise<Result>): Promise<Result>;
  /** Reads the store and both clocks again, as on waking. Never rejects. */
  check(): Promise<void>;
  /** The store in use, which goes on in memory when storage fails. */
  store(): Store;
  /** The credential that signed in last in this browser, kept after sign-out. */
  lastCredentialId(): Promise<string | undefined>;
  /** Ends timers, listeners and every call. Resolves when a sign-out under way is stored; then the store may be closed. */
  close(): Promise<void>;
}
