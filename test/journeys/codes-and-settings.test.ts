import { createWallet, sandboxEnclavePublicKeyHex, type CreateWalletOptions } from 'countersign';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { findBrowserApis } from '../../src/wallet/browser.ts';
import { useDevice } from './device.ts';
import { pageOrigin, createTestBench, signedIn } from './test-bench.ts';
import { createTabStore } from './tabs.ts';

afterEach(() => vi.unstubAllGlobals());

const minute = 60_000;

describe('a code', () => {
  test('that is wrong can be typed again, and after five wrong ones only a new one helps', async () => {
    const bench = await createTestBench();
    const wallet = bench.newWallet();
    const attempt = await wallet.emailOtp.begin();
    for (let time = 1; time <= 5; time += 1) {
      await expect(attempt.verify('999999')).rejects.toMatchObject({ code: 'CODE_WRONG', nextStep: 'fix-input' });
    }
    await expect(attempt.verify('000000')).rejects.toMatchObject({ code: 'CODE_EXHAUSTED', nextStep: 'restart' });
    await attempt.resend();
    await expect(attempt.verify('000000')).resolves.toMatchObject({ credentialType: 'EMAIL_OTP' });
    wallet.close();
  });

  test('that a server on the way throttles is still good', async () => {
    const bench = await createTestBench();
    const [throttled, page] = [new Response('<h1>Slow down</h1>', { status: 429 }), bench.pageFetch];
    const answers = [throttled];
    const wallet = bench.newWallet({
      fetch: async (url, init) => (url.endsWith('/verify') ? answers.pop() : undefined) ?? page(url, init),
    });
    const attempt = await wallet.emailOtp.begin();
    await expect(attempt.verify('000000')).rejects.toMatchObject({ code: 'RATE_LIMITED', nextStep: 'retry' });
    await expect(attempt.verify('000000')).resolves.toMatchObject({ credentialType: 'EMAIL_OTP' });
    wallet.close();
  });

  test.each([
    ['spec', 'CODE_EXPIRED', 'restart', /has expired/],
    ['grid', 'CODE_WRONG', 'fix-input', /is wrong, or has expired/],
  ] as const)('that has run out is told in the profile %s as %s', async (profile, code, nextStep, message) => {
    const bench = await createTestBench({ profile });
    const wallet = bench.newWallet();
    const attempt = await wallet.emailOtp.begin();
    bench.clock.advance(11 * minute);
    await expect(attempt.verify('000000')).rejects.toMatchObject({
      code,
      nextStep,
      message: expect.stringMatching(message) as string,
    });
    await attempt.resend();
    await expect(attempt.verify('000000')).resolves.toMatchObject({ credentialType: 'EMAIL_OTP' });
    wallet.close();
  });

  test.each(['OTP_EXPIRED', 'CODE_EXPIRED'])('that the service calls expired (%s) is told as such', async (code) => {
    const bench = await createTestBench();
    const body = { status: 401, code, message: 'No.' };
    const wallet = bench.newWallet({
      fetch: async (url, init) =>
        url.endsWith('/verify') ? Response.json(body, { status: 401 }) : bench.pageFetch(url, init),
    });
    const attempt = await wallet.emailOtp.begin();
    await expect(attempt.verify('000000')).rejects.toMatchObject({ code: 'CODE_EXPIRED', nextStep: 'restart' });
    wallet.close();
  });

  test('with white space in it and without is one code: typed twice at once it is one attempt', async () => {
    const bench = await createTestBench();
    const wallet = bench.newWallet();
    const attempt = await wallet.emailOtp.begin();
    const before = (await bench.requests()).length;
    const [first, second] = await Promise.all([attempt.verify('000000'), attempt.verify('000 000')]);
    expect(second).toBe(first);
    expect((await bench.requests()).slice(before).filter(({ path }) => path.endsWith('/verify'))).toHaveLength(2);
    wallet.close();
  });
});

