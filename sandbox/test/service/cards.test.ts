import { describe, expect, test } from 'vitest';
import { namesOf } from '../../../test/contract/flows/cards.ts';
import { askForCard, dollars, openCard, type OpenedCard } from './actions.ts';
import { createHolder, eventsOf, openHolder, signIn, type OpenedHolder } from './platform-client.ts';
import { textOf, verdict, type Answer } from './reading.ts';

const setUp = (profile: 'spec' | 'grid' = 'grid'): Promise<OpenedHolder> => openHolder({ profile });
const withCard = (profile: 'spec' | 'grid' = 'grid'): Promise<OpenedCard> => openCard({ profile });

/** In the form of August, where a return stands in its purchase; of the later ones tells contract-forms.test.ts. */
const withCardInAugust = (): Promise<OpenedCard> => openCard({ profile: 'grid', contract: '2026-08' });

const issue = ({ platform, holder }: OpenedHolder, more: object = {}): Promise<Answer> =>
  askForCard(platform, holder, more);

async function simulate({ platform, cardId }: OpenedCard, what: string, body: object): Promise<Answer> {
  return platform.call('POST', `/sandbox/cards/${cardId}/simulate/${what}`, body);
}

async function authorize(all: OpenedCard, amount: number, descriptor = 'EXAMPLE SHOP'): Promise<string> {
  const merchant = { descriptor, mcc: '5411', country: 'US' };
  const answer = await simulate(all, 'authorization', { amount, currency: dollars(all.platform), merchant });
  expect(answer.status).toBe(202);
  const { body } = await all.platform.call('GET', `/transactions?customerId=${all.holder.customerId}&limit=1`);
  return String(body.data[0].id);
}

const read = async ({ platform }: OpenedHolder, id: string): Promise<Answer['body']> =>
  (await platform.call('GET', `/transactions/${id}`)).body;

async function balances({ platform, holder }: OpenedHolder): Promise<[number, number]> {
  const { body } = await platform.call('GET', `/internal-accounts?customerId=${holder.customerId}`);
  expect(platform.sandbox.audit()).toEqual([]);
  return [body.data[0].balance.amount, body.data[0].totalBalance.amount];
}

describe('issuing', () => {
  test.each([
    ['grid', 'ACTIVE'],
    ['spec', 'PROCESSING'],
  ] as const)('in %s a new card is %s', async (profile, status) => {
    const all = await setUp(profile);
    const { cardEvent, cardStatus } = namesOf(all.platform);
    expect((await issue(all)).body[cardStatus]).toBe(status);
    const told = (await eventsOf(all.platform)).filter(({ type }) => type === cardEvent);
    expect(told.map(({ data }) => data[cardStatus])).toEqual([status]);
  });

  test('a cardholder without approved KYC gets none', async () => {
    const all = await setUp();
    await all.platform.control('POST', '/customers', { customerId: all.holder.customerId, kycStatus: 'HOLD' });
    expect(verdict(await issue(all))).toEqual([400, 'CARDHOLDER_KYC_NOT_APPROVED']);
  });

  test("someone else's account funds no card", async () => {
    const all = await setUp();
    const other = await createHolder(all.platform, 0);
    const answer = await issue(all, { fundingSource: other.accountId });
    expect(verdict(answer)).toEqual([400, 'INVALID_INPUT']);
    expect(textOf(answer)).toBe("A card is funded by the cardholder's own USDB accounts.");
  });
});

