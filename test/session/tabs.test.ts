import { describe, expect, test, vi } from 'vitest';
import { createMemoryStore, type SessionKeeper } from '../../src/session/index.ts';
import { createFixedClock } from '../../src/testing/index.ts';
import { accountId, createTabs, fresh, minute, noon, persistent } from './fixtures.ts';
import { createKeeper, signIn } from './opened.ts';

const other = 'InternalAccount:0192a000-0000-7000-8000-000000000002';

function openTabs(count: number): {
  tabs: readonly SessionKeeper[];
  clock: ReturnType<typeof createFixedClock>;
  store: ReturnType<typeof persistent>;
  channels: ReturnType<typeof createTabs>;
} {
  const clock = createFixedClock({ now: noon });
  const store = persistent(createMemoryStore());
  const channels = createTabs();
  const tabs = Array.from({ length: count }, () => createKeeper({ store, clock, channel: channels.open() }));
  return { tabs, clock, store, channels };
}

const settle = (tabs: readonly SessionKeeper[]): Promise<unknown> =>
  Promise.all(tabs.map((tab) => tab.lastCredentialId()));
const first = (tabs: readonly SessionKeeper[]): SessionKeeper => {
  const [tab] = tabs;
  if (tab === undefined) throw new RangeError('tabs must not be empty');
  return tab;
};

describe.each([2, 3, 10])('%i tabs of one account', (count) => {
  test('all know of a sign-in, a refresh, a sign-out and an end', async () => {
    const { tabs, clock } = openTabs(count);
    await Promise.all(tabs.map((tab) => tab.ready()));
    const all = (): readonly (readonly [string, string | undefined])[] =>
      tabs.map((tab) => [tab.state().status, tab.state().session?.sessionId] as const);
    const each = (status: string, sessionId?: string): unknown => tabs.map(() => [status, sessionId]);
    await first(tabs).adopt(await fresh('1', clock), { replaces: 'any' });
    await settle(tabs);
    expect(all()).toEqual(each('signed-in', 'Session:1'));
    await first(tabs).adopt(await fresh('2', clock), { replaces: 'Session:1' });
    await settle(tabs);
    expect(all()).toEqual(each('signed-in', 'Session:2'));
    await first(tabs).signOut();
    await settle(tabs);
    expect(all()).toEqual(each('signed-out'));
    expect(tabs.map((tab) => tab.state().ended)).toEqual(tabs.map(() => ({ reason: 'signed-out' })));
    await signIn(first(tabs), await fresh('3', clock));
    await settle(tabs);
    expect(all()).toEqual(each('signed-in', 'Session:3'));
    clock.advance(15 * minute);
    await first(tabs).check();
    await settle(tabs);
    expect(all()).toEqual(each('signed-out'));
    expect(tabs.map((tab) => tab.state().ended)).toEqual(tabs.map(() => ({ reason: 'expired' })));
  });

  test('that refresh at once agree on the one session that was stored', async () => {
    const { tabs, clock } = openTabs(count);
    await first(tabs).adopt(await fresh('0', clock), { replaces: 'any' });
    await settle(tabs);
    const won = await Promise.all(
      tabs.map(async (tab, index) => tab.adopt(await fresh(`new-${index}`, clock), { replaces: 'Session:0' })),
    );
    expect(won.filter((adoption) => adoption === 'stored')).toHaveLength(1);
    const sessions = await Promise.all(tabs.map((tab) => tab.current()));
    expect(new Set(sessions.map((session) => session.sessionId))).toEqual(
      new Set([`Session:new-${won.indexOf('stored')}`]),
    );
  });

  test('that sign out at once end the session once, and never the one after it', async () => {
    const { tabs, clock } = openTabs(count);
    await first(tabs).adopt(await fresh('1', clock), { replaces: 'any' });
    await settle(tabs);
    const pressed = await Promise.all(tabs.map((tab) => tab.signOut().catch((error: unknown) => error)));
    expect(pressed[0]).toEqual({ service: 'revoked', localKeyDeleted: true });
    await signIn(first(tabs), await fresh('2', clock));
    await settle(tabs);
    for (const tab of tabs) expect(await tab.current()).toMatchObject({ sessionId: 'Session:2' });
  });

  test('that see the end at once delete one key and all ask for a login', async () => {
    const { tabs, clock } = openTabs(count);
    await first(tabs).adopt(await fresh('1', clock), { replaces: 'any' });
    await settle(tabs);
    clock.advance(15 * minute);
    await Promise.all(tabs.map((tab) => tab.check()));
    await settle(tabs);
    expect(tabs.map((tab) => tab.state().ended?.reason)).toEqual(tabs.map(() => 'expired'));
  });
});

