import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Quote } from 'countersign';
import { createTabStore } from './tabs.ts';
import { createTestBench, signedIn, signedInBefore, type TestBench, type TestBenchOptions } from './test-bench.ts';

afterEach(() => vi.unstubAllGlobals());

type Between = NonNullable<TestBenchOptions['between']>;

/** A person of whom strong authentication is asked, and a payment that waits for their code. */
async function open(profile: 'spec' | 'grid', between: Between = (request, send) => send(request)) {
  const sandbox = { strongAuthenticationRegions: ['US'] };
  const bench = await createTestBench({ profile, sandbox, between });
  const own = { store: createTabStore(), refreshBefore: false } as const;
  const wallet = await signedInBefore(`strong authentication ${profile}`, bench, own);
  const quote = await bench.quote(1_000_000);
  return { bench, wallet, quote, waiting: await wallet.quote.execute(quote) };
}

const statusOf = async ({ platform }: TestBench, { id }: Quote): Promise<unknown> =>
  (await platform('GET', `/quotes/${id}`)).body.status;

const sent = async (bench: TestBench): Promise<readonly unknown[]> =>
  (await bench.requests()).filter(({ path }) => path.endsWith('/authorize')).map(({ status }) => status);

describe.each(['spec', 'grid'] as const)('in the profile %s', (profile) => {
  test('a payment waits for the code of a text message, and is on its way after it', async () => {
    const { bench, wallet, quote, waiting } = await open(profile);
    const before = await bench.balance();
    expect(waiting).toMatchObject({ id: quote.id, status: 'PENDING_AUTHORIZATION' });
    expect(waiting.scaChallenge?.expiresAt).toMatch(/^\d{4}-/);
    const released = await wallet.quote.authorize(quote.id, '123456');
    expect(released).toMatchObject({ id: quote.id, status: 'PROCESSING', transactionId: quote.transactionId });
    expect(released).not.toHaveProperty('scaChallenge');
    expect(await bench.balance()).toBeLessThan(before);
  });

  test('a wrong code has to be typed anew, and the fifth locks the person out for a while', async () => {
    const { bench, wallet, quote } = await open(profile);
    for (let wrong = 0; wrong < 5; wrong += 1) {
      await expect(wallet.quote.authorize(quote.id, '000000')).rejects.toMatchObject({
        code: 'REFUSED',
        nextStep: 'fix-input',
      });
    }
    await expect(wallet.quote.authorize(quote.id, '123456')).rejects.toMatchObject({
      status: 423,
      platformCode: 'ACCOUNT_LOCKED',
      nextStep: 'retry',
    });
    expect(await statusOf(bench, quote)).toBe('PENDING_AUTHORIZATION');
  });

  test('a code is sent again, and is good', async () => {
    const { wallet, quote } = await open(profile);
    await wallet.quote.resendAuthorization(quote.id);
    expect(await wallet.quote.authorize(quote.id, '123456')).toMatchObject({ status: 'PROCESSING' });
    const refused = { code: 'REFUSED', status: 409, nextStep: 'restart' };
    await expect(wallet.quote.resendAuthorization(quote.id)).rejects.toMatchObject(refused);
  });

  test('a lost answer is looked up by the quote: a payment that was released says so, another is unknown', async () => {
    const { bench, wallet, quote } = await open(profile);
    await bench.fault({ method: 'POST', path: '/quotes/*/authorize', drop: 'before' });
    const unknown = { code: 'OUTCOME_UNKNOWN', nextStep: 'retry' };
    await expect(wallet.quote.authorize(quote.id, '123456')).rejects.toMatchObject(unknown);
    await bench.fault({ method: 'POST', path: '/quotes/*/authorize', drop: 'after' });
    expect(await wallet.quote.authorize(quote.id, '123456')).toMatchObject({ status: 'PROCESSING' });
    // Nothing is sent for a payment that waits no more.
    const before = await sent(bench);
    expect(await wallet.quote.authorize(quote.id, '123456')).toMatchObject({ status: 'PROCESSING' });
    expect(await sent(bench)).toEqual(before);
  });

  test('a payment that nobody confirmed in time has failed, and says so', async () => {
    const { bench, wallet, quote } = await open(profile);
    bench.clock.advance(5 * 60_000);
    await expect(wallet.quote.authorize(quote.id, '123456')).rejects.toMatchObject({ code: 'QUOTE_FAILED' });
  });
});

