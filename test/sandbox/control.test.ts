import { describe, expect, test } from 'vitest';
import { createHolder, createQuote, openDesk, signIn } from './desk.ts';

test('the control plane says what a client needs', async () => {
  const desk = openDesk({ profile: 'grid' });
  expect((await desk.control('GET', '')).body).toEqual({
    baseUrl: 'http://127.0.0.1/2025-10-13',
    clientId: 'sandbox-client',
    clientSecret: 'sandbox-secret',
    enclavePublicKeyHex: desk.sandbox.enclavePublicKeyHex,
    profile: 'grid',
  });
});

test('a reset forgets everything, and the same calls get the same ids again', async () => {
  const desk = openDesk();
  const create = (): Promise<{ body: unknown }> =>
    desk.call('POST', '/customers', {
      customerType: 'INDIVIDUAL',
      platformCustomerId: 'customer-1',
      region: 'US',
      email: 'customer@example.com',
      fullName: 'Sample Customer',
    });
  const first = await create();
  await desk.control('POST', '/faults', { status: 503, count: 9 });
  expect((await desk.control('POST', '/reset')).status).toBe(200);
  expect((await desk.control('GET', '/requests')).body).toEqual({ data: [] });
  expect((await create()).body).toEqual(first.body);
});

test('the clock moves forward only, and answers carry its date', async () => {
  const desk = openDesk();
  await desk.advance(90_000);
  const answer = await desk.call('GET', '/transactions');
  expect(answer.headers.get('Date')).toBe('Thu, 15 Jan 2026 12:01:30 GMT');
  expect((await desk.control('POST', '/clock', { advanceMs: -1 })).status).toBe(400);
  expect(
    (await desk.control('POST', '/clock', { advance: 1 })).body.details.errors.map((e: { field: string }) => e.field),
  ).toEqual(['advanceMs', 'advance']);
});

test('everything due happens in order before the clock answers', async () => {
  const desk = openDesk({ quoteMs: 10_000 });
  const holder = await createHolder(desk);
  const quotes = [await createQuote(desk, holder), await createQuote(desk, holder)];
  await desk.advance(3_600_000);
  for (const { body } of quotes) {
    const transaction = await desk.call('GET', `/transactions/${body.transactionId}`);
    expect(transaction.body).toMatchObject({ status: 'EXPIRED', updatedAt: '2026-01-15T12:00:10.000Z' });
  }
});

describe('faults', () => {
  test('answer with a status, a body and Retry-After, as often as told', async () => {
    const desk = openDesk();
    await desk.control('POST', '/faults', { path: '/transactions', status: 503, retryAfter: 7, count: 2 });
    for (let round = 0; round < 2; round += 1) {
      const answer = await desk.call('GET', '/transactions');
      expect([answer.status, answer.body.code, answer.headers.get('Retry-After')]).toEqual([
        503,
        'SERVICE_UNAVAILABLE',
        '7',
      ]);
    }
    expect((await desk.call('GET', '/transactions')).status).toBe(200);
  });

  test.each([
    ['spec', 'SERVICE_SWITCH_ERROR'],
    ['grid', 'GRID_SWITCH_ERROR'],
  ] as const)('answer 500 in profile %s with %s', async (profile, code) => {
    const desk = openDesk({ profile });
    await desk.control('POST', '/faults', { status: 500 });
    expect((await desk.call('GET', '/transactions')).body).toMatchObject({ status: 500, code });
  });

  test('lose an answer before the call takes effect, or after', async () => {
    const desk = openDesk();
    const { accountId, customerId } = await createHolder(desk, 0);
    const fund = (): Promise<unknown> =>
      desk.call('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount: 5 });
    const balance = async (): Promise<unknown> =>
      (await desk.call('GET', `/internal-accounts?customerId=${customerId}`)).body.data[0].balance.amount;
    await desk.control('POST', '/faults', { path: '/sandbox/internal-accounts/*/fund', drop: 'before' });
    await expect(fund()).rejects.toThrow(TypeError);
    expect(await balance()).toBe(0);
    await desk.control('POST', '/faults', { path: '/sandbox/internal-accounts/*/fund', drop: 'after' });
    await expect(fund()).rejects.toThrow(TypeError);
    expect(await balance()).toBe(5);
    const { body } = await desk.control('GET', '/requests');
    expect(
      body.data.filter(({ fault }: { fault?: true }) => fault).map(({ status }: { status: unknown }) => status),
    ).toEqual([null, null]);
  });

  test('meet one leg of a signed retry only', async () => {
    const desk = openDesk();
    const holder = await createHolder(desk);
    await desk.control('POST', '/faults', { method: 'POST', path: '/auth/credentials/*/verify', leg: 2, status: 500 });
    await expect(signIn(desk, holder)).rejects.toThrow('500');
    expect((await desk.control('GET', '/faults')).body.data).toEqual([]);
  });

  test('hold a request up for as long as the injected schedule says, without stopping others', async () => {
    const waiting: (() => void)[] = [];
    const delays: number[] = [];
    const desk = openDesk({
      schedule(delayMs, run) {
        delays.push(delayMs);
        waiting.push(run);
      },
    });
    await desk.control('POST', '/faults', { path: '/transactions', delayMs: 2000 });
    let done = false;
    const slow = desk.call('GET', '/transactions').then(() => (done = true));
    expect((await desk.call('GET', '/customers/Customer:none')).status).toBe(400);
    expect([done, delays]).toEqual([false, [2000]]);
    waiting[0]?.();
    await slow;
    expect(done).toBe(true);
  });

  test('are refused when they are not understood', async () => {
    const answer = await openDesk().control('POST', '/faults', { drop: 'sometimes', when: 1 });
    expect(answer.body.details.errors.map(({ field }: { field: string }) => field)).toEqual(['drop', 'when']);
  });
});

test('the request log says why a signature was refused', async () => {
  const desk = openDesk();
  const holder = await createHolder(desk);
  const quote = await createQuote(desk, holder);
  await desk.call('POST', `/quotes/${quote.body.id}/execute`);
  const { body } = await desk.control('GET', '/requests');
  expect(body.data.at(-1)).toMatchObject({ code: 'WALLET_SIGNATURE_MISSING', refusal: 'header absent', status: 401 });
});

test('a control call that does not exist is 404', async () => {
  expect((await openDesk().control('POST', '/explode')).status).toBe(404);
});
