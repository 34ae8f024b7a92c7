import type { Wallet } from 'countersign';
import { describe, expect, test } from 'vitest';
import { actionKinds, codeOf, createFaultyNetwork, lose } from './faulty-network.ts';
import { createTestBench, isStamped, signedIn, type TestBench } from './test-bench.ts';

describe('an action of its own', () => {
  test('that may be done without a stamp counts as possibly done, until its caller says what came of it', async () => {
    const bench = await createTestBench();
    let isOffline = true;
    const wallet = await signedIn(bench, {
      fetch: (url, init) =>
        isOffline && init.method === 'PATCH' ? Promise.reject(new TypeError()) : bench.pageFetch(url, init),
    });
    const path = '/cards/Card:00000000-0000-4000-8000-00000000000a';
    const request = {
      method: 'PATCH',
      path,
      body: { state: 'FROZEN' },
      intent: { opaque: true },
      mayCommitUnsigned: true,
    } as const;
    expect(await codeOf(wallet.signedRetry(request))).toBe('OUTCOME_UNKNOWN');
    // The message says how it is settled.
    await expect(wallet.signedRetry(request)).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      message: expect.stringContaining("a lookUp that says 'done' or 'undone'") as string,
    });
    await expect(wallet.signedRetry(request, { lookUp: () => Promise.resolve('done') })).resolves.toMatchObject({
      status: 200,
    });
    isOffline = false;
    expect(await codeOf(wallet.signedRetry(request))).toBe('REFUSED');
  });
});

describe('a list of credentials that is partial', () => {
  const inPart = (bench: TestBench) => async (url: string, init: RequestInit) =>
    url.includes('/auth/credentials?') ? Response.json({ data: [], hasMore: true }) : bench.pageFetch(url, init);

  test('does not prove a removal', async () => {
    const network = await createFaultyNetwork({ cards: 0 });
    const target = await actionKinds.find(({ name }) => name.includes('removal'))?.prepare(network);
    if (target === undefined) throw new Error('no such action');
    const tab = network.open({
      async fetch(url, init) {
        if (url.includes('/auth/credentials?')) return Response.json({ data: [], hasMore: true });
        return isStamped(init) ? lose() : network.pageFetch(url, init);
      },
    });
    expect(await codeOf(target.run(tab))).toBe('OUTCOME_UNKNOWN');
    expect(network.times(target)).toBe(0);
  });

  test.each([
    ['a sign-in by e-mail', (wallet: Wallet) => wallet.emailOtp.begin()],
    ['a sign-in by passkey', (wallet: Wallet) => wallet.passkey.prepare()],
  ])('does not tell %s that there is no credential', async (_, begin) => {
    const bench = await createTestBench();
    const wallet = bench.newWallet({ fetch: inPart(bench) });
    expect(await codeOf(begin(wallet))).toBe('ANSWER_INVALID');
  });
});
