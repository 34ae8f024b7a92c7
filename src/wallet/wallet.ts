/** A wallet: sign in, keep the session, and sign the actions of one wallet account. */
import { createSystemClock } from '../clock.ts';
import { createIndexedDbStore, createSessionKeeper, SessionError } from '../session/index.ts';
import { startAutoRefresh } from './auto-refresh.ts';
import { findBrowserApis } from './browser.ts';
import { loadChunk } from './chunks.ts';
import type { WalletContext } from './context.ts';
import type { CodeBeginOptions, CodeGroup } from './flows/one-time-code.ts';
import { createNotes } from './notes.ts';
import { checkOptions, copyOptions, type CreateWalletOptions } from './options.ts';
import { revokeSession, type RevokeOptions } from './revoke.ts';
import { track } from './track.ts';
import type { Wallet } from './wallet-methods.ts';

const loadSignIn = () => loadChunk(() => import('./flows/one-time-code.ts'));
const loadSignedIn = async () => (await loadChunk(() => import('./flows/signed-in.ts'))).flows;

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
  const { accountId, baseUrl, timeoutMs, maxSessionMs, refreshBefore } = checked;
  const clock = options.clock ?? createSystemClock();
  const browser = options.browser ?? findBrowserApis();
  const { channel, page, locks } = browser;
  const store = options.store ?? createIndexedDbStore();
  const life = new AbortController();
  const note = createNotes(options.onEvent, clock);
  type Flows = Awaited<ReturnType<typeof loadSignedIn>>;
  /** A method whose code loads with its first call. */
  const method = <Name extends keyof Flows>(name: Name, contextOf = () => context): MethodOf<Flows[Name]> =>
    ((...passed: readonly unknown[]) =>
      track(contextOf(), name, async (own) =>
        ((await loadSignedIn())[name] as (context: WalletContext, ...all: readonly unknown[]) => unknown)(
          own,
          ...passed,
        ),
      )) as MethodOf<Flows[Name]>;
  /** A method that signs. It belongs to the sign-in under which it was pressed; the sessions of a later sign-in can't sign for it. */
  const action = <Name extends keyof Flows>(name: Name): MethodOf<Flows[Name]> =>
    method(name, () => ({
      ...context,
      signInId: keeper.signInId().catch(() => undefined),
      atPress: new Map(context.flights),
    }));
  const keeper = createSessionKeeper({
    accountId,
    store,
    clock,
    channel,
    page,
    locks,
    maxSessionMs,
    ask: method('background.ask'),
    revoke: method('background.revoke'),
  });
  const fetch = options.fetch ?? ((...given: [string, RequestInit]) => globalThis.fetch(...given));
  const context: WalletContext = {
    ...checked,
    clock,
    locks,
    keeper,
    transportOptions: { baseUrl, fetch, clock, timeoutMs, life: life.signal },
    passkeys: options,
    flights: new Map(),
    made: {},
    calls: { count: 0 },
    note,
  };
  /** Closes what this wallet opened; a channel or store that was given is the caller's to close. */
  const letGo = (): void => {
    if (options.browser === undefined) channel?.close();
    if (options.store === undefined) store.close();
  };
  keeper.subscribe(() => note({ step: 'state', state: keeper.state() }));
  const codesBy = (group: CodeGroup) =>
    Object.freeze({
      begin: (begin?: CodeBeginOptions) =>
        track(context, `${group}.begin`, async (own) => (await loadSignIn()).beginCode(own, group, begin)),
    });
  const stopAutoRefresh =
    refreshBefore === false || locks === undefined
      ? undefined
      : startAutoRefresh({
          keeper,
          clock,
          browser,
          refreshBefore,
          refresh: (isDue) => method('background.refresh')({ isDue }),
        });

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
    async prepare() {
      await keeper.ready();
      life.signal.throwIfAborted();
      if (keeper.state().session === undefined) await (await loadSignIn()).prepareSignIn(context);
      else await loadSignedIn();
    },
    emailOtp: codesBy('emailOtp'),
    smsOtp: codesBy('smsOtp'),
    passkey: Object.freeze({
      prepare: method('passkey.prepare'),
      prepareAdd: method('passkey.prepareAdd'),
      available: method('passkey.available'),
    }),
    quote: Object.freeze({ execute: action('quote.execute') }),
    session: Object.freeze({
      refresh: method('session.refresh'),
      revoke: (revoke?: RevokeOptions) => track(context, 'session.revoke', (own) => revokeSession(own, revoke)),
      list: method('session.list'),
    }),
    credentials: Object.freeze({
      list: method('credentials.list'),
      remove: action('credentials.remove'),
      addEmailOtp: action('credentials.addEmailOtp'),
      addSmsOtp: action('credentials.addSmsOtp'),
      changeEmail: action('credentials.changeEmail'),
    }),
    card: Object.freeze({
      freeze: action('card.freeze'),
      unfreeze: action('card.unfreeze'),
      close: action('card.close'),
    }),
    signedRetry: action('signedRetry'),
  });
}
