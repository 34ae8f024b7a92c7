import { describe, expect, test, vi } from 'vitest';
import { readInstant } from '../../src/clock.ts';
import { createMemoryStore, type ServiceAnswer } from '../../src/session/index.ts';
import { createFixedClock } from '../../src/testing/index.ts';
import { eventually } from '../eventually.ts';
import { createLocks } from '../journeys/tabs.ts';
import {
  accountId,
  alive,
  createTabs,
  deferred,
  evict,
  failing,
  fresh,
  minute,
  noon,
  overQuota,
  persistent,
  recordKey,
  type Faults,
} from './fixtures.ts';
import { createKeeper, createRevoke, idsOf, open, signIn, signedIn } from './opened.ts';

const signedOutCode = { code: 'SIGNED_OUT' };

describe('a sign-out that is pressed while nobody is signed in', () => {
  test.each(['this tab', 'another tab'])(
    'is not undone by a sign-in that was pressed before it in %s',
    async (where) => {
      const revoke = createRevoke();
      const { keeper, clock, store } = open({ revoke });
      const other = where === 'this tab' ? keeper : createKeeper({ store, clock, revoke });
      const lastSignOut = await other.lastSignOut();
      await expect(keeper.signOut()).rejects.toMatchObject(signedOutCode);
      const late = await fresh('1', clock);
      expect(await other.adopt(late, { replaces: 'any', lastSignOut })).toBe('signed-out');
      await expect(other.current()).rejects.toMatchObject(signedOutCode);
      await eventually(() => expect(revoke.mock.calls[0]?.[0]).toMatchObject({ sessionId: 'Session:1', ...late.key }));
      expect(await signIn(other, await fresh('2', clock))).toBe('stored');
    },
  );

  test('is not undone by a sign-in whose press storage answers only after it was announced', async () => {
    const channels = createTabs();
    const below = createMemoryStore();
    const written = deferred<void>();
    const faults: Faults = {};
    const { keeper, clock } = open({ store: persistent(below), channel: channels.open() });
    const other = createKeeper({ store: persistent(below, faults), clock, channel: channels.open() });
    await other.ready();
    faults.update = (key, change) => written.promise.then(() => below.update(key, change));
    const pressed = other.lastSignOut();
    await expect(keeper.signOut()).rejects.toMatchObject(signedOutCode);
    written.resolve();
    expect(await other.adopt(await fresh('1', clock), { replaces: 'any', lastSignOut: await pressed })).toBe(
      'signed-out',
    );
  });

  test('is not undone by a sign-in of a tab whose storage fails', async () => {
    const channels = createTabs();
    const faults: Faults = { read: failing, update: failing };
    const { keeper, clock } = open({ channel: channels.open() });
    const other = createKeeper({
      store: persistent(createMemoryStore(), faults),
      clock,
      channel: channels.open(),
    });
    const lastSignOut = await other.lastSignOut();
    await expect(keeper.signOut()).rejects.toMatchObject(signedOutCode);
    expect(await other.adopt(await fresh('1', clock), { replaces: 'any', lastSignOut })).toBe('signed-out');
  });

  test('is not undone by a sign-in that finds the disk full before the sign-out has reached storage', async () => {
    const channels = createTabs();
    const below = createMemoryStore();
    const [slow, full]: [Faults, Faults] = [{}, {}];
    const revoke = createRevoke();
    const { keeper, clock, page } = open({ store: persistent(below, slow), channel: channels.open() });
    const other = createKeeper({ store: persistent(below, full), clock, channel: channels.open(), revoke });
    const lastSignOut = await other.lastSignOut();
    await keeper.ready();
    const reached = deferred<void>();
    slow.update = (key, change) => reached.promise.then(() => below.update(key, change));
    const pressed = expect(keeper.signOut()).rejects.toMatchObject(signedOutCode);
    await keeper.knownIds();
    full.update = overQuota(below);
    expect(await other.adopt(await fresh('1', clock), { replaces: 'any', lastSignOut })).toBe('signed-out');
    reached.resolve();
    await pressed;
    await eventually(() => expect(idsOf(revoke)).toEqual(['Session:1']));
    page.dispatchEvent(new Event('online'));
    await keeper.check();
    expect([keeper, other].map((tab) => tab.state().status)).toEqual(['signed-out', 'signed-out']);
  });

  test('counts once storage works again in the tab where it was pressed', async () => {
    const below = createMemoryStore();
    const faults: Faults = {};
    const { keeper, clock, page } = open({ store: persistent(below, faults) });
    const other = createKeeper({ store: persistent(below), clock });
    const lastSignOut = await other.lastSignOut();
    await keeper.ready();
    faults.update = failing;
    await keeper.lastSignOut();
    expect(keeper.state().storage).toBe('memory');
    await expect(keeper.signOut()).rejects.toMatchObject(signedOutCode);
    delete faults.update;
    page.dispatchEvent(new Event('online'));
    await keeper.check();
    expect(await other.adopt(await fresh('1', clock), { replaces: 'any', lastSignOut })).toBe('signed-out');
  });
});

