/** A wallet: sign in, keep the session, and sign the actions of one wallet account. */
import { bare, copyOwn } from '../own-members.ts';
import { sandboxEnclavePublicKeyHex } from '../wire.ts';
import { createSystemClock, onAbort } from '../waiting.ts';
import type { AutoRefreshOptions } from '../session/refresh.ts';
import { createIndexedDbStore, createSession, SessionError } from '../session/index.ts';
import { findBrowserApis, type BrowserApis } from './browser.ts';
import { readWalletOptions, type CreateWalletOptions } from './options.ts';
import type { WalletContext } from './context.ts';
import type { WalletFlow } from './facts.ts';
import { loadCodes, loadOAuth, loadReads, loadSignedIn } from './flows/load-flows.ts';
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
export function createWallet(options: CreateWalletOptions): Wallet {
  return openWallet(options);
}

/** The same with other browser APIs, whose channel is the caller's to close. */
export function openWallet(given: CreateWalletOptions, own?: BrowserApis): Wallet {
  const options = readWalletOptions(given);
  const { accountId, enclaveKeys, environment, profile, relyingPartyId, maxSessionMs, refreshBefore } = options;
  const { approve, onPayload, checkPayload, cardKeyPolicies, fetch, timeoutMs, clock = createSystemClock() } = options;
  const browser = own ?? findBrowserApis();
  const { channel, page, locks, visible } = browser;
  const store = options.store ?? createIndexedDbStore();
  const pinsSandbox = enclaveKeys.some((key) => key.toLowerCase() === sandboxEnclavePublicKeyHex);
  const ofSandbox = environment === 'sandbox' || pinsSandbox ? 'sandbox' : undefined;
  const life = new AbortController();
  const note = createNotes(options.onEvent, clock);
  const { session, account } = createSession({
    channel,
    locks,
    page,
    visible,
    accountId,
    store,
    clock,
    maxSessionMs,
    revoke: (ended) => revokeUnused(ended, 'housekeeping'),
  });
  const context: WalletContext = {
    accountId,
    otpKeys: enclaveKeys,
    profile,
    sessionKeys: options.sessionKeys ?? profile.sessionKeys,
    checks: copyOwn({
      approve,
      onPayload,
      checkPayload,
      cardKeyPolicies: cardKeyPolicies ?? ofSandbox,
      environment,
    }),
    relyingPartyId,
    maxSessionMs,
    clock,
    session,
    account,
    locks,
    transportOptions: { baseUrl: options.relay.baseUrl, fetch, clock, timeoutMs, life: life.signal },
    flights: new Map(),
    lazy: bare({}),
    calls: { count: 0 },
    note,
  };
  const revokeUnused = methodsOf(context, loadSignedIn)('background.revoke', (code) => code.revokeByOwnKey);
  session.subscribe(() => note({ step: 'state', state: session.state() }));
  if (refreshBefore !== false) refreshInTime(context, { page, visible, refreshBefore });
  /** Closes what this wallet opened; a channel or store that was given is the caller's to close. */
  const letGo = (): void => {
    if (own === undefined) channel?.close();
    if (options.store === undefined) store.close();
  };

  return Object.freeze({
    accountId,
    state: session.state,
    subscribe: session.subscribe,
    serverState: session.serverState,
    close() {
      life.abort(new SessionError('WALLET_CLOSED'));
      void session.close().then(letGo);
    },
    async prepare() {
      await session.ready();
      life.signal.throwIfAborted();
      if (session.state().session === undefined) await (await loadCodes()).prepareSignIn(context);
      else await loadSignedIn();
    },
    ...createMethods(context),
  });
}

/** Once somebody is signed in, refreshes the session before it ends. */
function refreshInTime(
  context: WalletContext,
  options: Pick<AutoRefreshOptions, 'page' | 'visible' | 'refreshBefore'>,
): void {
  const { session, clock, lazy, transportOptions } = context;
  const { life } = transportOptions;
  const refresh = methodsOf(context, loadSignedIn)('background.refresh', (code) => code.refreshInBackground);
  const onceFree = (run: () => void): void => void (lazy.onceFree = run);
  const start = async (): Promise<void> => {
    const { startAutoRefresh } = await import('../session/refresh.ts');
    if (!life.aborted) onAbort(life, startAutoRefresh({ ...options, session, clock, refresh, onceFree }));
  };
  const stopWaiting = session.subscribe(() => {
    if (session.state().status !== 'signed-in') return;
    stopWaiting();
    start().catch(ignore);
  });
}

