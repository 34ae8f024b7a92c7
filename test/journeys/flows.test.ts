/** Every signed action in one tab and in two: done once, noted before its stamp leaves, and not sent after a sign-out. */
import type { BrowserApis } from '../../src/kit/wallet/browser.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { atRest, countCryptoCalls } from '../rest.ts';
import { codeOf, createFaultyNetwork, actionKinds, lose, type FaultyNetwork } from './faulty-network.ts';
import { gate } from './gate.ts';
import { createTabStore } from './tabs.ts';
import { isStamped } from './test-bench.ts';

beforeAll(countCryptoCalls);

const day = 24 * 3_600_000;
const challengeLife = 5 * 60_000;
const all = actionKinds.map((action) => [action.name, action] as const);
const not = (names: RegExp) => all.filter(([name]) => !names.test(name));
const markers = ({ store }: FaultyNetwork): Promise<readonly string[]> => store.keys('sent:');

/** A tab whose stamps go on once `arrive` is opened; the first opens `sent`. */
function openHeld(network: FaultyNetwork) {
  const [sent, arrive] = [gate(), gate()];
  const tab = network.open({
    async fetch(url, init) {
      if (isStamped(init)) {
        sent.open();
        await arrive.opened;
      }
      return network.pageFetch(url, init);
    },
  });
  return { tab, sent, arrive };
}

describe('one tab', () => {
  test.each(not(/a refresh/))(
    'that presses %s twice does it once, and both presses hear the same',
    async (_, action) => {
      const network = await createFaultyNetwork({ cards: 2 });
      const target = await action.prepare(network);
      const [first, second] = await Promise.all([target.run(network.wallet), target.run(network.wallet)]);
      expect(second).toEqual(first);
      expect(network.times(target)).toBe(1);
    },
  );

  test.each(not(/refresh|revocation/))(
    'that does %s notes it before the stamp leaves, without body, payload or stamp, until its outcome is known',
    async (_, action) => {
      const network = await createFaultyNetwork({ cards: 2 });
      const target = await action.prepare(network);
      const seen: string[] = [];
      const sent: string[] = [];
      const tab = network.open({
        async fetch(url, init) {
          const stamp = new Headers(init.headers).get('Service-Wallet-Signature');
          if (stamp !== null) {
            const entries = (await markers(network)).map(async (key) => [key, await network.store.read(key)]);
            seen.push(JSON.stringify(await Promise.all(entries)));
            sent.push(stamp, ...(typeof init.body === 'string' ? [init.body] : []));
          }
          const answer = await network.pageFetch(url, init);
          const body = (await answer
            .clone()
            .json()
            .catch(() => ({}))) as { payloadToSign?: string };
          if (body.payloadToSign !== undefined) sent.push(body.payloadToSign);
          return answer;
        },
      });
      await target.run(tab);
      expect(seen).toEqual([expect.stringMatching(/"idempotencyKey":"[0-9a-f-]{36}","until":\d+/)]);
      for (const secret of sent) expect(seen[0]?.includes(JSON.stringify(secret).slice(1, -1))).toBe(false);
      expect(await markers(network)).toEqual([]);
    },
  );
});

