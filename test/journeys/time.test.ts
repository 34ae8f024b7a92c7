import type { Wallet } from 'countersign';
import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { codeOf, createFaultyNetwork, actionKinds, type FaultyNetwork } from './faulty-network.ts';
import { createTestBench, signedIn } from './test-bench.ts';

const minute = 60_000;
const actions = actionKinds.map((action) => [action.name, action] as const);
const asked = actionKinds.filter(({ legs }) => legs.includes(1)).map((action) => [action.name, action] as const);

/** A tab in which the person takes a while over each question: `meanwhile` happens then. */
function hesitant(network: FaultyNetwork, meanwhile: (time: number) => Promise<unknown> | undefined) {
  let times = 0;
  const tab: Wallet = network.open({
    async approve() {
      times += 1;
      await meanwhile(times);
      return true;
    },
  });
  return { tab, times: () => times };
}

async function stamps({ bench }: FaultyNetwork): Promise<number> {
  return (await bench.requests()).filter(({ signedBy, refusal }) => signedBy !== undefined || refusal !== undefined)
    .length;
}

describe('a person who hesitates', () => {
  test.each(asked)('over %s until the challenge has expired is asked again, and it is done once', async (_, action) => {
    const network = await createFaultyNetwork({ cards: 2 });
    const target = await action.prepare(network);
    const { tab, times } = hesitant(network, (time) => {
      if (time === 1) network.bench.clock.advance(6 * minute);
      return undefined;
    });
    await expect(codeOf(target.run(tab))).resolves.toBe('done');
    expect(times()).toBeGreaterThanOrEqual(2);
    expect(network.times(target)).toBe(1);
  });

  test('over a payment until the quote has expired pays nothing', async () => {
    const network = await createFaultyNetwork({ cards: 0 });
    const quote = await network.bench.quote(1_000_000);
    const { tab } = hesitant(network, () => {
      network.bench.clock.advance(Date.parse(quote.expiresAt) - network.bench.clock.now());
      return undefined;
    });
    await tab.session.list();
    await expect(tab.quote.execute(quote)).rejects.toMatchObject({ code: 'QUOTE_EXPIRED', nextStep: 'restart' });
    expect(await network.bench.balance()).toBe(5_000_000_000);
  });

  test.each(actions)(
    'over %s until the session has ended signs nothing, and is asked to sign in',
    async (_, action) => {
      const network = await createFaultyNetwork({ cards: 2 });
      const target = await action.prepare(network);
      const before = await stamps(network);
      const { tab } = hesitant(network, () => {
        network.bench.clock.advance(15 * minute);
        return undefined;
      });
      await expect(target.run(tab)).rejects.toMatchObject({ code: 'SESSION_EXPIRED', nextStep: 'reauthenticate' });
      expect(await stamps(network)).toBe(before);
      expect(tab.state()).toMatchObject({ status: 'signed-out', ended: { reason: 'expired' } });
    },
  );

  test.each(actions)('over %s while another tab signs out signs nothing', async (_, action) => {
    const network = await createFaultyNetwork({ cards: 2 });
    const target = await action.prepare(network);
    const { tab } = hesitant(network, () => network.wallet.session.revoke());
    await expect(target.run(tab)).rejects.toMatchObject({ code: 'SIGNED_OUT' });
    expect(network.times(target)).toBe(0);
  });

  test.each(['keep', 'revoke'] as const)(
    'over a refresh while another tab refreshes is told of its session, where the service would %s the old one',
    async (afterRefresh) => {
      const network = await createFaultyNetwork({ cards: 0, afterRefresh });
      const { tab } = hesitant(network, () => network.wallet.session.refresh());
      const { sessionId } = await tab.session.refresh();
      expect(sessionId).toBe(network.wallet.state().session?.sessionId);
      await eventually(async () =>
        expect(await tab.session.list()).toEqual([expect.objectContaining({ id: sessionId, current: true })]),
      );
    },
  );

  test.each(['keep', 'revoke'] as const)(
    'while another tab refreshes signs with the new key, where the service would %s the old session',
    async (afterRefresh) => {
      for (const [name, action] of actions.filter(([which]) => which !== 'a refresh')) {
        const network = await createFaultyNetwork({ cards: 2, afterRefresh });
        const target = await action.prepare(network);
        const { tab } = hesitant(network, () => network.wallet.session.refresh());
        expect([name, await codeOf(target.run(tab))]).toEqual([name, 'done']);
        expect(network.times(target)).toBe(1);
        const { signedBy } = (await network.bench.requests()).findLast(({ path }) => path === target.path) ?? {};
        expect(signedBy).toBe(network.wallet.state().session?.compressedPublicKeyHex);
      }
    },
  );
});

describe('an answer that took a minute', () => {
  test.each(['request', 'answer'] as const)(
    'because of the %s ends the session no later than the service does',
    async (slow) => {
      const bench = await createTestBench();
      const wallet = bench.newWallet({
        timeoutMs: 2 * minute,
        async fetch(url, init) {
          const isLast = url.endsWith('/verify') && new Headers(init.headers).has('Service-Wallet-Signature');
          if (isLast && slow === 'request') bench.clock.advance(minute);
          const answer = await bench.pageFetch(url, init);
          if (isLast && slow === 'answer') bench.clock.advance(minute);
          return answer;
        },
      });
      const begun = bench.clock.now();
      const { expiresAt } = await (await wallet.emailOtp.begin()).verify('000000');
      expect(expiresAt).toBe(begun + 15 * minute);
      bench.clock.advance(14 * minute - 1);
      await expect(wallet.quote.execute(await bench.quote(1_000_000))).resolves.toMatchObject({ status: 'PROCESSING' });
      bench.clock.advance(1);
      await expect(wallet.session.refresh()).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
    },
  );

  test('to a payment is not waited for longer than the time-out: it is looked up', async () => {
    const network = await createFaultyNetwork({ cards: 0 });
    const quote = await network.bench.quote(1_000_000);
    const tab = network.open({
      async fetch(url, init) {
        const answer = await network.pageFetch(url, init);
        if (!url.endsWith('/execute')) return answer;
        return new Promise((_, reject) => {
          init.signal?.addEventListener('abort', () => reject(new DOMException('Aborted.', 'AbortError')));
          network.bench.clock.advance(minute / 2);
        });
      },
    });
    await expect(tab.quote.execute(quote)).resolves.toMatchObject({ id: quote.id, transactionId: quote.transactionId });
    expect(await network.bench.balance()).toBe(5_000_000_000 - quote.totalSendingAmount);
  });
});

describe('a time without its offset, which could be hours away, is signed for by nobody:', () => {
  const bare = (text: string): string => text.replace(/("expiresAt":"[^"]*)Z"/, '$1"');

  test('that of a quote', async () => {
    const bench = await createTestBench();
    const wallet = await signedIn(bench);
    const quote = await bench.quote(1_000_000);
    const payment = wallet.quote.execute(JSON.parse(bare(JSON.stringify(quote))) as typeof quote);
    await expect(payment).rejects.toMatchObject({ code: 'QUOTE_NOT_SIGNABLE' });
  });

  test('that of a challenge', async () => {
    const bench = await createTestBench();
    const wallet = await signedIn(bench, {
      async fetch(url, init) {
        const answer = await bench.pageFetch(url, init);
        const isChallenge = answer.status === 202 && url.endsWith('/refresh');
        return isChallenge ? new Response(bare(await answer.text()), answer) : answer;
      },
    });
    await expect(wallet.session.refresh()).rejects.toMatchObject({ code: 'ANSWER_INVALID' });
  });
});
