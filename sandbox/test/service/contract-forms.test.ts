/** Profile `grid` in each form of its contract: its names, and what it does differently. */
import { describe, expect, test } from 'vitest';
import { cardFields, issueCard } from '../../../test/contract/flows/people.ts';
import { contractForms, type ContractMonth } from '../../src/service/contracts/contract-form.ts';
import { delegateKey, receiveByUma } from './actions.ts';
import {
  balanceOf,
  beginWith,
  createHolder,
  createPlatformClient,
  createQuote,
  eventsOf,
  openHolder,
  type PlatformClient,
} from './platform-client.ts';
import { createSandbox } from 'countersign-sandbox';
import { fieldsOf, idsOf, verdict, type Answer } from './reading.ts';

const later = ['2026-09', '2026-10'] as const;
const reasons = { substatus: 'END_USER_REQUEST', reason: 'Sample reason' };

const open = (contract: ContractMonth, more: object = {}) => openHolder({ profile: 'grid', contract, ...more });

/** A wallet with a card that can spend. */
async function openCard(contract: ContractMonth, fields: object = {}) {
  const name = `card ${JSON.stringify(fields)}`;
  const { platform, holder, card } = await beginWith({ profile: 'grid', contract }, name, async (first) => {
    const owner = await createHolder(first);
    const { body } = await issueCard(first, owner, fields);
    await delegateKey(first, owner, String(body.id));
    return { holder: owner, card: body };
  });
  const simulate = (name: string, body: object): Promise<Answer> =>
    platform.call('POST', `/sandbox/cards/${card.id}/simulate/${name}`, body);
  const buy = async (amount: number, descriptor = 'SAMPLE SHOP'): Promise<Answer['body']> => {
    await simulate('authorization', { amount, currency: { code: 'USD' }, merchant: { descriptor } });
    return (await platform.call('GET', '/transactions?limit=1')).body.data[0];
  };
  const change = (body: object): Promise<Answer> => platform.call('PATCH', `/cards/${card.id}`, body);
  const read = async (): Promise<Answer['body']> => (await platform.call('GET', `/cards/${card.id}`)).body;
  return { platform, holder, card, simulate, buy, change, read };
}

const typesOf = async (platform: PlatformClient): Promise<string[]> =>
  (await eventsOf(platform)).map(({ type }) => type).filter((type) => type.startsWith('CARD'));

