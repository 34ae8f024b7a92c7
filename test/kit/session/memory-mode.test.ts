import { describe, expect, test } from 'vitest';
import { SessionError } from '../../../src/kit/session/session-error.ts';
import { adoptSession, beginSignIn, pinIds } from '../../../src/kit/session/adopt.ts';
import { createMemoryStore, type Store } from '../../../src/kit/session/index.ts';
import { openIndexedDbStore } from '../../../src/kit/session/indexed-db-store.ts';
import {
  createRevoke,
  failing,
  fresh,
  idsOf,
  open,
  overQuota,
  persistent,
  recordKey,
  signedIn,
  signIn,
  storedSession,
  type Faults,
  type Opening,
} from './fixtures.ts';

const inMemory = { status: 'signed-in', storage: 'memory', session: { sessionId: 'Session:1' } };

/** A store that keeps no CryptoKey as it was: `lose` says what becomes of the session that holds one. */
function lossy(lose: (session: object) => unknown): Store {
  const below = createMemoryStore();
  return persistent(below, {
    update: (key, change) =>
      below.update(key, (current) => {
        const next = change(current) as { readonly session?: object } | undefined;
        return next?.session === undefined ? next : { ...next, session: lose(next.session) };
      }),
  });
}

describe('a page that stands alone', () => {
  test.each<[string, () => Opening]>([
    ['has no IndexedDB', () => ({ store: openIndexedDbStore(() => undefined, 'none') })],
    ['is refused its storage', () => ({ store: persistent(createMemoryStore(), { read: failing, update: failing }) })],
    ['was given a store in memory', () => ({ store: createMemoryStore() })],
    ['has no Web Locks', () => ({ locks: undefined })],
    ['has no BroadcastChannel', () => ({ channel: undefined })],
  ])('since it %s keeps its session in memory, and a reload signs out', async (why, options) => {
    const given = options();
    const store = given.store ?? persistent();
    const page = await signedIn({ ...given, store });
    expect(page.session.state()).toMatchObject(inMemory);
    expect(await adoptSession(page.account, fresh('2', page.clock), { replaces: 'Session:1' })).toBe(true);
    expect(await page.session.current()).toMatchObject({ sessionId: 'Session:2' });
    expect(page.session.store()).not.toBe(given.store?.storage === 'memory' ? undefined : store);
    const reloaded = open({ store: given.store?.storage === 'memory' ? createMemoryStore() : store, ...options() });
    await reloaded.session.ready();
    expect(reloaded.session.state()).toEqual({ status: 'signed-out', storage: 'memory' });
    // Where storage is refused, an earlier page may have left a key there.
    const error = why === 'is refused its storage' ? { code: 'KEY_NOT_DELETED' } : undefined;
    expect(await page.session.signOut()).toMatchObject({ error });
  });
});

describe('a sign-in', () => {
  test.each<[string, () => Store]>([
    ['is full', () => ((below) => persistent(below, { update: overQuota(below) }))(createMemoryStore())],
    ['gives a key back as a plain object', () => lossy((session) => ({ ...session, signingKey: {} }))],
    ['drops what holds a key', () => lossy(() => undefined)],
    [
      'refuses a key',
      () =>
        lossy(() => {
          throw new SessionError('STORE_UNAVAILABLE');
        }),
    ],
  ])('goes on in memory where storage %s, and leaves no record there', async (_, create) => {
    const store = create();
    const { session } = await signedIn({ store });
    expect(session.state()).toMatchObject(inMemory);
    expect(await session.current()).toMatchObject({ sessionId: 'Session:1' });
    expect(await store.keys('')).toEqual([]);
  });

  test('whose session can not be written goes on in memory with what payloads have named', async () => {
    const below = createMemoryStore();
    const faults: Faults = {};
    const revoke = createRevoke();
    const page = await signedIn({ store: persistent(below, faults), revoke });
    await pinIds(page.account, { userId: 'user' });
    const { epoch } = await beginSignIn(page.account);
    faults.update = overQuota(below);
    expect(await adoptSession(page.account, fresh('2', page.clock), { epoch })).toBe(true);
    expect(page.session.state()).toMatchObject({ storage: 'memory', session: { sessionId: 'Session:2' } });
    expect(await page.session.current()).toMatchObject({ epoch, ids: { userId: 'user' } });
    expect(await below.read(recordKey)).toBeUndefined();
    // It stays there, though storage works again.
    delete faults.update;
    expect(await signIn(page, '3')).toBe(true);
    expect(page.session.state()).toMatchObject({ storage: 'memory' });
    expect(await storedSession(below)).toBeUndefined();
    expect(idsOf(revoke)).toEqual(['Session:2']);
  });

  test('in a store of the page that fails in its own words goes on in memory', async () => {
    const below = createMemoryStore();
    const faults: Faults = {};
    const page = open({ store: persistent(below, faults) });
    const { epoch } = await beginSignIn(page.account);
    faults.update = () => Promise.reject(new DOMException('Full.', 'QuotaExceededError'));
    expect(await adoptSession(page.account, fresh('1', page.clock), { epoch })).toBe(true);
    expect(page.session.state()).toMatchObject(inMemory);
  });
});

test('a store that fails later changes no mode', async () => {
  const faults: Faults = {};
  const { session, account } = await signedIn({ store: persistent(createMemoryStore(), faults) });
  Object.assign(faults, { read: failing, update: failing });
  await session.check();
  await expect(pinIds(account, { userId: 'user' })).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  expect(session.state()).toMatchObject({ status: 'signed-in', storage: 'persistent' });
});
