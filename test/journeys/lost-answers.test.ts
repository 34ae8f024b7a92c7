import { type Store, type Wallet } from 'countersign';
import { describe, expect, test, vi } from 'vitest';
import { codeOf, lose } from './faulty-network.ts';
import { createTestBench, signedIn, type TestBench } from './test-bench.ts';
import { createTabStore } from './tabs.ts';

describe('a payment', () => {
  test('whose outcome can not be looked up is OUTCOME_UNKNOWN, and the next press, in a reloaded page, finds it', async () => {
    const bench = await createTestBench();
    const store = createTabStore();
    const wallet = await signedIn(bench, {
      store,
      fetch: (url, init) =>
        /\/quotes\/[^/]+$/.test(url) ? Promise.reject(new TypeError('offline')) : bench.pageFetch(url, init),
    });
    const quote = await bench.quote(1_000_000);
    await bench.fault({ method: 'POST', path: '/quotes/*/execute', drop: 'after' });
    await expect(wallet.quote.execute(quote)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', nextStep: 'retry' });
    wallet.close();

    await bench.control('DELETE', '/faults');
    const reloaded = bench.newWallet({ store });
    await expect(reloaded.quote.execute(quote)).resolves.toMatchObject({ id: quote.id, status: 'PROCESSING' });
    expect(await bench.balance()).toBe(500_000_000 - quote.totalSendingAmount);
    expect((await bench.requests()).filter(({ path }) => path.endsWith('/execute'))).toHaveLength(1);
    reloaded.close();
  });

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
    for (const one of [wallet, reloaded]) one.close();
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
    wallet.close();
  });

  test('is refused for good when the money is not there, and the quote stays as it was', async () => {
    const bench = await createTestBench({ fund: 2_000_000 });
    const wallet = await signedIn(bench);
    const quote = await bench.quote(1_500_000);
    const other = await bench.quote(1_500_000);
    await wallet.quote.execute(quote);
    await expect(wallet.quote.execute(other)).rejects.toMatchObject({
      code: 'REFUSED',
      platformCode: 'INSUFFICIENT_FUNDS',
      nextStep: 'fix-input',
    });
    await expect(bench.page('GET', `/quotes/${other.id}`)).resolves.toMatchObject({ body: { status: 'PENDING' } });
    wallet.close();
  });

  test('of an expired quote is not signed, and nobody is asked to approve it', async () => {
    const bench = await createTestBench();
    const approve = vi.fn(() => true);
    const wallet = await signedIn(bench, { approve });
    // Of the sign-in.
    approve.mockClear();
    const quote = await bench.quote(1_000_000);
    bench.clock.advance(Date.parse(quote.expiresAt) - bench.clock.now());
    await expect(wallet.quote.execute(quote)).rejects.toMatchObject({ code: 'QUOTE_EXPIRED', nextStep: 'restart' });
    expect((await bench.requests()).filter(({ path }) => path.endsWith('/execute'))).toEqual([]);
    expect(approve).not.toHaveBeenCalled();
    wallet.close();
  });

  test('answered with too many requests says how long to wait, and works then', async () => {
    const bench = await createTestBench();
    const wallet = await signedIn(bench);
    const quote = await bench.quote(1_000_000);
    await bench.fault({ method: 'POST', path: '/quotes/*/execute', status: 429, retryAfter: 7 });
    await expect(wallet.quote.execute(quote)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', retryAfter: 7 });
    await expect(wallet.quote.execute(quote)).resolves.toMatchObject({ status: 'PROCESSING' });
    wallet.close();
  });
});

describe('a change that can not be read back', () => {
  /** A page that reads no credentials once it has sent the change; `around` sends the stamped one. */
  async function begin(
    around: (send: () => Promise<Response>) => Promise<Response>,
    store: Store = createTabStore(),
  ): Promise<{
    bench: TestBench;
    wallet: Wallet;
    change: () => Promise<void>;
    heal: () => void;
  }> {
    const bench = await createTestBench();
    let isBroken = false;
    let isSent = false;
    const wallet = await signedIn(bench, {
      store,
      async fetch(url, init) {
        const send = (): Promise<Response> => bench.pageFetch(url, init);
        if (!isBroken) return send();
        if (isSent && url.includes('/auth/credentials')) throw new TypeError('offline');
        if (!new Headers(init.headers).has('Service-Wallet-Signature')) return send();
        isSent = true;
        return around(send);
      },
    });
    isBroken = true;
    const change = (): Promise<void> => wallet.credentials.changeEmail(bench.customerId, 'new.address@example.com');
    return { bench, wallet, change, heal: () => void (isBroken = false) };
  }

  test('is of unknown outcome where the browser itself sent it again, as after a cut connection, and the next press finds it', async () => {
    const { bench, wallet, change, heal } = await begin(async (send) => {
      await send();
      return send();
    });
    await expect(change()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', nextStep: 'retry' });
    heal();
    await change();
    const stamped = (await bench.requests()).filter(({ method, leg }) => method === 'PATCH' && leg === 2);
    expect(stamped.map(({ status }) => status)).toEqual([200, 401]);
    wallet.close();
  });

  /** Another browser signs in, does what is given and ends the wallet's session. */
  async function endElsewhere(
    bench: TestBench,
    wallet: Wallet,
    work?: (elsewhere: Wallet) => Promise<void>,
  ): Promise<void> {
    const elsewhere = await signedIn(bench);
    await work?.(elsewhere);
    await elsewhere.session.revoke({ sessionId: wallet.state().session?.sessionId ?? '' });
    elsewhere.close();
  }

  test('is of unknown outcome where its session is over, and asks for a sign-in', async () => {
    const { bench, wallet, change } = await begin(async (send) => {
      await endElsewhere(bench, wallet);
      return send();
    }, createTabStore());
    await expect(change()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', nextStep: 'reauthenticate' });
    wallet.close();
  });
});

describe('a sign-in', () => {
  test('whose last answer is lost starts over, since a key is delivered once', async () => {
    const bench = await createTestBench();
    const wallet = bench.newWallet();
    const attempt = await wallet.emailOtp.begin();
    await bench.fault({ method: 'POST', path: '/auth/credentials/*/verify', leg: 2, drop: 'after' });
    await expect(attempt.verify('000000')).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', nextStep: 'restart' });
    expect(wallet.state().status).toBe('signed-out');
    await attempt.resend();
    await attempt.verify('000000');
    expect(wallet.state().status).toBe('signed-in');
    wallet.close();
  });

  test('whose first answer is lost can be tried again with the same code', async () => {
    const bench = await createTestBench();
    const wallet = bench.newWallet();
    const attempt = await wallet.emailOtp.begin();
    await bench.fault({ method: 'POST', path: '/auth/credentials/*/verify', leg: 1, drop: 'after' });
    await expect(attempt.verify('000000')).rejects.toMatchObject({ nextStep: 'retry' });
    await attempt.verify('000000');
    expect(wallet.state().status).toBe('signed-in');
    wallet.close();
  });
});