/** A service that answers one call of the authorization, or one read of the quote, in this way. */
const answering =
  (changed: (body: Record<string, unknown>, request: Request) => Record<string, unknown>): Between =>
  async (request, send) => {
    const answer = await send(request);
    if (!/\/quotes\/[^/]+(?:\/authorize|\/execute)?$/.test(new URL(request.url).pathname)) return answer;
    return Response.json(changed((await answer.json()) as Record<string, unknown>, request), answer);
  };
const challenge = {
  id: 'ScaChallenge:2',
  factor: 'SMS_OTP',
  availableFactors: ['SMS_OTP'],
  expiresAt: '2026-01-15T12:04:00.000Z',
};

test('a payment that takes two codes is not paid after the first, and tells the next challenge', async () => {
  let codes = 0;
  const { wallet, quote } = await open(
    'grid',
    answering((body, { url }) => {
      if (url.endsWith('/authorize')) codes += 1;
      return codes === 1
        ? { ...body, status: 'PENDING_AUTHORIZATION', scaChallenge: { ...challenge, purpose: 'PAYOUT' } }
        : body;
    }),
  );
  const next = await wallet.quote.authorize(quote.id, '123456');
  expect(next).toMatchObject({
    status: 'PENDING_AUTHORIZATION',
    scaChallenge: { id: challenge.id, purpose: 'PAYOUT' },
  });
});

test('a lost answer to the first of two codes is found by the challenge that came next', async () => {
  let isSecond = false;
  const waits = answering((body) =>
    isSecond ? { ...body, status: 'PENDING_AUTHORIZATION', scaChallenge: challenge } : body,
  );
  const { bench, wallet, quote } = await open('grid', (request, send) => {
    isSecond ||= request.url.endsWith('/authorize');
    return waits(request, send);
  });
  await bench.fault({ method: 'POST', path: '/quotes/*/authorize', drop: 'after' });
  const next = await wallet.quote.authorize(quote.id, '123456');
  expect(next).toMatchObject({ status: 'PENDING_AUTHORIZATION', scaChallenge: { id: challenge.id } });
});

test.for(['PASSKEY', 'TOTP'])('a payment that waits for the factor %s says so, and no code is sent', async (factor) => {
  const { bench, wallet, quote } = await open(
    'grid',
    answering((body) => ({ ...body, scaChallenge: { ...challenge, factor, availableFactors: [factor] } })),
  );
  const unsupported = { name: 'WalletError', code: 'FACTOR_UNSUPPORTED', nextStep: 'unsupported' };
  await expect(wallet.quote.authorize(quote.id, '123456')).rejects.toMatchObject(unsupported);
  expect(await sent(bench)).toEqual([]);
});

test('a session of strong authentication that is over is a log-in', async () => {
  const { bench, wallet, quote } = await open('grid');
  await bench.fault({ method: 'POST', path: '/quotes/*/authorize', status: 409, code: 'SCA_SESSION_REQUIRED' });
  await expect(wallet.quote.authorize(quote.id, '123456')).rejects.toMatchObject({
    code: 'REFUSED',
    platformCode: 'SCA_SESSION_REQUIRED',
    nextStep: 'log-in',
  });
  expect(await wallet.quote.authorize(quote.id, '123456')).toMatchObject({ status: 'PROCESSING' });
});

test.for(['', '12345678901', '12 34', 'abc<d'])('%j is no code, and nothing is sent', async (code) => {
  const { bench, wallet, quote } = await open('spec');
  await expect(wallet.quote.authorize(quote.id, code)).rejects.toThrow(RangeError);
  expect(await sent(bench)).toEqual([]);
});

test('without its group the relay has no such route', async () => {
  const bench = await createTestBench({ relay: { groups: ['wallet', 'payments'] } });
  const wallet = await signedIn(bench);
  const quote = await bench.quote(1_000_000);
  const unset = { platformCode: 'RELAY_ROUTE_NOT_FOUND', nextStep: 'configure' };
  await expect(wallet.quote.authorize(quote.id, '123456')).rejects.toMatchObject(unset);
  await expect(wallet.quote.resendAuthorization(quote.id)).rejects.toMatchObject(unset);
});