test.each([-10 * minute, 10 * minute])(
  'a passkey is added though the clock of the relay is %i ms off that of the service',
  async (relayAheadMs) => {
    useDevice();
    const bench = await createTestBench({ sandbox: { relyingParties: [new URL(pageOrigin).hostname] }, relayAheadMs });
    const wallet = await signedIn(bench);
    const handle = await wallet.passkey.prepareAdd({ nickname: 'Laptop' });
    await expect(handle.add()).resolves.toMatchObject({ type: 'PASSKEY', nickname: 'Laptop' });
    wallet.close();
  },
);

describe('a mistake in the set-up says what to configure', () => {
  const consumed = (url: string, init: RequestInit): Request => {
    const request = new Request(url, init);
    request.headers.set('Origin', pageOrigin);
    void request.text();
    return request;
  };

  test('when the path of the relay is wrong', async () => {
    const bench = await createTestBench();
    const wallet = bench.newWallet({ relay: `${pageOrigin}/walet` });
    const told = expect.objectContaining({
      nextStep: 'configure',
      message: expect.stringContaining('`relay`') as string,
    }) as Error;
    await expect(wallet.emailOtp.begin()).rejects.toEqual(told);
    const page = new Response('<!doctype html>Cannot GET /walet', { status: 404 });
    const elsewhere = bench.newWallet({ fetch: () => Promise.resolve(page) });
    await expect(elsewhere.emailOtp.begin()).rejects.toEqual(told);
  });

  test('when the credentials of the platform are wrong', async () => {
    const bench = await createTestBench({ relay: { clientSecret: 'another secret' } });
    await expect(bench.newWallet().emailOtp.begin()).rejects.toMatchObject({
      nextStep: 'configure',
      message: expect.stringContaining('`clientSecret`') as string,
    });
  });

  test('when a body parser stands before the relay', async () => {
    const bench = await createTestBench();
    const wallet = await signedIn(bench);
    const { accountId } = bench;
    const parsed = bench.newWallet({ fetch: (url, init) => bench.relay(consumed(url, init)) });
    await expect(parsed.passkey.prepareAdd({ nickname: accountId.slice(-4) })).rejects.toMatchObject({
      nextStep: 'configure',
      message: expect.stringContaining('body parser') as string,
    });
    wallet.close();
  });

  test("when the sandbox's key is pinned in production, and names the option for a sandbox", () => {
    const options: CreateWalletOptions = {
      relay: '/wallet',
      accountId: 'InternalAccount:00000000-0000-4000-8000-00000000000a',
      enclaveKeys: [sandboxEnclavePublicKeyHex],
      store: createTabStore(),
    };
    expect(() => createWallet(options)).toThrow(
      expect.objectContaining({
        nextStep: 'configure',
        message: expect.stringContaining("environment: 'sandbox'") as string,
      }),
    );
  });
});

test("a page's own fetch is called without a receiver, which it refuses", async () => {
  const bench = await createTestBench();
  const wallet = await signedIn(bench, {
    async fetch(this: unknown, url, init) {
      if (this !== undefined) throw new TypeError('Illegal invocation');
      return bench.pageFetch(url, init);
    },
  });
  expect(wallet.state().status).toBe('signed-in');
  wallet.close();
});

test('a closed wallet prepares nothing', async () => {
  const wallet = (await createTestBench()).newWallet();
  wallet.close();
  await expect(wallet.prepare()).rejects.toMatchObject({ code: 'WALLET_CLOSED' });
});

test('a window without a navigator and a document is no reason to fail', async () => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', undefined);
  const browser = findBrowserApis();
  expect([browser.locks, browser.visible()]).toEqual([undefined, false]);
  const wallet = await signedIn(await createTestBench(), { browser });
  expect(wallet.state().status).toBe('signed-in');
  wallet.close();
  browser.channel?.close();
});
