/** One contract for the real and the fake wallet: every method of the type, in each state that refuses it, and each way to sign in. */
import { isKitError, type Quote, type Wallet } from 'countersign';
import { createCodeEntry } from 'countersign/code-entry';
import { createFakeWallet } from 'countersign-sandbox/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sandboxEnclavePublicKeyHex } from '../../../src/kit/wire.ts';
import { eventually } from '../../../test/eventually.ts';
import { addPasskey, createInterceptedWallet, issueCard } from '../../../test/journeys/intercepted-wallet.ts';

/** Targets of the calls. */
interface Targets {
  readonly wallet: Wallet;
  readonly quote: Quote;
  readonly cardId: string;
  readonly customerId: string;
  readonly credentialId: string;
}

/** A person with a card, a quote, and a credential of each kind, whose wallet is signed out. */
async function openReal(): Promise<Targets> {
  const intercepted = await createInterceptedWallet();
  const isUserVerifyingPlatformAuthenticatorAvailable = () => Promise.resolve(true);
  vi.stubGlobal('PublicKeyCredential', Object.assign(vi.fn(), { isUserVerifyingPlatformAuthenticatorAvailable }));
  const { bench, wallet: first } = intercepted;
  const { customerId } = bench;
  await bench.platform('PATCH', `/customers/${customerId}`, { phoneNumber: '+14155550100' });
  await first.credentials.addSmsOtp('+14155550100');
  const { id } = await addPasskey(intercepted, 'Laptop');
  const [quote, cardId] = [await bench.quote(1_000_000), await issueCard(intercepted)];
  return { wallet: intercepted.newWallet(), quote, cardId, customerId, credentialId: id };
}

function openFake(): Promise<Targets> {
  const { wallet } = createFakeWallet({ state: 'loading' });
  const uuid = '00000000-0000-4000-8000-000000000001';
  const ids = { cardId: `Card:${uuid}`, customerId: `Customer:${uuid}`, credentialId: `AuthMethod:${uuid}` };
  return Promise.resolve({ wallet, quote: { id: `Quote:${uuid}`, destination: {} } as Quote, ...ids });
}

interface Call {
  /** Whether it needs somebody who is signed in. */
  readonly signs: boolean;
  run(targets: Targets, options: { readonly signal?: AbortSignal }): Promise<unknown>;
}

const free = (run: Call['run']): Call => ({ signs: false, run });
const signing = (run: Call['run']): Call => ({ signs: true, run });

