/** A wallet: sign in, keep the session, and sign the actions of one wallet account. */
import { createSystemClock } from '../clock.ts';
import { createIndexedDbStore, createSession, SessionError } from '../session/index.ts';
import { findBrowserApis } from './browser.ts';
import type { WalletContext } from './context.ts';
import type { WalletFlow } from './flows/facts.ts';
import type { CodeBeginOptions, CodeGroup } from './flows/one-time-code.ts';
import { loadCodes, loadOAuth, loadReads, loadSignedIn } from './load-flows.ts';
import { createNotes, track, trackEach } from './notes.ts';
import { checkOptions, copyOptions, type CreateWalletOptions } from './options.ts';
import type { Wallet } from './methods.ts';
import { revokeSession } from './revoke.ts';

// Without its code there is no automatic refresh; a press refreshes all the same.
const ignore = (): void => {};

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
  const session = createSession({
    accountId,
    store,
    clock,
    channel,
    page,
    locks,
    maxSessionMs,
    revoke: (ended) =>
      track(context, 'background.revoke', async (own) =>
        (await loadSignedIn()).revokeByOwnKey(own, ended, 'housekeeping'),
      ),
  });
  const fetch = options.fetch ?? ((...given: [string, RequestInit]) => globalThis.fetch(...given));
  const context: WalletContext = {
    ...checked,
    clock,
    session,
    locks,
    transportOptions: { baseUrl, fetch, clock, timeoutMs, life: life.signal },
    passkeys: options,
    flights: new Map(),
    made: {},
    calls: { count: 0 },
    note,
  };
  /** Runs a call of a method, whose code loads with its first call. */
  const call = <Result>(flow: WalletFlow, run: (own: WalletContext) => Promise<Result>): Promise<Result> =>
    track(context, flow, run);
  /** Runs a call that signs: it belongs to the epoch of the session in which it was pressed. */
  const action = <Result>(flow: WalletFlow, run: (own: WalletContext) => Promise<Result>): Promise<Result> =>
    track({ ...context, epoch: session.epoch() }, flow, run);
  session.subscribe(() => note({ step: 'state', state: session.state() }));
  const codesBy = (group: CodeGroup) =>
    Object.freeze({
      begin: (begin?: CodeBeginOptions) =>
        call(`${group}.begin`, async (own) => (await loadCodes()).beginCode(own, group, begin)),
    });
  let stopAutoRefresh: (() => void) | undefined;
  /** Once somebody is signed in, this page refreshes the session by itself. */
  const stopWaiting = session.subscribe(() => {
    if (refreshBefore === false || session.state().status !== 'signed-in') return;
    stopWaiting();
    const refresh = (isDue: (expiresAt: number) => boolean) =>
      call('background.refresh', async (own) => (await loadSignedIn()).refreshSession(own, { isDue }));
    const start = async (): Promise<void> => {
      const { startAutoRefresh } = await import('../session/refresh.ts');
      if (life.signal.aborted) return;
      stopAutoRefresh = startAutoRefresh({ session, clock, page, visible: browser.visible, refreshBefore, refresh });
    };
    start().catch(ignore);
  });
  /** Closes what this wallet opened; a channel or store that was given is the caller's to close. */
  const letGo = (): void => {
    if (options.browser === undefined) channel?.close();
    if (options.store === undefined) store.close();
  };

  const wallet: Wallet = {
    accountId,
    state: session.state,
    subscribe: session.subscribe,
    serverState: session.serverState,
    close() {
      stopAutoRefresh?.();
      life.abort(new SessionError('WALLET_CLOSED'));
      void session.close().then(letGo);
    },
    async prepare() {
      await session.ready();
      life.signal.throwIfAborted();
      if (session.state().session === undefined) await (await loadCodes()).prepareSignIn(context);
      else await loadSignedIn();
    },
    emailOtp: codesBy('emailOtp'),
    smsOtp: codesBy('smsOtp'),
    oauth: Object.freeze({
      begin: (begin) => call('oauth.begin', async (own) => (await loadOAuth()).beginOAuth(own, begin)),
    }),
    passkey: Object.freeze({
      prepare: (passkey) => call('passkey.prepare', async (own) => (await loadSignedIn()).preparePasskey(own, passkey)),
      prepareAdd: (passkey) =>
        call('passkey.prepareAdd', async (own) => (await loadSignedIn()).preparePasskeyAdd(own, passkey)),
      available: () => call('passkey.available', async (own) => (await loadSignedIn()).passkeyAvailable(own)),
    }),
    quote: Object.freeze({
      execute: (quote, execute) =>
        action('quote.execute', async (own) => (await loadSignedIn()).executeQuote(own, quote, execute)),
      get: (id, get) => call('quote.get', async (own) => (await loadReads()).getQuote(own, id, get)),
      unfinished: () => call('quote.unfinished', async (own) => (await loadReads()).unfinishedQuotes(own)),
    }),
    transaction: Object.freeze({
      get: (id, get) => call('transaction.get', async (own) => (await loadReads()).getTransaction(own, id, get)),
      follow: (id, follow) =>
        trackEach(context, 'transaction.follow', async function* (own) {
          yield* (await loadReads()).followTransaction(own, id, follow);
        }),
    }),
    account: Object.freeze({
      get: (get) => call('account.get', async (own) => (await loadReads()).getAccount(own, get)),
    }),
    session: Object.freeze({
      refresh: (refresh) => call('session.refresh', async (own) => (await loadSignedIn()).refreshSession(own, refresh)),
      revoke: (revoke) => action('session.revoke', (own) => revokeSession(own, revoke)),
      list: (list) => call('session.list', async (own) => (await loadSignedIn()).listSessions(own, list)),
    }),
    credentials: Object.freeze({
      list: (list) => call('credentials.list', async (own) => (await loadSignedIn()).listCredentials(own, list)),
      remove: (id, remove) =>
        action('credentials.remove', async (own) => (await loadSignedIn()).removeCredential(own, id, remove)),
      addEmailOtp: (email, add) =>
        action('credentials.addEmailOtp', async (own) => (await loadSignedIn()).addEmailOtp(own, email, add)),
      addSmsOtp: (phoneNumber, add) =>
        action('credentials.addSmsOtp', async (own) => (await loadSignedIn()).addSmsOtp(own, phoneNumber, add)),
      addOAuth: (attempt, idToken, add) =>
        action('credentials.addOAuth', async (own) => (await loadOAuth()).addOAuth(own, attempt, idToken, add)),
      changeEmail: (customerId, email, change) =>
        action('credentials.changeEmail', async (own) =>
          (await loadSignedIn()).changeEmail(own, customerId, email, change),
        ),
    }),
    card: Object.freeze({
      freeze: (id, freeze) => action('card.freeze', async (own) => (await loadSignedIn()).freezeCard(own, id, freeze)),
      unfreeze: (id, unfreeze) =>
        action('card.unfreeze', async (own) => (await loadSignedIn()).unfreezeCard(own, id, unfreeze)),
      list: (list) => call('card.list', async (own) => (await loadReads()).listCards(own, list)),
      close: (id, close) => action('card.close', async (own) => (await loadSignedIn()).closeCard(own, id, close)),
    }),
    signedRetry: (request, retry) =>
      action('signedRetry', async (own) => (await loadSignedIn()).customSignedRetry(own, request, retry)),
  };
  return Object.freeze(wallet);
}
