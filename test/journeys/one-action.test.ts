import { afterEach, describe, expect, test, vi } from 'vitest';
import { gate } from './gate.ts';
import { createTestBench, signedIn } from './test-bench.ts';
import { codeOf, createFaultyNetwork, actionKinds } from './faulty-network.ts';
import { createTabStore } from './tabs.ts';

afterEach(() => vi.unstubAllGlobals());

const minute = 60_000;
const isStamped = (init: RequestInit): boolean => new Headers(init.headers).has('Service-Wallet-Signature');
const lost = (): never => {
  throw new TypeError('fetch failed');
};
const failed = (status: number) => () => Response.json({ status, code: 'INTERNAL_ERROR', message: 'No.' }, { status });

describe('a paid quote', () => {
  test.each(['in another tab', 'on another device'])(
    'that is pressed again after its five minutes %s is told to be paid',
    async (where) => {
      const bench = await createTestBench();
      const store = createTabStore();
      const wallet = await signedIn(bench, { store });
      const quote = await bench.quote(1_000_000);
      const paid = await wallet.quote.execute(quote);
      bench.clock.advance(6 * minute);
      const other = where === 'in another tab' ? bench.newWallet({ store }) : await signedIn(bench);
      await other.session.list();
      await expect(other.quote.execute(quote)).resolves.toMatchObject({
        id: quote.id,
        transactionId: paid.transactionId,
      });
      expect(await bench.balance()).toBe(500_000_000 - quote.totalSendingAmount);
      wallet.close();
      other.close();
    },
  );

  test('is never told to have expired while the service can not be read', async () => {
    const bench = await createTestBench();
    let isOffline = false;
    const wallet = await signedIn(bench, {
      fetch: (url, init) =>
        isOffline && /\/quotes\/[^/]+$/.test(url) ? Promise.reject(new TypeError()) : bench.pageFetch(url, init),
    });
    const quote = await bench.quote(1_000_000);
    bench.clock.advance(6 * minute);
    await wallet.session.list();
    isOffline = true;
    expect(await codeOf(wallet.quote.execute(quote))).toBe('OUTCOME_UNKNOWN');
    isOffline = false;
    expect(await codeOf(wallet.quote.execute(quote))).toBe('QUOTE_EXPIRED');
    wallet.close();
  });

  test('whose conflict can not be looked up has an unknown outcome', async () => {
    const bench = await createTestBench();
    const wallet = await signedIn(bench, {
      async fetch(url, init) {
        if (url.endsWith('/execute'))
          return Response.json({ status: 409, code: 'CONFLICT', message: '' }, { status: 409 });
        return /\/quotes\/[^/]+$/.test(url) ? lost() : bench.pageFetch(url, init);
      },
    });
    expect(await codeOf(wallet.quote.execute(await bench.quote(1_000_000)))).toBe('OUTCOME_UNKNOWN');
    wallet.close();
  });
});

describe('a stamped request that is late', () => {
  test.each<[string, () => Response]>([
    ['a 429', failed(429)],
    ['a 500', failed(500)],
    ['a lost answer', lost],
  ])(
    'and whose second sending ends with %s leaves the outcome unknown; it is found when it has arrived',
    async (_, second) => {
      const bench = await createTestBench();
      const keys: (string | null)[] = [];
      let late: (() => Promise<Response>) | undefined;
      const wallet = await signedIn(bench, {
        async fetch(url, init) {
          if (!url.endsWith('/execute')) return bench.pageFetch(url, init);
          keys.push(new Headers(init.headers).get('Idempotency-Key'));
          if (late !== undefined) return second();
          const { signal: _signal, ...rest } = init;
          late = () => bench.pageFetch(url, rest);
          return lost();
        },
      });
      const quote = await bench.quote(1_000_000);
      expect(await codeOf(wallet.quote.execute(quote))).toBe('OUTCOME_UNKNOWN');
      await late?.();
      await expect(wallet.quote.execute(quote)).resolves.toMatchObject({ id: quote.id, status: 'PROCESSING' });
      expect(new Set(keys).size).toBe(1);
      expect(await bench.balance()).toBe(500_000_000 - quote.totalSendingAmount);
      wallet.close();
    },
  );

  test('and that its caller gives up is told to be unknown, and goes on to its end', async () => {
    const bench = await createTestBench();
    const [sent, arrive] = [gate(), gate()];
    const wallet = await signedIn(bench, {
      async fetch(url, init) {
        if (!isStamped(init) || !url.endsWith('/execute')) return bench.pageFetch(url, init);
        sent.open();
        await arrive.opened;
        return bench.pageFetch(url, init);
      },
    });
    const quote = await bench.quote(1_000_000);
    const controller = new AbortController();
    const press = codeOf(wallet.quote.execute(quote, { signal: controller.signal }));
    await sent.opened;
    controller.abort();
    expect(await press).toBe('OUTCOME_UNKNOWN');
    const again = wallet.quote.execute(quote);
    arrive.open();
    await expect(again).resolves.toMatchObject({ id: quote.id, status: 'PROCESSING' });
    expect(await bench.balance()).toBe(500_000_000 - quote.totalSendingAmount);
    wallet.close();
  });
});

