import { describe, expect, test, vi } from 'vitest';
import {
  createIndexedDbStore,
  createMemoryStore,
  type FreshSession,
  type SessionKeeper,
} from '../../src/session/index.ts';
import { createFixedClock } from '../../src/testing/index.ts';
import { eventually } from '../eventually.ts';
import { findIndexedDb, freshName } from './factory.ts';
import { deferred, failing, fresh, minute, noon, persistent, recordKey, type Faults } from './fixtures.ts';
import { createKeeper, open, signedIn, signIn } from './opened.ts';

const closedCode = { name: 'SessionError', code: 'WALLET_CLOSED' };
const real = await findIndexedDb();

/** The engine's factory, and how many of the connections that it opened are still open. */
function counted(): { factory: IDBFactory; open: () => number } {
  let open = 0;
  const factory = {
    open(name: string, version: number) {
      const request = real.open(name, version);
      request.addEventListener('success', () => {
        open += 1;
        const database = request.result;
        const close = database.close.bind(database);
        let closed = false;
        database.close = () => {
          if (!closed) open -= 1;
          closed = true;
          close();
        };
      });
      return request;
    },
  } as unknown as IDBFactory;
  return { factory, open: () => open };
}

describe('a closed keeper', () => {
  test('says so, and says it to its listeners once', async () => {
    const { keeper } = await signedIn();
    const told: string[] = [];
    keeper.subscribe(() => told.push(keeper.state().status));
    const closing = keeper.close();
    expect(keeper.state()).toEqual({ status: 'closed', storage: 'persistent' });
    await closing;
    await keeper.check();
    expect(told).toEqual(['closed']);
  });

  test('rejects every call that asks something of it', async () => {
    const { keeper, clock } = await signedIn();
    const session = await fresh('2', clock);
    await keeper.close();
    const calls: readonly ((closed: SessionKeeper) => Promise<unknown>)[] = [
      (closed) => closed.current(),
      (closed) => closed.adopt(session, { replaces: 'any' }),
      (closed) => closed.discard(session),
      (closed) => closed.signOut(),
      (closed) => closed.doubt('Session:1'),
      (closed) => closed.lastSignOut(),
      (closed) => closed.lastCredentialId(),
      (closed) => closed.store().read('intent:1'),
      (closed) => closed.store().update('intent:1', () => 1),
    ];
    for (const call of calls) await expect(call(keeper)).rejects.toMatchObject(closedCode);
  });

  test('ends the calls that are under way', async () => {
    const answer = deferred<never>();
    const { keeper, clock } = await signedIn({ ask: () => answer.promise });
    clock.jump(minute);
    const waiting = keeper.current();
    await keeper.lastCredentialId();
    await keeper.close();
    await expect(waiting).rejects.toMatchObject(closedCode);
  });

  test('leaves no timer and hears no event', async () => {
    const { keeper, clock, page, store } = await signedIn();
    await keeper.close();
    const read = vi.spyOn(store, 'read');
    expect(clock.pending()).toBe(0);
    page.dispatchEvent(new Event('focus'));
    clock.advance(16 * minute);
    await keeper.check();
    expect(clock.pending()).toBe(0);
    expect(read).not.toHaveBeenCalled();
  });

  test('leaves no timer of a revocation that is to be tried again', async () => {
    const { keeper, clock } = await signedIn({ revoke: () => Promise.reject(new TypeError('offline')) });
    await keeper.signOut();
    await eventually(() => expect(clock.pending()).toBe(1));
    await keeper.close();
    expect(clock.pending()).toBe(0);
  });

  test('leaves the session stored for the next one, as in a page that makes its wallet twice', async () => {
    const { keeper, clock, store } = await signedIn();
    void keeper.close();
    const next = createKeeper({ store, clock });
    expect(await next.current()).toMatchObject({ sessionId: 'Session:1' });
  });

  test('still stores the session whose sign-in was under way', async () => {
    const { keeper, clock, store } = open();
    await keeper.ready();
    const adoption = keeper.adopt(await fresh('1', clock), { replaces: 'any' });
    const closing = keeper.close();
    await expect(adoption).rejects.toMatchObject(closedCode);
    await closing;
    expect(await store.read(recordKey)).toMatchObject({ session: { sessionId: 'Session:1' } });
  });

  test('still stores a new session whose key was being opened', async () => {
    const { keeper, clock, store } = open();
    await keeper.ready();
    const opened = deferred<FreshSession>();
    const adoption = keeper.adopt(opened.promise, { replaces: 'any' });
    const closing = keeper.close();
    await expect(adoption).rejects.toMatchObject(closedCode);
    opened.resolve(await fresh('1', clock));
    await closing;
    expect(await store.read(recordKey)).toMatchObject({ session: { sessionId: 'Session:1' } });
  });

  test('has signed out if that was pressed before it', async () => {
    const { keeper, clock, store } = await signedIn();
    void keeper.signOut();
    await keeper.close();
    await expect(createKeeper({ store, clock }).current()).rejects.toMatchObject({ code: 'SIGNED_OUT' });
  });
});

