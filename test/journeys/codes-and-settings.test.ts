import { sandboxEnclavePublicKeyHex, type CreateWalletOptions } from 'countersign';
import { describe as describeError, en } from 'countersign/messages';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { findBrowserApis } from '../../src/kit/wallet/browser.ts';
import { atRest, countCryptoCalls } from '../rest.ts';
import { useDevice } from './device.ts';
import { pageOrigin, createTestBench, signedIn, type TestBench, type TestBenchOptions } from './test-bench.ts';
import { createTabStore } from './tabs.ts';

beforeAll(countCryptoCalls);
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
  });

  test('that was typed wrong too often is told as used up, though the right one comes then', async () => {
    const bench = await createTestBench();
    const attempt = await bench.newWallet().emailOtp.begin();
    for (let typed = 0; typed < 5; typed += 1)
      await expect(attempt.verify('111111')).rejects.toMatchObject({ code: 'CODE_WRONG', nextStep: 'fix-input' });
    await expect(attempt.verify('000000')).rejects.toMatchObject({ code: 'CODE_EXHAUSTED', nextStep: 'restart' });
  });

  test('that the service is still sending is asked for again, until its bundle is there, and counts as one', async () => {
    const bench = await createTestBench({ relay: { limits: { codes: { limit: 2, windowMs: 10 * minute } } } });
    const path = '/auth/credentials/*/challenge';
    const asked = async () => (await bench.requests()).filter((request) => request.path.endsWith('/challenge'));
    const attempt = await bench.newWallet().emailOtp.begin();
    await bench.fault({ path, status: 200, body: { status: 'PROCESSING' }, count: 3 });
    const before = attempt.keep();
    const resending = attempt.resend();
    for (const [count, pauseMs] of [
      [2, 1_000],
      [3, 2_000],
      [4, 4_000],
    ] as const) {
      await atRest();
      expect(await asked()).toHaveLength(count);
      expect(attempt.keep()).toBe(before);
      bench.clock.advance(pauseMs);
    }
    await resending;
    expect(attempt.keep()).not.toBe(before);
    expect(await asked()).toHaveLength(5);
    await expect(attempt.verify('000000')).resolves.toMatchObject({ credentialType: 'EMAIL_OTP' });
    await expect(attempt.resend()).rejects.toMatchObject({ platformCode: 'RELAY_RATE_LIMITED' });
  });

  test('that the service never finishes sending is told as no answer of it, and waits no longer than 15 seconds', async () => {
    const bench = await createTestBench();
    const attempt = await bench.newWallet().emailOtp.begin();
    await bench.fault({ path: '/auth/credentials/*/challenge', status: 200, body: { status: 'PROCESSING' }, count: 9 });
    const resending = attempt.resend();
    const told = expect(resending).rejects.toMatchObject({ code: 'ANSWER_INVALID', nextStep: 'retry' });
    for (const pauseMs of [1_000, 2_000, 4_000, 8_000]) {
      await atRest();
      bench.clock.advance(pauseMs);
    }
    await told;
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
  },
);

/** The first call of a page, the sign-in, over a bench with a mistake. */
async function begin({ page = {}, ...options }: TestBenchOptions & { page?: Partial<CreateWalletOptions> }) {
  const bench = await createTestBench(options);
  await (await bench.newWallet(page).emailOtp.begin()).verify('000000');
}

/** A wallet whose page changes its requests on the way to the relay. */
function changing(bench: TestBench, change: (request: Request) => unknown, options: Partial<CreateWalletOptions> = {}) {
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    request.headers.set('Origin', pageOrigin);
    change(request);
    return bench.relay(request);
  };
  return bench.newWallet({ ...options, fetch });
}

const page = (status: number): Partial<CreateWalletOptions> => ({
  fetch: () => Promise.resolve(new Response('<!doctype html>', { status, headers: { 'Content-Type': 'text/html' } })),
});

const noRelay = /No relay answers at this address: compare the wallet's `relay`/;
const baseUrl = /`baseUrl` to the service's address with its version/;
const oneProfile = /one `profile` in page, relay and service/;
const oneSite = /hosts of one site/;
const unpinned = /outside enclaveKeys: pin the service's key/;

/** Pays with a wallet of another profile on the same session. */
async function payInAnotherProfile(): Promise<unknown> {
  const bench = await createTestBench();
  const store = createTabStore();
  (await signedIn(bench, { store })).close();
  return bench.newWallet({ store, profile: 'grid' }).quote.execute(await bench.quote(1_000_000));
}

async function readBodiesFirst(): Promise<unknown> {
  const bench = await createTestBench();
  const store = createTabStore();
  (await signedIn(bench, { store })).close();
  return changing(bench, (request) => void request.text(), { store }).passkey.prepareAdd({ nickname: 'Laptop' });
}

async function beginElsewhere(): Promise<unknown> {
  const change = ({ headers }: Request): void => headers.set('Sec-Fetch-Site', 'cross-site');
  return changing(await createTestBench(), change).emailOtp.begin();
}

describe('a mistake in the set-up', () => {
  test.each<[mistake: string, code: string, text: RegExp, make: () => Promise<unknown>]>([
    ['another path', 'REFUSED', /wallet's `relay` .* `mountPath`/, () => begin({ page: { relay: `${pageOrigin}/w` } })],
    ['a page at the path of the relay, with 404', 'ANSWER_INVALID', noRelay, () => begin({ page: page(404) })],
    ['a page at the path of the relay, with 200', 'ANSWER_INVALID', noRelay, () => begin({ page: page(200) })],
    [
      'credentials that the service does not know',
      'SERVICE_FAILED',
      /`clientId` and `clientSecret`/,
      () => begin({ relay: { clientSecret: 'another secret' } }),
    ],
    ['no version', 'SERVICE_FAILED', baseUrl, () => begin({ relay: { baseUrl: 'http://localhost' } })],
    ['another version', 'SERVICE_FAILED', baseUrl, () => begin({ relay: { baseUrl: 'http://localhost/2024-01-01' } })],
    ['a page of another site than the relay, though its origin is listed', 'REFUSED', oneSite, beginElsewhere],
    [
      'an identify that knows nobody',
      'PLATFORM_LOGIN_REQUIRED',
      /`identify` knows nobody .* log in to the platform/,
      () => begin({ relay: { identify: () => null } }),
    ],
    ['another profile of the service', 'REFUSED', oneProfile, () => begin({ sandbox: { profile: 'grid' } })],
    ['another profile of the relay', 'REFUSED', oneProfile, () => begin({ relay: { profile: 'grid' } })],
    ['another profile of the page', 'REFUSED', oneProfile, () => begin({ page: { profile: 'grid' } })],
    ['another profile of the page, met after the sign-in', 'REFUSED', oneProfile, payInAnotherProfile],
    ['a body parser before the relay', 'SERVICE_FAILED', /before any body parser/, readBodiesFirst],
    [
      'a quorum key that is not pinned',
      'BUNDLE_KEY_NOT_PINNED',
      unpinned,
      () => begin({ page: { enclaveKeys: [sandboxEnclavePublicKeyHex] }, sandbox: { keys: 'random' } }),
    ],
    [
      "the sandbox's quorum key in production",
      'SANDBOX_KEY_PINNED',
      /environment: 'sandbox'/,
      () => begin({ page: { environment: 'production' } }),
    ],
  ])('is told where it is met: %s', async (_mistake, code, text, make) => {
    const met = await make().catch((error: unknown) => error);
    const nextStep = code === 'PLATFORM_LOGIN_REQUIRED' ? 'log-in' : 'configure';
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
