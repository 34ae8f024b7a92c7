import type { Store, Wallet } from 'countersign';
import type { BrowserApis } from '../../src/kit/wallet/browser.ts';
import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { codeOf } from './faulty-network.ts';
import { gate } from './gate.ts';
import { createTabStore } from './tabs.ts';
import { alive, createTestBench, signedIn, type TestBench } from './test-bench.ts';

async function storedSession(store: Store, { accountId }: TestBench): Promise<string | undefined> {
  const record = (await store.read(`session:3:${accountId}`)) as { session?: { sessionId: string } } | undefined;
  return record?.session?.sessionId;
}

/** Ten tabs of one browser, signed in. */
async function openTen(bench: TestBench) {
  const store = createTabStore();
  const tabs: Wallet[] = [await signedIn(bench, { store })];
  while (tabs.length < 10) tabs.push(bench.newWallet({ store }));
  return { store, tabs };
}

describe('ten tabs', () => {
  test.each(['keep', 'revoke'] as const)(
    'that refresh at once are left with one session, which all of them sign with, where the service would %s the old one',
    async (afterRefresh) => {
      const bench = await createTestBench({ afterRefresh });
      const { store, tabs } = await openTen(bench);
      const told = await Promise.all(tabs.map(async (tab) => codeOf(tab.session.refresh())));
      const stored = await storedSession(store, bench);
      expect(told).toEqual(tabs.map(() => 'done'));
      await eventually(async () => expect(await alive(bench)).toEqual([stored]));
      const refreshed = (await bench.requests()).filter(
        ({ path, status }) => path.endsWith('/refresh') && status === 201,
      );
      expect(refreshed).toHaveLength(1);
      for (const tab of tabs) {
        await expect(tab.session.list()).resolves.toEqual([expect.objectContaining({ id: stored })]);
        await expect(tab.quote.execute(await bench.quote(1_000_000))).resolves.toMatchObject({ status: 'PROCESSING' });
        expect(tab.state().session?.sessionId).toBe(stored);
      }
    },
  );

  test('that sign at once all succeed, and one quote that all of them execute is paid once', async () => {
    const bench = await createTestBench();
    const { tabs } = await openTen(bench);
    const shared = await bench.quote(1_000_000);
    const own = await Promise.all(tabs.map(async () => bench.quote(1_000_000)));
    const calls = tabs.flatMap((tab, index) => [tab.quote.execute(shared), tab.quote.execute(own[index] ?? shared)]);
    expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => 'done'));
    expect(await bench.balance()).toBe(500_000_000 - 11 * shared.totalSendingAmount);
  });
});

test('a tab that is frozen while it refreshes holds nobody up, and does no harm when it thaws', async () => {
  const bench = await createTestBench();
  const store = createTabStore();
  const [asked, frozen] = [gate(), gate()];
  const freezing = await signedIn(bench, {
    store,
    async fetch(url, init) {
      if (url.endsWith('/refresh')) {
        asked.open();
        await frozen.opened;
      }
      return bench.pageFetch(url, init);
    },
  });
  const other = bench.newWallet({ store });
  const old = freezing.state().session?.sessionId;
  const resumed = freezing.session.refresh();
  await asked.opened;
  const fresh = await other.session.refresh();
  expect(fresh.sessionId).not.toBe(old);
  frozen.open();
  await expect(resumed).resolves.toMatchObject({ sessionId: fresh.sessionId });
  await expect(freezing.quote.execute(await bench.quote(1_000_000))).resolves.toMatchObject({ status: 'PROCESSING' });
  await eventually(async () => expect(await alive(bench)).toEqual([fresh.sessionId]));
});

test('a refresh that comes too late, where the service has ended the old session, waits for the tab that is about to store the new one', async () => {
  const bench = await createTestBench({ afterRefresh: 'revoke' });
  const store = createTabStore();
  const [refreshed, stored] = [gate(), gate()];
  const first = await signedIn(bench, {
    store,
    async fetch(url, init) {
      const answer = await bench.pageFetch(url, init);
      if (url.endsWith('/refresh') && answer.status === 201) {
        refreshed.open();
        await stored.opened;
      }
      return answer;
    },
  });
  const browser = bench.browserOf(store);
  const second = bench.newWallet({
    store,
    browser: {
      ...browser,
      locks: {
        request(...given: [string, LockOptions, () => unknown]) {
          const held = browser.locks?.request(...given);
          if (given[1].mode === 'shared') stored.open();
          return held;
        },
      } as BrowserApis['locks'],
    },
  });
  const refreshing = first.session.refresh();
  await refreshed.opened;
  const late = second.session.refresh();
  late.then(stored.open, stored.open);
  const fresh = await refreshing;
  await expect(late).resolves.toMatchObject({ sessionId: fresh.sessionId });
  expect(await alive(bench)).toEqual([fresh.sessionId]);
});
