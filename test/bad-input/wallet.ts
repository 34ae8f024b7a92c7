/** Every argument of the entry `countersign`: the wallet, its options and methods, and both stores. */
import {
  createIndexedDbStore,
  createMemoryStore,
  createWallet,
  onExpiring,
  sandboxEnclavePublicKeyHex,
  type CreateWalletOptions,
  type Wallet,
} from 'countersign';
import { IDBFactory } from 'fake-indexeddb';
import { createTestBench, signedIn } from '../journeys/test-bench.ts';
import type { Position } from './judge.ts';

const isUndefined = (value: unknown): boolean => value === undefined;
// What `??` fills in.
const isNothing = (value: unknown): boolean => value === undefined || value === null;
const isPlain = (value: unknown): boolean =>
  isUndefined(value) || (typeof value === 'object' && value !== null && !isHostile(value));
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isFunction = (value: unknown): boolean => typeof value === 'function';
const isHostile = (value: object): boolean => {
  try {
    return Reflect.get(value, 'signal') === value;
  } catch {
    return true;
  }
};

/** Options that make a wallet. */
const options: CreateWalletOptions = {
  relay: 'https://platform.example.com/wallet',
  accountId: 'InternalAccount:00000000-0000-4000-8000-00000000000a',
  enclaveKeys: [sandboxEnclavePublicKeyHex],
  environment: 'sandbox',
  store: createMemoryStore(),
};

const optionGood: Readonly<Record<keyof CreateWalletOptions, (value: unknown) => boolean>> = {
  relay: () => false,
  accountId: () => false,
  enclaveKeys: () => false,
  environment: isNothing,
  profile: isNothing,
  sessionKeys: isNothing,
  store: isUndefined,
  refreshBefore: (value) => isNothing(value) || isNumber(value),
  checkPayload: isNothing,
  approve: (value) => isUndefined(value) || isFunction(value),
  onPayload: (value) => isUndefined(value) || isFunction(value),
  onEvent: (value) => isUndefined(value) || isFunction(value),
  fetch: (value) => isUndefined(value) || isFunction(value),
  clock: isUndefined,
  browser: isUndefined,
  relyingPartyId: (value) => isUndefined(value) || (typeof value === 'string' && /^[a-z0-9.-]{1,253}$/.test(value)),
  signals: (value) => isNothing(value) || value === true,
  maxSessionMs: (value) => isNothing(value) || isNumber(value),
  timeoutMs: (value) => isNothing(value) || isNumber(value),
};

/** `createWallet` and each of its options. */
export function creationPositions(): readonly Position[] {
  return [
    {
      title: 'createWallet: options',
      names: /options|relay/,
      call: (bad) => createWallet(bad as never),
      sync: true,
      good: (bad) => typeof bad === 'function',
    },
    ...Object.entries(optionGood).map(([name, good]): Position => ({
      title: `createWallet: ${name}`,
      names: new RegExp(name),
      call: (bad) => createWallet({ ...options, [name]: bad }),
      good,
      sync: true,
    })),
    {
      title: 'createWallet: a quorum key',
      names: /enclaveKeys/,
      call: (bad) => createWallet({ ...options, enclaveKeys: [bad as string] }),
      sync: true,
      good: (bad) => typeof bad === 'string' && bad.length === 130,
    },
  ];
}

/** The warning before a session ends. */
export function expiringPositions(): readonly Position[] {
  const source = createWallet(options);
  const run = (): void => {};
  return [
    { title: 'onExpiring: wallet', names: /wallet/, call: (bad) => onExpiring(bad as never, run), sync: true },
    {
      title: 'onExpiring: run',
      names: /run/,
      call: (bad) => onExpiring(source, bad as never),
      good: isFunction,
      sync: true,
    },
    {
      title: 'onExpiring: options',
      names: /options|leadMs|clock/,
      call: (bad) => onExpiring(source, run, bad as never),
      good: isPlain,
      sync: true,
    },
    {
      title: 'onExpiring: leadMs',
      names: /leadMs/,
      call: (bad) => onExpiring(source, run, { leadMs: bad as never }),
      good: (bad) => isUndefined(bad) || isNumber(bad),
      sync: true,
    },
    {
      title: 'onExpiring: clock',
      names: /clock/,
      call: (bad) => onExpiring(source, run, { clock: bad as never }),
      good: isUndefined,
      sync: true,
    },
  ];
}

