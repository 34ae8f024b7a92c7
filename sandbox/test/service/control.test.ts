import { describe, expect, test } from 'vitest';
import { sampleCustomer } from '../../../test/sample-customer.ts';
import { balanceOf, createPlatformClient, createQuote, openHolder, signIn } from './platform-client.ts';
import { fieldsOf, verdict, type Answer } from './reading.ts';

test('the control plane says what a client needs', async () => {
  const platform = createPlatformClient({ profile: 'grid' });
  expect((await platform.control('GET', '')).body).toEqual({
    baseUrl: 'http://127.0.0.1/2025-10-13',
    clientId: 'sandbox-client',
    clientSecret: 'sandbox-secret',
    enclavePublicKeyHex: platform.sandbox.enclavePublicKeyHex,
    profile: 'grid',
    contract: '2026-09',
  });
});

test('a reset forgets everything, and the same calls get the same ids again', async () => {
  const platform = createPlatformClient();
  const create = (): Promise<Answer> => platform.call('POST', '/customers', sampleCustomer);
  const first = await create();
  await platform.control('POST', '/faults', { status: 503, count: 9 });
  expect((await platform.control('POST', '/reset')).status).toBe(200);
  expect((await platform.control('GET', '/requests')).body).toEqual({ data: [] });
  expect((await create()).body).toEqual(first.body);
});

test('the clock moves forward only, and answers carry its date', async () => {
  const platform = createPlatformClient();
  await platform.advance(90_000);
  const answer = await platform.call('GET', '/transactions');
  expect(answer.headers.get('Date')).toBe('Thu, 15 Jan 2026 12:01:30 GMT');
  expect((await platform.control('POST', '/clock', { advanceMs: -1 })).status).toBe(400);
  expect(
    (await platform.control('POST', '/clock', { advance: 1 })).body.details.errors.map(
      (e: { field: string }) => e.field,
    ),
  ).toEqual(['advanceMs', 'advance']);
});

test('everything due happens in order before the clock answers', async () => {
  const { platform, holder } = await openHolder({ quoteMs: 10_000 });
  const quotes = [await createQuote(platform, holder), await createQuote(platform, holder)];
  await platform.advance(3_600_000);
  for (const { body } of quotes) {
    const transaction = await platform.call('GET', `/transactions/${body.transactionId}`);
    expect(transaction.body).toMatchObject({ status: 'EXPIRED', updatedAt: '2026-01-15T12:00:10.000Z' });
  }
});

describe('faults', () => {
  test('answer with a status, a body and Retry-After, as often as told', async () => {
    const platform = createPlatformClient();
    await platform.control('POST', '/faults', { path: '/transactions', status: 503, retryAfter: 7, count: 2 });
    for (let round = 0; round < 2; round += 1) {
      const answer = await platform.call('GET', '/transactions');
      expect([answer.status, answer.body.code, answer.headers.get('Retry-After')]).toEqual([
        503,
        'SERVICE_UNAVAILABLE',
        '7',
      ]);
    }
    expect((await platform.call('GET', '/transactions')).status).toBe(200);
  });

  test.each([
    ['spec', 'SERVICE_SWITCH_ERROR'],
    ['grid', 'GRID_SWITCH_ERROR'],
  ] as const)('answer 500 in profile %s with %s', async (profile, code) => {
    const platform = createPlatformClient({ profile });
    await platform.control('POST', '/faults', { status: 500 });
    expect(verdict(await platform.call('GET', '/transactions'))).toEqual([500, code]);
  });

  test('lose an answer before the call takes effect, or after', async () => {
    const { platform, accountId, customerId } = await openHolder({}, 0);
    const fund = (): Promise<unknown> =>
      platform.call('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount: 5 });
    const balance = (): Promise<unknown> => balanceOf(platform, { customerId });
    await platform.control('POST', '/faults', { path: '/sandbox/internal-accounts/*/fund', drop: 'before' });
    await expect(fund()).rejects.toThrow(TypeError);
    expect(await balance()).toBe(0);
    await platform.control('POST', '/faults', { path: '/sandbox/internal-accounts/*/fund', drop: 'after' });
    await expect(fund()).rejects.toThrow(TypeError);
    expect(await balance()).toBe(5);
    const { body } = await platform.control('GET', '/requests');
    expect(
      body.data.filter(({ fault }: { fault?: true }) => fault).map(({ status }: { status: unknown }) => status),
    ).toEqual([null, null]);
  });

  test('meet one leg of a signed retry only', async () => {
    const { platform, holder } = await openHolder();
    await platform.control('POST', '/faults', {
      method: 'POST',
      path: '/auth/credentials/*/verify',
      leg: 2,
      status: 500,
    });
    await expect(signIn(platform, holder)).rejects.toThrow('500');
    expect((await platform.control('GET', '/faults')).body.data).toEqual([]);
  });

  test('hold a request up for as long as the clock says, without stopping others', async () => {
    const waiting: (() => void)[] = [];
    const delays: number[] = [];
    const platform = createPlatformClient({
      clock: {
        now: () => 0,
        schedule(delayMs, run) {
          delays.push(delayMs);
          waiting.push(run);
          return () => undefined;
        },
      },
    });
    await platform.control('POST', '/faults', { path: '/transactions', delayMs: 2000 });
    let done = false;
    const slow = platform.call('GET', '/transactions').then(() => (done = true));
    expect((await platform.call('GET', '/customers/Customer:none')).status).toBe(400);
    expect([done, delays]).toEqual([false, [2000]]);
    waiting[0]?.();
    await slow;
    expect(done).toBe(true);
  });

  test('are refused when they are not understood', async () => {
    const answer = await createPlatformClient().control('POST', '/faults', { drop: 'sometimes', when: 1 });
    expect(fieldsOf(answer)).toEqual(['drop', 'when']);
  });
});

test('the request log says why a signature was refused', async () => {
  const { platform, holder } = await openHolder();
  const quote = await createQuote(platform, holder);
  await platform.call('POST', `/quotes/${quote.body.id}/execute`);
  const { body } = await platform.control('GET', '/requests');
  expect(body.data.at(-1)).toMatchObject({ code: 'WALLET_SIGNATURE_MISSING', refusal: 'header absent', status: 401 });
});

test('a control call that does not exist is 404', async () => {
  expect((await createPlatformClient().control('POST', '/explode')).status).toBe(404);
});