describe('two tabs', () => {
  // A custom action that can't be looked up is refused in the second tab; the same address twice is the same address.
  test.each(not(/a refresh|not be looked up|change of address/))(
    'that are told to do %s at once do it once',
    async (_, action) => {
      const network = await createFaultyNetwork({ cards: 2 });
      const target = await action.prepare(network);
      const other = network.open();
      const told = await Promise.all([network.wallet, other].map((tab) => codeOf(target.run(tab))));
      expect(network.times(target), told.join()).toBe(1);
      expect(told).toContain('done');
      expect(told.filter((code) => !['done', 'REFUSED'].includes(code))).toEqual([]);
    },
  );

  test.each(not(/refresh|not be looked up/))(
    'of which the second presses while the stamp of the first is under way both hear that it was done once: %s',
    async (_, action) => {
      const network = await createFaultyNetwork({ cards: 1 });
      const target = await action.prepare(network);
      const { tab: first, sent, arrive } = openHeld(network);
      const second = network.open();
      const told = [codeOf(target.run(first))];
      await sent.opened;
      told.push(codeOf(target.run(second)));
      await atRest();
      arrive.open();
      expect(await Promise.all(told)).toEqual(['done', 'done']);
      expect(network.times(target)).toBe(1);
    },
  );

  test.each(not(/refresh|revocation/))(
    'of which one signs out when the stamp of the other is ready send nothing: %s',
    async (_, action) => {
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
            if (key.startsWith('sent:') && stored !== undefined) await network.wallet.session.revoke();
            return stored;
          },
        },
      });
      expect(await codeOf(target.run(tab))).toBe('SIGNED_OUT');
      expect([sent, network.times(target), await markers(network)]).toEqual([0, 0, []]);
    },
  );

  test('refresh when no stamp is under way: the session of one is not replaced before its answer', async () => {
    const network = await createFaultyNetwork({ cards: 1, afterRefresh: 'revoke' });
    const { tab, sent, arrive } = openHeld(network);
    const told = codeOf(tab.card.freeze(network.cards[0] ?? ''));
    await sent.opened;
    const [browser, waits] = [network.bench.browserOf(network.store), gate()];
    const locks = {
      request(...given: [string, LockOptions, () => unknown]) {
        if (given[0] === `countersign:${network.bench.accountId}` && given[1].mode === 'exclusive') waits.open();
        return browser.locks?.request(...given);
      },
    } as BrowserApis['locks'];
    const refresher = network.open({ browser: { ...browser, locks } });
    const refreshing = codeOf(refresher.session.refresh());
    await waits.opened;
    const legs = async (): Promise<readonly (number | null)[]> =>
      (await network.bench.requests()).filter(({ path }) => path.endsWith('/refresh')).map(({ status }) => status);
    await atRest();
    expect(await legs()).toEqual([202]);
    arrive.open();
    expect([await told, await refreshing]).toEqual(['done', 'done']);
  });

  test('freeze, unfreeze and freeze a card again as they are told', async () => {
    const network = await createFaultyNetwork({ cards: 1 });
    const [cardId = ''] = network.cards;
    const other = network.open();
    const states = [
      await network.wallet.card.freeze(cardId),
      await other.card.unfreeze(cardId),
      await network.wallet.card.freeze(cardId),
    ].map(({ state }) => state);
    expect(states).toEqual(['FROZEN', 'ACTIVE', 'FROZEN']);
  });
});

describe('what was sent counts as still on its way', () => {
  test('for half a minute after its quote, while the service calls that pending', async () => {
    const network = await createFaultyNetwork({ cards: 0 });
    const wallet = network.open({
      async fetch(url, init) {
        if (url.endsWith('/execute')) return lose();
        const response = await network.pageFetch(url, init);
        if (!url.includes('/quotes/')) return response;
        const quote = (await response.json()) as object;
        return Response.json({ ...quote, status: 'PENDING' }, { headers: response.headers });
      },
    });
    const { bench } = network;
    const quote = await bench.quote(1_000_000);
    expect(await codeOf(wallet.quote.execute(quote))).toBe('OUTCOME_UNKNOWN');
    bench.clock.advance(Date.parse(quote.expiresAt) - bench.clock.now() + 29_000);
    await wallet.session.list();
    expect(await codeOf(wallet.quote.execute(quote))).toBe('OUTCOME_UNKNOWN');
    bench.clock.advance(2_000);
    await wallet.session.list();
    expect(await codeOf(wallet.quote.execute(quote))).toBe('QUOTE_EXPIRED');
  });

  test('until a day later, where nobody presses again: then a load that finds nobody signed in forgets it', async () => {
    const network = await createFaultyNetwork({ cards: 1 });
    const foreign = { idempotencyKey: 'of another account', until: network.bench.clock.now() + 9 * day };
    await network.store.update('sent:3:InternalAccount:other:x', () => foreign);
    const target = await all.find(([name]) => name.includes('not be looked up'))?.[1].prepare(network);
    if (target === undefined) throw new Error('no such action');
    const { method, path } = target;
    network.fail({ fault: { name: 'lost', reaches: true, answer: lose }, leg: 2, side: 'page', method, path });
    expect(await codeOf(target.run(network.wallet))).toBe('OUTCOME_UNKNOWN');
    network.wallet.close();
    for (const [ms, left] of [
      [challengeLife + day, 2],
      [31_000, 1],
    ] as const) {
      network.bench.clock.advance(ms);
      const tab = network.open();
      await tab.session.list();
      await atRest();
      expect(await markers(network)).toHaveLength(left);
      tab.close();
    }
  });
});

test('a paid quote that is pressed again on another device after its five minutes is told to be paid', async () => {
  const network = await createFaultyNetwork({ cards: 0 });
  const { bench } = network;
  const quote = await bench.quote(1_000_000);
  const paid = await network.wallet.quote.execute(quote);
  bench.clock.advance(6 * 60_000);
  const other = bench.newWallet({ store: createTabStore() });
  await (await other.emailOtp.begin()).verify('000000');
  await expect(other.quote.execute(quote)).resolves.toMatchObject({ transactionId: paid.transactionId });
  expect(await bench.balance()).toBe(5_000_000_000 - quote.totalSendingAmount);
});
