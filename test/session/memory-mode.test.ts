import { describe, expect, test, vi } from 'vitest';
import { readInstant } from '../../src/clock.ts';
import {
  createIndexedDbStore,
  createMemoryStore,
  type ServiceAnswer,
  type SessionKeeper,
} from '../../src/session/index.ts';
import { createFixedClock } from '../../src/testing/index.ts';
import { eventually } from '../eventually.ts';
import { findIndexedDb, freshName } from './factory.ts';
import {
  alive,
  createTabs,
  deferred,
  evict,
  failing,
  fresh,
  hang,
  minute,
  noon,
  persistent,
  recordKey,
  type Faults,
} from './fixtures.ts';
import { createKeeper, createRevoke, signedIn, signIn, type Opening } from './opened.ts';

const signedOutCode = { code: 'SIGNED_OUT' };

/** Two tabs of one browser, of which the first one's storage can be made to fail. */
async function twoTabs(options: Opening = {}) {
  const channels = createTabs();
  const below = createMemoryStore();
  const faults: Faults = {};
  const { keeper, clock, page } = await signedIn({
    store: persistent(below, faults),
    channel: channels.open(),
    ...options,
  });
  const other = createKeeper({ store: persistent(below), clock, channel: channels.open() });
  await other.current();
  const breakStorage = async (): Promise<void> => {
    Object.assign(faults, { read: failing, update: failing });
    await keeper.check();
    expect(keeper.state().storage).toBe('memory');
  };
  const mendStorage = (): void => {
    delete faults.read;
    delete faults.update;
  };
  /** Resolves when storage has refused to change this value. */
  const breakUpdateOf = (broken: string): Promise<void> =>
    new Promise((resolve) => {
      faults.update = (key, change) => {
        if (key !== broken) return below.update(key, change);
        resolve();
        return failing();
      };
    });
  return { keeper, other, clock, page, below, faults, breakStorage, mendStorage, breakUpdateOf };
}

const untilPersistent = (keeper: SessionKeeper): Promise<void> =>
  eventually(() => expect(keeper.state().storage).toBe('persistent'));

describe('a tab whose storage is emptied', () => {
  test('and breaks in the middle of a reading goes on in memory, signed in', async () => {
    const below = createMemoryStore();
    const faults: Faults = {};
    const { keeper } = await signedIn({ store: persistent(below, faults) });
    await evict(below);
    faults.read = (key) => (key === recordKey ? below.read(key) : failing());
    await keeper.check();
    expect(keeper.state()).toMatchObject({ status: 'signed-in', storage: 'memory' });
  });
});

