import { describe, expect, test } from 'vitest';
import { createIndexedDbStore, createMemoryStore, type SessionKeeper, type Store } from '../../src/session/index.ts';
import { createFixedClock } from '../../src/testing/index.ts';
import { eventually } from '../eventually.ts';
import { findIndexedDb, freshName } from './factory.ts';
import { createTabs, fresh, noon, persistent, recordKey } from './fixtures.ts';
import { createKeeper, createRevoke, signedIn, signIn } from './opened.ts';

const updateRequired = { name: 'SessionError', code: 'UPDATE_REQUIRED', nextStep: 'restart' };

/** A build of the kit with a later schema, as far as the store sees it: it writes the same record under a higher number. */
function laterBuild(below: Store): Store {
  const raise = (value: unknown): unknown => (value === undefined ? undefined : { ...(value as object), schema: 3 });
  const lower = (value: unknown): unknown =>
    (value as { schema?: number } | undefined)?.schema === 3 ? { ...(value as object), schema: 2 } : value;
  return persistent(below, {
    read: async (key) => (key === recordKey ? lower(await below.read(key)) : below.read(key)),
    update: async (key, change) =>
      key === recordKey
        ? lower(await below.update(key, (current) => raise(change(lower(current)))))
        : below.update(key, change),
  });
}

describe('a tab of this version beside one of a later version', () => {
  async function twoBuilds(): Promise<{ mine: SessionKeeper; theirs: SessionKeeper; below: Store }> {
    const below = createMemoryStore();
    const channels = createTabs();
    const { keeper: mine, clock } = await signedIn({ store: persistent(below), channel: channels.open() });
    const theirs = createKeeper({ store: laterBuild(below), clock, channel: channels.open() });
    await theirs.current();
    await theirs.adopt(await fresh('2', clock), { replaces: 'Session:1' });
    await eventually(async () => expect(await below.read(recordKey)).toMatchObject({ schema: 3, leaving: [] }));
    return { mine, theirs, below };
  }

  test('says that the page must be reloaded, in every call, and signs nothing', async () => {
    const { mine } = await twoBuilds();
    await expect(mine.current()).rejects.toMatchObject(updateRequired);
    const session = await fresh('3', createFixedClock({ now: noon }));
    await expect(mine.adopt(session, { replaces: 'any' })).rejects.toMatchObject(updateRequired);
    await expect(mine.adopt(session, { replaces: 'Session:1' })).rejects.toMatchObject(updateRequired);
    expect(mine.state()).toMatchObject({ status: 'signed-out', storage: 'persistent' });
  });

  test('leaves its record alone, whatever it tries', async () => {
    const { mine, theirs, below } = await twoBuilds();
    const before = await below.read(recordKey);
    for (const call of [
      () => mine.current(),
      () => mine.signOut(),
      () => mine.doubt('Session:1'),
      () => mine.check(),
    ]) {
      await call().catch(() => undefined);
    }
    expect(await below.read(recordKey)).toEqual(before);
    expect(await theirs.current()).toMatchObject({ sessionId: 'Session:2' });
  });

  test('signs out with the session that it knew, and says that the rest takes a reload', async () => {
    const channels = createTabs();
    const clock = createFixedClock({ now: noon });
    const [below, revoke] = [createMemoryStore(), createRevoke()];
    const { keeper: mine } = await signedIn({ store: persistent(below), clock, channel: channels.open(), revoke });
    await below.update(recordKey, (record) => ({ ...(record as object), schema: 3 }));
    await expect(mine.current()).rejects.toMatchObject(updateRequired);
    const before = await below.read(recordKey);
    const outcome = await mine.signOut();
    expect(outcome).toMatchObject({ service: 'revoked', localKeyDeleted: false, error: updateRequired });
    expect(revoke.mock.calls.map(([{ sessionId }]) => sessionId)).toEqual(['Session:1']);
    expect(channels.sent.findLast(({ ended }) => ended !== undefined)?.ended).toEqual({
      sessionId: 'Session:1',
      reason: 'signed-out',
    });
    expect(await below.read(recordKey)).toEqual(before);
    await expect(mine.signOut()).rejects.toMatchObject(updateRequired);
  });

  test('works again with a record of its own version', async () => {
    const { mine, below } = await twoBuilds();
    await expect(mine.current()).rejects.toMatchObject(updateRequired);
    await below.update(recordKey, (record) => ({ ...(record as object), schema: 2 }));
    expect(await mine.current()).toMatchObject({ sessionId: 'Session:2' });
  });
});

describe('a database that a later version has changed', () => {
  test('under the page is left alone: the page says that it must be reloaded', async () => {
    const factory = await findIndexedDb();
    const databaseName = freshName();
    const clock = createFixedClock({ now: noon });
    const store = createIndexedDbStore({ databaseName, indexedDB: () => factory });
    const keeper = createKeeper({ store, clock });
    await signIn(keeper, await fresh('1', clock));
    const later = await new Promise<IDBDatabase>((resolve) => {
      const request = factory.open(databaseName, 2);
      request.addEventListener('success', () => resolve(request.result));
    });
    await expect(keeper.current()).rejects.toMatchObject(updateRequired);
    expect(keeper.state()).toMatchObject({ status: 'signed-out', storage: 'persistent' });
    const reopened = createKeeper({ store, clock });
    await expect(reopened.current()).rejects.toMatchObject(updateRequired);
    later.close();
    await keeper.close();
    await reopened.close();
    store.close();
  });
});
