import type { Wallet } from 'countersign';
import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { gate } from './gate.ts';
import { createTestBench, signedIn, type TestBench } from './test-bench.ts';
import { codeOf, createFaultyNetwork, actionKinds } from './faulty-network.ts';

const isStamped = (init: RequestInit): boolean => new Headers(init.headers).has('Service-Wallet-Signature');
const lost = (): never => {
  throw new TypeError('fetch failed');
};

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
  const nameOf = (press: Promise<unknown>): Promise<unknown> =>
    press.catch(({ code, name }: { readonly code?: unknown; readonly name?: unknown }) =>
      typeof code === 'string' ? code : name,
    );
  const noId = 'AuthMethod:00000000-0000-4000-8000-00000000000a';

  test('goes on for the second when the first gives up, and each signal ends its own waiting', async () => {
    const { wallet, sent, answer } = await share(await createTestBench());
    const [first, second] = [new AbortController(), new AbortController()];
    const press = (signal?: AbortSignal) =>
      wallet.credentials.remove(noId, { type: 'PASSKEY', ...(signal && { signal }) });
    const told = [press(first.signal), press(second.signal), press()].map(nameOf);
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
    const told = [1, 2].map(() =>
      wallet.credentials.remove(noId, { type: 'PASSKEY', signal }).catch((error: Error) => error.name),
    );
    await sent;
    controller.abort();
    expect(await Promise.all(told)).toEqual(['AbortError', 'AbortError']);
    answer();
    expect(await codeOf(wallet.credentials.remove(noId, { type: 'PASSKEY' }))).toBe('CREDENTIAL_NOT_FOUND');
    wallet.close();
  });

  test('is not joined once it was given up, while storage is still at it', async () => {
    const network = await createFaultyNetwork({ cards: 1 });
    const { store } = network;
    const [asked, answered] = [gate(), gate()];
    const wallet = network.open({
      store: {
        ...store,
        async update(key, change) {
          if (!key.startsWith('action:')) return store.update(key, change);
          asked.open();
          await answered.opened;
          return store.update(key, change);
        },
      },
    });
    const [cardId = ''] = network.cards;
    const controller = new AbortController();
    const first = nameOf(wallet.card.freeze(cardId, { signal: controller.signal }));
    await asked.opened;
    controller.abort();
    const second = codeOf(wallet.card.freeze(cardId));
    expect(await first).toBe('AbortError');
    answered.open();
    expect(await second).toBe('done');
    for (const one of [wallet, network.wallet]) one.close();
  });
});

describe('a payment that was given up while it was looked up', () => {
  test('is not joined by a later press, which asks what came of the late request', async () => {
    const bench = await createTestBench();
    const [asked, goOn, askedAgain, goOnAgain] = [gate(), gate(), gate(), gate()];
    const stamps: (() => Promise<Response>)[] = [];
    let lookUps = 0;
    const wallet = await signedIn(bench, {
      async fetch(url, init) {
        if (url.endsWith('/execute')) {
          stamps.push(() => bench.pageFetch(url, { ...init, signal: null }));
          return lost();
        }
        const answer = await bench.pageFetch(url, init);
        if (!url.includes('/quotes/')) return answer;
        lookUps += 1;
        if (lookUps === 1) {
          asked.open();
          await goOn.opened;
        } else if (lookUps === 2) {
          askedAgain.open();
          await goOnAgain.opened;
        }
        return answer;
      },
    });
    const quote = await bench.quote(1_000_000);
    const controller = new AbortController();
    const first = codeOf(wallet.quote.execute(quote, { signal: controller.signal }));
    await asked.opened;
    controller.abort();
    expect(await first).toBe('OUTCOME_UNKNOWN');
    goOn.open();
    // Nobody waits any more, so nothing is sent again; the service is read once more, and says that nothing was done.
    await askedAgain.opened;
    expect(stamps).toHaveLength(1);
    expect((await stamps[0]?.())?.status).toBe(200);
    const second = codeOf(wallet.quote.execute(quote));
    goOnAgain.open();
    expect(await second).toBe('done');
    expect(stamps).toHaveLength(1);
    expect(await bench.balance()).toBe(500_000_000 - quote.totalSendingAmount);
    wallet.close();
  });
});

describe('an action of its own', () => {
  test('without a look-up that is pressed offline is done by the next press, since nothing was sent', async () => {
    const network = await createFaultyNetwork({ cards: 1 });
    const action = actionKinds.find(({ name }) => name.includes('not be looked up'));
    const target = await action?.prepare(network);
    if (target === undefined) throw new Error('no such action');
    let isOffline = true;
    const tab = network.open({
      fetch: (url, init) => (isOffline ? Promise.reject(new TypeError()) : network.pageFetch(url, init)),
    });
    expect(await codeOf(target.run(tab))).toBe('NETWORK_FAILED');
    isOffline = false;
    expect(await codeOf(target.run(tab))).toBe('done');
    expect(network.times(target)).toBe(1);
    tab.close();
    network.wallet.close();
  });

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

describe('two tabs without Web Locks', () => {
  test('may both send a payment, which its key makes one, and may not both send what has no key', async () => {
    const browser = { visible: () => true };
    const network = await createFaultyNetwork({ cards: 1, browser });
    const [sent, arrive] = [gate(), gate()];
    const first = network.open({
      browser,
      async fetch(url, init) {
        if (!isStamped(init)) return network.pageFetch(url, init);
        sent.open();
        await arrive.opened;
        return network.pageFetch(url, init);
      },
    });
    const second = network.open({ browser });
    const quote = await network.bench.quote(1_000_000, network.bankAccountId);
    const [cardId = ''] = network.cards;
    const before = await network.bench.balance();
    const paid = codeOf(first.quote.execute(quote));
    const frozen = codeOf(first.card.freeze(cardId));
    await sent.opened;
    await eventually(async () => {
      const records = await Promise.all((await network.store.keys('action:')).map((key) => network.store.read(key)));
      expect(records).toMatchObject([{ phase: 'sent' }, { phase: 'sent' }]);
    });
    expect(await codeOf(second.quote.execute(quote))).toBe('done');
    expect(await codeOf(second.card.freeze(cardId))).toBe('BUSY');
    arrive.open();
    expect(await Promise.all([paid, frozen])).toEqual(['done', 'done']);
    expect(await network.bench.balance()).toBe(before - quote.totalSendingAmount);
    expect(network.times({ method: 'PATCH', path: `/cards/${cardId}` })).toBe(1);
    for (const wallet of [first, second, network.wallet]) wallet.close();
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
        return isStamped(init) ? lost() : network.pageFetch(url, init);
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
