import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ApprovalQuestion } from 'countersign';
import { askForCard, createInterceptedWallet, issueCard, type InterceptedWallet } from './intercepted-wallet.ts';
import { createTestBench, signedIn } from './test-bench.ts';

afterEach(() => vi.unstubAllGlobals());

const path = '/auth/delegated-keys';
const checkPayload = { 'delegated-key.create': 'report' } as const;
// The base point of P-256.
const gx = '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296';
const gy = '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';

/** Buys something for 10 dollars; whether the card paid. */
async function buys({ bench }: InterceptedWallet, cardId: string): Promise<boolean> {
  const purchase = { amount: 1000, currency: { code: 'USD' }, merchant: { descriptor: 'EXAMPLE SHOP' } };
  const asked = await bench.platform('POST', `/sandbox/cards/${cardId}/simulate/authorization`, purchase);
  const { body } = await bench.platform('GET', '/transactions?limit=1');
  const { issuerTransactionToken, status } = body.data[0] ?? {};
  return issuerTransactionToken === asked.body.issuerTransactionToken && status === 'AUTHORIZED';
}

/** A person with a card that the platform issued, in the one profile that has delegated keys. */
async function open() {
  const intercepted = await createInterceptedWallet('grid');
  return { ...intercepted, intercepted, cardId: await issueCard(intercepted) };
}

const statuses = async ({ log }: InterceptedWallet): Promise<unknown> =>
  (await log('POST', /^\/auth\/delegated-keys$/)).map(({ status }) => status);

test('a card declines until its owner has signed twice, pays then, and declines again once the key is revoked', async () => {
  const { intercepted, bench, wallet, cardId } = await open();
  expect(await buys(intercepted, cardId)).toBe(false);
  expect(await wallet.delegatedKeys.list()).toEqual([]);
  const key = await wallet.delegatedKeys.create({ cardId, nickname: 'Card spending' });
  expect(key).toMatchObject({ cardId, accountId: bench.accountId, nickname: 'Card spending', status: 'ACTIVE' });
  expect(await statuses(intercepted)).toEqual([202, 202, 201]);
  expect(await wallet.delegatedKeys.list()).toEqual([key]);
  expect(await buys(intercepted, cardId)).toBe(true);
  await wallet.delegatedKeys.revoke(key.id);
  expect(await wallet.delegatedKeys.list()).toMatchObject([{ id: key.id, status: 'REVOKED' }]);
  expect(await buys(intercepted, cardId)).toBe(false);
});

test('a card of October waits for its key, and is changed by its whole body', async () => {
  const bench = await createTestBench({ profile: 'grid', sandbox: { contract: '2026-10' } });
  const bodies: unknown[] = [];
  const wallet = await signedIn(bench, {
    refreshBefore: false,
    fetch(url, init) {
      if (init.method === 'PATCH' && typeof init.body === 'string') bodies.push(JSON.parse(init.body));
      return bench.pageFetch(url, init);
    },
  });
  const cardId = (await askForCard(bench)).body.id as string;
  bench.clock.advance(5_000);
  expect(await wallet.card.list()).toMatchObject([
    { id: cardId, state: 'PENDING', stateReason: 'DELEGATION_REQUIRED', cardholderId: bench.customerId },
  ]);
  await wallet.delegatedKeys.create({ cardId, nickname: 'Card spending' });
  expect(await wallet.card.list()).toMatchObject([{ id: cardId, state: 'ACTIVE', fundingSources: [bench.accountId] }]);
  expect(await wallet.card.freeze(cardId)).toMatchObject({ id: cardId, state: 'FROZEN' });
  const reason = 'The customer changed the card in the app.';
  expect(bodies).toEqual([{ status: 'FROZEN', substatus: 'END_USER_REQUEST', reason }]);
});

test('each of the two signatures is approved by itself, and hears everything that it creates', async () => {
  const { intercepted, cardId, bench } = await open();
  const asked: ApprovalQuestion[] = [];
  const wallet = await signedIn(bench, { approve: (question) => asked.push(question) > 0, refreshBefore: false });
  asked.splice(0);
  const { publicKey } = await wallet.delegatedKeys.create({ cardId, nickname: 'Card spending' });
  const expectation = { cardId, accountId: bench.accountId, nickname: 'Card spending' };
  expect(asked).toMatchObject([
    { intent: 'delegated-key.create', expectation, reading: { activityType: 'ACTIVITY_TYPE_CREATE_USERS_V4' } },
    { intent: 'delegated-key.create', expectation, reading: { activityType: 'ACTIVITY_TYPE_CREATE_POLICIES' } },
  ]);
  expect(JSON.stringify(asked[0]?.reading)).toContain(publicKey);
  expect(await statuses(intercepted)).toEqual([202, 202, 201]);
});

