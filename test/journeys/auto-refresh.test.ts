import { createMemoryStore, onExpiring, type Wallet } from 'countersign';
import { describe, expect, test } from 'vitest';
import { setStage, signedIn, type Stage } from './stage.ts';
import { createBus, createLocks } from './tabs.ts';

const minute = 60_000;

const refreshes = async (stage: Stage): Promise<number> =>
  (await stage.requests()).filter(({ path, status }) => path.endsWith('/refresh') && status === 201).length;

/** Lets the engine work; no time passes. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A page that can be hidden, in a browser with Web Locks. */
function createPage() {
  const page = new EventTarget();
  const seen = { visible: true };
  return { surroundings: { locks: createLocks(), page, visible: () => seen.visible }, page, seen };
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
    const stage = await setStage();
    const { surroundings, page, seen } = createPage();
    const wallet = await signedIn(stage, { surroundings });
    seen.visible = false;
    stage.clock.advance(14 * minute + 1_000);
    await rest();
    expect(await refreshes(stage)).toBe(0);

    const refreshed = nextSession(wallet);
    seen.visible = true;
    page.dispatchEvent(new Event('visibilitychange'));
    await refreshed;
    expect(await refreshes(stage)).toBe(1);
    wallet.close();
  });

  test('is refreshed by one of ten tabs, and all sign with what came of it', async () => {
    const stage = await setStage();
    const store = createMemoryStore();
    const [join, locks] = [createBus(), createLocks()];
    const next = () => ({ channel: join(), locks, visible: () => true });
    const tabs = [await signedIn(stage, { store, surroundings: next() })];
    while (tabs.length < 10) tabs.push(stage.newWallet({ store, surroundings: next() }));
    await Promise.all(tabs.map(async (tab) => tab.session.list()));
    const refreshed = tabs.map(nextSession);
    stage.clock.advance(14 * minute);
    await Promise.all(refreshed);
    await rest();
    expect(await refreshes(stage)).toBe(1);
    expect(new Set(tabs.map((tab) => tab.state().session?.sessionId)).size).toBe(1);
    for (const tab of tabs) tab.close();
  });

  test('is left to the person where there are no Web Locks, or nobody wants it refreshed', async () => {
    for (const options of [
      { surroundings: { visible: () => true } },
      { surroundings: createPage().surroundings, refreshBefore: false as const },
    ]) {
      const stage = await setStage();
      const wallet = await signedIn(stage, options);
      stage.clock.advance(14 * minute + 30_000);
      await rest();
      expect(await refreshes(stage)).toBe(0);
      expect(wallet.state().status).toBe('signed-in');
      wallet.close();
    }
  });

  test('whose refresh failed is not refreshed by itself again and again, and the person is warned', async () => {
    const stage = await setStage();
    const { surroundings, page } = createPage();
    const wallet = await signedIn(stage, { surroundings });
    const warned: string[] = [];
    onExpiring(wallet, ({ sessionId }) => warned.push(sessionId), { clock: stage.clock });
    await stage.fault({ path: '/auth/sessions/*/refresh', status: 503, count: 100 });
    stage.clock.advance(14 * minute);
    await rest();
    for (let second = 0; second < 10; second += 1) {
      stage.clock.advance(1_000);
      page.dispatchEvent(new Event('focus'));
      await rest();
    }
    expect((await stage.requests()).filter(({ path }) => path.endsWith('/refresh'))).toHaveLength(1);
    expect(warned).toEqual([wallet.state().session?.sessionId]);
    await stage.control('DELETE', '/faults');
    await expect(wallet.session.refresh()).resolves.toMatchObject({ sessionId: expect.any(String) as string });
    wallet.close();
  });
});
