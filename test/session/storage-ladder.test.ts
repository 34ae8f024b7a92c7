import { describe, expect, test } from 'vitest';
import { createIndexedDbStore, createMemoryStore, SessionError, type Store } from '../../src/session/index.ts';
import { createFixedClock } from '../../src/testing/index.ts';
import { eventually } from '../eventually.ts';
import { findIndexedDb, freshName } from './factory.ts';
import {
  accountId,
  alive,
  createWatchedClock,
  deferred,
  evict,
  fresh,
  hang,
  minute,
  noon,
  overQuota,
  persistent,
  recordKey,
  type Faults,
} from './fixtures.ts';
import { createKeeper, signIn } from './opened.ts';

const factory = await findIndexedDb();

/** A factory whose requests do what `answer` does to them. */
const broken = (answer: (request: EventTarget) => void): IDBFactory =>
  ({
    open() {
      const request = Object.assign(new EventTarget(), { error: new DOMException('Refused.', 'UnknownError') });
      queueMicrotask(() => answer(request));
      return request;
    },
  }) as unknown as IDBFactory;

const full = (): Promise<never> =>
  Promise.reject(new SessionError('STORE_UNAVAILABLE', { cause: new DOMException('Full.', 'QuotaExceededError') }));

/** A store that keeps no CryptoKey as it was: `lose` says what becomes of the record that holds one. */
function lossy(lose: (record: { signingKey: unknown }) => unknown): Store {
  const store = createMemoryStore();
  return persistent(store, {
    update: (key, change) =>
      store.update(key, (current) => {
        const next = change(current);
        return typeof next === 'object' && next !== null && 'signingKey' in next ? lose({ ...next }) : next;
      }),
  });
}

const atStart: readonly [string, () => Store][] = [
  ['is missing', () => createIndexedDbStore({ indexedDB: () => undefined })],
  [
    'throws on access',
    () =>
      createIndexedDbStore({
        indexedDB: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      }),
  ],
  [
    'is blocked by a setting of the browser',
    () => createIndexedDbStore({ indexedDB: () => broken((request) => request.dispatchEvent(new Event('error'))) }),
  ],
  [
    'is over quota',
    () => {
      const below = createMemoryStore();
      return persistent(below, { update: overQuota(below) });
    },
  ],
  [
    'refuses the CryptoKey',
    () =>
      lossy(() => {
        throw new DOMException('Could not be cloned.', 'DataCloneError');
      }),
  ],
  ['stores the CryptoKey and reads nothing', () => lossy(() => undefined)],
  ['stores the CryptoKey and reads null', () => lossy(() => ({ signingKey: null }))],
  ['gives a plain object back', () => lossy(() => ({ signingKey: {} }))],
];

describe.each(atStart)('storage that %s', (_, create) => {
  test('leaves a wallet that works in memory and says so', async () => {
    const clock = createFixedClock({ now: noon });
    const keeper = createKeeper({ store: create(), clock });
    await keeper.ready();
    expect(keeper.state()).toEqual({ status: 'signed-out', storage: 'memory' });
    await keeper.adopt(await fresh('1', clock), { replaces: 'any' });
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:1' });
    expect(keeper.state()).toMatchObject({ status: 'signed-in', storage: 'memory' });
    expect(keeper.store().storage).toBe('memory');
    expect(await keeper.signOut()).toEqual({ service: 'revoked', localKeyDeleted: true });
    expect(keeper.state()).toEqual({ status: 'signed-out', storage: 'memory', ended: { reason: 'signed-out' } });
    expect(clock.pending()).toBe(0);
  });
});

