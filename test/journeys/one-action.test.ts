import { createMemoryStore } from 'countersign';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { gate } from './gate.ts';
import { setStage, signedIn } from './stage.ts';
import { codeOf, openTheatre, signedActions } from './theatre.ts';

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
      const stage = await setStage();
      const store = createMemoryStore();
      const wallet = await signedIn(stage, { store });
      const quote = await stage.quote(1_000_000);
      const paid = await wallet.quote.execute(quote);
      stage.clock.advance(6 * minute);
      const other = where === 'in another tab' ? stage.newWallet({ store }) : await signedIn(stage);
      await other.session.list();
      await expect(other.quote.execute(quote)).resolves.toMatchObject({
        id: quote.id,
        transactionId: paid.transactionId,
      });
      expect(await stage.balance()).toBe(500_000_000 - quote.totalSendingAmount);
      wallet.close();
      other.close();
    },
  );

  test('is never told to have expired while the service can not be read', async () => {
    const stage = await setStage();
    let isOffline = false;
    const wallet = await signedIn(stage, {
      fetch: (url, init) =>
        isOffline && /\/quotes\/[^/]+$/.test(url) ? Promise.reject(new TypeError()) : stage.pageFetch(url, init),
    });
    const quote = await stage.quote(1_000_000);
    stage.clock.advance(6 * minute);
    await wallet.session.list();
    isOffline = true;
    expect(await codeOf(wallet.quote.execute(quote))).toBe('OUTCOME_UNKNOWN');
    isOffline = false;
    expect(await codeOf(wallet.quote.execute(quote))).toBe('QUOTE_EXPIRED');
    wallet.close();
  });

  test('whose conflict can not be looked up has an unknown outcome', async () => {
    const stage = await setStage();
    const wallet = await signedIn(stage, {
      async fetch(url, init) {
        if (url.endsWith('/execute'))
          return Response.json({ status: 409, code: 'CONFLICT', message: '' }, { status: 409 });
        return /\/quotes\/[^/]+$/.test(url) ? lost() : stage.pageFetch(url, init);
      },
    });
    expect(await codeOf(wallet.quote.execute(await stage.quote(1_000_000)))).toBe('OUTCOME_UNKNOWN');
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
      const stage = await setStage();
      const keys: (string | null)[] = [];
      let late: (() => Promise<Response>) | undefined;
      const wallet = await signedIn(stage, {
        async fetch(url, init) {
          if (!url.endsWith('/execute')) return stage.pageFetch(url, init);
          keys.push(new Headers(init.headers).get('Idempotency-Key'));
          if (late !== undefined) return second();
          const { signal: _signal, ...rest } = init;
          late = () => stage.pageFetch(url, rest);
          return lost();
        },
      });
      const quote = await stage.quote(1_000_000);
      expect(await codeOf(wallet.quote.execute(quote))).toBe('OUTCOME_UNKNOWN');
      await late?.();
      await expect(wallet.quote.execute(quote)).resolves.toMatchObject({ id: quote.id, status: 'PROCESSING' });
      expect(new Set(keys).size).toBe(1);
      expect(await stage.balance()).toBe(500_000_000 - quote.totalSendingAmount);
      wallet.close();
    },
  );

  test('and that its caller gives up is told to be unknown, and goes on to its end', async () => {
    const stage = await setStage();
    const [sent, arrive] = [gate(), gate()];
    const wallet = await signedIn(stage, {
      async fetch(url, init) {
        if (!isStamped(init) || !url.endsWith('/execute')) return stage.pageFetch(url, init);
        sent.open();
        await arrive.opened;
        return stage.pageFetch(url, init);
      },
    });
    const quote = await stage.quote(1_000_000);
    const controller = new AbortController();
    const press = codeOf(wallet.quote.execute(quote, { signal: controller.signal }));
    await sent.opened;
    controller.abort();
    expect(await press).toBe('OUTCOME_UNKNOWN');
    const again = wallet.quote.execute(quote);
    arrive.open();
    await expect(again).resolves.toMatchObject({ id: quote.id, status: 'PROCESSING' });
    expect(await stage.balance()).toBe(500_000_000 - quote.totalSendingAmount);
    wallet.close();
  });
});

describe('a stamp that a refresh in another tab overtakes', () => {
  test.each(signedActions.filter(({ name }) => name !== 'a refresh').map((action) => [action.name, action] as const))(
    'is made once more for %s, and the person is not asked again',
    async (_, action) => {
      const theatre = await openTheatre({ cards: 1, afterRefresh: 'revoke' });
      const target = await action.prepare(theatre);
      let asked = 0;
      let isOvertaken = false;
      const tab = theatre.open({
        approve: () => {
          asked += 1;
          return true;
        },
        async fetch(url, init) {
          if (isStamped(init) && !isOvertaken) {
            isOvertaken = true;
            await theatre.wallet.session.refresh();
          }
          return theatre.pageFetch(url, init);
        },
      });
      expect(await codeOf(target.run(tab))).toBe('done');
      expect([isOvertaken, asked, theatre.times(target)]).toEqual([true, 1, 1]);
      tab.close();
      theatre.wallet.close();
    },
  );
});

describe('one action in two tabs', () => {
  test.each(
    signedActions
      .filter(({ name }) => !/refresh|not be looked up/.test(name))
      .map((action) => [action.name, action] as const),
  )('is done once for both while the stamp of the first is under way: %s', async (_, action) => {
    const theatre = await openTheatre({ cards: 1 });
    const target = await action.prepare(theatre);
    const [sent, arrive] = [gate(), gate()];
    const first = theatre.open({
      async fetch(url, init) {
        if (!isStamped(init)) return theatre.pageFetch(url, init);
        sent.open();
        await arrive.opened;
        return theatre.pageFetch(url, init);
      },
    });
    const second = theatre.open();
    const told = [codeOf(target.run(first))];
    await sent.opened;
    told.push(codeOf(target.run(second)));
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    arrive.open();
    expect(await Promise.all(told)).toEqual(['done', 'done']);
    expect(theatre.times(target)).toBe(1);
    for (const wallet of [first, second, theatre.wallet]) wallet.close();
  });

  test('is repeated when it is pressed again: freeze, unfreeze, freeze again freezes', async () => {
    const theatre = await openTheatre({ cards: 1 });
    const [cardId = ''] = theatre.cards;
    const other = theatre.open();
    const states = [
      await theatre.wallet.card.freeze(cardId),
      await other.card.unfreeze(cardId),
      await theatre.wallet.card.freeze(cardId),
    ].map(({ state }) => state);
    expect(states).toEqual(['FROZEN', 'ACTIVE', 'FROZEN']);
    expect(await theatre.store.keys('action:')).toEqual([]);
    other.close();
    theatre.wallet.close();
  });
});