describe('a sign-out that is announced', () => {
  test('ends a session that another tab keeps in memory alone', async () => {
    const channels = createTabs();
    const below = createMemoryStore();
    const faults: Faults = { update: overQuota(below) };
    const { keeper: other, clock } = open({ store: persistent(below, faults), channel: channels.open() });
    const { keeper } = open({ store: persistent(below), clock, channel: channels.open() });
    await keeper.ready();
    expect(await signIn(other, await fresh('1', clock))).toBe('stored');
    expect(other.state()).toMatchObject({ status: 'signed-in', storage: 'memory' });
    await expect(keeper.signOut()).rejects.toMatchObject(signedOutCode);
    await expect(other.current()).rejects.toMatchObject(signedOutCode);
  });

  test('wins over a refresh of another tab that is being stored on a full disk', async () => {
    const channels = createTabs();
    const below = createMemoryStore();
    const faults: Faults = {};
    const revoke = createRevoke();
    const { keeper, clock } = await signedIn({ store: persistent(below, faults), channel: channels.open(), revoke });
    const announced = channels.open();
    const refused = deferred<void>();
    let isStoring = false;
    faults.update = async (key, change) => {
      isStoring = true;
      await refused.promise;
      return overQuota(below)(key, change);
    };
    const adopting = keeper.adopt(await fresh('2', clock), { replaces: 'Session:1' });
    await eventually(() => expect(isStoring).toBe(true));
    announced.announce({ accountId, ended: { sessionId: 'Session:1', reason: 'signed-out' } });
    refused.resolve();
    expect(await adopting).toBe('signed-out');
    await expect(keeper.current()).rejects.toMatchObject(signedOutCode);
    await eventually(() => expect(idsOf(revoke)).toContain('Session:2'));
  });

  test('whose tab dies before it is stored is done by a tab that heard of it', async () => {
    const channels = createTabs();
    const revoke = createRevoke();
    const { keeper, page, store } = await signedIn({ channel: channels.open(), revoke });
    channels.open().announce({ accountId, ended: { sessionId: 'Session:1', reason: 'signed-out' } });
    await expect(keeper.current()).rejects.toMatchObject(signedOutCode);
    await keeper.check();
    page.dispatchEvent(new Event('focus'));
    await eventually(() => expect(idsOf(revoke)).toEqual(['Session:1']));
    await eventually(async () => expect(await store.read(recordKey)).toMatchObject({ leaving: [] }));
  });
});

