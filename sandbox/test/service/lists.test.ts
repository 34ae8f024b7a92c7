import { expect, test } from 'vitest';
import { addresses } from '../../../test/contract/sample.ts';
import { execute, issueCard } from './actions.ts';
import {
  createHolder,
  createPlatformClient,
  createQuote,
  openHolder,
  usdAccount,
  type PlatformClient,
} from './platform-client.ts';
import { idsOf, type Answer } from './reading.ts';

async function add(platform: PlatformClient, more: object): Promise<string> {
  const body = { currency: 'USD', platformAccountId: 'bank', accountInfo: usdAccount, ...more };
  return (await platform.call('POST', '/customers/external-accounts', body)).body.id;
}

test("external accounts are listed by customer and currency, the platform's own on a path of their own", async () => {
  const platform = createPlatformClient();
  const [one, two] = [await createHolder(platform, 0), await createHolder(platform, 0)];
  const wallet = { currency: 'BTC', accountInfo: { accountType: 'SPARK_WALLET', address: addresses.SPARK_WALLET } };
  const crypto = await add(platform, { ...wallet, customerId: one.customerId });
  const own = await add(platform, {});
  const list = (query = ''): Promise<Answer> => platform.call('GET', `/customers/external-accounts${query}`);
  expect(idsOf(await list())).toEqual([one.bankAccountId, two.bankAccountId, crypto]);
  expect(idsOf(await list(`?customerId=${one.customerId}`))).toEqual([one.bankAccountId, crypto]);
  expect(idsOf(await list(`?customerId=${one.customerId}&currency=BTC`))).toEqual([crypto]);
  const first = await list('?limit=2');
  expect([first.body.hasMore, first.body.totalCount]).toEqual([true, 3]);
  expect(idsOf(await list(`?limit=2&cursor=${first.body.nextCursor}`))).toEqual([crypto]);
  expect(idsOf(await platform.call('GET', '/platform/external-accounts'))).toEqual([own]);
});