describe.each(['2026-08', ...later] as const)('in the contract of %s', (month) => {
  const { names, cardSources } = contractForms[month];

  test('an error has the fields of that form', async () => {
    const { body } = await createPlatformClient({ profile: 'grid', contract: month }).call('GET', '/nowhere');
    const { status, code, message, reason } = body;
    expect(reason).toMatch(/^The service has no such path/);
    expect([status, code, message]).toEqual(
      month === '2026-08' ? [404, 'REFERENCE_NOT_FOUND', reason] : [undefined, 'NOT_FOUND', undefined],
    );
  });

  test('and so has one that a fault rule brings about', async () => {
    const platform = createPlatformClient({ profile: 'grid', contract: month });
    await platform.control('POST', '/faults', { status: 503 });
    const { body } = await platform.call('GET', '/transactions');
    expect(Object.keys(body).toSorted()).toEqual(
      month === '2026-08' ? ['code', 'message', 'reason', 'status'] : ['code', 'reason'],
    );
  });

  test("a card has that form's names, is listed by them, and its life is told by that form's event", async () => {
    const { platform, holder, card } = await openCard(month);
    const other = Object.values(contractForms).find((form) => form.names.cardOwner !== names.cardOwner)?.names;
    expect(card).toMatchObject({
      [names.cardOwner]: holder.customerId,
      [names.cardSource]: cardSources === 'list' ? [holder.accountId] : holder.accountId,
    });
    expect(other?.cardOwner).toBeDefined();
    expect(Object.keys(card)).not.toContain(other?.cardOwner);
    const list = async (query: string): Promise<string[]> => idsOf(await platform.call('GET', `/cards?${query}`));
    expect(await list(`${names.cardOwner}=${holder.customerId}&${names.cardStatus}=ACTIVE`)).toEqual([card.id]);
    const nobody = 'Customer:00000000-0000-4000-8000-00000000000a';
    expect(await list(`${names.cardOwner}=${nobody}`)).toEqual([]);
    // The public service ignores a name that it doesn't know.
    expect(await list(`${String(other?.cardOwner)}=${nobody}`)).toEqual([card.id]);
    expect(new Set(await typesOf(platform))).toEqual(new Set([names.cardEvent]));
  });

  test('a card takes no field of another form', async () => {
    const { platform, holder } = await open(month);
    const others = month === '2026-08' ? { contract: '2026-09' } : { contract: '2026-08' };
    const fields = cardFields({ sandbox: others as never }, holder);
    const answer = await platform.call('POST', '/cards', fields, { 'Idempotency-Key': 'card' });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual(expect.arrayContaining(Object.keys(fields).filter((name) => name !== 'form')));
  });

  test('an incoming payment that starts is told of in the later forms', async () => {
    const { platform, holder } = await open(month);
    const { body } = await receiveByUma(platform, holder);
    await platform.call('POST', `/transactions/${body.id}/approve`, {});
    const types = (await eventsOf(platform)).map(({ type }) => type);
    expect(types.includes('INCOMING_PAYMENT.PROCESSING')).toBe(month !== '2026-08');
  });

  test('a new quote is answered with the status of that form', async () => {
    const { platform, holder } = await open(month);
    expect((await createQuote(platform, holder)).status).toBe(month === '2026-10' ? 200 : 201);
  });

  test('the control plane and the page say which form it is', async () => {
    const platform = createPlatformClient({ profile: 'grid', contract: month });
    const { body } = await platform.control('GET', '');
    expect([body.contract, body.contractNote]).toEqual([
      month,
      month === '2026-10' ? expect.stringContaining('nothing confirms') : undefined,
    ]);
    const page = await (await platform.sandbox.fetch(new Request('http://127.0.0.1/_sandbox/'))).text();
    expect(page).toContain(`profile grid, contract ${month}`);
    expect(page.includes('nothing confirms')).toBe(month === '2026-10');
  });
});

describe('a change of a card', () => {
  test.each([
    ['2026-08', { state: 'FROZEN' }, 200],
    ['2026-08', { status: 'FROZEN' }, 400],
    ['2026-09', { status: 'FROZEN' }, 200],
    ['2026-09', { status: 'FROZEN', ...reasons }, 200],
    ['2026-09', { status: 'FROZEN', substatus: 'LOST' }, 400],
    ['2026-09', { ...reasons }, 400],
    ['2026-09', { state: 'FROZEN' }, 400],
    ['2026-10', { status: 'FROZEN' }, 400],
    ['2026-10', { status: 'FROZEN', ...reasons }, 200],
    ['2026-10', { status: 'FROZEN', ...reasons, reason: '' }, 400],
    ['2026-10', { maxSpendPerDay: 1000 }, 200],
    ['2026-10', { status: 'CLOSED', ...reasons, maxSpendPerDay: 1000 }, 400],
    ['2026-10', { status: 'PENDING', ...reasons }, 400],
  ] as const)('in %s by %j is answered with %i', async (month, body, status) => {
    const { change } = await openCard(month);
    expect((await change(body)).status).toBe(status);
  });

  test.each(later)('of its source in %s has no event, and a closed one has none left', async (month) => {
    const { platform, holder, change } = await openCard(month);
    const before = await typesOf(platform);
    expect((await change({ fundingSource: holder.accountId })).body.fundingSource).toBe(holder.accountId);
    expect(await typesOf(platform)).toEqual(before);
    const { body } = await change({ status: 'CLOSED', ...reasons });
    expect([body.status, body.statusReason, 'fundingSource' in body]).toEqual(['CLOSED', 'CLOSED_BY_PLATFORM', false]);
  });
});

