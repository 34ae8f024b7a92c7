import { expect, test } from 'vitest';
import { paymentBetween } from '../../../test/sample-customer.ts';
import { askForCard } from './actions.ts';
import { createPlatformClient, createQuote, openHolder, usdAccount } from './platform-client.ts';
import { fieldsOf, verdict, type Answer } from './reading.ts';
import { specContract } from '../../src/service/contracts/spec.ts';

const rows = specContract.routes.map((row) => ({ ...row, name: `${row.method} ${row.path}` }));
const filled = ({ path, ids }: (typeof rows)[number], id: string | null): string =>
  path.replace(
    /:([A-Za-z]+)/g,
    (_, name: string) => id ?? `${ids[name]?.[0] ?? ''}:00000000-0000-4000-8000-00000000000a`,
  );

const platform = createPlatformClient();
const grid = createPlatformClient({ profile: 'grid' });

test.each(rows)('$name refuses what it does not know, by the names of all', async (row) => {
  const call = (query: string, ...sent: [body?: unknown, headers?: Record<string, string>]): Promise<Answer> =>
    platform.call(row.method, filled(row, null) + query, ...sent);
  expect(verdict(await call('', undefined, { Authorization: 'Basic x' }))).toEqual([401, 'UNAUTHORIZED']);
  const query = await call('?colour=red&size=44');
  expect(verdict(query)).toEqual([400, 'INVALID_INPUT']);
  expect(fieldsOf(query)).toEqual(expect.arrayContaining(['colour', 'size']));
  if (row.path.includes(':')) {
    const other = await platform.call(row.method, filled(row, 'Webhook:00000000-0000-4000-8000-00000000000a'));
    expect([...(verdict(other) as unknown[]), fieldsOf(other)]).toEqual([400, 'INVALID_INPUT', Object.keys(row.ids)]);
  }
  if (row.method !== 'POST' && row.method !== 'PATCH') return;
  const text = await call('', '{}', { 'Content-Type': 'text/plain' });
  expect(verdict(text)).toEqual([400, 'INVALID_REQUEST_FORMAT']);
  const body = await call('', { colour: 'red', size: 44 });
  expect(verdict(body)).toEqual([400, 'INVALID_INPUT']);
  // A body that is one of several kinds says first which kinds there are.
  const chosen = ['POST /customers', 'POST /auth/credentials', 'POST /auth/credentials/:credentialId/verify'];
  if (chosen.includes(row.name)) expect(['customerType', 'type']).toContain(fieldsOf(body)[0]);
  else expect(fieldsOf(body)).toEqual(expect.arrayContaining(['colour', 'size']));
});

