/** A wallet: sign in, keep the session, and sign the actions of one wallet account. */
import { createIndexedDbStore, createSessionKeeper, createSystemClock, type WalletState } from '../session/index.ts';
import type { AuthMethod, Card, Quote, QuoteExecution } from '../wire.ts';
import { startAutoRefresh } from './auto-refresh.ts';
import type { SignalOptions, WalletContext } from './context.ts';
import { doors } from './doors.ts';
import type { CardCloseOptions } from './flows/card.ts';
import type { ChangeEmailOptions } from './flows/credentials.ts';
import type { EmailOtpAttempt, EmailOtpBeginOptions, SessionSummary } from './flows/email-otp.ts';
import type { PasskeyAdd, PasskeyPrepareAddOptions, PasskeyPrepareOptions, PasskeySignIn } from './flows/passkey.ts';
import type { QuoteExecuteOptions } from './flows/quote.ts';
import { revokeSession, type Revocation } from './flows/revoke.ts';
import type { ListedSession } from './flows/session.ts';
import type { SignedRetryOptions, SignedRetryRequest, SignedRetryResult } from './flows/signed-retry.ts';
import { createOnce } from './once.ts';
import { checkOptions, type CreateWalletOptions } from './options.ts';
import { findSurroundings } from './surroundings.ts';

/** The wallet of one account in one page. Every call that does I/O takes a `signal`. */
export interface Wallet {
  readonly accountId: string;
  /** The same frozen object until something changes. */
  state(): WalletState;
  /** Calls `listener` after each change of `state()`; returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /** The state for a server that renders the page: always `loading`, always the same object. */
  serverState(): WalletState;
  /** Ends timers, listeners and the connection to the store; the session stays stored. */
  close(): void;
  readonly emailOtp: {
    /** Sends a code to the account's e-mail address. */
    begin(options?: EmailOtpBeginOptions): Promise<EmailOtpAttempt>;
  };
  readonly passkey: {
    /** Fetches a challenge, so that the click can start the ceremony at once. */
    prepare(options?: PasskeyPrepareOptions): Promise<PasskeySignIn>;
    /** Prepares a new passkey for the signed-in account. */
    prepareAdd(options: PasskeyPrepareAddOptions): Promise<PasskeyAdd>;
  };
  readonly quote: {
    /** Signs and executes a quote that this account pays. */
    execute(quote: Quote, options?: QuoteExecuteOptions): Promise<QuoteExecution>;
  };
  readonly session: {
    /** Replaces the session by a fresh one before it ends. */
    refresh(options?: SignalOptions): Promise<SessionSummary>;
    /** Ends this browser's session, or the named one. */
    revoke(sessionId?: string, options?: SignalOptions): Promise<Revocation>;
    /** Lists the account's active sessions. */
    list(options?: SignalOptions): Promise<readonly ListedSession[]>;
  };
  readonly credentials: {
    /** Lists the account's credentials. */
    list(options?: SignalOptions): Promise<readonly AuthMethod[]>;
    /** Removes a credential; the session must come from another one. */
    remove(credentialId: string, options?: SignalOptions): Promise<void>;
    /** Adds the e-mail credential back. */
    addEmailOtp(options?: SignalOptions): Promise<AuthMethod>;
    /** Changes the customer's e-mail address, and with it the e-mail credential's. */
    changeEmail(customerId: string, email: string, options?: ChangeEmailOptions): Promise<void>;
  };
  readonly card: {
    freeze(cardId: string, options?: SignalOptions): Promise<Card>;
    unfreeze(cardId: string, options?: SignalOptions): Promise<Card>;
    /** Closes a card for good. */
    close(cardId: string, options: CardCloseOptions): Promise<Card>;
  };
  /** The signed retry for actions that have no method of their own here. */
  signedRetry(request: SignedRetryRequest, options?: SignedRetryOptions): Promise<SignedRetryResult>;
}

/**
 * Creates the wallet of one account. Touches no browser global before it is used.
 *
 * @throws TypeError, RangeError naming the option; WalletError `INSECURE_CONTEXT`, `SANDBOX_KEY_PINNED`
 */
