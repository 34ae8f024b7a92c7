import { describe, expect, test } from 'vitest';
import { execute, issueCard, lookUpUma, platformAccount, quoteBetween, spend } from './actions.ts';
import {
  balanceOf,
  beginWith,
  createHolder,
  createPlatformClient,
  createQuote,
  eventsOf,
  openHolder,
  type Holder,
  type PlatformClient,
} from './platform-client.ts';
import { verdict, type Answer } from './reading.ts';

/** Two customers: the first was funded, paid out a minute later, and spent by card a minute after that. */
const setUp = () =>
  beginWith({ profile: 'grid' }, 'payments', async (platform) => {
    const [holder, other] = [await createHolder(platform), await createHolder(platform)];
    await platform.advance(60_000);
    await execute(platform, holder, await createQuote(platform, holder));
    await platform.advance(58_000);
    await spend(platform, (await issueCard(platform, holder)).id, { descriptor: 'EXAMPLE SHOP' });
    return { holder, other };
  });
type Setup = Awaited<ReturnType<typeof setUp>>;

async function list({ platform }: Pick<Setup, 'platform'>, query: Record<string, string>): Promise<Answer['body']> {
  return (await platform.call('GET', `/transactions?${new URLSearchParams(query).toString()}`)).body;
}

const typesOf = (body: Answer['body']): string[] => body.data.map(({ type }: { type: string }) => type);

describe('the list of transactions', () => {
  test('mixes incoming, outgoing and card items, newest first unless asked otherwise', async () => {
    const all = await setUp();
    const customerId = all.holder.customerId;
    expect(typesOf(await list(all, { customerId }))).toEqual(['CARD', 'OUTGOING', 'INCOMING']);
    expect(typesOf(await list(all, { customerId, sortOrder: 'asc' }))).toEqual(['INCOMING', 'OUTGOING', 'CARD']);
  });

  test.each<[string, (setup: Setup) => string, string[]]>([
    ['customerId', ({ other }) => other.customerId, ['INCOMING']],
    ['platformCustomerId', () => 'customer-1', ['CARD', 'OUTGOING', 'INCOMING']],
    ['accountIdentifier', ({ holder }) => holder.accountId, ['CARD', 'OUTGOING', 'INCOMING']],
    ['senderAccountIdentifier', ({ holder }) => holder.accountId, ['CARD', 'OUTGOING']],
    ['receiverAccountIdentifier', ({ holder }) => holder.accountId, ['INCOMING']],
    ['receiverAccountIdentifier', ({ holder }) => holder.bankAccountId, ['OUTGOING']],
    ['status', () => 'COMPLETED', ['OUTGOING', 'INCOMING', 'INCOMING']],
    ['type', () => 'OUTGOING', ['OUTGOING']],
    ['type', () => 'INCOMING', ['INCOMING', 'INCOMING']],
    ['startDate', () => '2026-01-15T12:01:00Z', ['CARD', 'OUTGOING']],
    ['endDate', () => '2026-01-15T12:01:00Z', ['OUTGOING', 'INCOMING', 'INCOMING']],
    ['startDate', () => '2026-01-15T12:01:00.001Z', ['CARD']],
  ])('is filtered by %s', async (name, value, types) => {
    const all = await setUp();
    expect(typesOf(await list(all, { [name]: value(all) }))).toEqual(types);
  });

  test('is filtered by the UMA address of a sender or a receiver', async () => {
    const all = await setUp();
    const umaAddress = '$peer@example.com';
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress, currency: 'USD' };
    const source = { sourceType: 'ACCOUNT', accountId: all.holder.accountId };
    const locked = { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 1_000_000 };
    const lookupId = await lookUpUma(all.platform, all.holder.customerId, umaAddress);
    await all.platform.call('POST', '/quotes', { lookupId, source, destination, ...locked });
    const { accountId: internalAccountId } = all.other;
    await all.platform.control('POST', '/incoming-payments', { internalAccountId, amount: 1_000_000, umaAddress });
    const types = async (name: string): Promise<string[]> => typesOf(await list(all, { [name]: umaAddress }));
    expect(await types('accountIdentifier')).toEqual(['INCOMING', 'OUTGOING']);
    expect(await types('senderAccountIdentifier')).toEqual(['INCOMING']);
    expect(await types('receiverAccountIdentifier')).toEqual(['OUTGOING']);
  });

  test('is filtered by reference', async () => {
    const all = await setUp();
    const { data } = await list(all, { customerId: all.other.customerId });
    const { reference } = data[0].reconciliationInstructions;
    expect((await list(all, { reference })).data).toEqual(data);
  });

  test("gives the platform's own transactions for the platform's id", async () => {
    const all = await setUp();
    const account = await platformAccount(all.platform, 'USD');
    const [own] = (await list(all, { accountIdentifier: account })).data;
    expect(own.customerId).toMatch(/^Platform:/);
    expect((await list(all, { customerId: own.customerId })).data).toEqual([own]);
  });

  test('is read page by page without loss or repetition, while new ones arrive', async () => {
    const all = await setUp();
    const whole = await list(all, {});
    expect([whole.totalCount, whole.hasMore]).toEqual([4, false]);
    const first = await list(all, { limit: '3' });
    expect([first.data.length, first.hasMore, first.totalCount]).toEqual([3, true, 4]);
    await all.platform.call('POST', `/sandbox/internal-accounts/${all.holder.accountId}/fund`, { amount: 1 });
    const second = await list(all, { limit: '3', cursor: first.nextCursor });
    expect([...first.data, ...second.data]).toEqual(whole.data);
    expect(second.hasMore).toBe(false);
  });

  test.each([
    ['limit', '0', { pattern: expect.any(String) }],
    ['limit', '101', { pattern: expect.any(String) }],
    ['type', 'CARD', { enum: ['INCOMING', 'OUTGOING'] }],
    ['status', 'DONE', { enum: expect.arrayContaining(['CREATED', 'REJECTED']) }],
    ['sortOrder', 'up', { enum: ['asc', 'desc'] }],
    ['startDate', '2026-01-15', { format: 'date-time' }],
    ['cursor', 'bm90aGluZw', undefined],
    ['colour', 'red', undefined],
  ])('refuses %s=%s', async (name, value, constraint) => {
    const body = await list({ platform: createPlatformClient() }, { [name]: value });
    expect([body.code, body.details.errors]).toMatchObject(['INVALID_INPUT', [{ field: name }]]);
    expect(body.details.errors[0].constraint).toEqual(constraint);
  });

  test.each(['0', '101', '-1', '1.5', 'ten', ''])(
    'says in words which limits there are, for limit=%s',
    async (limit) => {
      const body = await list({ platform: createPlatformClient() }, { limit });
      expect(body.details.errors[0].message).toBe('This must be an integer from 1 to 100.');
    },
  );

  test('has 20 items unless asked otherwise, and at most 100', async () => {
    const { platform, accountId } = await openHolder({}, 0);
    for (let round = 0; round < 101; round += 1) {
      await platform.call('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount: 1 });
    }
    expect((await list({ platform }, {})).data).toHaveLength(20);
    expect((await list({ platform }, { limit: '100' })).data).toHaveLength(100);
  });
});

