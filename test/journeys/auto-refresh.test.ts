import { onExpiring, type Wallet } from 'countersign';
import { beforeAll, describe, expect, test } from 'vitest';
import { createPageLocks } from '../../src/kit/wallet/run/locks.ts';
import { atRest, countCryptoCalls } from '../rest.ts';
import { gate } from './gate.ts';
import { createTestBench, signedIn, type TestBench } from './test-bench.ts';
import { createBus, createTabStore } from './tabs.ts';

const minute = 60_000;

beforeAll(countCryptoCalls);

const refreshes = async (bench: TestBench): Promise<number> =>
  (await bench.requests()).filter(({ path, status }) => path.endsWith('/refresh') && status === 201).length;

/** A page that can be hidden, in a browser with Web Locks. */
function createPage() {
  const page = new EventTarget();
  const seen = { visible: true };
  return {
    browser: { locks: createPageLocks(), channel: createBus()(), page, visible: () => seen.visible },
    page,
    seen,
  };
}

function nextSession(wallet: Wallet): Promise<void> {
  const before = wallet.state().session?.sessionId;
  return new Promise((resolve) => {
    const stop = wallet.subscribe(() => {
      const now = wallet.state().session?.sessionId;
      if (now === undefined || now === before) return;
      stop();
      resolve();
    });
  });
}

describe('a session near its end', () => {
  test('is not refreshed by a hidden page, and is when somebody looks at it', async () => {
    const bench = await createTestBench();
    const { browser, page, seen } = createPage();
    const wallet = await signedIn(bench, { browser, sessionKeys: 'client-held' });
    seen.visible = false;
    await atRest();
    bench.clock.advance(14 * minute + 1_000);
    await atRest();
    expect(await refreshes(bench)).toBe(0);

    const refreshed = nextSession(wallet);
    seen.visible = true;
    page.dispatchEvent(new Event('visibilitychange'));
    await refreshed;
    expect(await refreshes(bench)).toBe(1);
  });

  test('is refreshed by one of ten tabs, and all sign with what came of it', async () => {
    const bench = await createTestBench();
    const store = createTabStore();
    const next = () => ({ ...bench.browserOf(store), visible: () => true });
    const tabs = [await signedIn(bench, { store, browser: next() })];
    while (tabs.length < 10) tabs.push(bench.newWallet({ store, browser: next() }));
    await Promise.all(tabs.map(async (tab) => tab.session.list()));
    const refreshed = tabs.map(nextSession);
    bench.clock.advance(14 * minute);
    await Promise.all(refreshed);
    for (const tab of tabs) await tab.quote.execute(await bench.quote(1_000_000));
    await atRest();
    expect(await refreshes(bench)).toBe(1);
    expect(new Set(tabs.map((tab) => tab.state().session?.sessionId)).size).toBe(1);
  });

  test('holds up no other action while a payment hangs, and is refreshed at once when that ends', async () => {
    const bench = await createTestBench();
    const [sent, answered] = [gate(), gate()];
    let isHanging = true;
    const wallet = await signedIn(bench, {
      browser: createPage().browser,
      sessionKeys: 'client-held',
      async fetch(url, init) {
        const answer = await bench.pageFetch(url, init);
        if (!isHanging || !url.endsWith('/execute')) return answer;
        sent.open();
        isHanging = false;
        await answered.opened;
        return answer;
      },
    });
    const asked = async () => (await bench.requests()).filter(({ path }) => path.endsWith('/refresh'));
    await atRest();
    bench.clock.advance(14 * minute - 1_000);
    const hanging = wallet.quote.execute(await bench.quote(1_000_000));
    await sent.opened;
    for (let second = 0; second < 20; second += 1) {
      bench.clock.advance(1_000);
      await atRest();
    }
    await expect(wallet.quote.execute(await bench.quote(2_000_000))).resolves.toMatchObject({ status: 'PROCESSING' });
    expect(await asked()).toEqual([]);
    const refreshed = nextSession(wallet);
    answered.open();
    await Promise.all([hanging, refreshed]);
  });

  test('is refreshed by a press that waits for the payment, though an automatic refresh beside it does not', async () => {
    const bench = await createTestBench();
    const [asked, ask, sent, answered] = [gate(), gate(), gate(), gate()];
    let isFirst = true;
    const wallet = await signedIn(bench, {
      browser: createPage().browser,
      sessionKeys: 'client-held',
      async fetch(url, init) {
        if (isFirst && url.endsWith('/refresh')) {
          isFirst = false;
          asked.open();
          await ask.opened;
        }
        const answer = await bench.pageFetch(url, init);
        if (!url.endsWith('/execute')) return answer;
        sent.open();
        await answered.opened;
        return answer;
      },
    });
    await atRest();
    bench.clock.advance(14 * minute);
    await asked.opened;
    const before = wallet.state().session?.sessionId;
    const paying = wallet.quote.execute(await bench.quote(1_000_000));
    await sent.opened;
    const pressed = wallet.session.refresh();
    pressed.catch(() => {});
    ask.open();
    await atRest();
    answered.open();
    expect((await pressed).sessionId).not.toBe(before);
    await paying;
  });

  test('is left to the person where nobody wants it refreshed', async () => {
    const bench = await createTestBench();
    const { browser } = createPage();
    const wallet = await signedIn(bench, { browser, refreshBefore: false, sessionKeys: 'client-held' });
    await atRest();
    bench.clock.advance(14 * minute + 30_000);
    await atRest();
    expect(await refreshes(bench)).toBe(0);
    expect(wallet.state().status).toBe('signed-in');
  });

  test('whose refresh failed is refreshed as soon as the service answers again, and the person is warned', async () => {
    const bench = await createTestBench();
    const { browser, page } = createPage();
    const wallet = await signedIn(bench, { browser, sessionKeys: 'client-held' });
    const warned: string[] = [];
    onExpiring(wallet, ({ sessionId }) => warned.push(sessionId), { clock: bench.clock });
    await bench.fault({ path: '/auth/sessions/*/refresh', status: 503, count: 100 });
    const asked = async () => (await bench.requests()).filter(({ path }) => path.endsWith('/refresh'));
    const before = wallet.state().session?.sessionId;
    await atRest();
    bench.clock.advance(14 * minute);
    await atRest();
    expect([(await asked()).length, warned]).toEqual([1, [before]]);
    await bench.control('DELETE', '/faults');
    const refreshed = nextSession(wallet);
    page.dispatchEvent(new Event('online'));
    await refreshed;
    expect(wallet.state().session?.sessionId).not.toBe(before);
  });
});
