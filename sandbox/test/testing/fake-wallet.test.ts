import { isKitError, type Wallet, type WalletFlow } from 'countersign';
import { createFakeWallet } from 'countersign-sandbox/testing';
import { describe, expect, test } from 'vitest';
import { flowFacts } from '../../../src/kit/wallet/facts.ts';
import { createTestBench } from '../../../test/journeys/test-bench.ts';
import { nextTurn } from '../../../test/rest.ts';

const makers: Readonly<Record<string, () => Promise<Wallet>>> = {
  'the real wallet': async () => (await createTestBench()).newWallet(),
  'the fake wallet': () => Promise.resolve(createFakeWallet({ state: 'loading' }).wallet),
};

const codeOf = (error: unknown): unknown => (isKitError(error) ? error.code : error);
const rejectionOf = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    return ['done', await call];
  } catch (error) {
    return codeOf(error);
  }
};
const signIn = async (wallet: Wallet): Promise<unknown> => (await wallet.emailOtp.begin()).verify('000000');

describe.for(Object.entries(makers))('%s', ([, make]) => {
  test('has the methods of the type, each group frozen', async () => {
    const wallet = await make();
    expect(Object.isFrozen(wallet)).toBe(true);
    const shape = Object.entries(wallet).map(([name, member]: [string, unknown]) => [
      name,
      typeof member === 'object' && member !== null ? [Object.isFrozen(member), Object.keys(member).sort()] : 'own',
    ]);
    const groups: Record<string, [isFrozen: boolean, methods: string[]]> = {};
    for (const name of Object.keys(flowFacts) as WalletFlow[]) {
      const [group = '', method] = name.split('.');
      if (flowFacts[name].by === 'method' && method !== undefined) (groups[group] ??= [true, []])[1].push(method);
    }
    groups['delegatedKeys']?.[1].push('canCreate');
    for (const [, methods] of Object.values(groups)) methods.sort();
    const own = ['accountId', 'state', 'subscribe', 'serverState', 'prepare', 'close', 'signedRetry'];
    expect(Object.fromEntries(shape)).toEqual({ ...Object.fromEntries(own.map((name) => [name, 'own'])), ...groups });
    wallet.close();
  });

  test('shows the same frozen state until something changes, and loading on a server', async () => {
    const wallet = await make();
    expect(wallet.serverState()).toEqual({ status: 'loading', storage: 'persistent' });
    expect(wallet.serverState()).toBe(wallet.serverState());
    expect(wallet.state()).toBe(wallet.state());
    expect(Object.isFrozen(wallet.state())).toBe(true);
    expect(wallet.state().status).toBe('loading');
    wallet.close();
  });

  test('signs in by a code, tells its subscribers, and signs out', async () => {
    const wallet = await make();
    const seen: string[] = [];
    const stop = wallet.subscribe(() => seen.push(wallet.state().status));
    const attempt = await wallet.emailOtp.begin();
    expect(attempt.credential.type).toBe('EMAIL_OTP');
    expect(Object.keys(attempt).sort()).toEqual(['credential', 'keep', 'resend', 'serviceTime', 'verify']);
    await attempt.resend();
    const session = await attempt.verify('000000');
    expect(wallet.state().session).toBe(session);
    expect(Object.keys(session).sort()).toEqual([
      'compressedPublicKeyHex',
      'credentialId',
      'credentialType',
      'expiresAt',
      'nickname',
      'sessionId',
      'startedAt',
    ]);
    expect(session.expiresAt).toBeGreaterThan(session.startedAt);
    stop();
    expect(seen.at(-1)).toBe('signed-in');
    expect(await wallet.session.revoke()).toEqual({ service: 'revoked', localKeyDeleted: true });
    expect(wallet.state()).toMatchObject({ status: 'signed-out', ended: { reason: 'signed-out' } });
    expect(seen.at(-1)).toBe('signed-in');
    wallet.close();
  });

  test("gives up what is under way with the reason of the caller's signal", async () => {
    const wallet = await make();
    const reason = new Error('changed my mind');
    const controller = new AbortController();
    const begun = rejectionOf(wallet.emailOtp.begin({ signal: controller.signal }));
    controller.abort(reason);
    expect(await begun).toBe(reason);
    wallet.close();
  });

  test('rejects what is under way once it is closed, which may be done twice', async () => {
    const wallet = await make();
    await signIn(wallet);
    const listing = rejectionOf(wallet.credentials.list());
    wallet.close();
    expect(await listing).toBe('WALLET_CLOSED');
    expect(wallet.state().status).toBe('closed');
    expect(wallet.state().session).toBeUndefined();
    expect(() => wallet.close()).not.toThrow();
  });

  test('refuses a listener that is none', async () => {
    const wallet = await make();
    expect(() => wallet.subscribe(undefined as never)).toThrow(TypeError);
    wallet.close();
  });
});

