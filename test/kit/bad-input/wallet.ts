/** Every argument of the entry `countersign`: the wallet, its options and methods, and both stores. */
import {
  createMemoryStore,
  createWallet,
  onExpiring,
  sandboxEnclavePublicKeyHex,
  type CreateWalletOptions,
  type Wallet,
} from 'countersign';
import { createTestBench, signedIn } from '../../journeys/test-bench.ts';
import {
  isFunction,
  isNothing,
  isNumber,
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

const isTime: Good = (value) => isNothing(value) || (isNumber(value) && Number(value) >= 0);

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
    [
      'onExpiring: leadMs',
      (leadMs) => onExpiring(source, run, { leadMs }),
      orNothing((bad) => isNumber(bad) && Number(bad) >= 0),
    ],
    ['onExpiring: clock', (clock) => onExpiring(source, run, { clock }), isUndefined],
  ]);
}

async function firstOf(follow: AsyncIterable<unknown>): Promise<void> {
  for await (const one of follow) if (one !== undefined) return;
}

/** Every method of a signed-in wallet, by its path; a method that isn't here fails a test. */
export async function walletPositions(): Promise<{ wallet: Wallet; positions: readonly Position[] }> {
  const bench = await createTestBench();
  const wallet = await signedIn(bench);
  const attempt = await wallet.emailOtp.begin();
  const quote = await bench.quote(1_000_000);
  const cardId = 'Card:00000000-0000-4000-8000-00000000000a';
  const transactionId = cardId.replace('Card', 'Transaction');
  const payeeId = cardId.replace('Card', 'ExternalAccount');
  const email = 'a@example.com';
  const request = { method: 'POST', path: '/x', body: {}, intent: { opaque: true } } as const;
  const passkeyOf = attempt.credential.id;
  const cancellable = (title: string, run: (options: never) => unknown): Row[] => [
    [`${title}: options`, run, isPlain],
    [`${title}: signal`, (signal) => run({ signal } as never), isUndefined],
  ];
  const { begin } = wallet.emailOtp;
  const { passkey, session, credentials, card, delegatedKeys, signedRetry } = wallet;
  const rows: readonly Row[] = [
    ...cancellable('emailOtp.begin', (given) => begin(given)),
    ...cancellable('smsOtp.begin', (given) => wallet.smsOtp.begin(given)),
    ['emailOtp.begin: continue', (bad) => begin({ continue: bad }), isUndefined, /credential/],
    ['emailOtp.begin: credentialId', (credentialId) => begin({ credentialId }), isUndefined],
    ['emailOtp.begin verify: code', (bad) => attempt.verify(bad)],
    ...cancellable('emailOtp.begin verify', (given) => attempt.verify('000000', given)),
    ...cancellable('emailOtp.begin resend', (given) => attempt.resend(given)),
    ...cancellable('passkey.prepare', (given) => passkey.prepare(given)),
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
    ...cancellable('oauth.begin', (given) => wallet.oauth.begin(given)),
    ['oauth.begin: continue', (bad) => wallet.oauth.begin({ continue: bad }), isUndefined],
    ['oauth.begin: audience', (audience) => wallet.oauth.begin({ audience }), orNothing(isString)],
    ['oauth.begin: credentialId', (credentialId) => wallet.oauth.begin({ credentialId }), isUndefined],
    ['credentials.addOAuth: attempt', (bad) => credentials.addOAuth(bad, 'x')],
    ['quote.get: quoteId', (bad) => wallet.quote.get(bad)],
    ['quote.look: quoteId', (bad) => wallet.quote.look(bad)],
    ...cancellable('quote.look', (given) => wallet.quote.look(quote.id, given)),
    ...cancellable('quote.get', (given) => wallet.quote.get(quote.id, given)),
    ['quote.authorize: quoteId', (bad) => wallet.quote.authorize(bad, '123456')],
    [
      'quote.authorize: code',
      (bad) => wallet.quote.authorize(quote.id, bad),
      (bad) => isString(bad) && /^[A-Za-z0-9]{4,10}$/.test(String(bad)),
    ],
    ...cancellable('quote.authorize', (given) => wallet.quote.authorize(quote.id, '123456', given)),
    ['quote.resendAuthorization: quoteId', (bad) => wallet.quote.resendAuthorization(bad)],
    ...cancellable('quote.resendAuthorization', (given) => wallet.quote.resendAuthorization(quote.id, given)),
    ['transaction.get: transactionId', (bad) => wallet.transaction.get(bad)],
    ...cancellable('transaction.get', (given) => wallet.transaction.get(transactionId, given)),
    ['transaction.follow: transactionId', async (bad) => firstOf(wallet.transaction.follow(bad))],
    ['payee.get: externalAccountId', (bad) => wallet.payee.get(bad)],
    ...cancellable('payee.get', (given) => wallet.payee.get(payeeId, given)),
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
    ...cancellable('card.list', (given) => card.list(given)),
    ['quote.execute: quote', (bad) => wallet.quote.execute(bad)],
    ...(['id', 'source', 'paymentInstructions', 'expiresAt'] as const).map((name): Row => [
      `quote.execute: ${name}`,
      (bad) => wallet.quote.execute({ ...quote, [name]: bad }),
    ]),
    ...cancellable('quote.execute', (given) => wallet.quote.execute(quote, given)),
    ...cancellable('session.refresh', (given) => session.refresh(given)),
    ['session.revoke: sessionId', (sessionId) => session.revoke({ sessionId }), isUndefined],
    ...cancellable('session.revoke', (given) => session.revoke(given)),
    ...cancellable('session.list', (given) => session.list(given)),
    ...cancellable('credentials.list', (given) => credentials.list(given)),
    ['credentials.remove: credentialId', (bad) => credentials.remove(bad, { type: 'PASSKEY' })],
    ['credentials.remove: type', (type) => credentials.remove(passkeyOf, { type })],
    ...cancellable('credentials.remove', async (given) =>
      credentials.remove(passkeyOf, { type: 'PASSKEY', ...(given as object) }),
    ),
    ['credentials.addEmailOtp: email', (bad) => credentials.addEmailOtp(bad)],
    ['credentials.addSmsOtp: phoneNumber', (bad) => credentials.addSmsOtp(bad)],
    ...cancellable('credentials.addSmsOtp', (given) => credentials.addSmsOtp('+14155550100', given)),
    ...cancellable('credentials.addEmailOtp', (given) => credentials.addEmailOtp(email, given)),
    ['credentials.changeEmail: customerId', (bad) => credentials.changeEmail(bad, email)],
    ['credentials.changeEmail: email', (bad) => credentials.changeEmail(bench.customerId, bad)],
    ...cancellable('credentials.changeEmail', (given) => credentials.changeEmail(bench.customerId, email, given)),
    ['credentials.changePhone: customerId', (bad) => credentials.changePhone(bad, '+14155550199')],
    ['credentials.changePhone: phoneNumber', (bad) => credentials.changePhone(bench.customerId, bad)],
    ...cancellable('credentials.changePhone', (given) =>
      credentials.changePhone(bench.customerId, '+14155550199', given),
    ),
    ...(['freeze', 'unfreeze'] as const).flatMap((name): Row[] => [
      [`card.${name}: cardId`, (bad) => card[name](bad)],
      ...cancellable(`card.${name}`, (given) => card[name](cardId, given)),
    ]),
    ['delegatedKeys.create: options', (bad) => delegatedKeys.create(bad), never, /options|cardId/],
    ['delegatedKeys.create: cardId', (bad) => delegatedKeys.create({ cardId: bad, nickname: 'x' })],
    [
      'delegatedKeys.create: nickname',
      (nickname) => delegatedKeys.create({ cardId, nickname }),
      (bad) => isString(bad) && /^\P{C}{1,256}$/u.test(String(bad)),
    ],
    ...cancellable('delegatedKeys.list', (given) => delegatedKeys.list(given)),
    ['delegatedKeys.revoke: delegatedKeyId', (bad) => delegatedKeys.revoke(bad)],
    ...cancellable('delegatedKeys.revoke', (given) =>
      delegatedKeys.revoke(cardId.replace('Card', 'DelegatedKey'), given),
    ),
    ['card.close: cardId', (bad) => card.close(bad, { confirm: 'permanent' })],
    ['card.close: options', (bad) => card.close(cardId, bad), never, /confirm/],
    ['card.close: signal', (signal) => card.close(cardId, { confirm: 'permanent', signal }), isUndefined],
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
    ...cancellable('signedRetry', (given) => signedRetry(request, given)),
    ['signedRetry: lookUp', (lookUp) => signedRetry(request, { lookUp }), orNothing(isFunction)],
  ];
  return {
    wallet,
    positions: [...throwing([['subscribe: listener', (bad) => wallet.subscribe(bad), isFunction]]), ...rejecting(rows)],
  };
}
