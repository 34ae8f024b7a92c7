import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { recordKey } from './fixtures.ts';
import { runAllOrders, type TwoTabs } from './interleavings.ts';
import { signIn } from './opened.ts';

type Act = (both: TwoTabs) => Promise<unknown>;

const refreshIn =
  (tab: 0 | 1, which: 'second' | 'third'): Act =>
  async ({ tabs, fresh }) =>
    tabs[tab].adopt(fresh[which], { replaces: 'Session:1' });
const signInIn =
  (tab: 0 | 1, which: 'second' | 'third'): Act =>
  async ({ tabs, fresh }) =>
    signIn(tabs[tab], fresh[which]);
const signOutIn =
  (tab: 0 | 1): Act =>
  async ({ tabs }) =>
    tabs[tab].signOut();
const doubtIn =
  (tab: 0 | 1): Act =>
  async ({ tabs }) =>
    tabs[tab].doubt('Session:1');

/** Each session that was begun in these tests, and is not the one that is stored, is over at the service or was revoked. */
async function nobodyIsLeft({ tabs, store, revoked }: TwoTabs, begun: readonly string[]): Promise<string | undefined> {
  const record = (): Promise<{ session?: { sessionId: string }; leaving: readonly unknown[] }> =>
    store.read(recordKey) as ReturnType<typeof record>;
  await eventually(async () => expect((await record()).leaving).toEqual([]), { interval: 1 });
  const kept = (await record()).session?.sessionId;
  for (const id of begun) if (id !== kept) await eventually(() => expect(revoked).toContain(id), { interval: 1 });
  const seen = await Promise.all(tabs.map((tab) => tab.current().catch(() => undefined)));
  expect(seen.map((one) => one?.sessionId)).toEqual([kept, kept]);
  expect(revoked).not.toContain(kept);
  return kept;
}

describe.each([
  { channel: true, having: 'with a channel' },
  { channel: false, having: 'without a channel' },
])('in every order of two tabs $having', ({ channel }) => {
  test('a sign-out wins over a refresh, and both sessions end at the service', async () => {
    const atRest = async (both: TwoTabs): Promise<void> => {
      expect(await nobodyIsLeft(both, ['Session:1', 'Session:2'])).toBeUndefined();
    };
    expect(await runAllOrders([signOutIn(0), refreshIn(1, 'second')], { channel, atRest })).toBeGreaterThan(5);
  });

  test('one of two refreshes is stored, and all else ends at the service', async () => {
    const atRest = async (both: TwoTabs): Promise<void> => {
      expect(await nobodyIsLeft(both, ['Session:1', 'Session:2', 'Session:3'])).toMatch(/^Session:[23]$/);
    };
    expect(await runAllOrders([refreshIn(0, 'second'), refreshIn(1, 'third')], { channel, atRest })).toBeGreaterThan(5);
  });

  test('a sign-out and a sign-in leave one session or none, and all else ends at the service', async () => {
    const atRest = async (both: TwoTabs): Promise<void> => {
      expect([undefined, 'Session:2']).toContain(await nobodyIsLeft(both, ['Session:1', 'Session:2']));
    };
    expect(await runAllOrders([signOutIn(0), signInIn(1, 'second')], { channel, atRest })).toBeGreaterThan(5);
  });

  test('a sign-in wins over a refresh', async () => {
    const atRest = async (both: TwoTabs): Promise<void> => {
      expect(await nobodyIsLeft(both, ['Session:1', 'Session:2', 'Session:3'])).toBe('Session:3');
    };
    expect(await runAllOrders([refreshIn(0, 'second'), signInIn(1, 'third')], { channel, atRest })).toBeGreaterThan(5);
  });

  test('two sign-outs are one', async () => {
    const atRest = async (both: TwoTabs): Promise<void> => {
      expect(await nobodyIsLeft(both, ['Session:1'])).toBeUndefined();
    };
    expect(await runAllOrders([signOutIn(0), signOutIn(1)], { channel, atRest })).toBeGreaterThan(5);
  });

  test('a session that the service has ended is over, and its successor is not', async () => {
    const atRest = async (both: TwoTabs): Promise<void> => {
      expect(await nobodyIsLeft(both, [])).toBe('Session:2');
    };
    expect(await runAllOrders([doubtIn(0), refreshIn(1, 'second')], { channel, atRest })).toBeGreaterThan(5);
  });
});