describe('storage that never answers', () => {
  test('is given up after three seconds', async () => {
    const clock = createWatchedClock();
    const waiting = clock.scheduled();
    const store = createIndexedDbStore({ indexedDB: () => broken(() => {}) });
    const keeper = createKeeper({ clock, store });
    await waiting;
    clock.advance(2_999);
    expect(keeper.state().status).toBe('loading');
    clock.advance(1);
    await keeper.ready();
    expect(keeper.state()).toEqual({ status: 'signed-out', storage: 'memory' });
    expect(clock.pending()).toBe(0);
  });

  test('after a page was thawed gets its turn before the overdue timer counts', async () => {
    const clock = createWatchedClock();
    const below = createMemoryStore();
    const faults: Faults = {};
    const answer = deferred<void>();
    const keeper = createKeeper({ store: persistent(below, faults), clock });
    await keeper.adopt(await fresh('1', clock), { replaces: 'any' });
    faults.read = (key) => answer.promise.then(() => below.read(key));
    const waiting = clock.scheduled();
    const current = keeper.current();
    await waiting;
    clock.advance(2_500);
    answer.resolve();
    expect(await current).toMatchObject({ sessionId: 'Session:1' });
    expect(keeper.state().storage).toBe('persistent');
  });

  /** Signs in over storage that holds another session and doesn't answer, and out again. */
  async function signOutUnanswered(
    below: Store,
    clock: ReturnType<typeof createWatchedClock>,
    update: Store['update'],
  ) {
    await createKeeper({ store: persistent(below), clock }).adopt(await fresh('1', clock), { replaces: 'any' });
    const waiting = clock.scheduled();
    const keeper = createKeeper({ store: persistent(below, { read: hang, update }), clock });
    await waiting;
    clock.advance(3_000);
    await signIn(keeper, await fresh('2', clock));
    const told = await keeper.signOut();
    await keeper.close();
    return told;
  }

  test('takes a sign-out when it answers after all, whatever session it held', async () => {
    const below = createMemoryStore();
    const answer = deferred<void>();
    const update: Store['update'] = async (...given) => (await answer.promise, below.update(...given));
    await signOutUnanswered(below, createWatchedClock(), update);
    answer.resolve();
    const signedOut = { ended: { reason: 'signed-out' } };
    await eventually(async () => expect(await below.read(recordKey)).toMatchObject(signedOut));
    expect(await below.read(recordKey)).not.toHaveProperty('session');
  });

  test('confirms no sign-out: the session that it held signs for the page after this one', async () => {
    const [below, clock] = [createMemoryStore(), createWatchedClock()];
    const told = await signOutUnanswered(below, clock, hang);
    expect(told).toMatchObject({ service: 'revoked', localKeyDeleted: false, error: { code: 'KEY_NOT_DELETED' } });
    expect(await createKeeper({ store: persistent(below), clock }).current()).toMatchObject({ sessionId: 'Session:1' });
  });

  test('while somebody is signed in leaves them signed in, in memory', async () => {
    const clock = createWatchedClock();
    const faults: Faults = {};
    const keeper = createKeeper({ store: persistent(createMemoryStore(), faults), clock });
    await keeper.adopt(await fresh('1', clock), { replaces: 'any' });
    faults.read = hang;
    const waiting = clock.scheduled();
    const current = keeper.current();
    await waiting;
    clock.advance(3_000);
    expect(await current).toMatchObject({ sessionId: 'Session:1' });
    expect(keeper.state()).toMatchObject({ status: 'signed-in', storage: 'memory' });
  });
});