/** Stores and their calls. */
export function storePositions(): readonly Position[] {
  const factory = new IDBFactory();
  const stores = {
    createMemoryStore: createMemoryStore(),
    createIndexedDbStore: createIndexedDbStore({ indexedDB: () => factory }),
  };
  const isText = (value: unknown): boolean => typeof value === 'string';
  return [
    {
      title: 'createIndexedDbStore: options',
      names: /options/,
      call: (bad) => createIndexedDbStore(bad as never),
      sync: true,
      good: isPlain,
    },
    {
      title: 'createIndexedDbStore: databaseName',
      names: /databaseName/,
      call: (bad) => createIndexedDbStore({ databaseName: bad as never }),
      sync: true,
      good: (bad) => isUndefined(bad) || (isText(bad) && bad !== ''),
    },
    {
      title: 'createIndexedDbStore: indexedDB',
      names: /indexedDB/,
      call: (bad) => createIndexedDbStore({ indexedDB: bad as never }),
      sync: true,
      good: (bad) => isUndefined(bad) || isFunction(bad),
    },
    ...Object.entries(stores).flatMap(([name, store]): Position[] => [
      { title: `${name} read: key`, names: /key/, call: (bad) => store.read(bad as never), good: isText },
      { title: `${name} update: key`, names: /key/, call: (bad) => store.update(bad as never, () => 1), good: isText },
      {
        title: `${name} update: change`,
        names: /change/,
        call: (bad) => store.update('a', bad as never),
        good: isFunction,
      },
      { title: `${name} keys: prefix`, names: /key/, call: (bad) => store.keys(bad as never), good: isText },
    ]),
  ];
}

