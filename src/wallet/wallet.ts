/** A wallet: sign in, keep the session, and sign the actions of one wallet account. */
import { createSystemClock } from '../clock.ts';
import {
  createIndexedDbStore,
  createSessionKeeper,
  SessionError,
  type SessionState,
  type WalletState,
} from '../session/index.ts';
import type { AuthMethod, Card, OtpType, Quote, QuoteExecution } from '../wire.ts';
import { startAutoRefresh } from './auto-refresh.ts';
import { findBrowserApis } from './browser.ts';
import { loadChunk } from './chunks.ts';
import type { SignalOptions, WalletContext } from './context.ts';
import type { CardCloseOptions } from './flows/card.ts';
import type { ChangeEmailOptions, CredentialRemoveOptions } from './flows/credentials.ts';
import type { SignedRetryOptions, SignedRetryRequest, SignedRetryResult } from './flows/custom.ts';
import type { CodeAttempt, CodeBeginOptions } from './flows/one-time-code.ts';
import type { PasskeyAdd, PasskeyPrepareAddOptions } from './flows/passkey-add.ts';
import type { PasskeyPrepareOptions, PasskeySignIn } from './flows/passkey.ts';
import type { QuoteExecuteOptions } from './flows/quote.ts';
import type { ListedSession } from './flows/sessions.ts';
import { checkOptions, copyOptions, type CreateWalletOptions } from './options.ts';
import { revokeSession, type Revocation, type RevokeOptions } from './revoke.ts';