/** Every method of the type that resolves with something, by its name in events. */
const calls: Readonly<Record<string, Call>> = {
  'emailOtp.begin': free(({ wallet }, options) => wallet.emailOtp.begin(options)),
  'smsOtp.begin': free(({ wallet }, options) => wallet.smsOtp.begin(options)),
  'passkey.prepare': free(({ wallet }, options) => wallet.passkey.prepare(options)),
  'passkey.prepareAdd': free(({ wallet }, options) => wallet.passkey.prepareAdd({ nickname: 'Laptop', ...options })),
  'passkey.available': free(({ wallet }) => wallet.passkey.available()),
  'quote.execute': signing(({ wallet, quote }, options) => wallet.quote.execute(quote, options)),
  'quote.authorize': free(({ wallet, quote }, options) => wallet.quote.authorize(quote.id, '123456', options)),
  'quote.resendAuthorization': free(({ wallet, quote }, options) =>
    wallet.quote.resendAuthorization(quote.id, options),
  ),
  'quote.get': free(({ wallet, quote }, options) => wallet.quote.get(quote.id, options)),
  'quote.look': free(({ wallet, quote }, options) => wallet.quote.look(quote.id, options)),
  'quote.unfinished': free(({ wallet }) => wallet.quote.unfinished()),
  'transaction.get': free(({ wallet, quote }, options) => wallet.transaction.get(quote.transactionId, options)),
  'transaction.follow': free(async ({ wallet, quote }, options) => {
    for await (const { status } of wallet.transaction.follow(quote.transactionId, options))
      if (status.length > 0) return;
  }),
  'payee.get': free(({ wallet, quote }, options) => wallet.payee.get(quote.destination.accountId ?? '', options)),
  'transaction.list': free(({ wallet, customerId }, options) => wallet.transaction.list({ customerId, ...options })),
  'account.get': free(({ wallet, customerId }, options) => wallet.account.get({ customerId, ...options })),
  'account.export': signing(({ wallet }, options) =>
    wallet.account.export({ enclaveKeys: [sandboxEnclavePublicKeyHex], ...options }),
  ),
  'oauth.begin': free(({ wallet }, options) => wallet.oauth.begin(options)),
  'credentials.addOAuth': signing(async ({ wallet }, options) => {
    const attempt = await wallet.oauth.begin(options);
    const parts = [{ alg: 'ES256' }, { nonce: attempt.nonce }].map((part) =>
      btoa(JSON.stringify(part)).replaceAll('=', ''),
    );
    return wallet.credentials.addOAuth(attempt, `${parts.join('.')}.AAAA`, options);
  }),
  'session.refresh': signing(({ wallet }, options) => wallet.session.refresh(options)),
  'session.revoke': signing(({ wallet }, options) => wallet.session.revoke(options)),
  'session.list': free(({ wallet }, options) => wallet.session.list(options)),
  'credentials.list': free(({ wallet }, options) => wallet.credentials.list(options)),
  'credentials.remove': signing(({ wallet, credentialId }, options) =>
    wallet.credentials.remove(credentialId, { type: 'PASSKEY', ...options }),
  ),
  'credentials.addEmailOtp': signing(({ wallet }, options) =>
    wallet.credentials.addEmailOtp('sample.customer@example.com', options),
  ),
  'credentials.addSmsOtp': signing(({ wallet }, options) => wallet.credentials.addSmsOtp('+14155550100', options)),
  'credentials.changeEmail': signing(({ wallet, customerId }, options) =>
    wallet.credentials.changeEmail(customerId, 'new.address@example.com', options),
  ),
  'credentials.changePhone': signing(({ wallet, customerId }, options) =>
    wallet.credentials.changePhone(customerId, '+14155550199', options),
  ),
  'delegatedKeys.create': signing(({ wallet, cardId }, options) =>
    wallet.delegatedKeys.create({ cardId, nickname: 'Card spending', ...options }),
  ),
  'delegatedKeys.list': free(({ wallet }, options) => wallet.delegatedKeys.list(options)),
  'delegatedKeys.revoke': free(({ wallet, credentialId }, options) =>
    wallet.delegatedKeys.revoke(credentialId.replace('AuthMethod', 'DelegatedKey'), options),
  ),
  'card.freeze': signing(({ wallet, cardId }, options) => wallet.card.freeze(cardId, options)),
  'card.unfreeze': signing(({ wallet, cardId }, options) => wallet.card.unfreeze(cardId, options)),
  'card.list': free(({ wallet }, options) => wallet.card.list(options)),
  'card.close': signing(({ wallet, cardId }, options) =>
    wallet.card.close(cardId, { confirm: 'permanent', ...options }),
  ),
  signedRetry: signing(({ wallet, cardId }, options) =>
    wallet.signedRetry(
      { method: 'PATCH', path: `/cards/${cardId}`, body: { state: 'FROZEN' }, intent: { opaque: true } },
      options,
    ),
  ),
};

const signIn = async ({ wallet }: Targets): Promise<unknown> => (await wallet.emailOtp.begin()).verify('000000');

/** Code or reason that a call rejects with; `done` if it resolves. */
async function told(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
    return 'done';
  } catch (error) {
    return isKitError(error) ? error.code : error;
  }
}

