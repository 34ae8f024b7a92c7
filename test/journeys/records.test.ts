import { IDBDatabase, IDBFactory } from 'fake-indexeddb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../eventually.ts';
import { codeOf, createFaultyNetwork, actionKinds, type ActionKind, type FaultyNetwork } from './faulty-network.ts';
import { createTestBench, signedIn } from './test-bench.ts';

afterEach(() => vi.unstubAllGlobals());

const day = 24 * 3_600_000;
const challengeLife = 5 * 60_000;
const lonely = actionKinds.find(({ name }) => name === 'a custom action that can not be looked up') as ActionKind;
const lose = () => Promise.reject(new TypeError('fetch failed'));

/** Leaves an action whose outcome nobody knows. */
async function leaveUnknown(network: FaultyNetwork) {
  const target = await lonely.prepare(network);
  const { method, path } = target;
  network.fail({ fault: { name: 'lost', reaches: true, answer: lose }, leg: 2, side: 'page', method, path });
  expect(await codeOf(target.run(network.wallet))).toBe('OUTCOME_UNKNOWN');
  network.fail(undefined);
  return target;
}

describe('the record of an action', () => {
  test.each(
    actionKinds.filter(({ name }) => !/refresh|revocation/.test(name)).map((action) => [action.name, action] as const),
  )(
    'that is %s is there before the stamp is sent, holds no body, payload or stamp, and goes with its outcome',
    async (_, action) => {
      const network = await createFaultyNetwork({ cards: 2 });
      const target = await action.prepare(network);
      const seen: string[] = [];
      const sent: string[] = [];
      const tab = network.open({
        async fetch(url, init) {
          const stamp = new Headers(init.headers).get('Service-Wallet-Signature');
          if (stamp !== null) {
            const keys = await network.store.keys('action:');
            seen.push(JSON.stringify(await Promise.all(keys.map(async (key) => [key, await network.store.read(key)]))));
            sent.push(stamp, ...(typeof init.body === 'string' ? [init.body] : []));
          }
          const answer = await network.pageFetch(url, init);
          const { payloadToSign } = (await answer
            .clone()
            .json()
            .catch(() => ({}))) as { payloadToSign?: string };
          if (payloadToSign !== undefined) sent.push(payloadToSign);
          return answer;
        },
      });
      await target.run(tab);
      expect(seen).toHaveLength(1);
      expect(seen[0]).toContain('"phase":"sent"');
      for (const secret of sent) expect(seen[0]?.includes(JSON.stringify(secret).slice(1, -1))).toBe(false);
      const left = await network.store.keys('action:');
      // What can be done only once leaves a tombstone, which answers later presses.
      const tombstone = /execut|removal/.test(target.path + action.name)
        ? [expect.objectContaining({ phase: 'done' })]
        : [];
      expect(await Promise.all(left.map((key) => network.store.read(key)))).toEqual(tombstone);
      tab.close();
      network.wallet.close();
    },
  );

  test('whose outcome stays unknown is removed a day after its challenge has expired, and not before', async () => {
    const network = await createFaultyNetwork({ cards: 3 });
    const { wallet, bench, store } = network;
    const target = await leaveUnknown(network);
    bench.clock.advance(challengeLife + day - 60_000);
    await (await wallet.emailOtp.begin()).verify('000000');
    expect(await codeOf(target.run(wallet))).toBe('OUTCOME_UNKNOWN');
    await wallet.card.freeze(network.cards.pop() ?? '');
    expect(await store.keys('action:')).toHaveLength(1);

    bench.clock.advance(60_000);
    await wallet.session.list();
    await wallet.card.freeze(network.cards.pop() ?? '');
    expect(await store.keys('action:')).toEqual([]);
    wallet.close();
  });

  test('is kept while the time of the service is not known, however late this device thinks it is', async () => {
    const network = await createFaultyNetwork({ cards: 1 });
    const target = await leaveUnknown(network);
    network.wallet.close();
    network.bench.clock.jump(-2 * day);
    network.bench.clock.jump(4 * day);
    const reopened = network.open();
    await target.run(reopened).catch(() => undefined);
    expect(await network.store.keys('action:')).toHaveLength(1);
    expect(network.times(target)).toBe(1);
    reopened.close();
  });

  test('counts what was sent as still on its way for half a minute after the end of its challenge', async () => {
    const network = await createFaultyNetwork({ cards: 1 });
    const [cardId = ''] = network.cards;
    const isStamped = (init: RequestInit): boolean => new Headers(init.headers).has('Service-Wallet-Signature');
    const forbidden = { status: 403, code: 'FORBIDDEN', message: 'No.' };
    let isRefused = false;
    const tab = network.open({
      async fetch(url, init) {
        if (isStamped(init)) return lose();
        if (isRefused && init.method === 'PATCH') return Response.json(forbidden, { status: 403 });
        return network.pageFetch(url, init);
      },
    });
    expect(await codeOf(tab.card.freeze(cardId))).toBe('OUTCOME_UNKNOWN');
    isRefused = true;
    network.bench.clock.advance(challengeLife + 29_000);
    await tab.session.list();
    // A refusal of this press says nothing of what was sent before it.
    expect(await codeOf(tab.card.freeze(cardId))).toBe('OUTCOME_UNKNOWN');
    network.bench.clock.advance(2_000);
    await tab.session.list();
    expect(await codeOf(tab.card.freeze(cardId))).toBe('REFUSED');
    expect(await network.store.keys('action:')).toEqual([]);
    for (const wallet of [tab, network.wallet]) wallet.close();
  });

  test('of a payment counts it as still on its way for half a minute after its quote, while the service calls that pending', async () => {
    const bench = await createTestBench();
    const wallet = await signedIn(bench, {
      async fetch(url, init) {
        if (url.endsWith('/execute')) return lose();
        const response = await bench.pageFetch(url, init);
        if (!url.includes('/quotes/')) return response;
        return Response.json(
          { ...((await response.json()) as object), status: 'PENDING' },
          { headers: response.headers },
        );
      },
    });
    const quote = await bench.quote(1_000_000);
    expect(await codeOf(wallet.quote.execute(quote))).toBe('OUTCOME_UNKNOWN');
    bench.clock.advance(Date.parse(quote.expiresAt) - bench.clock.now() + 29_000);
    await wallet.session.list();
    expect(await codeOf(wallet.quote.execute(quote))).toBe('OUTCOME_UNKNOWN');
    bench.clock.advance(2_000);
    await wallet.session.list();
    expect(await codeOf(wallet.quote.execute(quote))).toBe('QUOTE_EXPIRED');
    wallet.close();
  });

  test('that a later version has written is left alone, and nothing is sent', async () => {
    const network = await createFaultyNetwork({ cards: 1 });
    const target = await leaveUnknown(network);
    const [key = ''] = await network.store.keys('action:');
    const later = { schema: 99, anything: 'else' };
    await network.store.update(key, () => later);
    expect(await codeOf(target.run(network.wallet))).toBe('UPDATE_REQUIRED');
    expect(await network.store.read(key)).toEqual(later);
    expect(network.times(target)).toBe(1);
    network.wallet.close();
  });

  test('that a later version has written while a stamp was under way leaves the outcome unknown', async () => {
    const network = await createFaultyNetwork({ cards: 1 });
    const target = await lonely.prepare(network);
    const later = { schema: 99, anything: 'else' };
    let key = '';
    const tab = network.open({
      async fetch(url, init) {
        const answer = await network.pageFetch(url, init);
        if (!new Headers(init.headers).has('Service-Wallet-Signature')) return answer;
        [key = ''] = await network.store.keys('action:');
        await network.store.update(key, () => later);
        return lose();
      },
    });
    expect(await codeOf(target.run(tab))).toBe('OUTCOME_UNKNOWN');
    expect(await network.store.read(key)).toEqual(later);
    expect(network.times(target)).toBe(1);
    for (const wallet of [tab, network.wallet]) wallet.close();
  });

  test('is not old because the clock of this device is days behind', async () => {
    const network = await createFaultyNetwork({ cards: 0 });
    network.bench.clock.jump(-2 * day);
    const tab = network.open({
      fetch: (url, init) => (url.endsWith('/agreements') ? lose() : network.pageFetch(url, init)),
    });
    await tab.session.list();
    const request = { method: 'POST', path: '/agreements', intent: { opaque: true } } as const;
    expect(await codeOf(tab.signedRetry(request))).toBe('NETWORK_FAILED');
    expect(await codeOf(tab.signedRetry({ ...request, mayCommitUnsigned: true }))).toBe('OUTCOME_UNKNOWN');
    expect(await network.store.keys('action:')).toHaveLength(1);
    await tab.session.list();
    const reopened = network.open();
    await reopened.session.list();
    expect(await codeOf(reopened.signedRetry(request, { lookUp: async () => 'done' }))).toBe('done');
    for (const wallet of [tab, reopened, network.wallet]) wallet.close();
  });

  test('of another account is not touched', async () => {
    const network = await createFaultyNetwork({ cards: 2 });
    const foreign = {
      schema: 1,
      accountId: 'InternalAccount:other',
      phase: 'lost',
      expiresAt: network.bench.clock.now(),
    };
    await network.store.update('action:InternalAccount:other:x', () => foreign);
    await network.wallet.card.freeze(network.cards.pop() ?? '');
    expect(await network.store.keys('action:')).toEqual(['action:InternalAccount:other:x']);
    network.wallet.close();
  });
});

test('a closed wallet lets go of the store that it made itself, and not of one that it was given', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const closing = vi.spyOn(IDBDatabase.prototype, 'close');
  const bench = await createTestBench();
  const own = await signedIn(bench, { store: undefined as never });
  expect(own.state().storage).toBe('persistent');
  own.close();
  await eventually(() => expect(closing).toHaveBeenCalledOnce());

  const { createIndexedDbStore } = await import('countersign');
  const store = createIndexedDbStore();
  const given = bench.newWallet({ store });
  await given.session.list();
  closing.mockClear();
  given.close();
  await store.read('x');
  expect(closing).not.toHaveBeenCalled();
  store.close();
});
