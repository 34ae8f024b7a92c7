import { createMemoryStore } from 'countersign';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTabStore } from '../../journeys/tabs.ts';
import { createTestBench, signedIn, type OpenWalletOptions } from '../../journeys/test-bench.ts';
import { atRest, countCryptoCalls } from '../../rest.ts';

beforeAll(countCryptoCalls);

const otherId = 'Session:00000000-0000-4000-8000-00000000000c';
const ended = { status: 'signed-out', ended: { reason: 'signed-out' } };

/** A wallet whose revocations a test answers: true lets one pass, a promise holds it, and an error loses it. */
async function open(options: OpenWalletOptions = {}) {
  const bench = await createTestBench();
  const network: { answer: () => boolean | Promise<boolean>; asked: number } = { answer: () => true, asked: 0 };
  const store = createTabStore();
  const wallet = await signedIn(bench, {
    store,
    refreshBefore: false,
    async fetch(url, init) {
      if (init.method === 'DELETE') {
        network.asked += 1;
        await network.answer();
      }
      return bench.pageFetch(url, init);
    },
    ...options,
  });
  return { bench, wallet, network, store };
}

const offline = (): never => {
  throw new TypeError('offline');
};

describe('signing out', () => {
  test('by itself or by the id of the own session ends it here and at the service', async () => {
    for (const isNamed of [true, false]) {
      const { wallet } = await open();
      const sessionId = isNamed ? wallet.state().session?.sessionId : undefined;
      expect(await wallet.session.revoke({ sessionId })).toEqual({ service: 'revoked', localKeyDeleted: true });
      expect(wallet.state()).toMatchObject(ended);
    }
  });

  test('of a session that has been ended elsewhere meanwhile says that the service has ended it', async () => {
    const { wallet, bench } = await open();
    const elsewhere = await signedIn(bench);
    await elsewhere.session.revoke({ sessionId: wallet.state().session?.sessionId });
    expect(await wallet.session.revoke()).toEqual({ service: 'revoked', localKeyDeleted: true });
  });

  test('without a network deletes the key all the same, and no later page revokes by it', async () => {
    const { wallet, network, store, bench } = await open();
    network.answer = offline;
    expect(await wallet.session.revoke()).toMatchObject({
      service: 'not-reached',
      localKeyDeleted: true,
      error: { code: 'NETWORK_FAILED' },
    });
    expect(wallet.state()).toMatchObject(ended);
    wallet.close();
    const before = network.asked;
    const reopened = bench.newWallet({ store });
    await reopened.prepare();
    bench.clock.advance(30_000);
    expect(reopened.state()).toMatchObject(ended);
    expect(network.asked).toBe(before);
  });

  test('is told to the service at once where storage never answers, and that the key may be left', async () => {
    const below = createTabStore();
    let isHanging = false;
    const update: typeof below.update = (...given) => (isHanging ? new Promise(() => {}) : below.update(...given));
    const { wallet, network, bench } = await open({
      store: { ...below, update },
      browser: { ...(await createTestBench()).browserOf(below), visible: () => true },
    });
    isHanging = true;
    const outcome = wallet.session.revoke();
    await atRest();
    expect(network.asked).toBe(2);
    // The limit of the change, and that of the deletion.
    bench.clock.advance(5_000);
    await atRest();
    bench.clock.advance(5_000);
    expect(await outcome).toMatchObject({ localKeyDeleted: false, error: { code: 'KEY_NOT_DELETED' } });
  });

  test('says after ten seconds that the service was not reached', async () => {
    const { wallet, network, bench } = await open();
    network.answer = () => new Promise(() => {});
    const outcome = wallet.session.revoke();
    await atRest();
    expect(network.asked).toBe(1);
    bench.clock.advance(10_000);
    expect(await outcome).toMatchObject({ service: 'not-reached', localKeyDeleted: true });
  });

  test('is told to the service again with growing pauses for thirty seconds, and then the key is dropped', async () => {
    const { wallet, network, bench } = await open();
    const { clock } = bench;
    network.answer = offline;
    await wallet.session.revoke();
    for (const [pause, asked] of [
      [2_000, 2],
      [4_000, 3],
      [8_000, 4],
    ] as const) {
      await atRest();
      clock.advance(pause - 1);
      await atRest();
      expect(network.asked).toBe(asked - 1);
      clock.advance(1);
      await atRest();
      expect(network.asked).toBe(asked);
    }
    clock.advance(16_000);
    await atRest();
    expect([clock.pending(), network.asked]).toEqual([0, 4]);
  });

  test('whose signal was aborted before it does nothing; whose signal aborts later is told at once', async () => {
    const { wallet, network } = await open();
    const [given, reason] = [new AbortController(), new Error('tired of waiting')];
    await expect(wallet.session.revoke({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(wallet.state().status).toBe('signed-in');
    network.answer = () => new Promise(() => {});
    const outcome = wallet.session.revoke({ signal: given.signal });
    given.abort(reason);
    expect(await outcome).toEqual({ service: 'not-reached', localKeyDeleted: true, error: reason });
  });
});

describe('ending another session', () => {
  test('rejects when that session could not be ended, and keeps the own key', async () => {
    const { wallet, bench } = await open({ store: createMemoryStore() });
    await bench.fault({ method: 'DELETE', path: '/auth/sessions/*', status: 503, count: 9 });
    const other = await signedIn(bench);
    const sessionId = other.state().session?.sessionId;
    await expect(wallet.session.revoke({ sessionId })).rejects.toMatchObject({ code: 'SERVICE_FAILED' });
    expect(wallet.state().status).toBe('signed-in');
  });

  test('that the service does not list any more has nothing left to do', async () => {
    const { wallet } = await open();
    const nothing = { service: 'revoked', localKeyDeleted: false };
    expect(await wallet.session.revoke({ sessionId: otherId })).toEqual(nothing);
  });
});