test('an external account is read until it is deleted, which answers without a body', async () => {
  const { platform, bankAccountId } = await openHolder({}, 0);
  const path = `/customers/external-accounts/${bankAccountId}`;
  expect((await platform.call('GET', path)).body).toMatchObject({
    id: bankAccountId,
    status: 'ACTIVE',
    accountInfo: { ...usdAccount, paymentRails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'] },
  });
  const gone = await platform.call('DELETE', path);
  expect([gone.status, gone.body]).toEqual([204, null]);
  for (const method of ['GET', 'DELETE']) expect((await platform.call(method, path)).body.code).toBe('NOT_FOUND');
});

test.each(['PENDING', 'UNDER_REVIEW', 'INACTIVE', 'ACTIVE'])(
  'an operator makes an external account %s',
  async (status) => {
    const { platform, bankAccountId: externalAccountId } = await openHolder({}, 0);
    await platform.control('POST', '/external-accounts', { externalAccountId, status });
    expect((await platform.call('GET', `/customers/external-accounts/${externalAccountId}`)).body.status).toBe(status);
  },
);

test('discoveries give the bank names that an account in their currency takes, and no others', async () => {
  const platform = createPlatformClient();
  const all = (await platform.call('GET', '/discoveries')).body.data as Record<string, string>[];
  const { data } = (await platform.call('GET', '/discoveries?country=PH&currency=PHP')).body;
  expect(data).toEqual(all.filter(({ country }) => country === 'PH'));
  expect(data.length).toBeGreaterThan(1);
  expect((await platform.call('GET', '/discoveries?country=PH&currency=NGN')).body.data).toEqual([]);
  const { beneficiary } = usdAccount;
  for (const { bankName } of data) {
    const accountInfo = { accountType: 'PHP_ACCOUNT', accountNumber: '12345678', bankName, beneficiary };
    expect(await add(platform, { currency: 'PHP', accountInfo })).toMatch(/^ExternalAccount:/);
  }
  const accountInfo = {
    accountType: 'PHP_ACCOUNT',
    accountNumber: '12345678',
    bankName: data[0].displayName,
    beneficiary,
  };
  const body = { currency: 'PHP', platformAccountId: 'x', accountInfo };
  const refused = await platform.call('POST', '/customers/external-accounts', body);
  expect(refused.body.details.errors).toMatchObject([
    { field: 'accountInfo.bankName', constraint: { enum: expect.any(Array) } },
  ]);
});

test('internal accounts are listed by customer, type and currency, on both paths', async () => {
  const platform = createPlatformClient();
  const [one, two] = [await createHolder(platform), await createHolder(platform, 0)];
  for (const path of ['/internal-accounts', '/customers/internal-accounts']) {
    expect(idsOf(await platform.call('GET', path))).toEqual([one.accountId, two.accountId]);
    expect(
      idsOf(await platform.call('GET', `${path}?customerId=${two.customerId}&type=EMBEDDED_WALLET&currency=USDB`)),
    ).toEqual([two.accountId]);
    expect(idsOf(await platform.call('GET', `${path}?type=INTERNAL_FIAT`))).toEqual([]);
  }
  const own = await platform.call('GET', '/platform/internal-accounts?type=INTERNAL_CRYPTO');
  expect(own.body.data.map((account: Answer['body']) => account.balance.currency.code)).toEqual(['BTC', 'USDC']);
});

test('cards are listed by holder, account, own id and status', async () => {
  const platform = createPlatformClient({ profile: 'grid' });
  const [one, two] = [await createHolder(platform, 0), await createHolder(platform, 0)];
  const cards = [await issueCard(platform, one), await issueCard(platform, one), await issueCard(platform, two)].map(
    ({ id }) => String(id),
  );
  const { body: first } = await platform.call('GET', `/cards/${cards[0]}`);
  await platform.call('PATCH', `/cards/${cards[1]}`, { status: 'FROZEN' });
  const list = async (query: string): Promise<number[]> =>
    idsOf(await platform.call('GET', `/cards?sortOrder=asc&${query}`)).map((id) => cards.indexOf(id));
  expect(await list('')).toEqual([0, 1, 2]);
  expect(await list(`customerId=${one.customerId}`)).toEqual([0, 1]);
  expect(await list(`accountId=${two.accountId}`)).toEqual([2]);
  // The owner's name in the other form of the contract filters nothing.
  expect(await list(`customerId=${one.customerId}&cardholderId=${two.customerId}`)).toEqual([0, 1]);
  expect(await list(`cardholderId=${two.customerId}`)).toEqual([0, 1, 2]);
  expect(await list(`platformCardId=${first.platformCardId}`)).toEqual([0]);
  expect(await list('status=FROZEN')).toEqual([1]);
  expect(idsOf(await platform.call('GET', '/cards?limit=1'))).toEqual([cards[2]]);
});

test('credentials and sessions of an account that is not there are empty lists', async () => {
  const platform = createPlatformClient();
  const accountId = 'InternalAccount:00000000-0000-4000-8000-00000000000a';
  for (const path of ['/auth/credentials', '/auth/sessions']) {
    expect((await platform.call('GET', `${path}?accountId=${accountId}`)).body).toEqual({ data: [] });
    expect((await platform.call('GET', path)).body.details.errors[0].field).toBe('accountId');
  }
});

test.each(['spec', 'grid'] as const)(
  'in %s the next page follows where what was on the last one has left the list',
  async (profile) => {
    const { platform, holder } = await openHolder({ profile });
    const quotes: Answer[] = [];
    for (let number = 0; number < 4; number += 1) quotes.push(await createQuote(platform, holder));
    const path = '/transactions?status=PENDING&limit=2';
    const first = await platform.call('GET', path);
    expect(idsOf(first)).toEqual([quotes[3]?.body.transactionId, quotes[2]?.body.transactionId]);
    // No quote that the cursor names is pending any more.
    for (const quote of quotes.slice(1)) await execute(platform, holder, quote);
    const second = await platform.call('GET', `${path}&cursor=${first.body.nextCursor}`);
    expect([idsOf(second), second.body.totalCount]).toEqual([[quotes[0]?.body.transactionId], 1]);
  },
);

test('the next page follows where the last one was deleted, or one that was yet to come', async () => {
  const { platform, customerId } = await openHolder();
  for (let number = 0; number < 5; number += 1) await add(platform, { customerId });
  const path = '/customers/external-accounts';
  const ids = idsOf(await platform.call('GET', path));
  const page = async (cursor: string): Promise<Answer> => platform.call('GET', `${path}?limit=2${cursor}`);
  const remove = (id: unknown): Promise<Answer> => platform.call('DELETE', `${path}/${String(id)}`);
  const first = await page('');
  for (const id of ids.slice(0, 2)) await remove(id);
  const second = await page(`&cursor=${first.body.nextCursor}`);
  expect(idsOf(second)).toEqual(ids.slice(2, 4));
  await remove(ids[4]);
  expect(idsOf(await page(`&cursor=${second.body.nextCursor}`))).toEqual(ids.slice(5));
});
