import { describe, expect, test } from 'vitest';
import { receiveByUma, transactionOf } from './actions.ts';
import {
  balanceOf,
  createHolder,
  createPlatformClient,
  openHolder,
  type Holder,
  type PlatformClient,
} from './platform-client.ts';
import { verdict, type Answer } from './reading.ts';

async function hearing(status: number | null): Promise<{ platform: PlatformClient; holder: Holder; calls: string[] }> {
  const calls: string[] = [];
  const platform = createPlatformClient({
    profile: 'grid',
    async fetch(request) {
      calls.push(((await request.json()) as { type: string }).type);
      if (status === null) throw new TypeError('refused');
      return new Response(null, { status });
    },
  });
  const holder = await createHolder(platform, 0);
  await platform.control('POST', '/webhooks', { url: 'http://127.0.0.1:4999/webhooks' });
  return { platform, holder, calls };
}

describe('the answer to INCOMING_PAYMENT.PENDING', () => {
  test.each<[number | null, string, number]>([
    [200, 'COMPLETED', 1_000_000],
    [201, 'COMPLETED', 1_000_000],
    [204, 'COMPLETED', 1_000_000],
    [403, 'REJECTED', 0],
    [500, 'FAILED', 0],
    [null, 'FAILED', 0],
  ])('%s makes the payment %s', async (status, outcome, amount) => {
    const { platform, holder, calls } = await hearing(status);
    const payment = await receiveByUma(platform, holder);
    expect(payment.body).toMatchObject({ status: 'PENDING', source: { sourceType: 'UMA_ADDRESS' } });
    await platform.sandbox.tick();
    await platform.advance(5000);
    expect((await transactionOf(platform, payment.body.id)).status).toBe(outcome);
    expect(await balanceOf(platform, holder)).toBe(amount);
    expect(calls.filter((type) => type === 'INCOMING_PAYMENT.PENDING')).toHaveLength(1);
  });

  test.each([
    ['approve', 'COMPLETED'],
    ['reject', 'REJECTED'],
  ])('202 leaves five seconds to %s', async (decision, outcome) => {
    const { platform, holder } = await hearing(202);
    const payment = await receiveByUma(platform, holder);
    await platform.sandbox.tick();
    const path = `/transactions/${payment.body.id}/${decision}`;
    expect((await platform.call('POST', path, {})).status).toBe(200);
    expect(verdict(await platform.call('POST', path))).toEqual([409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL']);
    await platform.advance(5000);
    expect((await transactionOf(platform, payment.body.id)).status).toBe(outcome);
  });

  test('202 and silence fail it', async () => {
    const { platform, holder } = await hearing(202);
    const payment = await receiveByUma(platform, holder);
    await platform.sandbox.tick();
    await platform.advance(5001);
    expect(await transactionOf(platform, payment.body.id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'PAYMENT_APPROVAL_TIMED_OUT',
    });
  });
});

describe('a payment that an operator has decided on', () => {
  const steps: readonly (readonly [string, readonly (readonly [path: string, body: object])[]])[] = [
    ['REJECTED', [['/transactions', { status: 'REJECTED' }]]],
    ['FAILED', [['/failures', { failureReason: 'COLLECTION_FAILED' }]]],
    [
      'COMPLETED',
      [
        ['/transactions', { status: 'PROCESSING' }],
        ['/transactions', { status: 'COMPLETED' }],
      ],
    ],
  ];

  test.each(steps)('stays %s when the time for the decision is over', async (outcome, calls) => {
    const { platform, holder } = await hearing(202);
    const payment = await receiveByUma(platform, holder);
    const transactionId = payment.body.id;
    for (const [path, body] of calls) {
      expect((await platform.control('POST', path, { transactionId, ...body })).status).toBe(200);
    }
    await platform.advance(5001);
    expect((await transactionOf(platform, payment.body.id)).status).toBe(outcome);
    expect((await platform.call('POST', `/transactions/${transactionId}/approve`)).status).toBe(409);
  });

  test('stays so when its receiver approves it afterwards, and later events are delivered', async () => {
    const heard: string[] = [];
    let approve = (): void => undefined;
    const approved = new Promise<void>((resolve) => (approve = resolve));
    const platform = createPlatformClient({
      profile: 'grid',
      async fetch(request) {
        heard.push(((await request.json()) as { type: string }).type);
        if (heard.at(-1) === 'INCOMING_PAYMENT.PENDING') await approved;
        return new Response(null, { status: 200 });
      },
    });
    const holder = await createHolder(platform, 0);
    await platform.control('POST', '/webhooks', { url: 'http://127.0.0.1:4999/webhooks' });
    const payment = await receiveByUma(platform, holder);
    await platform.control('POST', '/transactions', { transactionId: payment.body.id, status: 'REJECTED' });
    approve();
    await platform.sandbox.tick();
    expect((await transactionOf(platform, payment.body.id)).status).toBe('REJECTED');
    await platform.control('POST', '/webhooks', { url: 'http://127.0.0.1:4999/webhooks' });
    await platform.sandbox.tick();
    expect(heard.at(-1)).toBe('TEST');
  });
});

test('a payment goes to the account in its currency of one receiver, by id or by UMA address', async () => {
  const { platform, customerId } = await openHolder({ profile: 'grid' }, 0);
  const { umaAddress } = (await platform.call('GET', `/customers/${customerId}`)).body;
  const body = { senderUmaAddress: '$sender@example.com', receivingCurrencyCode: 'USDB', receivingCurrencyAmount: 5 };
  const send = (more: object): Promise<Answer> => platform.call('POST', '/sandbox/uma/receive', { ...body, ...more });
  expect((await send({ receiverUmaAddress: umaAddress })).body.customerId).toBe(customerId);
  expect((await send({})).status).toBe(400);
  expect((await send({ receiverUmaAddress: '$nobody@example.com' })).body.code).toBe('CUSTOMER_NOT_FOUND');
  expect((await send({ customerId, receivingCurrencyCode: 'EUR' })).body.code).toBe('INVALID_CURRENCY');
});

test('the delivery of a receipt is confirmed, at a time or now', async () => {
  const platform = createPlatformClient({ profile: 'grid' });
  const payment = await receiveByUma(platform, await createHolder(platform, 0));
  const path = `/transactions/${payment.body.id}/confirm`;
  const receiptDeliveryConfirmedAt = '2026-01-15T11:00:00Z';
  const confirmed = await platform.call('POST', path, { receiptDeliveryConfirmedAt });
  expect(confirmed.body.receiptDeliveryConfirmedAt).toBe(receiptDeliveryConfirmedAt);
  expect((await platform.call('POST', path)).body.receiptDeliveryConfirmedAt).toBe('2026-01-15T12:00:00.000Z');
});