describe('a sign-out over quota, without a channel,', () => {
  async function twoTabs() {
    const below = createMemoryStore();
    const faults: Faults = {};
    const revoke = createRevoke();
    const clock = createFixedClock({ now: noon });
    const { keeper, page } = await signedIn({
      store: persistent(below, faults),
      clock,
      revoke,
      ask: async () => alive(clock),
    });
    const other = createKeeper({ store: persistent(below), clock, revoke });
    await other.current();
    const pressed = async (): Promise<void> => {
      const put = overQuota(below);
      const tab = createKeeper({ store: persistent(below, { update: put }), clock, revoke });
      expect(await tab.signOut()).toEqual({ service: 'revoked', localKeyDeleted: true });
    };
    return { below, faults, keeper, page, clock, revoke, pressed };
  }

  test('is not undone by the refresh of another tab, which signs no more', async () => {
    const { keeper, clock, revoke, pressed } = await twoTabs();
    const refreshed = await fresh('2', clock);
    await pressed();
    expect(await keeper.adopt(refreshed, { replaces: 'Session:1' })).not.toBe('stored');
    await expect(keeper.current()).rejects.toMatchObject(signedOutCode);
    expect(keeper.state()).toMatchObject({ status: 'signed-out', ended: { reason: 'signed-out' } });
    await eventually(() => expect(idsOf(revoke)).toContain('Session:2'));
  });

  test('is obeyed at the next signature, though the service has not heard of it', async () => {
    const { keeper, pressed } = await twoTabs();
    await pressed();
    await expect(keeper.current()).rejects.toMatchObject(signedOutCode);
  });

  test('is obeyed by a tab in memory that returns to storage', async () => {
    const { keeper, faults, page, pressed } = await twoTabs();
    Object.assign(faults, { read: failing, update: failing });
    await keeper.current();
    expect(keeper.state().storage).toBe('memory');
    await pressed();
    Object.assign(faults, { read: undefined, update: undefined });
    page.dispatchEvent(new Event('online'));
    await keeper.check();
    expect(keeper.state()).toEqual({
      status: 'signed-out',
      storage: 'persistent',
      ended: { reason: 'signed-out' },
    });
  });

  test('is not undone by a sign-in that was pressed before it', async () => {
    const { keeper, clock, pressed } = await twoTabs();
    const lastSignOut = await keeper.lastSignOut();
    await pressed();
    expect(await keeper.adopt(await fresh('3', clock), { replaces: 'any', lastSignOut })).toBe('signed-out');
  });

  test('is told from storage that the browser emptied, where the session goes on once the service was asked', async () => {
    const { keeper, below } = await twoTabs();
    await evict(below);
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:1' });
    expect(keeper.state().storage).toBe('memory');
  });
});

describe('a sign-out before the rest of the code has arrived', () => {
  test('is done though the wallet is closed meanwhile', async () => {
    const { store, clock, keeper: before } = await signedIn();
    await before.close();
    const keeper = createKeeper({ store, clock });
    const told = keeper.signOut();
    const closing = keeper.close();
    expect(keeper.state().status).toBe('closed');
    expect(await told).toMatchObject({ service: 'not-reached', localKeyDeleted: true });
    await closing;
    expect(keeper.state().status).toBe('closed');
    await expect(createKeeper({ store, clock }).current()).rejects.toMatchObject(signedOutCode);
  });
});

describe('a question to the service about a session', () => {
  test('waits for a refresh that another tab has under way, and hears of its session', async () => {
    const locks = createLocks();
    const asked = vi.fn(async (): Promise<ServiceAnswer> => ({
      session: 'gone',
      startedAt: readInstant(clock),
      date: noon,
    }));
    const clock = createFixedClock({ now: noon });
    const { keeper, store } = await signedIn({ clock, locks, ask: asked });
    const other = createKeeper({ store, clock, locks });
    clock.advance(minute);
    const answered = deferred<void>();
    const refreshing = locks.request(`countersign:${accountId}`, {}, async () => {
      await answered.promise;
      await other.adopt(await fresh('2', clock, { date: clock.now() }), { replaces: 'Session:1' });
    });
    const doubt = keeper.doubt('Session:1');
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked).not.toHaveBeenCalled();
    answered.resolve();
    await refreshing;
    expect(await doubt).toBe('gone');
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:2' });
    expect(keeper.state()).toMatchObject({ status: 'signed-in' });
  });
});