describe.each(later)('a new card in %s', (month) => {
  test('needs an Idempotency-Key, by which it is issued once', async () => {
    const { platform, holder } = await open(month);
    const fields = cardFields(platform, holder);
    const refused = await platform.call('POST', '/cards', fields);
    expect([refused.status, fieldsOf(refused)]).toEqual([400, ['Idempotency-Key']]);
    const key = { 'Idempotency-Key': 'card' };
    const first = await platform.call('POST', '/cards', fields, key);
    expect((await platform.call('POST', '/cards', fields, key)).body).toEqual(first.body);
    const other = await platform.call('POST', '/cards', { ...fields, maxSpendPerDay: 1 }, key);
    expect(verdict(other)).toEqual([409, 'CONFLICT']);
  });

  test('has an id that the service makes, whatever is sent', async () => {
    const { platform, card } = await openCard(month, { platformCardId: 'mine' });
    expect(card.platformCardId).toMatch(/^card-[0-9a-f]{12}$/);
    expect(idsOf(await platform.call('GET', '/cards?platformCardId=mine'))).toEqual([]);
  });

  test('takes no source that is not eligible: an invalid input', async () => {
    const { platform, holder } = await open(month);
    const fundingSource = 'InternalAccount:00000000-0000-4000-8000-000000000002';
    expect(verdict(await issueCard(platform, holder, { fundingSource }))).toEqual([400, 'INVALID_INPUT']);
  });
});

describe('a card of October', () => {
  test('waits for its delegated key as PENDING, is active with it, and waits again without it', async () => {
    const { platform, holder } = await open('2026-10');
    const { body: card } = await issueCard(platform, holder);
    expect([card.status, card.statusReason]).toEqual(['PENDING', 'DELEGATION_REQUIRED']);
    const path = `/cards/${card.id}`;
    const status = async (): Promise<unknown> => (await platform.call('GET', path)).body.status;
    const activation = await platform.call('PATCH', path, { status: 'ACTIVE', ...reasons });
    expect(verdict(activation)).toEqual([409, 'INVALID_STATE_TRANSITION']);
    const { id } = await delegateKey(platform, holder, String(card.id));
    expect(await status()).toBe('ACTIVE');
    expect((await platform.call('DELETE', `/auth/delegated-keys/${id}`)).status).toBe(204);
    expect(await status()).toBe('PENDING');
    expect(idsOf(await platform.call('GET', '/cards?status=PENDING'))).toEqual([card.id]);
    await platform.call('PATCH', path, { status: 'FROZEN', ...reasons });
    expect(verdict(await platform.call('PATCH', path, { status: 'ACTIVE', ...reasons }))).toEqual([
      409,
      'INVALID_STATE_TRANSITION',
    ]);
    await delegateKey(platform, holder, String(card.id));
    expect(await status()).toBe('FROZEN');
    expect((await platform.call('PATCH', path, { status: 'ACTIVE', ...reasons })).status).toBe(200);
  });

  test('of a person whom a test asks for is active, unless its key is left out', async () => {
    const platform = createPlatformClient({ profile: 'grid', contract: '2026-10' });
    for (const delegatedKey of [true, false]) {
      const { body } = await platform.control('POST', '/people', { card: 'active', delegatedKey });
      const { body: card } = await platform.call('GET', `/cards/${body.cardId}`);
      expect(card.status).toBe(delegatedKey ? 'ACTIVE' : 'PENDING');
    }
  });
});