type Methods = Omit<Wallet, 'accountId' | 'state' | 'subscribe' | 'serverState' | 'close' | 'prepare'>;

/** Makes the methods that run a flow each. */
function createMethods(context: WalletContext): Methods {
  const codes = methodsOf(context, loadCodes);
  const oauth = methodsOf(context, loadOAuth);
  const reads = methodsOf(context, loadReads);
  const signedIn = methodsOf(context, loadSignedIn);
  const methods: Methods = {
    emailOtp: { begin: codes('emailOtp.begin', (code) => (own, begin) => code.beginCode(own, 'emailOtp', begin)) },
    smsOtp: { begin: codes('smsOtp.begin', (code) => (own, begin) => code.beginCode(own, 'smsOtp', begin)) },
    oauth: { begin: oauth('oauth.begin', (code) => code.beginOAuth) },
    passkey: {
      prepare: signedIn('passkey.prepare', (code) => code.preparePasskey),
      prepareAdd: signedIn('passkey.prepareAdd', (code) => code.preparePasskeyAdd),
      available: signedIn('passkey.available', (code) => (own) => code.passkeyAvailability(own.clock)),
    },
    quote: {
      execute: signedIn('quote.execute', (code) => code.executeQuote),
      authorize: signedIn('quote.authorize', (code) => code.authorizeQuote),
      resendAuthorization: signedIn('quote.resendAuthorization', (code) => code.resendAuthorization),
      get: reads('quote.get', (code) => code.getQuote),
      look: signedIn('quote.look', (code) => code.lookForQuote),
      unfinished: reads('quote.unfinished', (code) => code.unfinishedQuotes),
    },
    transaction: {
      get: reads('transaction.get', (code) => code.getTransaction),
      follow: (id, follow) =>
        trackEach(context, 'transaction.follow', async function* (own) {
          yield* (await loadReads()).followTransaction(own, id, follow);
        }),
      list: reads('transaction.list', (code) => code.listTransactions),
    },
    payee: {
      get: reads('payee.get', (code) => code.getPayee),
      name: reads('payee.name', (code) => code.namePayee),
    },
    account: {
      get: reads('account.get', (code) => code.getAccount),
      export: signedIn('account.export', (code) => code.exportAccount),
    },
    session: {
      refresh: signedIn('session.refresh', (code) => code.refreshSession),
      // A sign-out begins in the press itself, whose code is here.
      revoke: (revoke) => track(context, 'session.revoke', (own) => revokeSession(own, revoke)),
      list: signedIn('session.list', (code) => code.listSessions),
    },
    credentials: {
      list: signedIn('credentials.list', (code) => code.listCredentials),
      remove: signedIn('credentials.remove', (code) => code.removeCredential),
      addEmailOtp: signedIn('credentials.addEmailOtp', (code) => code.addEmailOtp),
      addSmsOtp: signedIn('credentials.addSmsOtp', (code) => code.addSmsOtp),
      addOAuth: oauth('credentials.addOAuth', (code) => code.addOAuth),
      changeEmail: signedIn('credentials.changeEmail', (code) => code.changeEmail),
      changePhone: signedIn('credentials.changePhone', (code) => code.changePhone),
    },
    card: {
      freeze: signedIn('card.freeze', (code) => code.freezeCard),
      unfreeze: signedIn('card.unfreeze', (code) => code.unfreezeCard),
      close: signedIn('card.close', (code) => code.closeCard),
      list: reads('card.list', (code) => code.listCards),
    },
    delegatedKeys: {
      canCreate: context.checks.cardKeyPolicies !== undefined,
      create: signedIn('delegatedKeys.create', (code) => code.createDelegatedKey),
      list: signedIn('delegatedKeys.list', (code) => code.listDelegatedKeys),
      revoke: signedIn('delegatedKeys.revoke', (code) => code.revokeDelegatedKey),
    },
    signedRetry: signedIn('signedRetry', (code) => code.customSignedRetry),
  };
  for (const part of Object.values(methods)) Object.freeze(part);
  return methods;
}

/** Makes methods of flows that one chunk holds: it loads with the first call. */
function methodsOf<Code>(context: WalletContext, load: () => Promise<Code>) {
  return <Args extends readonly unknown[], Result>(
    flow: WalletFlow,
    pick: (code: Code) => (own: WalletContext, ...args: Args) => Promise<Result>,
  ) =>
    (...args: Args): Promise<Result> =>
      track(context, flow, async (own) => pick(await load())(own, ...args));
}
