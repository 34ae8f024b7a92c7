import { afterEach, expect, test, vi } from 'vitest';
import type { ApprovalQuestion } from 'countersign';
import { createInterceptedWallet, issueCard, type InterceptedWallet } from './intercepted-wallet.ts';
import { signedIn } from './test-bench.ts';

afterEach(() => vi.unstubAllGlobals());

const path = '/auth/delegated-keys';

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
