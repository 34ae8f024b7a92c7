/** The simulators of profile grid beyond an authorization, its clearing and its return. */
import type { CreateSandboxOptions } from 'countersign-sandbox';
import { describe, expect, test } from 'vitest';
import { openCard, spend, type OpenedCard } from './actions.ts';
import { balanceOf, eventsOf } from './platform-client.ts';
import { verdict, type Answer } from './reading.ts';

const start = 100_000_000;

/** Its card transactions have summaries, and a return stands in its purchase; contract-forms.test.ts has the later rows. */
const august = { contract: '2026-08' } as const;

async function open(options: CreateSandboxOptions = {}) {
  const opened = await openCard({ profile: 'grid', ...options });
  const { platform, cardId } = opened;
  const simulate = async (what: string, body: object): Promise<Answer> =>
    platform.call('POST', `/sandbox/cards/${cardId}/simulate/${what}`, body);
  let seen = 0;
  return {
    ...opened,
    simulate,
    /** 10 dollars at a merchant. */
    message: (what: string, descriptor = 'EXAMPLE SHOP') =>
      simulate(what, { amount: 1000, currency: { code: 'USD' }, merchant: { descriptor } }),
    latest: async (): Promise<Answer['body']> => (await platform.call('GET', '/transactions?limit=1')).body.data[0],
    /** The ends of what cards' events told since the last look. */
    async told() {
      const all = (await eventsOf(platform)).filter(({ type }) => type.startsWith('CARD_TRANSACTION.'));
      const fresh = all.slice(seen).map(({ type }) => type.slice('CARD_TRANSACTION.'.length));
      seen = all.length;
      return fresh;
    },
    /** Why the last simulation was declined. */
    declined: async (): Promise<unknown> => (await platform.control('GET', '/requests')).body.data.at(-1).refusal,
  };
}

const left = ({ platform, holder }: OpenedCard): Promise<number> => balanceOf(platform, holder);

describe('a balance inquiry', () => {
  test('is answered, moves nothing and leaves no transaction', async () => {
    const card = await open();
    const answer = await card.simulate('balance_inquiry', { merchant: { descriptor: 'EXAMPLE PUMP' } });
    expect([answer.status, Object.keys(answer.body)]).toEqual([202, ['issuerTransactionToken']]);
    expect([await card.declined(), await card.told(), await left(card)]).toEqual([undefined, [], start]);
    const amount = await card.simulate('balance_inquiry', { merchant: { descriptor: 'EXAMPLE PUMP' }, amount: 1 });
    expect(verdict(amount)).toEqual([400, 'INVALID_INPUT']);
  });
});

describe('a financial authorization', () => {
  test('is authorized and cleared by one message', async () => {
    const card = await open(august);
    const { status, body } = await card.message('financial_authorization');
    expect(status).toBe(202);
    expect(await card.latest()).toMatchObject({
      ...body,
      status: 'SETTLED',
      direction: 'DEBIT',
      settledAmount: { amount: 1000 },
      settlementSummary: { count: 1 },
    });
    expect([await card.told(), await left(card)]).toEqual([['AUTHORIZED', 'SETTLED'], start - 10_000_000]);
  });

  test('is pulled after half a minute where the ending says so', async () => {
    const card = await open(august);
    await card.message('financial_authorization', 'EXAMPLE ATM 005');
    expect((await card.latest()).pullSummary).toMatchObject({ count: 0, pendingCount: 1 });
    await card.platform.advance(30_000);
    expect((await card.latest()).pullSummary).toEqual({ count: 1, totalAmount: 1000 });
  });
});