describe.each(later)('in %s a card transaction', (month) => {
  test.each([
    ['EXAMPLE 002', {}, 'INSUFFICIENT_FUNDS'],
    ['EXAMPLE 003', {}, 'CARD_NOT_ACTIVE'],
    ['SAMPLE SHOP', { maxSpendPerTransaction: 1_000_000 }, 'SPEND_LIMIT_EXCEEDED'],
    ['SAMPLE SHOP', { maxSpendPerDay: 1_000_000 }, 'SPEND_LIMIT_EXCEEDED'],
  ])('at %s with %j is a row that says why it was declined', async (descriptor, fields, reason) => {
    const { platform, holder, buy } = await openCard(month, fields);
    const row = await buy(1000, descriptor);
    expect(row).toMatchObject({ status: 'DECLINED', cardDeclinedReason: reason, description: descriptor });
    expect('settledAmount' in row).toBe(false);
    expect(await balanceOf(platform, holder)).toBe(100_000_000);
    expect((await typesOf(platform)).at(-1)).toBe('CARD_TRANSACTION.DECLINED');
  });

  test('without a delegated key is declined for want of a source', async () => {
    const { platform, holder } = await open(month);
    const { body: card } = await issueCard(platform, holder);
    const body = { amount: 100, currency: { code: 'USD' }, merchant: { descriptor: 'SAMPLE SHOP' } };
    await platform.call('POST', `/sandbox/cards/${card.id}/simulate/authorization`, body);
    const [row] = (await platform.call('GET', '/transactions?type=CARD')).body.data;
    // October's card isn't active yet.
    expect(row.cardDeclinedReason).toBe(month === '2026-10' ? 'CARD_NOT_ACTIVE' : 'NO_ELIGIBLE_FUNDING_SOURCE');
  });

  test('that is reversed in part stays authorized, and one that is reversed or expires is VOIDED', async () => {
    const { platform, holder, simulate, buy } = await openCard(month);
    const { id: cardTransactionId } = await buy(1000);
    const read = async (): Promise<Answer['body']> =>
      (await platform.call('GET', `/transactions/${cardTransactionId}`)).body;
    await simulate('authorization_reversal', { cardTransactionId, amount: 400 });
    expect(await read()).toMatchObject({ status: 'AUTHORIZED', authorizedAmount: { amount: 600 } });
    expect(await balanceOf(platform, holder)).toBe(94_000_000);
    await simulate('authorization_reversal', { cardTransactionId });
    expect(await read()).toMatchObject({ status: 'VOIDED', authorizedAmount: { amount: 0 } });
    expect('settledAmount' in (await read())).toBe(false);
    expect(await balanceOf(platform, holder)).toBe(100_000_000);
    expect(verdict(await simulate('authorization_reversal', { cardTransactionId }))).toEqual([400, 'INVALID_INPUT']);
    const { id: expiring } = await buy(1000);
    await simulate('clearing', { cardTransactionId: expiring, amount: 0 });
    expect((await platform.call('GET', `/transactions/${expiring}`)).body.status).toBe('VOIDED');
    expect((await typesOf(platform)).at(-1)).toBe('CARD_TRANSACTION.VOIDED');
  });

  test('is returned by a row of its own, up to what has settled, which a reversal takes back', async () => {
    const { platform, holder, simulate, buy } = await openCard(month);
    const { id: cardTransactionId } = await buy(1000);
    await simulate('clearing', { cardTransactionId, amount: 1000 });
    const told = (await typesOf(platform)).length;
    await simulate('return', { cardTransactionId, amount: 600 });
    expect(verdict(await simulate('return', { cardTransactionId, amount: 500 }))).toEqual([400, 'AMOUNT_OUT_OF_RANGE']);
    const { data } = (await platform.call('GET', '/transactions?limit=2')).body;
    expect(data).toMatchObject([
      {
        status: 'SETTLED',
        direction: 'CREDIT',
        originalTransactionId: cardTransactionId,
        settledAmount: { amount: 600 },
      },
      { id: cardTransactionId, status: 'SETTLED', direction: 'DEBIT' },
    ]);
    expect('refundedAmount' in data[1]).toBe(false);
    expect((await typesOf(platform)).slice(told)).toEqual(['CARD_TRANSACTION.SETTLED']);
    expect(await balanceOf(platform, holder)).toBe(96_000_000);
    await simulate('return_reversal', { cardTransactionId: data[0].id });
    expect((await platform.call('GET', `/transactions/${data[0].id}`)).body.status).toBe('VOIDED');
    expect(await balanceOf(platform, holder)).toBe(90_000_000);
    expect((await simulate('return', { cardTransactionId, amount: 1000 })).status).toBe(202);
  });

  test('counts for its day, also when it was reversed: in amount and in number', async () => {
    const { platform, simulate, buy } = await openCard(month, { maxSpendPerDay: 15_000_000, maxTransactionsPerDay: 3 });
    const { id } = await buy(1000);
    await simulate('authorization_reversal', { cardTransactionId: id });
    expect((await buy(600)).status).toBe('DECLINED');
    expect((await buy(300)).status).toBe('AUTHORIZED');
    expect((await buy(100)).status).toBe('AUTHORIZED');
    expect((await buy(100)).status).toBe('DECLINED');
    await platform.advance(24 * 3_600_000);
    expect((await buy(600)).status).not.toBe('DECLINED');
  });

  test('is filtered by its card, has no status to filter by, and is in no list of settlements', async () => {
    const { platform, card, buy } = await openCard(month);
    const { id } = await buy(100);
    const list = (query: string): Promise<Answer> => platform.call('GET', `/transactions?${query}`);
    expect(idsOf(await list(`cardId=${card.id}`))).toEqual([id]);
    expect(idsOf(await list('type=CARD'))).toEqual([id]);
    expect(fieldsOf(await list('type=CARD&status=COMPLETED'))).toEqual(['status']);
    const settled = (await list('settlementStartDate=2026-01-01T00:00:00Z')).body.data as Answer['body'][];
    expect(settled.map(({ type }) => type as string)).toEqual(['INCOMING']);
    expect(idsOf(await list('settlementEndDate=2026-01-01T00:00:00Z'))).toEqual([]);
  });

  test('is at a shop with a name of 25 characters at most', async () => {
    const { simulate } = await openCard(month);
    const merchant = { descriptor: 'x'.repeat(26), city: 'Sampleton' };
    const answer = await simulate('authorization', { amount: 1, currency: { code: 'USD' }, merchant });
    expect(fieldsOf(answer)).toEqual(['merchant.descriptor']);
  });
});