export function createWallet(options: CreateWalletOptions): Wallet {
  const checked = checkOptions(options);
  const clock = options.clock ?? createSystemClock();
  const surroundings = options.surroundings ?? findSurroundings();
  const store = options.store ?? createIndexedDbStore();
  const keeper = createSessionKeeper({
    accountId: checked.accountId,
    store,
    clock,
    channel: surroundings.channel,
    page: surroundings.page,
    ask: async (sessionId) => (await doors.actions()).askForSession(context, sessionId),
  });
  const context: WalletContext = {
    accountId: checked.accountId,
    otpKeys: checked.otpKeys,
    profile: checked.profile,
    sessionKeys: checked.sessionKeys,
    clock,
    locks: surroundings.locks,
    transportOptions: {
      baseUrl: checked.baseUrl,
      fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
      clock,
      timeoutMs: checked.timeoutMs,
    },
    keeper,
    doors,
    checks: options,
    once: createOnce(),
  };
  const stopAutoRefresh =
    checked.refreshBefore === false || surroundings.locks === undefined
      ? undefined
      : startAutoRefresh({
          keeper,
          clock,
          surroundings,
          refreshBefore: checked.refreshBefore,
          refresh: async (isDue) => (await doors.actions()).refreshSession(context, { isDue }),
        });
  return Object.freeze({
    accountId: checked.accountId,
    state: () => keeper.state(),
    subscribe: (listener: () => void) => keeper.subscribe(listener),
    serverState: () => keeper.serverState(),
    close() {
      stopAutoRefresh?.();
      keeper.close();
      // What was given belongs to the caller.
      if (options.surroundings === undefined) surroundings.channel?.close();
      if (options.store === undefined) store.close();
    },
    emailOtp: Object.freeze({
      begin: async (begin?: EmailOtpBeginOptions) => (await doors.emailOtpFlow()).beginEmailOtp(context, begin),
    }),
    passkey: Object.freeze({
      prepare: async (prepare?: PasskeyPrepareOptions) => (await doors.actions()).preparePasskey(context, prepare),
      prepareAdd: async (add: PasskeyPrepareAddOptions) => (await doors.actions()).preparePasskeyAdd(context, add),
    }),
    quote: Object.freeze({
      execute: async (quote: Quote, execute?: QuoteExecuteOptions) =>
        (await doors.actions()).executeQuote(context, quote, execute),
    }),
    session: Object.freeze({
      refresh: async (refresh?: SignalOptions) => (await doors.actions()).refreshSession(context, refresh),
      revoke: (sessionId?: string, revoke?: SignalOptions) => revokeSession(context, sessionId, revoke),
      list: async (list?: SignalOptions) => (await doors.actions()).listSessions(context, list),
    }),
    credentials: Object.freeze({
      list: async (list?: SignalOptions) => (await doors.actions()).listCredentials(context, list),
      remove: async (credentialId: string, remove?: SignalOptions) =>
        (await doors.actions()).removeCredential(context, credentialId, remove),
      addEmailOtp: async (add?: SignalOptions) => (await doors.actions()).addEmailOtp(context, add),
      changeEmail: async (customerId: string, email: string, change?: ChangeEmailOptions) =>
        (await doors.actions()).changeEmail(context, customerId, email, change),
    }),
    card: Object.freeze({
      freeze: async (cardId: string, freeze?: SignalOptions) =>
        (await doors.actions()).changeCard(context, cardId, 'FROZEN', freeze),
      unfreeze: async (cardId: string, unfreeze?: SignalOptions) =>
        (await doors.actions()).changeCard(context, cardId, 'ACTIVE', unfreeze),
      close: async (cardId: string, close: CardCloseOptions) =>
        (await doors.actions()).closeCard(context, cardId, close),
    }),
    signedRetry: async (request: SignedRetryRequest, retry?: SignedRetryOptions) =>
      (await doors.actions()).customSignedRetry(context, request, retry),
  });
}