describe.each(['credit_authorization', 'credit_authorization_advice'])('a %s', (what) => {
  test('holds nothing; its clearings bring the money', async () => {
    const card = await open();
    expect((await card.message(what)).status).toBe(202);
    const { id: cardTransactionId, ...credit } = await card.latest();
    expect([credit.status, credit.direction, 'pullSummary' in credit, await left(card)]).toEqual([
      'AUTHORIZED',
      'CREDIT',
      false,
      start,
    ]);
    await card.simulate('clearing', { cardTransactionId, amount: 400 });
    expect([(await card.latest()).status, await left(card)]).toEqual(['PARTIALLY_SETTLED', start + 4_000_000]);
    await card.simulate('clearing', { cardTransactionId, amount: 600 });
    expect([(await card.latest()).status, await left(card)]).toEqual(['SETTLED', start + 10_000_000]);
    expect(await card.told()).toEqual(['AUTHORIZED', 'PARTIALLY_SETTLED', 'SETTLED']);
    const back = await card.simulate('return', { cardTransactionId, amount: 1 });
    expect(verdict(back)).toEqual([400, 'INVALID_INPUT']);
  });

  test.each([
    ['2026-08', 'SETTLED'],
    ['2026-09', 'VOIDED'],
  ] as const)('expires without money: in %s it is %s', async (contract, status) => {
    const card = await open({ contract });
    await card.message(what);
    await card.simulate('clearing', { cardTransactionId: (await card.latest()).id, amount: 0 });
    expect([(await card.latest()).status, await left(card)]).toEqual([status, start]);
  });
});

describe('a financial credit authorization', () => {
  test.each([
    ['EXAMPLE PAYOUTS', 0, ['AUTHORIZED', 'SETTLED'], start + 10_000_000],
    ['EXAMPLE PAYOUTS 005', 30_000, ['AUTHORIZED', 'SETTLED'], start + 10_000_000],
    ['EXAMPLE PAYOUTS 006', 0, ['AUTHORIZED', 'EXCEPTION'], start],
  ])('of %s ends after %i ms', async (descriptor, ms, states, balance) => {
    const card = await open();
    await card.message('financial_credit_authorization', descriptor);
    if (ms > 0) {
      await card.platform.advance(ms - 1);
      expect([await left(card), (await card.latest()).status]).toEqual([start, 'AUTHORIZED']);
      await card.platform.advance(1);
    }
    expect([await card.told(), await left(card)]).toEqual([states, balance]);
  });

  test('that was cleared before its money came is not paid twice', async () => {
    const card = await open();
    await card.message('financial_credit_authorization', 'EXAMPLE PAYOUTS 005');
    await card.simulate('clearing', { cardTransactionId: (await card.latest()).id, amount: 1000 });
    await card.platform.advance(60_000);
    expect(await left(card)).toBe(start + 10_000_000);
  });
});

describe.each([
  'balance_inquiry',
  'financial_authorization',
  'credit_authorization',
  'financial_credit_authorization',
  'credit_authorization_advice',
])('%s', (what) => {
  test.each([
    ['EXAMPLE 002', 'ACTIVE', 'INSUFFICIENT_FUNDS'],
    ['EXAMPLE 003', 'ACTIVE', 'CARD_PAUSED'],
    ['EXAMPLE SHOP', 'FROZEN', 'CARD_PAUSED'],
  ])('of %s on a card that is %s is declined: %s', async (descriptor, status, reason) => {
    const card = await open();
    if (status !== 'ACTIVE') await card.platform.call('PATCH', `/cards/${card.cardId}`, { status });
    const body = what === 'balance_inquiry' ? { merchant: { descriptor } } : undefined;
    const answer = await (body === undefined ? card.message(what, descriptor) : card.simulate(what, body));
    expect([answer.status, await card.declined()]).toEqual([202, `declined: ${reason}`]);
    const told = what === 'balance_inquiry' ? [] : ['DECLINED'];
    expect([await card.told(), await left(card)]).toEqual([told, start]);
  });

  test('that is declined in August leaves no transaction', async () => {
    const card = await open(august);
    const merchant = { descriptor: 'EXAMPLE 002' };
    await (what === 'balance_inquiry' ? card.simulate(what, { merchant }) : card.message(what, merchant.descriptor));
    expect([await card.declined(), await card.told()]).toEqual(['declined: INSUFFICIENT_FUNDS', []]);
  });
});