describe('an action that was done and is being noted', () => {
  test.each(['its caller gives up', 'its wallet is closed'])('is not told as undone when %s', async (what) => {
    const bench = await createTestBench();
    const [noting, goOn] = [gate(), gate()];
    const store = createTabStore();
    let wasAnswered = false;
    const wallet = await signedIn(bench, {
      async fetch(url, init) {
        const answer = await bench.pageFetch(url, init);
        wasAnswered ||= isStamped(init) && url.endsWith('/execute');
        return answer;
      },
      store: {
        ...store,
        async update(key, change) {
          if (wasAnswered && key.startsWith('action:')) {
            noting.open();
            await goOn.opened;
          }
          return store.update(key, change);
        },
      },
    });
    const controller = new AbortController();
    const press = codeOf(wallet.quote.execute(await bench.quote(1_000_000), { signal: controller.signal }));
    await noting.opened;
    if (what === 'its wallet is closed') wallet.close();
    else controller.abort();
    expect(await press).toBe('OUTCOME_UNKNOWN');
    goOn.open();
    wallet.close();
  });
});

describe('a stamp that a refresh in another tab overtakes', () => {
  test.each(actionKinds.filter(({ name }) => name !== 'a refresh').map((action) => [action.name, action] as const))(
    'is made once more for %s, and the person is not asked again',
    async (_, action) => {
      const network = await createFaultyNetwork({ cards: 1, afterRefresh: 'revoke' });
      const target = await action.prepare(network);
      let asked = 0;
      let isOvertaken = false;
      const tab = network.open({
        approve: () => {
          asked += 1;
          return true;
        },
        async fetch(url, init) {
          if (isStamped(init) && !isOvertaken) {
            isOvertaken = true;
            await network.wallet.session.refresh();
          }
          return network.pageFetch(url, init);
        },
      });
      expect(await codeOf(target.run(tab))).toBe('done');
      expect([isOvertaken, asked, network.times(target)]).toEqual([true, 1, 1]);
      tab.close();
      network.wallet.close();
    },
  );
});

test.each(
  actionKinds.filter(({ name }) => !/refresh|revocation/.test(name)).map((action) => [action.name, action] as const),
)('%s that is stamped when another tab signs out is not sent', async (_, action) => {
  const network = await createFaultyNetwork({ cards: 1 });
  const target = await action.prepare(network);
  const { store } = network;
  let sent = 0;
  const tab = network.open({
    fetch(url, init) {
      if (isStamped(init)) sent += 1;
      return network.pageFetch(url, init);
    },
    store: {
      ...store,
      async update(key, change) {
        const stored = await store.update(key, change);
        const isStampNoted = key.startsWith('action:') && JSON.stringify(stored ?? '').includes('"phase":"sent"');
        if (isStampNoted) await network.wallet.session.revoke();
        return stored;
      },
    },
  });
  expect(await codeOf(target.run(tab))).toBe('SIGNED_OUT');
  expect([sent, network.times(target)]).toEqual([0, 0]);
  expect(await store.keys('action:')).toEqual([]);
  tab.close();
  network.wallet.close();
});

describe('one action in two tabs', () => {
  test.each(
    actionKinds
      .filter(({ name }) => !/refresh|not be looked up/.test(name))
      .map((action) => [action.name, action] as const),
  )('is done once for both while the stamp of the first is under way: %s', async (_, action) => {
    const network = await createFaultyNetwork({ cards: 1 });
    const target = await action.prepare(network);
    const [sent, arrive] = [gate(), gate()];
    const first = network.open({
      async fetch(url, init) {
        if (!isStamped(init)) return network.pageFetch(url, init);
        sent.open();
        await arrive.opened;
        return network.pageFetch(url, init);
      },
    });
    const second = network.open();
    const told = [codeOf(target.run(first))];
    await sent.opened;
    told.push(codeOf(target.run(second)));
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    arrive.open();
    expect(await Promise.all(told)).toEqual(['done', 'done']);
    expect(network.times(target)).toBe(1);
    for (const wallet of [first, second, network.wallet]) wallet.close();
  });

  test.each(
    actionKinds
      .filter(({ name }) => !/refresh|not be looked up/.test(name))
      .map((action) => [action.name, action] as const),
  )(
    'is done for both where nothing locks and one tab ends it before the request of the other: %s',
    async (_, action) => {
      const browser = { visible: () => false };
      const network = await createFaultyNetwork({ cards: 1, browser });
      const target = await action.prepare(network);
      const told: string[] = [];
      const second = network.open({
        browser,
        async fetch(url, init) {
          if (init.method !== 'GET' && told.length === 0) told.push(await codeOf(target.run(network.wallet)));
          return network.pageFetch(url, init);
        },
      });
      told.push(await codeOf(target.run(second)));
      expect(told).toEqual(['done', 'done']);
      expect(network.times(target)).toBe(1);
      for (const wallet of [second, network.wallet]) wallet.close();
    },
  );

  test('is repeated when it is pressed again: freeze, unfreeze, freeze again freezes', async () => {
    const network = await createFaultyNetwork({ cards: 1 });
    const [cardId = ''] = network.cards;
    const other = network.open();
    const states = [
      await network.wallet.card.freeze(cardId),
      await other.card.unfreeze(cardId),
      await network.wallet.card.freeze(cardId),
    ].map(({ state }) => state);
    expect(states).toEqual(['FROZEN', 'ACTIVE', 'FROZEN']);
    expect(await network.store.keys('action:')).toEqual([]);
    other.close();
    network.wallet.close();
  });
});