describe('storage that fails later', () => {
  test('by closing under the wallet is opened again, and stays persistent', async () => {
    const clock = createFixedClock({ now: noon });
    const opened: IDBDatabase[] = [];
    const noting = {
      open(name: string, version: number) {
        const request = factory.open(name, version);
        request.addEventListener('success', () => opened.push(request.result));
        return request;
      },
    } as unknown as IDBFactory;
    const store = createIndexedDbStore({ databaseName: freshName(), indexedDB: () => noting });
    const keeper = createKeeper({ store, clock });
    await keeper.adopt(await fresh('1', clock), { replaces: 'any' });
    opened[0]?.close();
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:1' });
    expect(keeper.state().storage).toBe('persistent');
    expect(opened).toHaveLength(2);
    await keeper.close();
    store.close();
  });

  test('by running full keeps the new session in memory, and deletes the old one from storage', async () => {
    const clock = createFixedClock({ now: noon });
    const below = createMemoryStore();
    const faults: Faults = {};
    const store = persistent(below, faults);
    const keeper = createKeeper({ store, clock });
    await keeper.adopt(await fresh('1', clock), { replaces: 'any' });
    faults.update = overQuota(below);
    expect(await keeper.adopt(await fresh('2', clock), { replaces: 'Session:1' })).toBe('stored');
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:2' });
    expect(keeper.state().storage).toBe('memory');
    expect(await below.read(recordKey)).toBeUndefined();
  });

  test('by being evicted leaves the session in memory', async () => {
    const clock = createFixedClock({ now: noon });
    const databaseName = freshName();
    const store = createIndexedDbStore({ databaseName, indexedDB: () => factory });
    const keeper = createKeeper({ store, clock, ask: async () => alive(clock) });
    await keeper.adopt(await fresh('1', clock), { replaces: 'any' });
    await new Promise<void>((resolve) => {
      factory.deleteDatabase(databaseName).addEventListener('success', () => resolve());
    });
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:1' });
    expect(keeper.state()).toMatchObject({ status: 'signed-in', storage: 'memory' });
    await keeper.close();
    store.close();
  });

  test('by being evicted while a refresh is under way stores the new session in memory', async () => {
    const clock = createFixedClock({ now: noon });
    const below = createMemoryStore();
    const keeper = createKeeper({ store: persistent(below), clock });
    await keeper.adopt(await fresh('1', clock), { replaces: 'any' });
    await evict(below);
    expect(await keeper.adopt(await fresh('2', clock), { replaces: 'Session:1' })).toBe('stored');
    expect(keeper.state()).toMatchObject({ storage: 'memory', session: { sessionId: 'Session:2' } });
  });

  test('keeps what the wallet noted in it during this page', async () => {
    const clock = createFixedClock({ now: noon });
    const below = createMemoryStore();
    const faults: Faults = {};
    const store = persistent(below, faults);
    const keeper = createKeeper({ store, clock });
    await keeper.store().update('intent:1', () => ({ phase: 'sent' }));
    faults.read = full;
    expect(await keeper.store().read('intent:1')).toEqual({ phase: 'sent' });
    expect(keeper.store().storage).toBe('memory');
  });

  test('is not suspected of what a caller throws', async () => {
    const clock = createFixedClock({ now: noon });
    const keeper = createKeeper({ store: persistent(createMemoryStore()), clock });
    const mine = new Error('mine');
    const failing = keeper.store().update('intent:1', () => {
      throw mine;
    });
    await expect(failing).rejects.toBe(mine);
    expect(keeper.state().storage).toBe('persistent');
  });
});

describe('a record', () => {
  test.each<[string, (record: Record<string, unknown>) => unknown]>([
    ['of an older schema', (record) => ({ ...record, schema: 1 })],
    ['that is no record', () => 'garbage'],
    [
      'whose key became a plain object',
      (record) => ({ ...record, session: { ...(record['session'] as object), signingKey: {} } }),
    ],
    [
      'of which half is missing',
      ({ session, ...record }) => ({ ...record, session: { sessionId: (session as { sessionId: string }).sessionId } }),
    ],
  ])('%s is dropped, and the next login is stored', async (_, spoil) => {
    const clock = createFixedClock({ now: noon });
    const store = persistent(createMemoryStore());
    const before = createKeeper({ store, clock });
    await before.adopt(await fresh('1', clock), { replaces: 'any' });
    await before.close();
    const lost = store.update(recordKey, (record) => spoil(record as Record<string, unknown>));
    await lost;
    const keeper = createKeeper({ store, clock });
    await keeper.ready();
    const hadSession = (await lost) !== 'garbage';
    expect(keeper.state()).toEqual({
      status: 'signed-out',
      storage: 'persistent',
      ...(hadSession ? { ended: { reason: 'storage-lost' } } : {}),
    });
    expect(await store.read(recordKey)).toMatchObject({ schema: 2, accountId, leaving: [] });
    await signIn(keeper, await fresh('2', clock));
    clock.advance(minute);
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:2' });
  });
});