describe('closing while work is pending', () => {
  test.each([
    ['before the store was first read', 0],
    ['while it is opened', 1],
    ['a little later', 5],
    ['later still', 25],
  ])('leaks no connection: %s', async (_, turns) => {
    for (let round = 0; round < 5; round += 1) {
      const { factory, open: connections } = counted();
      const store = createIndexedDbStore({ databaseName: freshName(), indexedDB: () => factory });
      const clock = createFixedClock({ now: noon });
      const keeper = createKeeper({ store, clock });
      const pending = Promise.allSettled([
        keeper.current(),
        keeper.check(),
        keeper.store().update('intent:1', () => 1),
        keeper.lastSignOut(),
      ]);
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      await keeper.close().then(() => store.close());
      await pending;
      await eventually(() => expect(connections()).toBe(0));
      await expect(keeper.store().read('intent:1')).rejects.toMatchObject(closedCode);
      expect(connections()).toBe(0);
    }
  });

  test.each([1, 2, 3, 4, 5, 6])(
    'leaks no connection: while it returns to storage, at its access number %i',
    async (last) => {
      const { factory, open: connections } = counted();
      const store = createIndexedDbStore({ databaseName: freshName(), indexedDB: () => factory });
      const faults: Faults = {};
      const { keeper } = await signedIn({ store: persistent(store, faults) });
      Object.assign(faults, { read: failing, update: failing });
      await keeper.check();
      expect(keeper.state().storage).toBe('memory');
      let accesses = 0;
      const closed = deferred<void>();
      const access = <Result>(work: Promise<Result>): Promise<Result> => {
        accesses += 1;
        if (accesses === last)
          void keeper
            .close()
            .then(() => store.close())
            .then(closed.resolve);
        return work;
      };
      faults.read = (key) => access(store.read(key));
      faults.update = (key, change) => access(store.update(key, change));
      const woken = keeper.check();
      await closed.promise;
      await woken;
      expect(accesses).toBeGreaterThanOrEqual(last);
      await eventually(() => expect(connections()).toBe(0));
    },
  );

  test('of a store ends its calls without opening it again', async () => {
    const { factory, open: connections } = counted();
    const store = createIndexedDbStore({ databaseName: freshName(), indexedDB: () => factory });
    const pending = Promise.allSettled([store.read('a'), store.update('a', () => 1), store.keys('')]);
    store.close();
    await pending;
    await eventually(() => expect(connections()).toBe(0));
  });
});

describe('a probe in which a page died', () => {
  test('leaves a key that the next page deletes, and no probe of a page that is at it', async () => {
    const below = createMemoryStore();
    await below.update('probe:dead', () => ({ signingKey: 'key', at: noon - 2 * minute }));
    await below.update('probe:undated', () => ({ signingKey: 'key' }));
    await below.update('probe:alive', () => ({ signingKey: 'key', at: noon - 1_000 }));
    const { keeper } = open({ store: persistent(below) });
    await signIn(keeper, await fresh('1', createFixedClock({ now: noon })));
    await eventually(async () => expect(await below.keys('probe:')).toEqual(['probe:alive']));
  });
});