test('a second signature that is not approved leaves a PENDING key, with which no card pays, and the next press goes on', async () => {
  const { intercepted, cardId, bench } = await open();
  let answers = [true, false];
  const approve = (): boolean => answers.shift() ?? true;
  const wallet = bench.newWallet({ approve, refreshBefore: false });
  answers = [true];
  await (await wallet.emailOtp.begin()).verify('000000');
  answers = [true, false];
  const pressed = wallet.delegatedKeys.create({ cardId, nickname: 'Card spending' });
  await expect(pressed).rejects.toMatchObject({ code: 'NOT_APPROVED' });
  expect(await wallet.delegatedKeys.list()).toMatchObject([{ status: 'PENDING' }]);
  expect(await buys(intercepted, cardId)).toBe(false);
  expect(await wallet.delegatedKeys.create({ cardId, nickname: 'Card spending' })).toMatchObject({ status: 'ACTIVE' });
  expect(await buys(intercepted, cardId)).toBe(true);
});

test('a second key of the same card is the first one, whatever it is to be called, and nothing is signed', async () => {
  const { intercepted, wallet, cardId } = await open();
  const first = await wallet.delegatedKeys.create({ cardId, nickname: 'Card spending' });
  const signed = intercepted.stamped.length;
  expect(await wallet.delegatedKeys.create({ cardId, nickname: 'Another' })).toEqual(first);
  expect(intercepted.stamped).toHaveLength(signed);
});

test('of the stamps whose answers are lost, the last is found in the list, and the first leaves its outcome open until the next press', async () => {
  const { intercepted, bench, wallet, cardId } = await open();
  await bench.fault({ method: 'POST', path, leg: 2, drop: 'after' });
  const pressed = wallet.delegatedKeys.create({ cardId, nickname: 'Card spending' });
  await expect(pressed).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', nextStep: 'retry' });
  let stamps = 0;
  intercepted.meanwhile(async () => {
    stamps += 1;
    if (stamps === 2) await bench.fault({ method: 'POST', path, leg: 2, drop: 'after' });
  });
  expect(await wallet.delegatedKeys.create({ cardId, nickname: 'Card spending' })).toMatchObject({ status: 'ACTIVE' });
  expect(stamps).toBe(2);
  expect((await wallet.delegatedKeys.list())?.map(({ status }) => status).toSorted()).toEqual(['ACTIVE', 'PENDING']);
});

test.each([
  ['still PENDING', { status: 'PENDING' }],
  ["another card's", { cardId: 'Card:00000000-0000-4000-8000-00000000000a' }],
])('an answer that shows a key as %s is no outcome: the list tells it', async (_, lie) => {
  const { bench, cardId } = await open();
  const wallet = await signedIn(bench, {
    refreshBefore: false,
    async fetch(url, init) {
      const answer = await bench.pageFetch(url, init);
      if (answer.status !== 201) return answer;
      return Response.json({ ...((await answer.json()) as object), ...lie }, answer);
    },
  });
  const key = await wallet.delegatedKeys.create({ cardId, nickname: 'Card spending' });
  expect(key).toMatchObject({ cardId, status: 'ACTIVE' });
});

test('a key that is revoked twice, or whose revocation lost its answer, is revoked', async () => {
  const { bench, wallet, cardId } = await open();
  const { id } = await wallet.delegatedKeys.create({ cardId, nickname: 'Card spending' });
  await bench.fault({ method: 'DELETE', path: `${path}/*`, drop: 'after' });
  await wallet.delegatedKeys.revoke(id);
  await wallet.delegatedKeys.revoke(id);
  expect(await wallet.delegatedKeys.list()).toMatchObject([{ id, status: 'REVOKED' }]);
});

test('a key that is not revoked says why', async () => {
  const { bench, wallet, cardId } = await open();
  const { id } = await wallet.delegatedKeys.create({ cardId, nickname: 'Card spending' });
  await bench.fault({ method: 'DELETE', path: `${path}/*`, drop: 'before' });
  await expect(wallet.delegatedKeys.revoke(id)).rejects.toMatchObject({ code: 'SERVICE_FAILED', nextStep: 'retry' });
  const unknown = 'DelegatedKey:00000000-0000-4000-8000-00000000000a';
  await expect(wallet.delegatedKeys.revoke(unknown)).rejects.toMatchObject({ code: 'REFUSED', status: 404 });
});

test("a card that another wallet pays gets no key, and the profile 'spec' has none", async () => {
  const { wallet } = await open();
  const cardId = 'Card:00000000-0000-4000-8000-00000000000a';
  const refused = { code: 'REFUSED', status: 404, nextStep: 'fix-input' };
  await expect(wallet.delegatedKeys.create({ cardId, nickname: 'x' })).rejects.toMatchObject(refused);
  const spec = await createInterceptedWallet('spec');
  const own = await issueCard(spec);
  await expect(spec.wallet.delegatedKeys.create({ cardId: own, nickname: 'x' })).rejects.toMatchObject({ status: 404 });
  expect(spec.stamped).toEqual([]);
});