describe('an authorization advice', () => {
  test.each([
    [1500, start - 15_000_000, { count: 2, totalAmount: 1500 }],
    [400, start - 4_000_000, { count: 1, totalAmount: 1000 }],
  ])('makes the hold %i', async (amount, balance, pullSummary) => {
    const card = await open(august);
    const { id } = await spend(card.platform, card.cardId, { descriptor: 'EXAMPLE SHOP' });
    await card.simulate('authorization_advice', { cardTransactionId: id, amount });
    expect(await card.latest()).toMatchObject({ status: 'AUTHORIZED', authorizedAmount: { amount }, pullSummary });
    expect([await card.told(), await left(card)]).toEqual([['AUTHORIZED', 'AUTHORIZED'], balance]);
    await card.simulate('clearing', { cardTransactionId: id, amount });
    expect([(await card.latest()).status, await left(card)]).toEqual(['SETTLED', balance]);
  });

  test('to what is settled closes the transaction, and below it is refused', async () => {
    const card = await open();
    const { id: cardTransactionId } = await spend(card.platform, card.cardId, { descriptor: 'EXAMPLE SHOP' });
    await card.simulate('clearing', { cardTransactionId, amount: 400 });
    const below = await card.simulate('authorization_advice', { cardTransactionId, amount: 399 });
    expect(verdict(below)).toEqual([400, 'AMOUNT_OUT_OF_RANGE']);
    await card.simulate('authorization_advice', { cardTransactionId, amount: 400 });
    expect([(await card.latest()).status, await left(card)]).toEqual(['SETTLED', start - 4_000_000]);
    const late = await card.simulate('authorization_advice', { cardTransactionId, amount: 500 });
    expect(verdict(late)).toEqual([400, 'INVALID_INPUT']);
  });

  test('beyond the balance is declined and changes nothing', async () => {
    const card = await open();
    const { id: cardTransactionId } = await spend(card.platform, card.cardId, { descriptor: 'EXAMPLE SHOP' });
    const { status } = await card.simulate('authorization_advice', { cardTransactionId, amount: 10_001 });
    expect([status, await card.declined()]).toEqual([202, 'declined: INSUFFICIENT_FUNDS']);
    expect((await card.latest()).authorizedAmount.amount).toBe(1000);
  });

  test('and a clearing beyond the hold count beside a pull that is still pending', async () => {
    const card = await open(august);
    const { id: cardTransactionId } = await spend(card.platform, card.cardId, { descriptor: 'EXAMPLE 005' });
    await card.simulate('authorization_advice', { cardTransactionId, amount: 1200 });
    await card.simulate('clearing', { cardTransactionId, amount: 1500 });
    expect((await card.latest()).pullSummary).toEqual({ count: 1, totalAmount: 300, pendingCount: 1 });
    await card.platform.advance(30_000);
    expect((await card.latest()).pullSummary).toEqual({ count: 2, totalAmount: 1500 });
    expect(await left(card)).toBe(start - 15_000_000);
  });
});

describe('a return reversal', () => {
  const openReturned = async () => {
    const card = await open(august);
    await card.message('financial_authorization');
    const { id: cardTransactionId } = await card.latest();
    await card.simulate('return', { cardTransactionId, amount: 400 });
    return { ...card, cardTransactionId };
  };

  test('takes back what was returned in full, after which it can be returned again', async () => {
    const card = await openReturned();
    const { cardTransactionId } = card;
    const inPart = await card.simulate('return_reversal', { cardTransactionId });
    expect(verdict(inPart)).toEqual([400, 'INVALID_INPUT']);
    await card.simulate('return', { cardTransactionId, amount: 600 });
    expect([(await card.latest()).status, await left(card)]).toEqual(['REFUNDED', start]);
    await card.told();
    expect((await card.simulate('return_reversal', { cardTransactionId })).status).toBe(202);
    const reversed = await card.latest();
    expect([reversed.status, 'refundedAmount' in reversed, 'refundSummary' in reversed]).toEqual([
      'SETTLED',
      false,
      false,
    ]);
    expect([await card.told(), await left(card)]).toEqual([['SETTLED'], start - 10_000_000]);
    await card.simulate('return', { cardTransactionId, amount: 1000 });
    expect((await card.latest()).status).toBe('REFUNDED');
  });

  test('that the balance no longer covers is an EXCEPTION', async () => {
    const card = await openReturned();
    const { cardTransactionId, platform, cardId } = card;
    await card.simulate('return', { cardTransactionId, amount: 600 });
    const path = `/sandbox/cards/${cardId}/simulate/authorization`;
    await platform.call('POST', path, { amount: 9500, currency: { code: 'USD' }, merchant: { descriptor: 'EXAMPLE' } });
    await card.simulate('return_reversal', { cardTransactionId });
    const { body } = await platform.call('GET', `/transactions/${cardTransactionId}`);
    expect([body.status, body.refundedAmount.amount, await left(card)]).toEqual(['EXCEPTION', 1000, 5_000_000]);
  });
});