describe('a tab that went on in memory', () => {
  test('obeys the sign-out of another tab while storage still fails', async () => {
    const { keeper, other, breakStorage } = await twoTabs();
    await breakStorage();
    await other.signOut();
    expect(keeper.state()).toEqual({ status: 'signed-out', storage: 'memory', ended: { reason: 'signed-out' } });
    await expect(keeper.current()).rejects.toMatchObject(signedOutCode);
  });

  test('signs no more with a session that another tab has replaced while storage still fails', async () => {
    const { keeper, other, clock, breakStorage } = await twoTabs();
    await breakStorage();
    await other.adopt(await fresh('2', clock), { replaces: 'Session:1' });
    await expect(keeper.current()).rejects.toMatchObject(signedOutCode);
    expect(keeper.state()).toMatchObject({ storage: 'memory', ended: { reason: 'replaced' } });
  });

  test('takes the new session up from storage as soon as that works', async () => {
    const { keeper, other, clock, breakStorage, mendStorage } = await twoTabs();
    await breakStorage();
    mendStorage();
    await other.adopt(await fresh('2', clock), { replaces: 'Session:1' });
    await untilPersistent(keeper);
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:2' });
  });

  test.each(['online', 'focus', 'pageshow', 'visibilitychange'])('tries storage again on %s', async (event) => {
    const { keeper, page, breakStorage, mendStorage } = await twoTabs();
    await breakStorage();
    mendStorage();
    page.dispatchEvent(new Event(event));
    await untilPersistent(keeper);
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:1' });
  });

  test('stays there while storage gives no key back', async () => {
    const { keeper, page, breakStorage } = await twoTabs();
    await breakStorage();
    page.dispatchEvent(new Event('online'));
    await keeper.check();
    expect(keeper.state()).toMatchObject({ status: 'signed-in', storage: 'memory' });
  });

  test('writes the session that it made meanwhile, for all tabs', async () => {
    const { keeper, other, clock, page, below, breakStorage, mendStorage } = await twoTabs();
    await breakStorage();
    await keeper.adopt(await fresh('2', clock), { replaces: 'Session:1' });
    mendStorage();
    page.dispatchEvent(new Event('online'));
    await untilPersistent(keeper);
    expect(await below.read(recordKey)).toMatchObject({ session: { sessionId: 'Session:2' } });
    expect(await other.current()).toMatchObject({ sessionId: 'Session:2' });
  });

  test('gives way to a sign-out that it could not hear of', async () => {
    const revoke = createRevoke();
    const { keeper, page, below, clock, breakStorage, mendStorage } = await twoTabs({ revoke });
    await breakStorage();
    const silent = createKeeper({ store: persistent(below), clock });
    await silent.adopt(await fresh('2', clock), { replaces: 'Session:1' });
    clock.advance(1);
    await silent.signOut();
    await eventually(async () => expect(await below.read(recordKey)).toMatchObject({ leaving: [] }));
    mendStorage();
    page.dispatchEvent(new Event('online'));
    await untilPersistent(keeper);
    await expect(keeper.current()).rejects.toMatchObject(signedOutCode);
    expect(keeper.state()).toMatchObject({ ended: { reason: 'signed-out' } });
  });

  test('leaves what others have stored there meanwhile when its sign-out, which was late, is stored at last', async () => {
    const waiting: (() => void)[] = [];
    const { keeper, clock, below, faults } = await twoTabs({ revoke: createRevoke() });
    await keeper.current();
    faults.update = (key, change) =>
      new Promise((resolve, reject) => {
        waiting.push(() => void below.update(key, change).then(resolve, reject));
      });
    const signingOut = keeper.signOut();
    await eventually(() => expect(waiting).toHaveLength(1));
    clock.advance(2_000);
    clock.advance(1_000);
    await eventually(() => expect(waiting).toHaveLength(2));
    delete faults.update;
    waiting[0]?.();
    const other = createKeeper({ store: persistent(below), clock, revoke: hang });
    await signIn(other, await fresh('2', clock));
    waiting[1]?.();
    expect(await signingOut).toMatchObject({ localKeyDeleted: true });
    expect(await below.read(recordKey)).toMatchObject({ session: { sessionId: 'Session:2' } });
  });

  test('takes its own sign-out to storage, which it could not reach before', async () => {
    const { keeper, page, below, breakStorage, mendStorage } = await twoTabs();
    await breakStorage();
    expect(await keeper.signOut()).toMatchObject({ localKeyDeleted: false });
    mendStorage();
    page.dispatchEvent(new Event('online'));
    await untilPersistent(keeper);
    expect(await below.read(recordKey)).not.toHaveProperty('session');
    expect(keeper.state()).toMatchObject({ status: 'signed-out', ended: { reason: 'signed-out' } });
  });

  test('leaves the session alone that somebody signed in with after that sign-out', async () => {
    const { keeper, other, clock, page, breakStorage, mendStorage } = await twoTabs();
    await breakStorage();
    await keeper.signOut();
    clock.advance(1_000);
    await signIn(other, await fresh('2', clock));
    mendStorage();
    page.dispatchEvent(new Event('online'));
    await untilPersistent(keeper);
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:2' });
  });

  test('revokes the earlier of two sessions that were made on both sides', async () => {
    const revoke = createRevoke();
    const { keeper, other, clock, page, breakStorage, mendStorage } = await twoTabs({ revoke, channel: undefined });
    await breakStorage();
    await keeper.adopt(await fresh('2', clock), { replaces: 'Session:1' });
    clock.advance(1_000);
    await other.adopt(await fresh('3', clock), { replaces: 'Session:1' });
    mendStorage();
    page.dispatchEvent(new Event('online'));
    await untilPersistent(keeper);
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:3' });
    page.dispatchEvent(new Event('online'));
    await eventually(() => expect(revoke.mock.calls.map(([{ sessionId }]) => sessionId)).toContain('Session:2'));
  });

  test('keeps the records of actions that it wrote there, unless another tab has changed them', async () => {
    const { keeper, below, page, breakStorage, mendStorage } = await twoTabs();
    await keeper.store().update('action:mine', () => ({ phase: 'asked' }));
    await keeper.store().update('action:theirs', () => ({ phase: 'asked' }));
    await keeper.store().update('action:over', () => ({ phase: 'asked' }));
    await breakStorage();
    await keeper.store().update('action:mine', () => ({ phase: 'sent' }));
    await keeper.store().update('action:theirs', () => ({ phase: 'sent' }));
    await keeper.store().update('action:over', () => undefined);
    await below.update('action:theirs', () => ({ phase: 'done' }));
    mendStorage();
    page.dispatchEvent(new Event('online'));
    await untilPersistent(keeper);
    expect(await below.read('action:mine')).toEqual({ phase: 'sent' });
    expect(await below.read('action:theirs')).toEqual({ phase: 'done' });
    expect(await below.read('action:over')).toBeUndefined();
  });

  test('brings nothing back that another tab has ended, though its way back to storage breaks off once', async () => {
    const { keeper, below, page, breakStorage, mendStorage, breakUpdateOf } = await twoTabs();
    for (const key of ['action:theirs', 'action:next']) await keeper.store().update(key, () => ({ phase: 'asked' }));
    await breakStorage();
    await below.update('action:theirs', () => undefined);
    mendStorage();
    const broken = breakUpdateOf('action:next');
    page.dispatchEvent(new Event('online'));
    await broken;
    mendStorage();
    await keeper.check();
    await untilPersistent(keeper);
    expect(await below.read('action:theirs')).toBeUndefined();
  });
});