test.each([
  ["another account's key", { accountId: 'InternalAccount:00000000-0000-4000-8000-00000000000a' }],
  ['a key with the id of something else', { id: 'Quote:00000000-0000-4000-8000-00000000000a' }],
  ['a key of no card', { cardId: null }],
])('a list that holds %s is refused', async (_, lie) => {
  const { bench, cardId } = await open();
  let lies = false;
  const wallet = await signedIn(bench, {
    refreshBefore: false,
    async fetch(url, init) {
      const answer = await bench.pageFetch(url, init);
      if (!lies || !url.includes('/auth/delegated-keys?')) return answer;
      const { data } = (await answer.json()) as { data: readonly object[] };
      return Response.json({ data: data.map((key) => ({ ...key, ...lie })) }, answer);
    },
  });
  await wallet.delegatedKeys.create({ cardId, nickname: 'Card spending' });
  expect(await wallet.delegatedKeys.list()).toHaveLength(1);
  lies = true;
  await expect(wallet.delegatedKeys.list()).rejects.toMatchObject({ code: 'ANSWER_INVALID' });
});

type Policy = Record<'consensus' | 'condition', string>;

/** Lies about what the service's signer may do. */
const lies: Readonly<Record<string, (right: Policy) => object>> = {
  'for everybody': () => ({ consensus: 'true' }),
  'for an export': () => ({ condition: "activity.type == 'ACTIVITY_TYPE_EXPORT_WALLET'" }),
  'for everything': () => ({ condition: 'true' }),
  'for more': ({ condition }) => ({ condition: `${condition} || activity.action == 'CREATE'` }),
  'with a name more': ({ consensus }) => ({ more: consensus }),
  'of another signer': ({ consensus }) => ({ consensus: consensus.replace(/'.*'/, "'another'") }),
};

describe('No setting signs a right of a card key that the platform has not pinned', () => {
  test.each(
    Object.keys(lies).flatMap((lie) => [[lie, 'refused', {}] as const, [lie, 'reported', { checkPayload }] as const]),
  )('%s, where an additional name is %s', async (lie, _, options) => {
    const { bench, cardId } = await open();
    const stamps: string[] = [];
    const wallet = await signedIn(bench, {
      refreshBefore: false,
      ...options,
      async fetch(url, init) {
        if (new Headers(init.headers).has('Grid-Wallet-Signature')) stamps.push(url);
        const answer = await bench.pageFetch(url, init);
        const text = await answer.clone().text();
        if (!text.includes('ACTIVITY_TYPE_CREATE_POLICIES')) return answer;
        const body = JSON.parse(text) as { payloadToSign: string };
        const payload = JSON.parse(body.payloadToSign) as { parameters: { policies: [Policy, Policy] } };
        Object.assign(payload.parameters.policies[1], lies[lie]?.(payload.parameters.policies[1]));
        return Response.json({ ...body, payloadToSign: JSON.stringify(payload) }, answer);
      },
    });
    stamps.length = 0;
    const pressed = wallet.delegatedKeys.create({ cardId, nickname: 'Card spending' });
    await expect(pressed).rejects.toMatchObject({ code: 'PAYLOAD_MISMATCH', nextStep: 'restart' });
    // The first stamp made the signer, who has no rights.
    expect(stamps).toHaveLength(1);
    expect(await wallet.delegatedKeys.list()).toMatchObject([{ status: 'PENDING' }]);
  });
});

const right = { consensus: "approvers.any(user, user.id == '{signerId}')", condition: "activity.action == 'SIGN'" };

test("rights that the platform has pinned replace the sandbox's, which then are refused", async () => {
  const { bench, cardId } = await open();
  const wallet = await signedIn(bench, { refreshBefore: false, cardKeyPolicies: [right] });
  const pressed = wallet.delegatedKeys.create({ cardId, nickname: 'Card spending' });
  await expect(pressed).rejects.toMatchObject({ code: 'PAYLOAD_MISMATCH' });
  const end = { ...right, condition: "activity.resource == 'USER' && activity.action == 'DELETE'" };
  const pinned = bench.newWallet({ refreshBefore: false, cardKeyPolicies: [right, end] });
  await (await pinned.emailOtp.begin()).verify('000000');
  const key = await pinned.delegatedKeys.create({ cardId, nickname: 'Card spending' });
  expect(key).toMatchObject({ status: 'ACTIVE' });
});

test('without pinned rights no card key is asked for, let alone signed', async () => {
  const { bench, cardId } = await open();
  const enclaveKeys = [`04${gx}${gy}`];
  const asked: string[] = [];
  const wallet = bench.newWallet({
    environment: 'production',
    enclaveKeys,
    fetch(url, init) {
      asked.push(url);
      return bench.pageFetch(url, init);
    },
  });
  const pressed = wallet.delegatedKeys.create({ cardId, nickname: 'Card spending' });
  await expect(pressed).rejects.toMatchObject({ code: 'CARD_KEY_POLICIES_MISSING', nextStep: 'configure' });
  expect([asked, wallet.delegatedKeys.canCreate, bench.newWallet().delegatedKeys.canCreate]).toEqual([[], false, true]);
});
