/** Every argument of the entry `countersign`: the wallet, its options and methods, and both stores. */
import {
  createMemoryStore,
  createWallet,
  onExpiring,
  sandboxEnclavePublicKeyHex,
  type CreateWalletOptions,
  type Wallet,
} from 'countersign';
import { madeUp, methods, noting, walletCalls, type Targets } from '../../calls.ts';
import { createTestBench, signedIn } from '../../journeys/test-bench.ts';
import {
  isFunction,
  isNothing,
  isDuration,
  isObject,
  isPlain,
  isString,
  isUndefined,
  never,
  optionRows,
  orNothing,
  rejecting,
  throwing,
  type Good,
  type Position,
  type Row,
} from './judge.ts';

const isTime: Good = (value) => isNothing(value) || isDuration(value);

/** Options that make a wallet. */
const options: CreateWalletOptions = {
  relay: 'https://platform.example.com/wallet',
  accountId: 'InternalAccount:00000000-0000-4000-8000-00000000000a',
  enclaveKeys: [sandboxEnclavePublicKeyHex],
  environment: 'sandbox',
  store: createMemoryStore(),
};

const optionGood: Readonly<Record<keyof CreateWalletOptions, Good>> = {
  relay: never,
  accountId: never,
  enclaveKeys: never,
  environment: isNothing,
  profile: isNothing,
  sessionKeys: isNothing,
  store: isUndefined,
  refreshBefore: isTime,
  checkPayload: isNothing,
  cardKeyPolicies: isUndefined,
  approve: orNothing(isFunction),
  onPayload: orNothing(isFunction),
  onEvent: orNothing(isFunction),
  fetch: orNothing(isFunction),
  clock: isUndefined,
  relyingPartyId: orNothing((value) => isString(value) && /^[a-z0-9.-]{1,253}$/.test(String(value))),
  maxSessionMs: isTime,
  timeoutMs: isTime,
};

/** `createWallet` and each of its options. */
export function creationPositions(): readonly Position[] {
  return throwing([
    ['createWallet: options', (bad) => createWallet(bad), isFunction, /options|relay/],
    ...optionRows('createWallet', optionGood, (bad: object) => createWallet({ ...options, ...bad })),
    [
      'createWallet: a quorum key',
      (bad) => createWallet({ ...options, enclaveKeys: [bad] }),
      (bad) => isString(bad) && String(bad).length === 130,
      /enclaveKeys/,
    ],
  ]);
}

/** The warning before a session ends. */
export function expiringPositions(): readonly Position[] {
  const source = createWallet(options);
  const run = (): void => {};
  return throwing([
    ['onExpiring: wallet', (bad) => onExpiring(bad, run)],
    ['onExpiring: run', (bad) => onExpiring(source, bad), isFunction],
    ['onExpiring: options', (bad) => onExpiring(source, run, bad), isPlain, /options|leadMs|clock/],
    ['onExpiring: leadMs', (leadMs) => onExpiring(source, run, { leadMs }), orNothing(isDuration)],
    ['onExpiring: clock', (clock) => onExpiring(source, run, { clock }), isUndefined],
  ]);
}

async function firstOf(follow: AsyncIterable<unknown>): Promise<void> {
  for await (const one of follow) if (one !== undefined) return;
}