test('an equal external account is a duplicate in the later forms, and a conflict in August', async () => {
  for (const [month, code] of [
    ['2026-08', 'CONFLICT'],
    ['2026-09', 'DUPLICATE_EXTERNAL_ACCOUNT'],
  ] as const) {
    const { platform, bankAccountId } = await open(month);
    const { body: account } = await platform.call('GET', `/customers/external-accounts/${bankAccountId}`);
    const { currency, customerId, platformAccountId } = account;
    const { paymentRails: _, ...accountInfo } = account.accountInfo;
    const again = { currency, customerId, platformAccountId, accountInfo };
    expect(verdict(await platform.call('POST', '/customers/external-accounts', again))).toEqual([409, code]);
  }
});

test('a snapshot goes back to a sandbox of the same form alone', async () => {
  const { platform } = await open('2026-09');
  const snapshot = await platform.sandbox.snapshot();
  await platform.sandbox.restore(snapshot);
  const other = createSandbox({ profile: 'grid', contract: '2026-10' });
  await expect(other.restore(snapshot)).rejects.toMatchObject({ status: 400 });
});

test('without an option it is September, and profile spec has no other form', () => {
  expect([createSandbox({ profile: 'grid' }).contract, createSandbox().contract]).toEqual(['2026-09', undefined]);
  expect(() => createSandbox({ contract: '2026-08' })).toThrow('contract is an option of profile grid');
  expect(() => createSandbox({ profile: 'grid', contract: '2026-11' as never })).toThrow(/contract must be one of/);
});