describe('changing', () => {
  test('in grid a card is frozen, unfrozen and closed at once', async () => {
    const all = await withCard();
    for (const status of ['FROZEN', 'ACTIVE', 'CLOSED']) {
      const answer = await all.platform.call('PATCH', `/cards/${all.cardId}`, { status });
      expect([answer.status, answer.body.status]).toEqual([200, status]);
    }
  });

  test.each(['spec', 'grid'] as const)(
    'in %s, in August, a closed card tells that it has no funding source left',
    async (profile) => {
      const all = await (profile === 'grid' ? withCardInAugust() : withCard(profile));
      const { key } = await signIn(all.platform, all.holder);
      for (const state of ['FROZEN', 'CLOSED'])
        await all.platform.signed(key, 'PATCH', `/cards/${all.cardId}`, { state });
      const events = await eventsOf(all.platform);
      const { accountId } = all.holder;
      expect(events.slice(-3).map(({ type, data }: Answer['body']) => [type, data.state, data.fundingSources])).toEqual(
        [
          ['CARD.STATE_CHANGE', 'FROZEN', [accountId]],
          ['CARD.STATE_CHANGE', 'CLOSED', []],
          ['CARD.FUNDING_SOURCE_CHANGE', 'CLOSED', []],
        ],
      );
    },
  );

  test('in spec it takes a signed retry', async () => {
    const all = await withCard('spec');
    const { key } = await signIn(all.platform, all.holder);
    const first = await all.platform.call('PATCH', `/cards/${all.cardId}`, { state: 'FROZEN' });
    expect([first.status, 'type' in first.body]).toEqual([202, false]);
    expect((await all.platform.call('GET', `/cards/${all.cardId}`)).body.state).toBe('ACTIVE');
    const headers = await all.platform.stampHeaders(first.body.payloadToSign, key, first.body.requestId);
    const second = await all.platform.call('PATCH', `/cards/${all.cardId}`, { state: 'FROZEN' }, headers);
    expect([second.status, second.body.state]).toEqual([200, 'FROZEN']);
    const other = await all.platform.call('PATCH', `/cards/${all.cardId}`, { state: 'CLOSED' }, headers);
    expect(verdict(other)).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
  });

  test.each([
    [{}, 400, 'INVALID_INPUT'],
    [{ status: 'CLOSED', maxSpendPerTransaction: 1 }, 400, 'INVALID_INPUT'],
    [{ status: 'ACTIVE' }, 409, 'INVALID_STATE_TRANSITION'],
    [{ status: 'PROCESSING' }, 400, 'INVALID_INPUT'],
  ])('%j is refused', async (body, status, code) => {
    const { platform, cardId } = await withCard();
    expect(verdict(await platform.call('PATCH', `/cards/${cardId}`, body))).toEqual([status, code]);
  });

  test.each([
    ['spec', 200, 'CLOSED'],
    ['grid', 409, 'ACTIVE'],
  ] as const)(
    'in %s closing one that is still PROCESSING answers %i and leaves it %s',
    async (profile, status, left) => {
      const all = await setUp(profile);
      const { cardStatus } = namesOf(all.platform);
      const card = await issue(all, { platformCardId: 'card-005' });
      const path = `/cards/${card.body.id}`;
      const { key } = await signIn(all.platform, all.holder);
      expect((await all.platform.signed(key, 'PATCH', path, { [cardStatus]: 'CLOSED' })).status).toBe(status);
      await all.platform.advance(30_000);
      expect((await all.platform.call('GET', path)).body[cardStatus]).toBe(left);
    },
  );
});