test('an unknown path is 404, an unknown method 405 with those that there are', async () => {
  expect((await platform.call('GET', '/nowhere')).body.code).toBe('NOT_FOUND');
  const answer = await platform.call('DELETE', '/transactions');
  expect([answer.status, answer.body.code, answer.headers.get('Allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', 'GET']);
});

test('a body that is no JSON, and one beyond 1 MiB, are refused', async () => {
  const broken = await platform.call('POST', '/customers', '{"customerType":');
  expect(verdict(broken)).toEqual([400, 'INVALID_REQUEST_FORMAT']);
  const large = await platform.call('POST', '/customers', ' '.repeat(1024 * 1024 + 1));
  expect(verdict(large)).toEqual([413, 'INVALID_REQUEST_FORMAT']);
});

test.each(['a', '{"a":', '['])(
  'a body of %s nested two hundred thousand times is refused without a defect',
  async (start) => {
    expect((await platform.call('POST', '/customers', start.repeat(200_000))).status).toBe(400);
  },
);

test('a parameter that occurs twice is refused', async () => {
  expect(fieldsOf(await platform.call('GET', '/transactions?limit=1&limit=2'))).toEqual(['limit']);
});

test('every unknown field is named at once, at every depth', async () => {
  const address = { ...usdAccount.beneficiary.address, planet: 'Earth', constructor: 1 };
  const accountInfo = { ...usdAccount, colour: 'red', size: 44, beneficiary: { ...usdAccount.beneficiary, address } };
  const body = { currency: 'USD', platformAccountId: 'x', accountInfo, one: 1, two: 2 };
  expect(fieldsOf(await platform.call('POST', '/customers/external-accounts', body)).toSorted()).toEqual([
    'accountInfo.beneficiary.address.constructor',
    'accountInfo.beneficiary.address.planet',
    'accountInfo.colour',
    'accountInfo.size',
    'one',
    'two',
  ]);
});

test('a quote names the currency of its destination, or none', async () => {
  const { platform, holder } = await openHolder();
  const payment = paymentBetween(holder.accountId, holder.bankAccountId, 1_000_000);
  const body = { ...payment, destination: { ...payment.destination, currency: 'EUR' } };
  expect(verdict(await platform.call('POST', '/quotes', body))).toEqual([400, 'INVALID_CURRENCY']);
  const right = await platform.call('POST', '/quotes', {
    ...body,
    destination: { ...body.destination, currency: 'USD' },
  });
  expect(right.status).toBe(201);
  const now = await platform.call('POST', '/quotes', { ...body, immediatelyExecute: true });
  expect(fieldsOf(now)).toEqual(['immediatelyExecute']);
  const rail = { ...body.destination, currency: 'USD', paymentRail: 'SEPA' };
  const other = await platform.call('POST', '/quotes', { ...body, destination: rail });
  expect(other.body.details.errors[0]).toMatchObject({
    field: 'destination.paymentRail',
    constraint: { enum: ['ACH', 'WIRE', 'RTP', 'FEDNOW'] },
  });
  expect((await createQuote(platform, holder, 9e15)).body.code).toBe('INSUFFICIENT_FUNDS');
  expect(fieldsOf(await createQuote(platform, holder, 9e15 + 2))).toEqual(['lockedCurrencyAmount']);
});

test('an Idempotency-Key has 1 to 255 characters, and serves a day', async () => {
  const { platform, accountId, customerId } = await openHolder({}, 0);
  const fund = (key: string, amount = 1): Promise<Answer> =>
    platform.call('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount }, { 'Idempotency-Key': key });
  expect(fieldsOf(await fund('x'.repeat(256)))).toEqual(['Idempotency-Key']);
  await fund('one');
  await platform.advance(24 * 3_600_000 - 1);
  expect((await fund('one')).body.balance.amount).toBe(1);
  await platform.advance(1);
  expect((await fund('one')).body.balance.amount).toBe(2);
  expect((await platform.call('GET', `/transactions?customerId=${customerId}`)).body.totalCount).toBe(2);
});

test('the values that a field may have are listed one by one, however the body is nested', async () => {
  const { body } = await platform.call('POST', '/auth/credentials', { type: 'LETTER' });
  const type = ['EMAIL_OTP', 'SMS_OTP', 'OAUTH', 'PASSKEY'];
  expect(body.details.errors).toEqual([
    { field: 'type', constraint: { enum: type }, message: `This must be one of: ${type.join(', ')}.` },
  ]);
});

test('a list that must not be empty is said to need an item', async () => {
  const { platform, holder } = await openHolder({}, 0);
  const { body } = await askForCard(platform, holder, { fundingSources: [] });
  expect(body.details.errors).toEqual([
    { field: 'fundingSources', constraint: { minLength: 1 }, message: 'This must have at least 1 item.' },
  ]);
});

const end = { accountId: 'InternalAccount:00000000-0000-4000-8000-00000000000a' };
const pays = {
  source: { sourceType: 'ACCOUNT', ...end },
  destination: { destinationType: 'ACCOUNT', ...end },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 1000,
};

test.each<[string, object, string]>([
  ['/quotes', { ...pays, senderCustomerInfo: [] }, 'senderCustomerInfo'],
  [
    '/quotes',
    { ...pays, platformFeeOverride: { platformFixedFee: [], platformVariableFeeBps: 1 } },
    'platformFeeOverride.platformFixedFee.amount',
  ],
  ['/quotes', { source: [] }, 'source.sourceType'],
  ['/quotes', { destination: { destinationType: 'ACCOUNT', paymentRail: 'zz' } }, 'destination.paymentRail'],
  ['/transactions/Transaction:00000000-0000-4000-8000-00000000000a/confirm', [], 'body'],
  [
    '/transactions/Transaction:00000000-0000-4000-8000-00000000000a/confirm',
    { receiptDeliveryConfirmedAt: '2026-02-30T00:00:00Z' },
    'receiptDeliveryConfirmedAt',
  ],
])('%s refuses %j at %s', async (path, body, field) => {
  const answer = await grid.call('POST', path, body);
  expect(verdict(answer)).toEqual([400, 'INVALID_INPUT']);
  expect(answer.body.details.errors).toContainEqual(expect.objectContaining({ field, message: expect.any(String) }));
});

test('in August a new card without a limit is sent without it: null is refused', async () => {
  const august = createPlatformClient({ profile: 'grid', contract: '2026-08' });
  const answer = await august.call('POST', '/cards', { maxSpendPerTransaction: null });
  expect(fieldsOf(answer)).toContain('maxSpendPerTransaction');
});

test('a static 3-D Secure password is taken for a card of the EEA alone', async () => {
  const issue = async (region: string): Promise<Answer> => {
    const { body: holder } = await grid.control('POST', '/people', { region });
    return askForCard(grid, holder, { threeDSecurePassword: 'sample' });
  };
  expect((await issue('FR')).status).toBe(201);
  const { status, body } = await issue('US');
  expect([status, body.code, body.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', 'threeDSecurePassword']);
});
