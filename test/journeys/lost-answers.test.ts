import { beforeAll, describe, expect, test, vi } from 'vitest';
import { atRest, countCryptoCalls } from '../rest.ts';
import { codeOf, lose } from './faulty-network.ts';
import { createTestBench, signedIn } from './test-bench.ts';
import { createTabStore } from './tabs.ts';

beforeAll(countCryptoCalls);

describe('a payment', () => {
  test.each<[string, () => Promise<Response>]>([
    ['a 429', async () => Response.json({ status: 429, code: 'RATE_LIMITED', message: '' }, { status: 429 })],
    ['a 500', async () => Response.json({ status: 500, code: 'INTERNAL_ERROR', message: '' }, { status: 500 })],
    ['a lost answer', lose],
  ])('whose request is late, and is sent again with %s, is found when it has arrived', async (_, second) => {
    const bench = await createTestBench();
    const store = createTabStore();
    const keys: (string | null)[] = [];
    let late: (() => Promise<Response>) | undefined;
    const wallet = await signedIn(bench, {
      store,
      async fetch(url, init) {
        if (!url.endsWith('/execute')) return bench.pageFetch(url, init);
        keys.push(new Headers(init.headers).get('Idempotency-Key'));
        if (late !== undefined) return second();
        late = () => bench.pageFetch(url, { ...init, signal: null });
        return lose();
      },
    });
    const quote = await bench.quote(1_000_000);
    expect(await codeOf(wallet.quote.execute(quote))).toBe('OUTCOME_UNKNOWN');
    // A reloaded page goes on with the same key.
    const reloaded = bench.newWallet({
      store,
      async fetch(url, init) {
        if (url.endsWith('/execute')) keys.push(new Headers(init.headers).get('Idempotency-Key'));
        return url.endsWith('/execute') ? lose() : bench.pageFetch(url, init);
      },
    });
    expect(await codeOf(reloaded.quote.execute(quote))).toBe('OUTCOME_UNKNOWN');
    expect(keys).toEqual(keys.map(() => keys[0]));
    await late?.();
    await expect(wallet.quote.execute(quote)).resolves.toMatchObject({ id: quote.id, status: 'PROCESSING' });
    expect(await bench.balance()).toBe(500_000_000 - quote.totalSendingAmount);
  });

  test('is never told to have expired, or to be refused for a conflict, while the quote can not be read', async () => {
    const bench = await createTestBench();
    let isOffline = false;
    const wallet = await signedIn(bench, {
      async fetch(url, init) {
        if (isOffline && /\/quotes\/[^/]+$/.test(url)) return lose();
        if (!isOffline || !url.endsWith('/execute')) return bench.pageFetch(url, init);
        return Response.json({ status: 409, code: 'CONFLICT', message: '' }, { status: 409 });
      },
    });
    const [quote, conflicting] = [await bench.quote(1_000_000), await bench.quote(1_000_000)];
    isOffline = true;
    expect(await codeOf(wallet.quote.execute(conflicting))).toBe('OUTCOME_UNKNOWN');
    bench.clock.advance(6 * 60_000);
    await wallet.session.list();
    expect(await codeOf(wallet.quote.execute(quote))).toBe('OUTCOME_UNKNOWN');
    isOffline = false;
    expect(await codeOf(wallet.quote.execute(quote))).toBe('QUOTE_EXPIRED');
  });

  test('of an expired quote is not signed, and nobody is asked to approve it', async () => {
    const bench = await createTestBench();
    const approve = vi.fn(() => true);
    const wallet = await signedIn(bench, { approve });
    // The sign-in has asked too.
    approve.mockClear();
    const quote = await bench.quote(1_000_000);
    bench.clock.advance(Date.parse(quote.expiresAt) - bench.clock.now());
    await expect(wallet.quote.execute(quote)).rejects.toMatchObject({ code: 'QUOTE_EXPIRED', nextStep: 'restart' });
    expect((await bench.requests()).filter(({ path }) => path.endsWith('/execute'))).toEqual([]);
    expect(approve).not.toHaveBeenCalled();
  });

  test('answered with too many requests says how long to wait, and works then', async () => {
    const bench = await createTestBench();
    const wallet = await signedIn(bench);
    const quote = await bench.quote(1_000_000);
    await bench.fault({ method: 'POST', path: '/quotes/*/execute', status: 429, retryAfter: 7 });
    await expect(wallet.quote.execute(quote)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', retryAfter: 7 });
    await expect(wallet.quote.execute(quote)).resolves.toMatchObject({ status: 'PROCESSING' });
  });
});

test.each<[number, object]>([
  [403, { message: 'Forbidden' }],
  [404, { status: 404, error: 'Not Found' }],
])('a gateway’s body after a stamp is no refusal: status %i %j', async (status, body) => {
  let [isOnWay, reaches, isSent, isLost] = [false, true, false, false];
  const bench = await createTestBench({
    profile: 'grid',
    relay: { audit: () => undefined },
    async between(request, send) {
      const isStamp = isOnWay && request.headers.has('Grid-Wallet-Signature');
      if (!isStamp) return isLost && isSent ? lose() : send(request);
      isSent = true;
      if (reaches) await send(request);
      return Response.json(body, { status });
    },
  });
  const wallet = await signedIn(bench, { refreshBefore: false });
  const bankAccountId = await bench.addBankAccount();
  isOnWay = true;
  const [made, lost] = [await bench.quote(1_000_000, bankAccountId), await bench.quote(1_000_000, bankAccountId)];
  expect(await wallet.quote.execute(made)).toMatchObject({ id: made.id, status: 'PROCESSING' });
  [reaches, isSent, isLost] = [false, false, true];
  expect(await codeOf(wallet.quote.execute(lost))).toBe('OUTCOME_UNKNOWN');
  [reaches, isLost] = [true, false];
  expect(await wallet.quote.execute(lost)).toMatchObject({ id: lost.id, status: 'PROCESSING' });
  expect(await bench.balance()).toBe(500_000_000 - made.totalSendingAmount - lost.totalSendingAmount);
});

test.each(['spec', 'grid'] as const)(
  'a refused payment keeps its code, and was not made, in the profile %s',
  async (profile) => {
    const bench = await createTestBench({ profile });
    const wallet = await signedIn(bench, { refreshBefore: false });
    const bankAccountId = await bench.addBankAccount();
    const quote = (amount: number) => bench.quote(amount, bankAccountId);
    const [late, large] = [await quote(1_000_000), await quote(400_000_000)];
    await wallet.quote.execute(await quote(400_000_000));
    const before = await bench.balance();
    expect(await codeOf(wallet.quote.execute(large))).toBe('REFUSED');
    bench.clock.advance(6 * 60_000);
    expect(await codeOf(wallet.quote.execute(late))).toBe('QUOTE_EXPIRED');
    expect(await bench.balance()).toBe(before);
  },
);

test('a sign-in that the service is still at is sent again until it has its session', async () => {
  const bench = await createTestBench();
  const wallet = bench.newWallet();
  await bench.fault({ path: '/auth/credentials/*/verify', processing: 2 });
  const signingIn = (await wallet.emailOtp.begin()).verify('000000');
  const sent = async () => (await bench.requests()).filter(({ path, leg }) => path.endsWith('/verify') && leg === 2);
  for (const [count, pauseMs] of [
    [1, 1_000],
    [2, 2_000],
  ] as const) {
    await atRest();
    expect(await sent()).toHaveLength(count);
    bench.clock.advance(pauseMs);
  }
  await expect(signingIn).resolves.toMatchObject({ credentialType: 'EMAIL_OTP' });
  expect((await sent()).map(({ status }) => status)).toEqual([200, 200, 200]);
});