/** Every method of a signed-in wallet, by its path; a method that isn't here fails a test. */
export async function walletPositions(): Promise<{ wallet: Wallet; positions: readonly Position[] }> {
  const bench = await createTestBench();
  const wallet = await signedIn(bench);
  const attempt = await wallet.emailOtp.begin();
  const quote = await bench.quote(1_000_000);
  const card = 'Card:00000000-0000-4000-8000-00000000000a';
  const request = { method: 'POST', path: '/x', body: {}, intent: { opaque: true } } as const;
  const call = (
    title: string,
    names: RegExp,
    run: Position['call'],
    good: (value: unknown) => boolean = () => false,
  ): Position => ({
    title,
    names,
    call: run,
    good,
  });
  const signal = (title: string, run: (options: never) => unknown): Position[] => [
    call(`${title}: options`, /options/, (bad) => run(bad as never), isPlain),
    call(`${title}: signal`, /signal/, (bad) => run({ signal: bad } as never), isUndefined),
  ];
  const { begin } = wallet.emailOtp;
  const { passkey, session, credentials } = wallet;
  const positions = [
    {
      ...call('subscribe: listener', /listener/, (bad) => wallet.subscribe(bad as never), isFunction),
      sync: true as const,
    },
    ...signal('emailOtp.begin', (given) => begin(given)),
    ...signal('smsOtp.begin', (given) => wallet.smsOtp.begin(given)),
    call('emailOtp.begin: continue', /credential/, (bad) => begin({ continue: bad as never }), isUndefined),
    call('emailOtp.begin: credentialId', /credentialId/, (bad) => begin({ credentialId: bad as never }), isUndefined),
    call('emailOtp.begin verify: code', /code/, (bad) => attempt.verify(bad as never)),
    ...signal('emailOtp.begin verify', (given) => attempt.verify('000000', given)),
    ...signal('emailOtp.begin resend', (given) => attempt.resend(given)),
    ...signal('passkey.prepare', (given) => passkey.prepare(given)),
    call(
      'passkey.prepare: credentialId',
      /credentialId/,
      (bad) => passkey.prepare({ credentialId: bad as never }),
      isUndefined,
    ),
    call('passkey.prepareAdd: options', /options|nickname/, (bad) => passkey.prepareAdd(bad as never)),
    call(
      'passkey.prepareAdd: nickname',
      /nickname/,
      (bad) => passkey.prepareAdd({ nickname: bad as never }),
      (bad) => typeof bad === 'string' && /^[\w-]{1,100}$/.test(bad),
    ),
    call(
      'passkey.prepareAdd: relyingPartyName',
      /relyingPartyName/,
      (bad) => passkey.prepareAdd({ nickname: 'x', relyingPartyName: bad as never }),
      (bad) => isUndefined(bad) || (typeof bad === 'string' && !bad.startsWith('\ud800')),
    ),
    call('quote.execute: quote', /quote/, (bad) => wallet.quote.execute(bad as never)),
    ...(['id', 'source', 'paymentInstructions', 'expiresAt'] as const).map((name) =>
      call(`quote.execute: ${name}`, new RegExp(name), (bad) =>
        wallet.quote.execute({ ...quote, [name]: bad as never }),
      ),
    ),
    ...signal('quote.execute', (given) => wallet.quote.execute(quote, given)),
    ...signal('session.refresh', (given) => session.refresh(given)),
    call('session.revoke: sessionId', /sessionId/, (bad) => session.revoke({ sessionId: bad as never }), isUndefined),
    ...signal('session.revoke', (given) => session.revoke(given)),
    ...signal('session.list', (given) => session.list(given)),
    ...signal('credentials.list', (given) => credentials.list(given)),
    call('credentials.remove: credentialId', /credentialId/, (bad) =>
      credentials.remove(bad as never, { type: 'PASSKEY' }),
    ),
    call('credentials.remove: type', /type/, (bad) =>
      credentials.remove(attempt.credential.id, { type: bad as never }),
    ),
    ...signal('credentials.remove', async (given) =>
      credentials.remove(attempt.credential.id, { type: 'PASSKEY', ...(given as object) }),
    ),
    call('credentials.addEmailOtp: email', /email/, (bad) => credentials.addEmailOtp(bad as never)),
    call('credentials.addSmsOtp: phoneNumber', /phoneNumber/, (bad) => credentials.addSmsOtp(bad as never)),
    ...signal('credentials.addSmsOtp', (given) => credentials.addSmsOtp('+14155550100', given)),
    ...signal('credentials.addEmailOtp', (given) => credentials.addEmailOtp('a@example.com', given)),
    call('credentials.changeEmail: customerId', /customerId/, (bad) =>
      credentials.changeEmail(bad as never, 'a@example.com'),
    ),
    call('credentials.changeEmail: email', /email/, (bad) => credentials.changeEmail(bench.customerId, bad as never)),
    ...signal('credentials.changeEmail', (given) => credentials.changeEmail(bench.customerId, 'a@example.com', given)),
    ...(['freeze', 'unfreeze'] as const).flatMap((name) => [
      call(`card.${name}: cardId`, /cardId/, (bad) => wallet.card[name](bad as never)),
      ...signal(`card.${name}`, (given) => wallet.card[name](card, given)),
    ]),
    call('card.close: cardId', /cardId/, (bad) => wallet.card.close(bad as never, { confirm: 'permanent' })),
    call('card.close: options', /confirm/, (bad) => wallet.card.close(card, bad as never)),
    call(
      'card.close: signal',
      /signal/,
      (bad) => wallet.card.close(card, { confirm: 'permanent', signal: bad as never }),
      isUndefined,
    ),
    call('signedRetry: request', /request|method/, (bad) => wallet.signedRetry(bad as never)),
    ...(['method', 'path', 'intent'] as const).map((name) =>
      call(`signedRetry: ${name}`, new RegExp(name), (bad) => wallet.signedRetry({ ...request, [name]: bad as never })),
    ),
    call(
      'signedRetry: body',
      /body/,
      (bad) => wallet.signedRetry({ ...request, body: bad }),
      (bad) => !['symbol', 'function', 'bigint'].includes(typeof bad),
    ),
    call(
      'signedRetry: activityTypes',
      /intent/,
      (bad) => wallet.signedRetry({ ...request, intent: { activityTypes: bad as never, expect: {} } }),
      (bad) => Array.isArray(bad) && typeof bad[0] === 'string',
    ),
    call(
      'signedRetry: expect',
      /intent/,
      (bad) => wallet.signedRetry({ ...request, intent: { activityTypes: ['A'], expect: bad as never } }),
      (bad) => typeof bad === 'object' && bad !== null && !Array.isArray(bad),
    ),
    ...signal('signedRetry', (given) => wallet.signedRetry(request, given)),
    call(
      'signedRetry: lookUp',
      /lookUp/,
      (bad) => wallet.signedRetry(request, { lookUp: bad as never }),
      (bad) => isUndefined(bad) || isFunction(bad),
    ),
  ];
  return { wallet, positions };
}