describe('spending', () => {
  test('an authorization holds, clearings settle in part and in full, a return refunds', async () => {
    const all = await withCardInAugust();
    const id = await authorize(all, 1000);
    expect(await read(all, id)).toMatchObject({ type: 'CARD', status: 'AUTHORIZED', accountId: all.holder.accountId });
    expect('settledAmount' in (await read(all, id))).toBe(false);
    expect(await balances(all)).toEqual([90_000_000, 100_000_000]);
    await simulate(all, 'clearing', { cardTransactionId: id, amount: 400 });
    expect(await read(all, id)).toMatchObject({ status: 'PARTIALLY_SETTLED', settledAmount: { amount: 400 } });
    expect(await balances(all)).toEqual([90_000_000, 96_000_000]);
    await simulate(all, 'clearing', { cardTransactionId: id, amount: 600 });
    expect(await read(all, id)).toMatchObject({
      status: 'SETTLED',
      settlementSummary: { count: 2, totalAmount: 1000 },
    });
    expect(await balances(all)).toEqual([90_000_000, 90_000_000]);
    await simulate(all, 'return', { cardTransactionId: id, amount: 250 });
    expect(await read(all, id)).toMatchObject({ status: 'SETTLED', refundedAmount: { amount: 250 } });
    expect(await balances(all)).toEqual([92_500_000, 92_500_000]);
    const over = await simulate(all, 'return', { cardTransactionId: id, amount: 751 });
    expect(verdict(over)).toEqual([400, 'AMOUNT_OUT_OF_RANGE']);
    await simulate(all, 'return', { cardTransactionId: id, amount: 750 });
    expect(await read(all, id)).toMatchObject({ status: 'REFUNDED', refundedAmount: { amount: 1000 } });
  });

  test.each([
    ['cleared in parts', [33, 33, 34], 100],
    ['cleared in parts and beyond', [50, 30, 40], 120],
    ['cleared in part, and then expires', [33, 0], 33],
  ])('an authorization in euros is held, and %s, to the same unit', async (_, amounts, settled) => {
    const all = await withCard('spec');
    const merchant = { descriptor: 'EXAMPLE SHOP', mcc: '5411', country: 'DE' };
    const [before] = await balances(all);
    await simulate(all, 'authorization', { amount: 100, currency: 'EUR', merchant });
    const { body } = await all.platform.call('GET', `/transactions?customerId=${all.holder.customerId}&limit=1`);
    const cardTransactionId = String(body.data[0].id);
    for (const amount of amounts) {
      expect((await simulate(all, 'clearing', { cardTransactionId, amount })).status).toBe(202);
    }
    expect(await read(all, cardTransactionId)).toMatchObject({ status: 'SETTLED', settledAmount: { amount: settled } });
    // A dollar buys 0.92 euros; what is broken is rounded up once.
    const paid = Math.ceil((settled * 1_000_000) / 92);
    expect(await balances(all)).toEqual([before - paid, before - paid]);
    for (const amount of [1, settled - 1]) {
      expect((await simulate(all, 'return', { cardTransactionId, amount })).status).toBe(202);
      expect((await read(all, cardTransactionId)).status).toBe('REFUNDED');
    }
    expect(await balances(all)).toEqual([before, before]);
  });

  test.each([
    ['expires', 0, 'REFUNDED'],
    ['is cleared', 600, 'SETTLED'],
  ])('a return between two clearings leaves the rest of the hold, until it %s', async (_, amount, status) => {
    const all = await withCardInAugust();
    const id = await authorize(all, 1000);
    await simulate(all, 'clearing', { cardTransactionId: id, amount: 400 });
    await simulate(all, 'return', { cardTransactionId: id, amount: 400 });
    expect(await read(all, id)).toMatchObject({ status: 'PARTIALLY_SETTLED', refundedAmount: { amount: 400 } });
    expect(await balances(all)).toEqual([94_000_000, 100_000_000]);
    expect((await simulate(all, 'clearing', { cardTransactionId: id, amount })).status).toBe(202);
    expect(await read(all, id)).toMatchObject({ status, settledAmount: { amount: 400 + amount } });
    const left = 100_000_000 - amount * 10_000;
    expect(await balances(all)).toEqual([left, left]);
  });

  test('a clearing of 0 expires the hold; one beyond it pulls more', async () => {
    const all = await withCardInAugust();
    const expired = await authorize(all, 1000);
    await simulate(all, 'clearing', { cardTransactionId: expired, amount: 0 });
    expect(await read(all, expired)).toMatchObject({ status: 'SETTLED', settledAmount: { amount: 0 } });
    expect(await balances(all)).toEqual([100_000_000, 100_000_000]);
    const more = await authorize(all, 1000);
    await simulate(all, 'clearing', { cardTransactionId: more, amount: 1200 });
    expect(await read(all, more)).toMatchObject({ status: 'SETTLED', pullSummary: { count: 2 } });
    expect(await balances(all)).toEqual([88_000_000, 88_000_000]);
    const again = await simulate(all, 'clearing', { cardTransactionId: more, amount: 1 });
    expect(verdict(again)).toEqual([400, 'INVALID_INPUT']);
  });

  test('a pull beyond the balance after the settlement is an EXCEPTION', async () => {
    const all = await withCardInAugust();
    const poor = await authorize(all, 8000);
    await simulate(all, 'clearing', { cardTransactionId: poor, amount: 90_000 });
    expect((await read(all, poor)).status).toBe('EXCEPTION');
  });

  test('what the wallet lacks is declined, which leaves no transaction', async () => {
    const all = await withCardInAugust();
    const merchant = { descriptor: 'EXAMPLE SHOP' };
    const sent = { amount: 10_001, currency: dollars(all.platform), merchant };
    await simulate(all, 'authorization', sent);
    const { body } = await all.platform.call('GET', `/transactions?customerId=${all.holder.customerId}`);
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual(['INCOMING']);
    const log = await all.platform.control('GET', '/requests');
    expect(log.body.data.at(-2).refusal).toBe('declined: INSUFFICIENT_FUNDS');
  });

  test.each(['spec', 'grid'] as const)(
    'in %s a cardholder who is no longer APPROVED spends nothing',
    async (profile) => {
      const all = await withCard(profile);
      const merchant = { descriptor: 'EXAMPLE SHOP' };
      const { customerId } = all.holder;
      for (const kycStatus of ['REJECTED', 'UNVERIFIED', 'PENDING', 'HOLD']) {
        await all.platform.control('POST', '/customers', { customerId, kycStatus });
        await simulate(all, 'authorization', { amount: 1, currency: dollars(all.platform), merchant });
      }
      const log = await all.platform.control('GET', '/requests');
      const refusals = log.body.data.flatMap(({ refusal }: { refusal?: string }) => refusal ?? []);
      expect(refusals).toEqual(Array.from({ length: 4 }, () => 'declined: USER_NOT_READY'));
      expect(await balances(all)).toEqual([100_000_000, 100_000_000]);
    },
  );

  test('a frozen card and one with a lower limit decline', async () => {
    const all = await withCard();
    await all.platform.call('PATCH', `/cards/${all.cardId}`, { maxSpendPerTransaction: 1_000_000 });
    const merchant = { descriptor: 'EXAMPLE SHOP' };
    await simulate(all, 'authorization', { amount: 101, currency: dollars(all.platform), merchant });
    await all.platform.call('PATCH', `/cards/${all.cardId}`, { status: 'FROZEN' });
    await simulate(all, 'authorization', { amount: 1, currency: dollars(all.platform), merchant });
    const log = await all.platform.control('GET', '/requests');
    const refusals = log.body.data.flatMap(({ refusal }: { refusal?: string }) => refusal ?? []);
    expect(refusals).toEqual(['declined: LIMIT_EXCEEDED', 'declined: CARD_PAUSED']);
    expect(await balances(all)).toEqual([100_000_000, 100_000_000]);
  });
});
