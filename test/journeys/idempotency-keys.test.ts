import { describe, expect, test } from 'vitest';
import { codeOf, createFaultyNetwork } from './faulty-network.ts';

const lose = () => Promise.reject(new TypeError('fetch failed'));

test('a payment carries one idempotency key through every attempt, in a reloaded page and another tab too', async () => {
  const network = await createFaultyNetwork({ cards: 0 });
  const quote = await network.bench.quote(1_000_000);
  const keys: unknown[] = [];
  const open = () =>
    network.open({
      fetch(url, init) {
        if (url.endsWith('/execute')) keys.push(new Headers(init.headers).get('Idempotency-Key'));
        return url.includes('/quotes/') ? lose() : network.pageFetch(url, init);
      },
    });
  for (const tab of [open(), open(), open()]) {
    expect(await codeOf(tab.quote.execute(quote))).toBe('OUTCOME_UNKNOWN');
    tab.close();
  }
  const healed = network.open({
    fetch(url, init) {
      if (url.endsWith('/execute')) keys.push(new Headers(init.headers).get('Idempotency-Key'));
      return network.pageFetch(url, init);
    },
  });
  await expect(healed.quote.execute(quote)).resolves.toMatchObject({ status: 'PROCESSING' });
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
  healed.close();
  network.wallet.close();
});

describe('a payment whose stamp a refresh in another tab overtakes', () => {
  /** A tab before a service that repeats to a key what it has answered to it, where refreshes overtake the first stamps. */
  async function overtaken(times: number) {
    const network = await createFaultyNetwork({ cards: 0, afterRefresh: 'revoke' });
    const quote = await network.bench.quote(1_000_000);
    const answers = new Map<string, Response>();
    const keys: string[] = [];
    const tab = network.open({
      async fetch(url, init) {
        if (!url.endsWith('/execute')) return network.pageFetch(url, init);
        const key = new Headers(init.headers).get('Idempotency-Key') ?? '';
        keys.push(key);
        if (keys.length <= times) await network.wallet.session.refresh();
        const answer = answers.get(key) ?? (await network.pageFetch(url, init));
        answers.set(key, answer.clone());
        return answer;
      },
    });
    return {
      tab,
      quote,
      keys,
      balance: network.bench.balance,
      close() {
        tab.close();
        network.wallet.close();
      },
    };
  }

  test('is sent with one new idempotency key while its quote is PENDING, since the old one repeats its 401', async () => {
    const { tab, quote, keys, balance, close } = await overtaken(1);
    await expect(tab.quote.execute(quote)).resolves.toMatchObject({ id: quote.id, status: 'PROCESSING' });
    expect([keys.length, new Set(keys).size]).toEqual([2, 2]);
    expect(await balance()).toBe(5_000_000_000 - quote.totalSendingAmount);
    close();
  });

  test('and a second one again is refused after one new idempotency key, and the next press pays', async () => {
    const { tab, quote, keys, balance, close } = await overtaken(2);
    expect(await codeOf(tab.quote.execute(quote))).toBe('REFUSED');
    expect([keys.length, new Set(keys).size]).toEqual([2, 2]);
    await expect(tab.quote.execute(quote)).resolves.toMatchObject({ id: quote.id, status: 'PROCESSING' });
    expect(await balance()).toBe(5_000_000_000 - quote.totalSendingAmount);
    close();
  });
});
