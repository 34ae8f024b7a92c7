/** The session of one wallet account in one browser: what goes in, what comes out, who keeps it. */
import type { AuthSession } from '../wire.ts';
import type { Clock, Instant } from './clock.ts';
import type { EndReason } from './record.ts';
import type { Store } from './store.ts';
import type { TabChannel } from './tabs.ts';
import type { WalletState } from './wallet-state.ts';

/** A session as the service has just answered it, with the key that signs for it. */
export interface FreshSession {
  readonly session: AuthSession;
  readonly credentialId: string;
  /** `signingKey` refuses export; this room never uses it. */
  readonly key: { readonly compressedPublicKeyHex: string; readonly signingKey: CryptoKey };
  /** When the request was sent: the lifetime counts from here. */
  readonly startedAt: Instant;
  /** The answer's `Date` header, epoch ms. */
  readonly date: number | null;
}

/** A session that may sign now. */
export interface ActiveSession {
  readonly sessionId: string;
  readonly credentialId: string;
  readonly compressedPublicKeyHex: string;
  readonly signingKey: CryptoKey;
  /** Epoch ms on this device's clock. */
  readonly expiresAt: number;
}

/** What the service says of a session when it lists the active ones. */
export interface ServiceAnswer {
  readonly session: Pick<AuthSession, 'expiresAt'> | 'gone';
  /** When the question was sent. */
  readonly startedAt: Instant;
  /** The answer's `Date` header, epoch ms. */
  readonly date: number | null;
}

/** Options of {@link createSessionKeeper}. */
export interface SessionKeeperOptions {
  readonly accountId: string;
  readonly store: Store;
  readonly clock: Clock;
  /** Tells other tabs and hears from them; the keeper doesn't close it. */
  readonly channel?: TabChannel | undefined;
  /** The window, whose focus, page show and visibility events wake the keeper. */
  readonly page?: EventTarget | undefined;
  /** Asks the service about a session when this device's clocks contradict each other; rejects if it can't be reached. */
  readonly ask?: ((sessionId: string) => Promise<ServiceAnswer>) | undefined;
}

/** Keeps the session of one account over reloads, tabs, clock changes and failing storage. */
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
   * @throws SessionError `SIGNED_OUT`, `SESSION_EXPIRED` or, where the service must be asked first and wasn't reached, `CLOCK_UNCERTAIN`.
   */
  current(): Promise<ActiveSession>;
  /**
   * Stores a new session if the stored one has the id `replaces`, or whatever is stored with `any`. False: another tab was
   * first, and nothing was stored.
   *
   * @throws SessionError `SESSION_LIFETIME_INVALID`; `SESSION_EXPIRED` if it ended before its answer arrived.
   * @throws TypeError for a key that can't sign or could be exported.
   */
  adopt(fresh: FreshSession, options: { readonly replaces: string }): Promise<boolean>;
  /**
   * Deletes the session with this id, its key included. False: another tab was first.
   *
   * @throws SessionError `KEY_NOT_DELETED` if this page forgot the key but storage had died before it could delete it.
   */
  drop(sessionId: string, reason: EndReason): Promise<boolean>;
  /** Takes what the service says of a session as the new start of its countdown; `gone` ends it. */
  confirm(sessionId: string, answer: ServiceAnswer): Promise<void>;
  /** Reads the store and both clocks again, as on waking. Never rejects. */
  check(): Promise<void>;
  /** The store in use, which goes on in memory when storage fails. */
  store(): Store;
  /** The credential that signed in last in this browser, kept after sign-out. */
  lastCredentialId(): Promise<string | undefined>;
  /** Stops timers and listening; the store and the channel belong to the caller. */
  close(): void;
}