describe('a session whose storage was emptied', () => {
  test('signs only after the service has said that it lives, and is written again', async () => {
    const clock = createFixedClock({ now: noon });
    const ask = vi.fn(async () => alive(clock));
    const { keeper, page, below } = await twoTabs({ clock, ask });
    await evict(below);
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:1' });
    expect(ask).toHaveBeenCalledTimes(1);
    expect(keeper.state()).toMatchObject({ status: 'signed-in', storage: 'memory' });
    page.dispatchEvent(new Event('focus'));
    await untilPersistent(keeper);
    expect(await below.read(recordKey)).toMatchObject({ session: { sessionId: 'Session:1' } });
  });

  test('signs no more while the service can not be asked', async () => {
    const { keeper, below } = await twoTabs();
    await evict(below);
    await expect(keeper.current()).rejects.toMatchObject({ code: 'CLOCK_UNCERTAIN', nextStep: 'retry' });
    await expect(keeper.current()).rejects.toMatchObject({ code: 'CLOCK_UNCERTAIN' });
  });

  test('is over if the service knows it no more', async () => {
    const clock = createFixedClock({ now: noon });
    const ask = async (): Promise<ServiceAnswer> => ({ session: 'gone', startedAt: readInstant(clock), date: noon });
    const { keeper, below } = await twoTabs({ clock, ask });
    clock.advance(minute);
    await evict(below);
    await expect(keeper.current()).rejects.toMatchObject(signedOutCode);
    expect(keeper.state()).toMatchObject({ status: 'signed-out', ended: { reason: 'revoked' } });
  });

  test('learns it when the browser deletes the database, not only on waking', async () => {
    const factory = await findIndexedDb();
    const databaseName = freshName();
    const clock = createFixedClock({ now: noon });
    const asked = deferred<void>();
    const store = createIndexedDbStore({ databaseName, indexedDB: () => factory });
    const ask = async (): Promise<ServiceAnswer> => {
      asked.resolve();
      return alive(clock);
    };
    const keeper = createKeeper({ store, clock, ask });
    await keeper.adopt(await fresh('1', clock), { replaces: 'any' });
    factory.deleteDatabase(databaseName);
    await asked.promise;
    await eventually(() => expect(keeper.state()).toMatchObject({ status: 'signed-in', storage: 'memory' }));
    await keeper.close();
    store.close();
  });
});