/** Outcomes of all calls. */
async function toldAll(names: readonly string[], run: (call: Call) => Promise<unknown>): Promise<object> {
  const all = names.map(async (name) => [name, await told(run(calls[name] ?? free(() => Promise.resolve())))] as const);
  return Object.fromEntries(await Promise.all(all));
}
const each = (names: readonly string[], value: unknown): object =>
  Object.fromEntries(names.map((name) => [name, value]));

describe.for(Object.entries({ 'the real wallet': openReal, 'the fake wallet': openFake }))('%s', ([, open]) => {
  let targets: Targets;
  beforeEach(async () => {
    targets = await open();
  });
  afterEach(() => {
    targets.wallet.close();
    vi.unstubAllGlobals();
  });
  const names = Object.keys(calls);

  test('is called by every method here that its type has', () => {
    const groups = Object.entries(targets.wallet).flatMap(([name, member]: [string, unknown]) =>
      typeof member === 'object' && member !== null ? Object.keys(member).map((method) => `${name}.${method}`) : [],
    );
    expect([...groups, 'signedRetry'].toSorted()).toEqual(names.toSorted());
  });

  test('signs nothing while nobody is signed in, in whichever method', async () => {
    // The service says of these at once that the card is not frozen, the credential there already, the token of no
    // provider, and that there are no delegated keys; the relay, that its group for exports is off.
    const answered = [
      'card.unfreeze',
      'account.export',
      'credentials.addEmailOtp',
      'credentials.addSmsOtp',
      'credentials.addOAuth',
      'delegatedKeys.create',
    ];
    const needing = names.filter((name) => calls[name]?.signs === true && !answered.includes(name));
    const outcomes: object = {};
    // One after the other: two of them make the same request, and the later one would find that the other has ended.
    for (const name of needing) Object.assign(outcomes, await toldAll([name], ({ run }) => run(targets, {})));
    expect(outcomes).toEqual(each(needing, 'SIGNED_OUT'));
  });

  test('says in every method that it is closed', async () => {
    await signIn(targets);
    targets.wallet.close();
    const asking = names.filter((name) => name !== 'passkey.available');
    expect(await toldAll(asking, ({ run }) => run(targets, {}))).toEqual(each(asking, 'WALLET_CLOSED'));
    expect(await targets.wallet.passkey.available()).toMatch(/^(here|elsewhere|no)$/);
  });

  test('gives up in every method that takes a signal, with its reason', async () => {
    await signIn(targets);
    const reason = new Error('changed my mind');
    const taking = names.filter((name) => !['passkey.available', 'quote.unfinished'].includes(name));
    const signal = AbortSignal.abort(reason);
    expect(await toldAll(taking, ({ run }) => run(targets, { signal }))).toEqual(each(taking, reason));
    expect(targets.wallet.state().status).toBe('signed-in');
  });

  test('signs in by a text message', async () => {
    const attempt = await targets.wallet.smsOtp.begin();
    expect(Object.keys(attempt).toSorted()).toEqual(['credential', 'keep', 'resend', 'serviceTime', 'verify']);
    expect(await attempt.verify('000000')).toMatchObject({ credentialType: 'SMS_OTP' });
    expect(targets.wallet.state().status).toBe('signed-in');
  });

  test('says where passkeys can be used, and signs in by one', async () => {
    expect(await targets.wallet.passkey.available()).toMatch(/^(here|elsewhere|no)$/);
    const handle = await targets.wallet.passkey.prepare();
    expect(Object.keys(handle).toSorted()).toEqual(['credential', 'signIn']);
    expect(await handle.signIn()).toMatchObject({ credentialType: 'PASSKEY' });
    expect(targets.wallet.state().status).toBe('signed-in');
  });

  test('is signed in by a code entry', async () => {
    const entry = createCodeEntry(targets.wallet, { storage: undefined });
    await eventually(() => expect(entry.state().phase).toBe('waiting'));
    expect(await entry.submit('000000')).toBe(true);
    expect(entry.state().phase).toBe('done');
    expect(targets.wallet.state().status).toBe('signed-in');
    entry.close();
  });
});