describe('tabs', () => {
  test('that hear nothing find the new session before they sign', async () => {
    const clock = createFixedClock({ now: noon });
    const store = persistent(createMemoryStore());
    const [one, two] = [createKeeper({ store, clock }), createKeeper({ store, clock })];
    await one.adopt(await fresh('1', clock), { replaces: 'any' });
    expect(await two.current()).toMatchObject({ sessionId: 'Session:1' });
    await one.adopt(await fresh('2', clock), { replaces: 'Session:1' });
    expect(await two.current()).toMatchObject({ sessionId: 'Session:2' });
    await one.signOut();
    await expect(two.current()).rejects.toMatchObject({ code: 'SIGNED_OUT' });
  });

  test('that come back from the back/forward cache read the store again', async () => {
    const clock = createFixedClock({ now: noon });
    const store = persistent(createMemoryStore());
    const page = new EventTarget();
    const cached = createKeeper({ store, clock, page });
    const live = createKeeper({ store, clock });
    await live.adopt(await fresh('1', clock), { replaces: 'any' });
    await cached.check();
    await live.signOut();
    expect(cached.state().status).toBe('signed-in');
    page.dispatchEvent(new Event('pageshow'));
    await settle([cached]);
    expect(cached.state().status).toBe('signed-out');
  });

  test('that wake late never delete the session that another tab has refreshed', async () => {
    const { tabs, clock } = openTabs(1);
    const stale = first(tabs);
    await stale.adopt(await fresh('1', clock), { replaces: 'any' });
    const store = stale.store();
    const frozenSince = createKeeper({ store: persistent(store), clock });
    clock.advance(14 * minute);
    const times = {
      updatedAt: new Date(noon + 14 * minute).toISOString(),
      expiresAt: new Date(noon + 29 * minute).toISOString(),
    };
    const refreshed = await fresh('2', clock, { date: noon + 14 * minute });
    await frozenSince.adopt({ ...refreshed, session: { ...refreshed.session, ...times } }, { replaces: 'Session:1' });
    clock.advance(2 * minute);
    expect(await stale.current()).toMatchObject({ sessionId: 'Session:2' });
  });

  test('of two accounts in one browser do not disturb each other', async () => {
    const { tabs, clock, store, channels } = openTabs(1);
    const read = vi.spyOn(store, 'read');
    await first(tabs).ready();
    const reads = read.mock.calls.length;
    const second = createKeeper({
      accountId: other,
      store: persistent(createMemoryStore()),
      clock,
      channel: channels.open(),
    });
    await second.adopt(await fresh('9', clock), { replaces: 'any' });
    await settle(tabs);
    expect(read.mock.calls.length - reads).toBe(1);
    expect(first(tabs).state().status).toBe('signed-out');
  });

  test('announce that something changed, what ended and the mark of a sign-out, and nothing more', async () => {
    const { tabs, clock, channels } = openTabs(1);
    await first(tabs).adopt(await fresh('1', clock), { replaces: 'any' });
    await first(tabs).current();
    await first(tabs).signOut();
    expect(channels.sent).toEqual([
      { accountId },
      { accountId, ended: { sessionId: 'Session:1', reason: 'signed-out' } },
      { accountId, mark: expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
    ]);
  });
});