describe('createFakeWallet', () => {
  test('answers with what was given: a value, a function, an error', async () => {
    const { wallet, answer, calls } = createFakeWallet({
      state: 'signed-in',
      answers: { 'quote.execute': (quote: { id: string }) => ({ id: quote.id, status: 'PROCESSING' }) },
    });
    expect(await wallet.quote.execute({ id: 'Quote:1' } as never)).toEqual({ id: 'Quote:1', status: 'PROCESSING' });
    answer('quote.execute', new Error('no'));
    expect(await rejectionOf(wallet.quote.execute({} as never))).toEqual(new Error('no'));
    answer('card.freeze', { state: 'FROZEN' });
    expect(await wallet.card.freeze('Card:1')).toEqual({ state: 'FROZEN' });
    expect(calls().map(({ name }) => name)).toEqual(['quote.execute', 'quote.execute', 'card.freeze']);
    // @ts-expect-error a card has a state, which is a text
    answer('card.freeze', { state: 1 });
    // @ts-expect-error a function gets what was passed: an id
    answer('card.freeze', (card: { readonly id: string }) => card);
  });

  test('says which answer is missing', async () => {
    const { wallet } = createFakeWallet({ state: 'signed-in' });
    await expect(wallet.card.freeze('Card:1')).rejects.toThrow("pass answers['card.freeze']");
  });

  test('holds a call until it is released by hand, or fails it', async () => {
    const { wallet, hold, answer } = createFakeWallet({ state: 'signed-in' });
    answer('quote.execute', { status: 'COMPLETED' });
    const [first, second, third] = [hold('quote.execute'), hold('quote.execute'), hold('quote.execute')];
    const settled: unknown[] = [];
    const press = async (): Promise<void> => void settled.push(await rejectionOf(wallet.quote.execute({} as never)));
    const presses = [press(), press(), press()];
    await nextTurn();
    expect(settled).toEqual([]);
    second.release({ status: 'PROCESSING' });
    await presses[1];
    expect(settled).toEqual([['done', { status: 'PROCESSING' }]]);
    first.release();
    await presses[0];
    third.fail(new Error('lost'));
    await Promise.all(presses);
    expect(settled.slice(1)).toEqual([['done', { status: 'COMPLETED' }], new Error('lost')]);
  });

  test('is driven from state to state', () => {
    const { wallet, signIn: begin, signOut, setState } = createFakeWallet();
    const seen: unknown[] = [];
    wallet.subscribe(() => seen.push([wallet.state().status, wallet.state().ended?.reason]));
    begin({ nickname: 'other@example.com' });
    signOut('expired');
    setState({ status: 'signed-out', storage: 'memory' });
    expect(seen).toEqual([
      ['signed-in', undefined],
      ['signed-out', 'expired'],
      ['signed-out', undefined],
    ]);
    expect(wallet.state().storage).toBe('memory');
  });
});
