import { expect, test } from 'vitest';
import { askForCard, dollars, spend } from './actions.ts';
import { beginWith, createHolder, openHolder, signIn } from './platform-client.ts';
import { verdict, type Answer } from './reading.ts';

const setUp = () =>
  beginWith({ profile: 'grid' }, 'card without a key', async (platform) => {
    const holder = await createHolder(platform);
    const cardId = String((await askForCard(platform, holder)).body.id);
    await platform.advance(2000);
    return { holder, cardId, body: { cardId, internalAccountId: holder.accountId, nickname: 'Spending' } };
  });

async function legs({ platform, holder, body }: Awaited<ReturnType<typeof setUp>>, count: number): Promise<Answer> {
  const { key } = await signIn(platform, holder);
  let answer = await platform.call('POST', '/auth/delegated-keys', body);
  for (let leg = 1; leg < count; leg += 1) {
    const headers = await platform.stampHeaders(answer.body.payloadToSign, key, answer.body.requestId);
    answer = await platform.call('POST', '/auth/delegated-keys', body, headers);
  }
  return answer;
}

test('a card that a wallet funds declines until a key was delegated by two signatures', async () => {
  const all = await setUp();
  const { platform, cardId } = all;
  const path = `/sandbox/cards/${cardId}/simulate/authorization`;
  const purchase = { amount: 1000, currency: dollars(platform), merchant: { descriptor: 'EXAMPLE SHOP' } };
  await platform.call('POST', path, purchase);
  const log = await platform.control('GET', '/requests');
  expect(log.body.data.at(-1).refusal).toBe('declined: DELEGATED_KEY_MISSING');
  const created = await legs(all, 3);
  expect([created.status, created.body]).toMatchObject([201, { cardId, status: 'ACTIVE', nickname: 'Spending' }]);
  expect(created.body.publicKey).toMatch(/^0[23][0-9a-f]{64}$/);
  expect((await spend(platform, cardId, purchase.merchant)).status).toBe('AUTHORIZED');
  await platform.call('DELETE', `/auth/delegated-keys/${created.body.id}`);
  await platform.call('POST', path, purchase);
  expect((await platform.control('GET', '/requests')).body.data.at(-1).refusal).toBe('declined: DELEGATED_KEY_MISSING');
});

test("a key whose second signature never came is PENDING, and stands in nobody's way", async () => {
  const all = await setUp();
  expect((await legs(all, 2)).status).toBe(202);
  const list = `/auth/delegated-keys?accountId=${all.holder.accountId}`;
  const pending = await all.platform.call('GET', list);
  expect(pending.body.data).toMatchObject([{ status: 'PENDING' }]);
  const active = await legs(all, 3);
  expect(active.status).toBe(201);
  const { body } = await all.platform.call(
    'GET',
    `/auth/delegated-keys?fundingSourceId=${active.body.fundingSourceId}`,
  );
  expect(body.data.map(({ status }: { status: string }) => status)).toEqual(['PENDING', 'ACTIVE']);
});

test('a funding source has one active key; a key is revoked once', async () => {
  const all = await setUp();
  const { platform, body } = all;
  const { id } = (await legs(all, 3)).body;
  expect(verdict(await platform.call('POST', '/auth/delegated-keys', body))).toEqual([409, 'CONFLICT']);
  expect((await platform.call('DELETE', `/auth/delegated-keys/${id}`)).status).toBe(204);
  expect((await platform.call('GET', `/auth/delegated-keys/${id}`)).body.status).toBe('REVOKED');
  expect(verdict(await platform.call('DELETE', `/auth/delegated-keys/${id}`))).toEqual([400, 'INVALID_INPUT']);
});

test('a stamp of another wallet, an unknown card and a list without a filter are refused', async () => {
  const all = await setUp();
  const { platform, body } = all;
  const stranger = await signIn(platform, await createHolder(platform));
  const { payloadToSign, requestId } = (await platform.call('POST', '/auth/delegated-keys', body)).body;
  const headers = await platform.stampHeaders(payloadToSign, stranger.key, requestId);
  const refused = await platform.call('POST', '/auth/delegated-keys', body, headers);
  expect(verdict(refused)).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
  const cardId = 'Card:00000000-0000-4000-8000-00000000000a';
  expect((await platform.call('POST', '/auth/delegated-keys', { ...body, cardId })).status).toBe(404);
  expect((await platform.call('GET', '/auth/delegated-keys')).status).toBe(400);
});

test.for([
  [undefined, 'AUTHORIZED'],
  [true, 'AUTHORIZED'],
  [false, 'declined: DELEGATED_KEY_MISSING'],
])('a person whose delegatedKey is %s has a card whose purchase is %s', async ([delegatedKey, outcome]) => {
  const { platform } = await openHolder({ profile: 'grid' });
  const { body } = await platform.control('POST', '/people', { card: 'active', delegatedKey });
  const purchase = { amount: 1000, currency: dollars(platform), merchant: { descriptor: 'EXAMPLE SHOP' } };
  await platform.call('POST', `/sandbox/cards/${body.cardId}/simulate/authorization`, purchase);
  const { refusal } = (await platform.control('GET', '/requests')).body.data.at(-1);
  const { body: listed } = await platform.call('GET', '/transactions?limit=1');
  expect(refusal ?? listed.data[0].status).toBe(outcome);
});
