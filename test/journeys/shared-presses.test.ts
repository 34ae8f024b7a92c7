import type { Wallet } from 'countersign';
import { describe, expect, test } from 'vitest';
import { gate } from './gate.ts';
import { actionKinds, codeOf, createFaultyNetwork, lose } from './faulty-network.ts';
import { createTestBench, isStamped, signedIn, type TestBench } from './test-bench.ts';

describe('a press that two callers share', () => {
  async function share(bench: TestBench): Promise<{ wallet: Wallet; sent: Promise<void>; answer(): void }> {
    const [sent, answer] = [gate(), gate()];
    const wallet = await signedIn(bench, {
      async fetch(url, init) {
        if (!url.includes('/credentials/') || init.method !== 'DELETE' || isStamped(init))
          return bench.pageFetch(url, init);
        sent.open();
        await answer.opened;
        return bench.pageFetch(url, init);
      },
    });
    return { wallet, sent: sent.opened, answer: answer.open };
  }
  const noId = 'AuthMethod:00000000-0000-4000-8000-00000000000a';

  test('goes on for the second when the first gives up, and each signal ends its own waiting', async () => {
    const { wallet, sent, answer } = await share(await createTestBench());
    const [first, second] = [new AbortController(), new AbortController()];
    const press = (signal?: AbortSignal) =>
      wallet.credentials.remove(noId, { type: 'PASSKEY', ...(signal && { signal }) });
    const told = [press(first.signal), press(second.signal), press()].map(codeOf);
    await sent;
    first.abort();
    expect(await told[0]).toBe('AbortError');
    second.abort();
    expect(await told[1]).toBe('AbortError');
    answer();
    expect(await told[2]).toBe('CREDENTIAL_NOT_FOUND');
    wallet.close();
  });

  test('ends when both give up before anything was stamped, and can be pressed again at once', async () => {
    const { wallet, sent, answer } = await share(await createTestBench());
    const controller = new AbortController();
    const { signal } = controller;
    const told = [1, 2].map(() => codeOf(wallet.credentials.remove(noId, { type: 'PASSKEY', signal })));
    await sent;
    controller.abort();
    expect(await Promise.all(told)).toEqual(['AbortError', 'AbortError']);
    answer();
    expect(await codeOf(wallet.credentials.remove(noId, { type: 'PASSKEY' }))).toBe('CREDENTIAL_NOT_FOUND');
    wallet.close();
  });
});

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
    wallet.close();
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
    tab.close();
    network.wallet.close();
  });

  test.each([
    ['a sign-in by e-mail', (wallet: Wallet) => wallet.emailOtp.begin()],
    ['a sign-in by passkey', (wallet: Wallet) => wallet.passkey.prepare()],
  ])('does not tell %s that there is no credential', async (_, begin) => {
    const bench = await createTestBench();
    const wallet = bench.newWallet({ fetch: inPart(bench) });
    expect(await codeOf(begin(wallet))).toBe('ANSWER_INVALID');
    wallet.close();
  });
});
