/** A wallet: sign in, keep the session, and sign the actions of one wallet account. */
import { createSystemClock } from '../clock.ts';
import { createIndexedDbStore, createSessionKeeper, SessionError } from '../session/index.ts';
import type { OtpType } from '../wire.ts';
import { startAutoRefresh } from './auto-refresh.ts';
import { findBrowserApis } from './browser.ts';
import { loadChunk } from './chunks.ts';
import type { WalletContext } from './context.ts';
import type { CodeBeginOptions } from './flows/one-time-code.ts';
import { checkOptions, copyOptions, type CreateWalletOptions } from './options.ts';
import { revokeSession, type RevokeOptions } from './revoke.ts';
import type { Wallet } from './wallet-methods.ts';

const loadSignIn = () => loadChunk(() => import('./flows/one-time-code.ts'));
const loadSignedIn = () => loadChunk(() => import('./flows/signed-in.ts'));

/** A flow as a method of the wallet: without its context. */
type MethodOf<Flow> = Flow extends (context: WalletContext, ...passed: infer Passed) => infer Result
  ? (...passed: Passed) => Result
  : never;

/**
 * Creates the wallet of one account. Touches no browser API before it is used.
 *
 * @example
 * const wallet = createWallet({ relay: '/wallet', accountId, enclaveKeys: [quorumKeyHex] });
 * const attempt = await wallet.emailOtp.begin();
 * await attempt.verify(code);
 * const { status } = await wallet.quote.execute(quote);
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