/** The wallet of one account in one page. Every call that does I/O takes a `signal`. */
export interface Wallet {
  readonly accountId: string;
  /** The same frozen object until something changes. */
  state(): WalletState;
  /** Calls `listener` after each change of `state()`; returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /** The state for a server that renders the page: always `loading`, always the same object. */
  serverState(): WalletState;
  /**
   * Ends everything: timers, listeners, requests and the connection to the store; the session stays stored. Calls that are under
   * way, and later ones, reject with `WALLET_CLOSED`, or with `OUTCOME_UNKNOWN` where a stamp was sent.
   */
  close(): void;
  readonly emailOtp: {
    /** Sends a code to the account's e-mail address. */
    begin(options?: CodeBeginOptions): Promise<CodeAttempt>;
  };
  readonly smsOtp: {
    /** Sends a code to the customer's telephone, where the account has a credential for that. */
    begin(options?: CodeBeginOptions): Promise<CodeAttempt>;
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
    refresh(options?: SignalOptions): Promise<SessionState>;
    /** Signs out, or ends the named session. */
    revoke(options?: RevokeOptions): Promise<Revocation>;
    /** Lists the account's active sessions. */
    list(options?: SignalOptions): Promise<readonly ListedSession[]>;
  };
  readonly credentials: {
    /** Lists the account's credentials. */
    list(options?: SignalOptions): Promise<readonly AuthMethod[]>;
    /** Removes a credential; the session must come from another one. */
    remove(credentialId: string, options: CredentialRemoveOptions): Promise<void>;
    /** Adds the e-mail credential back, for this address. */
    addEmailOtp(email: string, options?: SignalOptions): Promise<AuthMethod>;
    /** Adds codes by SMS, to this number. */
    addSmsOtp(phoneNumber: string, options?: SignalOptions): Promise<AuthMethod>;
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

const loadSignIn = () => loadChunk(() => import('./flows/one-time-code.ts'));
const loadSignedIn = () => loadChunk(() => import('./flows/signed-in.ts'));

/** A flow as a method of the wallet: without its context. */
type MethodOf<Flow> = Flow extends (context: WalletContext, ...passed: infer Passed) => infer Result
  ? (...passed: Passed) => Result
  : never;

/**
 * Creates the wallet of one account. Touches no browser API before it is used.
 *
 * @throws TypeError, RangeError naming the option; WalletError `INSECURE_CONTEXT`, `SANDBOX_KEY_PINNED`
 */
export function createWallet(given: CreateWalletOptions): Wallet {
  const options = copyOptions(given);
  const checked = checkOptions(options);
  const { accountId, otpKeys, profile, sessionKeys, baseUrl, timeoutMs, maxSessionMs, refreshBefore } = checked;
  const clock = options.clock ?? createSystemClock();
  const browser = options.browser ?? findBrowserApis();
  const { channel, page, locks } = browser;
  const store = options.store ?? createIndexedDbStore();
  const life = new AbortController();
  type Flows = Awaited<ReturnType<typeof loadSignedIn>>;
  /** A method whose code loads with its first call. */
  const method = <Name extends keyof Flows>(name: Name, contextOf = () => context): MethodOf<Flows[Name]> =>
    (async (...passed: readonly unknown[]) => {
      const called = contextOf();
      const flow = (await loadSignedIn())[name] as (context: WalletContext, ...passed: readonly unknown[]) => unknown;
      return flow(called, ...passed);
    }) as MethodOf<Flows[Name]>;
  /** A method that signs. Whoever signs in while its code loads, or while a lock is waited for, has not pressed this. */
  const action = <Name extends keyof Flows>(name: Name): MethodOf<Flows[Name]> =>
    method(name, () => ({ ...context, signInId: keeper.signInId().catch(() => undefined) }));
  const keeper = createSessionKeeper({
    accountId,
    store,
    clock,
    channel,
    page,
    locks,
    maxSessionMs,
    ask: method('askForSession'),
    revoke: method('revokeLeaving'),
  });
  const fetch = options.fetch ?? ((...given: [string, RequestInit]) => globalThis.fetch(...given));
  const context: WalletContext = {
    accountId,
    otpKeys,
    profile,
    sessionKeys,
    clock,
    locks,
    keeper,
    transportOptions: { baseUrl, fetch, clock, timeoutMs, life: life.signal },
    checks: checked.checks,
    maxSessionMs,
    flights: new Map(),
    made: {},
  };
  /** What was given belongs to the caller. */
  const letGo = (): void => {
    if (options.browser === undefined) channel?.close();
    if (options.store === undefined) store.close();
  };
  const codesBy = (type: OtpType) =>
    Object.freeze({ begin: async (begin?: CodeBeginOptions) => (await loadSignIn()).beginCode(context, type, begin) });
  const refresh = method('refreshSession');
  const stopAutoRefresh =
    refreshBefore === false || locks === undefined
      ? undefined
      : startAutoRefresh({ keeper, clock, browser, refreshBefore, refresh: (isDue) => refresh({ isDue }) });

  return Object.freeze({
    accountId,
    state: keeper.state,
    subscribe: keeper.subscribe,
    serverState: keeper.serverState,
    close() {
      stopAutoRefresh?.();
      life.abort(new SessionError('WALLET_CLOSED'));
      void keeper.close().then(letGo);
    },
    emailOtp: codesBy('EMAIL_OTP'),
    smsOtp: codesBy('SMS_OTP'),
    passkey: Object.freeze({ prepare: method('preparePasskey'), prepareAdd: method('preparePasskeyAdd') }),
    quote: Object.freeze({ execute: action('executeQuote') }),
    session: Object.freeze({
      refresh,
      revoke: (revoke?: RevokeOptions) => revokeSession(context, revoke),
      list: method('listSessions'),
    }),
    credentials: Object.freeze({
      list: method('listCredentials'),
      remove: action('removeCredential'),
      addEmailOtp: action('addEmailOtp'),
      addSmsOtp: action('addSmsOtp'),
      changeEmail: action('changeEmail'),
    }),
    card: Object.freeze({ freeze: action('freezeCard'), unfreeze: action('unfreezeCard'), close: action('closeCard') }),
    signedRetry: action('customSignedRetry'),
  });
}