/** Every method of a signed-in wallet, by its path; a method that isn't here fails a test. */
export async function walletPositions(): Promise<{
  wallet: Wallet;
  /** Names of the methods that the rows of the catalogue have called. */
  called: readonly string[];
  positions: readonly Position[];
}> {
  const bench = await createTestBench();
  const wallet = await signedIn(bench);
  const attempt = await wallet.emailOtp.begin();
  const quote = await bench.quote(1_000_000);
  const { cardId } = madeUp;
  const email = 'a@example.com';
  const request = { method: 'POST', path: '/x', body: {}, intent: { opaque: true } } as const;
  const passkeyOf = attempt.credential.id;
  const cancellable = (title: string, run: (options: never) => unknown): [Row, Row] => [
    [`${title}: options`, run, isPlain],
    [`${title}: signal`, (signal) => run({ signal } as never), isUndefined],
  ];
  const called: string[] = [];
  const targets: Targets = {
    ...madeUp,
    wallet: noting(wallet, called),
    quote,
    customerId: bench.customerId,
    credentialId: attempt.credential.id,
    attempt: await wallet.oauth.begin(),
  };
  const { begin } = wallet.emailOtp;
  const { passkey, session, credentials, card, delegatedKeys, signedRetry } = wallet;
  const given = methods.flatMap((name): Row[] => {
    const { options: taken, run } = walletCalls[name];
    const [ofOptions, ofSignal] = cancellable(name, async (some) => run(targets, some));
    return [...(taken === 'alone' ? [ofOptions] : []), ...(taken === 'none' ? [] : [ofSignal])];
  });
  const rows: readonly Row[] = [
    ...given,
    ['emailOtp.begin: continue', (bad) => begin({ continue: bad }), isUndefined, /credential/],
    ['emailOtp.begin: credentialId', (credentialId) => begin({ credentialId }), isUndefined],
    ['emailOtp.begin verify: code', (bad) => attempt.verify(bad)],
    ...cancellable('emailOtp.begin verify', (given) => attempt.verify('000000', given)),
    ...cancellable('emailOtp.begin resend', (given) => attempt.resend(given)),
    ['passkey.prepare: credentialId', (credentialId) => passkey.prepare({ credentialId }), isUndefined],
    ['passkey.prepareAdd: options', (bad) => passkey.prepareAdd(bad), never, /options|nickname/],
    [
      'passkey.prepareAdd: nickname',
      (nickname) => passkey.prepareAdd({ nickname }),
      (bad) => isString(bad) && /^[\w-]{1,100}$/.test(String(bad)),
    ],
    [
      'passkey.prepareAdd: relyingPartyName',
      (relyingPartyName) => passkey.prepareAdd({ nickname: 'x', relyingPartyName }),
      orNothing((bad) => isString(bad) && !String(bad).startsWith('\ud800')),
    ],
    ['oauth.begin: continue', (bad) => wallet.oauth.begin({ continue: bad }), isUndefined],
    ['oauth.begin: audience', (audience) => wallet.oauth.begin({ audience }), orNothing(isString)],
    ['oauth.begin: credentialId', (credentialId) => wallet.oauth.begin({ credentialId }), isUndefined],
    ['credentials.addOAuth: attempt', (bad) => credentials.addOAuth(bad, 'x')],
    ['quote.get: quoteId', (bad) => wallet.quote.get(bad)],
    ['quote.look: quoteId', (bad) => wallet.quote.look(bad)],
    ['quote.authorize: quoteId', (bad) => wallet.quote.authorize(bad, '123456')],
    [
      'quote.authorize: code',
      (bad) => wallet.quote.authorize(quote.id, bad),
      (bad) => isString(bad) && /^[A-Za-z0-9]{4,10}$/.test(String(bad)),
    ],
    ['quote.resendAuthorization: quoteId', (bad) => wallet.quote.resendAuthorization(bad)],
    ['transaction.get: transactionId', (bad) => wallet.transaction.get(bad)],
    ['transaction.follow: transactionId', async (bad) => firstOf(wallet.transaction.follow(bad))],
    ['payee.get: externalAccountId', (bad) => wallet.payee.get(bad)],
    ['payee.name: quoteId', (bad) => wallet.payee.name(bad)],
    ['transaction.list: options', (bad) => wallet.transaction.list(bad), never, /options|customerId/],
    [
      'transaction.list: cursor',
      (cursor) => wallet.transaction.list({ customerId: bench.customerId, cursor }),
      orNothing(isString),
    ],
    ['account.get: options', (bad) => wallet.account.get(bad), never, /options|customerId/],
    ['account.export: options', (bad) => wallet.account.export(bad), never, /options|enclaveKeys/],
    ['account.export: enclaveKeys', (enclaveKeys) => wallet.account.export({ enclaveKeys })],
    ['account.get: customerId', (customerId) => wallet.account.get({ customerId })],
    ['quote.execute: quote', (bad) => wallet.quote.execute(bad)],
    ...(['id', 'source', 'paymentInstructions', 'expiresAt'] as const).map((name): Row => [
      `quote.execute: ${name}`,
      (bad) => wallet.quote.execute({ ...quote, [name]: bad }),
    ]),
    ['session.revoke: sessionId', (sessionId) => session.revoke({ sessionId }), isUndefined],
    ['credentials.remove: credentialId', (bad) => credentials.remove(bad, { type: 'PASSKEY' })],
    ['credentials.remove: type', (type) => credentials.remove(passkeyOf, { type })],
    ['credentials.addEmailOtp: email', (bad) => credentials.addEmailOtp(bad)],
    ['credentials.addSmsOtp: phoneNumber', (bad) => credentials.addSmsOtp(bad)],
    ['credentials.changeEmail: customerId', (bad) => credentials.changeEmail(bad, email)],
    ['credentials.changeEmail: email', (bad) => credentials.changeEmail(bench.customerId, bad)],
    ['credentials.changePhone: customerId', (bad) => credentials.changePhone(bad, '+14155550199')],
    ['credentials.changePhone: phoneNumber', (bad) => credentials.changePhone(bench.customerId, bad)],
    ...(['freeze', 'unfreeze'] as const).flatMap((name): Row[] => [[`card.${name}: cardId`, (bad) => card[name](bad)]]),
    ['delegatedKeys.create: options', (bad) => delegatedKeys.create(bad), never, /options|cardId/],
    ['delegatedKeys.create: cardId', (bad) => delegatedKeys.create({ cardId: bad, nickname: 'x' })],
    [
      'delegatedKeys.create: nickname',
      (nickname) => delegatedKeys.create({ cardId, nickname }),
      (bad) => isString(bad) && /^\P{C}{1,256}$/u.test(String(bad)),
    ],
    ['delegatedKeys.revoke: delegatedKeyId', (bad) => delegatedKeys.revoke(bad)],
    ['card.close: cardId', (bad) => card.close(bad, { confirm: 'permanent' })],
    ['card.close: options', (bad) => card.close(cardId, bad), never, /confirm/],
    ['signedRetry: request', (bad) => signedRetry(bad), never, /request|method/],
    ...(['method', 'path', 'intent'] as const).map((name): Row => [
      `signedRetry: ${name}`,
      (bad) => signedRetry({ ...request, [name]: bad }),
    ]),
    [
      'signedRetry: body',
      (body) => signedRetry({ ...request, body }),
      (bad) => !['symbol', 'function', 'bigint'].includes(typeof bad),
    ],
    [
      'signedRetry: activityTypes',
      (activityTypes) => signedRetry({ ...request, intent: { activityTypes, expect: {} } }),
      (bad) => Array.isArray(bad) && typeof bad[0] === 'string',
      /intent/,
    ],
    [
      'signedRetry: expect',
      (expect) => signedRetry({ ...request, intent: { activityTypes: ['A'], expect } }),
      (bad) => isObject(bad) && !Array.isArray(bad),
      /intent/,
    ],
    ['signedRetry: lookUp', (lookUp) => signedRetry(request, { lookUp }), orNothing(isFunction)],
  ];
  return {
    wallet,
    called,
    positions: [...throwing([['subscribe: listener', (bad) => wallet.subscribe(bad), isFunction]]), ...rejecting(rows)],
  };
}
