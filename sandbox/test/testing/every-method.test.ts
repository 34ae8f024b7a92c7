/** One contract for the real and the fake wallet: every method of the type, in each state that refuses it, and each way to sign in. */
import { isKitError } from 'countersign';
import { createCodeEntry } from 'countersign/code-entry';
import { createFakeWallet } from 'countersign-sandbox/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { flowFacts } from '../../../src/kit/wallet/facts.ts';
import { madeUp, methods, noting, walletCalls, type Method, type Targets } from '../../../test/calls.ts';
import { eventually } from '../../../test/eventually.ts';
import { addPasskey, createInterceptedWallet, issueCard } from '../../../test/journeys/intercepted-wallet.ts';

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
  const payeeId = quote.destination.accountId ?? '';
  return { ...madeUp, ...own, wallet: intercepted.newWallet(), quote, cardId, customerId, credentialId: id, payeeId };
}

const own = { email: 'sample.customer@example.com', phoneNumber: '+14155550100' };

const openFake = (): Promise<Targets> =>
  Promise.resolve({ ...madeUp, wallet: createFakeWallet({ state: 'loading' }).wallet });

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

/** Outcomes of calls, each of the method that it is named after. */
async function toldAll(names: readonly Method[], targets: Targets, signal?: AbortSignal): Promise<object> {
  const options = signal === undefined ? {} : { signal };
  const called: string[] = [];
  const noted = { ...targets, wallet: noting(targets.wallet, called) };
  const all = names.map(async (name) => [name, await told(walletCalls[name].run(noted, options))] as const);
  const outcomes = Object.fromEntries(await Promise.all(all));
  expect(called.toSorted()).toEqual(names.toSorted());
  return outcomes;
}
const each = (names: readonly string[], value: unknown): object =>
  Object.fromEntries(names.map((name) => [name, value]));

describe.for(Object.entries({ 'the real wallet': openReal, 'the fake wallet': openFake }))('%s', ([, open]) => {
  let targets: Targets;
  beforeEach(async () => {
    const opened = await open();
    targets = { ...opened, attempt: await opened.wallet.oauth.begin() };
  });
  afterEach(() => {
    targets.wallet.close();
    vi.unstubAllGlobals();
  });

  test('is called by every method here that its type has', () => {
    const groups = Object.entries(targets.wallet).flatMap(([name, member]: [string, unknown]) =>
      Object.entries(Object(typeof member === 'object' ? member : null) as object).flatMap(([method, run]) =>
        typeof run === 'function' ? [`${name}.${method}`] : [],
      ),
    );
    expect([...groups, 'signedRetry'].toSorted()).toEqual(methods.toSorted());
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
    const needing = methods.filter((name) => flowFacts[name].needsSession && !answered.includes(name));
    const outcomes: object = {};
    // One after the other: two of them make the same request, and the later one would find that the other has ended.
    for (const name of needing) Object.assign(outcomes, await toldAll([name], targets));
    expect(outcomes).toEqual(each(needing, 'SIGNED_OUT'));
  });

  test('says in every method that it is closed', async () => {
    await signIn(targets);
    targets.wallet.close();
    const asking = methods.filter((name) => name !== 'passkey.available');
    expect(await toldAll(asking, targets)).toEqual(each(asking, 'WALLET_CLOSED'));
    expect(await targets.wallet.passkey.available()).toMatch(/^(here|elsewhere|no)$/);
  });

  test('gives up in every method that takes a signal, with its reason', async () => {
    await signIn(targets);
    const reason = new Error('changed my mind');
    const taking = methods.filter((name) => walletCalls[name].options !== 'none');
    const signal = AbortSignal.abort(reason);
    expect(await toldAll(taking, targets, signal)).toEqual(each(taking, reason));
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
