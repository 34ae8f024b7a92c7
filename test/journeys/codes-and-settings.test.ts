import { sandboxEnclavePublicKeyHex, type CreateWalletOptions, type NextStep } from 'countersign';
import { describe as describeError, en } from 'countersign/messages';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { findBrowserApis } from '../../src/wallet/options.ts';
import { useDevice } from './device.ts';
import { pageOrigin, createTestBench, signedIn, type TestBench, type TestBenchOptions } from './test-bench.ts';
import { createTabStore } from './tabs.ts';

afterEach(() => vi.unstubAllGlobals());

const minute = 60_000;

describe('a code', () => {
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

/** The first call of a page, the sign-in, over a bench with a mistake. */
async function begin({ page = {}, ...options }: TestBenchOptions & { page?: Partial<CreateWalletOptions> }) {
  const bench = await createTestBench(options);
  await (await bench.newWallet(page).emailOtp.begin()).verify('000000');
}

const at = (url: string, headers: Record<string, string>, bench: TestBench) => (_: string, init: RequestInit) => {
  const request = new Request(url, init);
  for (const [name, value] of Object.entries({ Origin: pageOrigin, ...headers })) request.headers.set(name, value);
  return bench.relay(request);
};

const page = (status: number): Partial<CreateWalletOptions> => ({
  fetch: () => Promise.resolve(new Response('<!doctype html>', { status, headers: { 'Content-Type': 'text/html' } })),
});

describe('a mistake in the set-up', () => {
  test.each<[mistake: string, make: () => unknown, code: string, nextStep: NextStep, text: RegExp]>([
    [
      'another path of the relay',
      () => begin({ page: { relay: `${pageOrigin}/walet` } }),
      'REFUSED',
      'configure',
      /wallet's `relay` .* `mountPath`/,
    ],
    [
      'a page at the path of the relay, with 404',
      () => begin({ page: page(404) }),
      'ANSWER_INVALID',
      'configure',
      /No relay answers at this address: compare the wallet's `relay`/,
    ],
    [
      'a page at the path of the relay, with 200',
      () => begin({ page: page(200) }),
      'ANSWER_INVALID',
      'configure',
      /No relay answers at this address: compare the wallet's `relay`/,
    ],
    [
      'credentials that the service does not know',
      () => begin({ relay: { clientSecret: 'another secret' } }),
      'SERVICE_FAILED',
      'configure',
      /`clientId` and `clientSecret`/,
    ],
    [
      'a base URL without a version',
      () => begin({ relay: { baseUrl: 'http://localhost' } }),
      'SERVICE_FAILED',
      'configure',
      /`baseUrl` to the service's address with its version/,
    ],
    [
      'a base URL with another version',
      () => begin({ relay: { baseUrl: 'http://localhost/2024-01-01' } }),
      'SERVICE_FAILED',
      'configure',
      /`baseUrl` to the service's address with its version/,
    ],
    [
      'a page of another site than the relay, though its origin is listed',
      async () => {
        const bench = await createTestBench();
        const fetch = at(
          `${pageOrigin}/wallet/auth/credentials?accountId=${bench.accountId}`,
          { 'Sec-Fetch-Site': 'cross-site' },
          bench,
        );
        return bench.newWallet({ fetch }).emailOtp.begin();
      },
      'REFUSED',
      'configure',
      /hosts of one site/,
    ],
    [
      'an identify that knows nobody',
      () => begin({ relay: { identify: () => null } }),
      'PLATFORM_LOGIN_REQUIRED',
      'log-in',
      /`identify` knows nobody .* log in to the platform/,
    ],
    [
      'another profile of the service',
      () => begin({ sandbox: { profile: 'grid' } }),
      'REFUSED',
      'configure',
      /one `profile` in page, relay and service/,
    ],
    [
      'another profile of the relay',
      () => begin({ relay: { profile: 'grid' } }),
      'REFUSED',
      'configure',
      /one `profile` in page, relay and service/,
    ],
    [
      'another profile of the page',
      () => begin({ page: { profile: 'grid' } }),
      'REFUSED',
      'configure',
      /one `profile` in page, relay and service/,
    ],
    [
      'another profile of the page, met after the sign-in',
      async () => {
        const bench = await createTestBench();
        const store = createTabStore();
        (await signedIn(bench, { store })).close();
        const wallet = bench.newWallet({ store, profile: 'grid' });
        return wallet.quote.execute(await bench.quote(1_000_000));
      },
      'REFUSED',
      'configure',
      /one `profile` in page, relay and service/,
    ],
    [
      'a body parser before the relay',
      async () => {
        const bench = await createTestBench();
        (await signedIn(bench)).close();
        const fetch = (url: string, init: RequestInit): Promise<Response> => {
          const request = new Request(url, init);
          request.headers.set('Origin', pageOrigin);
          void request.text();
          return bench.relay(request);
        };
        return bench.newWallet({ fetch }).passkey.prepareAdd({ nickname: 'Laptop' });
      },
      'SERVICE_FAILED',
      'configure',
      /before any body parser/,
    ],
    [
      'a quorum key that is not pinned',
      () => begin({ page: { enclaveKeys: [sandboxEnclavePublicKeyHex] }, sandbox: { seed: 'another' } }),
      'BUNDLE_KEY_NOT_PINNED',
      'configure',
      /outside enclaveKeys: pin the service's key/,
    ],
    [
      "the sandbox's quorum key in production",
      () => begin({ page: { environment: 'production' } }),
      'SANDBOX_KEY_PINNED',
      'configure',
      /environment: 'sandbox'/,
    ],
  ])('is told where it is met: %s', async (_mistake, make, code, nextStep, text) => {
    const met = await (async () => make())().catch((error: unknown) => error);
    expect(met).toMatchObject({ code, nextStep, message: expect.stringMatching(text) as string });
    expect(describeError(met, { locale: en }).key).toBe(nextStep === 'log-in' ? 'logged-out' : 'set-up');
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
