/** A wallet: sign in, keep the session, and sign the actions of one wallet account. */
import { createSystemClock } from '../waiting.ts';
import { createIndexedDbStore, createSession, SessionError } from '../session/index.ts';
import { findBrowserApis, checkOptions, copyOptions, type CreateWalletOptions } from './options.ts';
import type { WalletContext } from './context.ts';
import type { WalletFlow } from './flows/facts.ts';
import type { CodeBeginOptions, CodeGroup } from './flows/one-time-code.ts';
import { loadCodes, loadOAuth, loadReads, loadSignedIn } from './load-flows.ts';
import { createNotes, track, trackEach } from './events/notes.ts';
import type { Wallet } from './methods.ts';
import { revokeSession } from './flows/revoke.ts';

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
  const { channel, page, locks, visible } = browser;
  const store = options.store ?? createIndexedDbStore();
  const life = new AbortController();
  const note = createNotes(options.onEvent, clock);
  const { session, transact } = createSession({
    accountId,
    store,
    clock,
    channel,
    page,
    visible,
    locks,
    maxSessionMs,
    revoke: (ended) =>
      call('background.revoke', loadSignedIn, ({ revokeByOwnKey }, own) => revokeByOwnKey(own, ended, 'housekeeping')),
  });
  const fetch = options.fetch ?? ((...given: [string, RequestInit]) => globalThis.fetch(...given));
  const context: WalletContext = {
    ...checked,
    clock,
    session,
    transact,
    locks,
    transportOptions: { baseUrl, fetch, clock, timeoutMs, life: life.signal },
    passkeys: options,
    flights: new Map(),
    lazy: {},
    calls: { count: 0 },
    note,
  };
  /** Runs a call of a method, whose code loads with its first call. */
  const call = <Code, Result>(
    flow: WalletFlow,
    load: () => Promise<Code>,
    run: (code: Code, own: WalletContext) => Promise<Result>,
    from = context,
  ): Promise<Result> => track(from, flow, async (own) => run(await load(), own));
  /** Binds an action to the epoch of the session in which it was pressed. */
  const pressed = (): WalletContext => ({ ...context, epoch: session.epoch() });
  /** Runs a call that signs. */
  const action: typeof call = (flow, load, run) => call(flow, load, run, pressed());
  session.subscribe(() => note({ step: 'state', state: session.state() }));
  const codesBy = (group: CodeGroup) =>
    Object.freeze({
      begin: (begin?: CodeBeginOptions) =>
        call(`${group}.begin`, loadCodes, ({ beginCode }, own) => beginCode(own, group, begin)),
    });
  let stopAutoRefresh: (() => void) | undefined;
  /** Once somebody is signed in, this page refreshes the session by itself. */
  const stopWaiting = session.subscribe(() => {
    if (refreshBefore === false || session.state().status !== 'signed-in') return;
    stopWaiting();
    const refresh = (isDue: (expiresAt: number) => boolean) =>
      call('background.refresh', loadSignedIn, ({ refreshSession }, own) => refreshSession(own, { isDue }));
    const start = async (): Promise<void> => {
      const { startAutoRefresh } = await import('../session/refresh.ts');
      if (life.signal.aborted) return;
      const onceFree = (run: () => void): void => void (context.lazy.onceFree = run);
      stopAutoRefresh = startAutoRefresh({ session, clock, page, visible, refreshBefore, refresh, onceFree });
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
      begin: (begin) => call('oauth.begin', loadOAuth, ({ beginOAuth }, own) => beginOAuth(own, begin)),
    }),
    passkey: Object.freeze({
      prepare: (passkey) =>
        call('passkey.prepare', loadSignedIn, ({ preparePasskey }, own) => preparePasskey(own, passkey)),
      prepareAdd: (passkey) =>
        call('passkey.prepareAdd', loadSignedIn, ({ preparePasskeyAdd }, own) => preparePasskeyAdd(own, passkey)),
      available: () =>
        call('passkey.available', loadSignedIn, ({ passkeyAvailability }, { clock }) => passkeyAvailability(clock)),
    }),
    quote: Object.freeze({
      execute: (quote, execute) =>
        action('quote.execute', loadSignedIn, ({ executeQuote }, own) => executeQuote(own, quote, execute)),
      authorize: (id, code, authorize) =>
        call('quote.authorize', loadSignedIn, ({ authorizeQuote }, own) => authorizeQuote(own, id, code, authorize)),
      resendAuthorization: (id, resend) =>
        call('quote.resendAuthorization', loadSignedIn, ({ resendAuthorization }, own) =>
          resendAuthorization(own, id, resend),
        ),
      get: (id, get) => call('quote.get', loadReads, ({ getQuote }, own) => getQuote(own, id, get)),
      look: (id, look) => call('quote.look', loadSignedIn, ({ lookForQuote }, own) => lookForQuote(own, id, look)),
      unfinished: () => call('quote.unfinished', loadReads, ({ unfinishedQuotes }, own) => unfinishedQuotes(own)),
    }),
    transaction: Object.freeze({
      get: (id, get) => call('transaction.get', loadReads, ({ getTransaction }, own) => getTransaction(own, id, get)),
      follow: (id, follow) =>
        trackEach(context, 'transaction.follow', async function* (own) {
          yield* (await loadReads()).followTransaction(own, id, follow);
        }),
      list: (list) => call('transaction.list', loadReads, ({ listTransactions }, own) => listTransactions(own, list)),
    }),
    payee: Object.freeze({
      get: (id, get) => call('payee.get', loadReads, ({ getPayee }, own) => getPayee(own, id, get)),
    }),
    account: Object.freeze({
      get: (get) => call('account.get', loadReads, ({ getAccount }, own) => getAccount(own, get)),
      export: (given) => action('account.export', loadSignedIn, ({ exportAccount }, own) => exportAccount(own, given)),
    }),
    session: Object.freeze({
      refresh: (refresh) =>
        call('session.refresh', loadSignedIn, ({ refreshSession }, own) => refreshSession(own, refresh)),
      // A sign-out begins in the press itself, whose code is here.
      revoke: (revoke) => track(pressed(), 'session.revoke', (own) => revokeSession(own, revoke)),
      list: (list) => call('session.list', loadSignedIn, ({ listSessions }, own) => listSessions(own, list)),
    }),
    credentials: Object.freeze({
      list: (list) => call('credentials.list', loadSignedIn, ({ listCredentials }, own) => listCredentials(own, list)),
      remove: (id, remove) =>
        action('credentials.remove', loadSignedIn, ({ removeCredential }, own) => removeCredential(own, id, remove)),
      addEmailOtp: (email, add) =>
        action('credentials.addEmailOtp', loadSignedIn, ({ addEmailOtp }, own) => addEmailOtp(own, email, add)),
      addSmsOtp: (phoneNumber, add) =>
        action('credentials.addSmsOtp', loadSignedIn, ({ addSmsOtp }, own) => addSmsOtp(own, phoneNumber, add)),
      addOAuth: (attempt, idToken, add) =>
        action('credentials.addOAuth', loadOAuth, ({ addOAuth }, own) => addOAuth(own, attempt, idToken, add)),
      changeEmail: (customerId, email, change) =>
        action('credentials.changeEmail', loadSignedIn, ({ changeEmail }, own) =>
          changeEmail(own, customerId, email, change),
        ),
      changePhone: (customerId, phoneNumber, change) =>
        action('credentials.changePhone', loadSignedIn, ({ changePhone }, own) =>
          changePhone(own, customerId, phoneNumber, change),
        ),
    }),
    card: Object.freeze({
      freeze: (id, freeze) => action('card.freeze', loadSignedIn, ({ freezeCard }, own) => freezeCard(own, id, freeze)),
      unfreeze: (id, unfreeze) =>
        action('card.unfreeze', loadSignedIn, ({ unfreezeCard }, own) => unfreezeCard(own, id, unfreeze)),
      list: (list) => call('card.list', loadReads, ({ listCards }, own) => listCards(own, list)),
      close: (id, close) => action('card.close', loadSignedIn, ({ closeCard }, own) => closeCard(own, id, close)),
    }),
    delegatedKeys: Object.freeze({
      create: (create) =>
        action('delegatedKeys.create', loadSignedIn, ({ createDelegatedKey }, own) => createDelegatedKey(own, create)),
      list: (list) =>
        call('delegatedKeys.list', loadSignedIn, ({ listDelegatedKeys }, own) => listDelegatedKeys(own, list)),
      revoke: (id, revoke) =>
        call('delegatedKeys.revoke', loadSignedIn, ({ revokeDelegatedKey }, own) =>
          revokeDelegatedKey(own, id, revoke),
        ),
    }),
    signedRetry: (request, retry) =>
      action('signedRetry', loadSignedIn, ({ customSignedRetry }, own) => customSignedRetry(own, request, retry)),
  };
  return Object.freeze(wallet);
}