describe('an incoming payment', () => {
  const open = async (): Promise<{ platform: PlatformClient; holder: Holder; id: string }> => {
    const { platform, holder } = await openHolder({}, 0);
    const body = { internalAccountId: holder.accountId, amount: 700 };
    const { body: created } = await platform.control('POST', '/incoming-payments', body);
    expect([created.status, created.direction]).toEqual(['CREATED', 'CREDIT']);
    return { platform, holder, id: created.id };
  };

  test.each([
    [['PENDING', 'PROCESSING', 'COMPLETED'], 700],
    [['PENDING', 'PROCESSING', 'COMPLETED', 'REFUNDED'], 0],
    [['PENDING', 'REJECTED'], 0],
    [['PENDING', 'PROCESSING', 'REJECTED'], 0],
    [['EXPIRED'], 0],
    [['PENDING', 'EXPIRED'], 0],
  ])('goes through %j, and leaves %i', async (statuses, left) => {
    const { platform, holder, id } = await open();
    for (const status of statuses) {
      const answer = await platform.control('POST', '/transactions', { transactionId: id, status });
      expect([answer.status, answer.body.status]).toEqual([200, status]);
    }
    expect(await balanceOf(platform, holder)).toBe(left);
  });

  test.each([
    [[], 'COMPLETED'],
    [['PENDING'], 'COMPLETED'],
    [['PENDING', 'PROCESSING', 'COMPLETED'], 'PENDING'],
    [['PENDING', 'REJECTED'], 'PENDING'],
  ])('from %j does not become %s', async (statuses, status) => {
    const { platform, id } = await open();
    for (const step of statuses) await platform.control('POST', '/transactions', { transactionId: id, status: step });
    const answer = await platform.control('POST', '/transactions', { transactionId: id, status });
    expect(verdict(answer)).toEqual([409, 'INVALID_STATE_TRANSITION']);
  });

  test('is told once in spec, when its money is there', async () => {
    const { platform, id } = await open();
    for (const status of ['PENDING', 'PROCESSING', 'COMPLETED', 'REFUNDED']) {
      await platform.control('POST', '/transactions', { transactionId: id, status });
    }
    expect(await eventsOf(platform)).toMatchObject([{ type: 'INCOMING_PAYMENT', data: { id, status: 'COMPLETED' } }]);
  });

  test('that was spent already neither fails nor is refunded', async () => {
    const platform = createPlatformClient();
    const usd = await platformAccount(platform, 'USD');
    const { accountId } = await createHolder(platform, 0);
    const [funding] = (await list({ platform }, {})).data;
    await quoteBetween(platform, usd, accountId, { lockedCurrencyAmount: 10_000, immediatelyExecute: true });
    const failed = await platform.control('POST', '/failures', {
      transactionId: funding.id,
      failureReason: 'OFFRAMP_FAILED',
    });
    const refunded = await platform.control('POST', '/transactions', { transactionId: funding.id, status: 'REFUNDED' });
    expect([failed.status, refunded.status]).toEqual([409, 409]);
    expect((await platform.call('GET', `/transactions/${funding.id}`)).body).toEqual(funding);
  });
});
