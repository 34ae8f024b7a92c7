import { describe, expect, test, vi } from 'vitest';
import { createMemoryStore } from '../../src/session/index.ts';
import { eventually } from '../eventually.ts';
import { createLocks } from '../journeys/tabs.ts';
import { deferred, fresh, hang, overQuota, persistent, recordKey, type Faults } from './fixtures.ts';
import { createKeeper, createRevoke, idsOf, open, signIn, signedIn } from './opened.ts';

describe('a session that nobody owns', () => {
  test('because another tab was first is revoked by its own key', async () => {
    const revoke = createRevoke();
    const { keeper, clock } = await signedIn({ revoke });
    const late = await fresh('3', clock);
    await keeper.adopt(await fresh('2', clock), { replaces: 'Session:1' });
    expect(await keeper.adopt(late, { replaces: 'Session:1' })).toBe('overtaken');
    await eventually(() => expect(idsOf(revoke)).toContain('Session:3'));
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:2' });
  });

  test('because its sign-in was given up is revoked by its own key', async () => {
    const revoke = createRevoke();
    const { keeper, clock, store } = open({ revoke });
    await keeper.discard(await fresh('1', clock));
    await eventually(async () => expect(await store.read(recordKey)).toMatchObject({ leaving: [] }));
    expect(idsOf(revoke)).toEqual(['Session:1']);
    expect(keeper.state().status).toBe('signed-out');
  });

  test('because a sign-in took its place is revoked by its own key', async () => {
    const revoke = createRevoke();
    const { keeper, clock } = await signedIn({ revoke });
    await signIn(keeper, await fresh('2', clock));
    await eventually(() => expect(idsOf(revoke)).toEqual(['Session:1']));
  });

  test('because it has a lifetime that no session has is revoked', async () => {
    const revoke = createRevoke();
    const { keeper, clock } = open({ revoke });
    const bad = await fresh('1', clock);
    const session = { ...bad.session, expiresAt: 'tomorrow' };
    await expect(keeper.adopt({ ...bad, session }, { replaces: 'any' })).rejects.toMatchObject({
      code: 'SESSION_LIFETIME_INVALID',
    });
    await eventually(() => expect(idsOf(revoke)).toEqual(['Session:1']));
  });
});

describe('a session whose revocation its page did not live to see', () => {
  test('is revoked by the next page: one that no tab took', async () => {
    const { keeper, clock, store } = await signedIn({ revoke: hang });
    const late = await fresh('3', clock);
    await keeper.adopt(await fresh('2', clock), { replaces: 'Session:1' });
    await keeper.adopt(late, { replaces: 'Session:1' });
    await keeper.close();
    const revoke = createRevoke();
    await createKeeper({ store, clock, revoke }).ready();
    await eventually(() => expect(idsOf(revoke)).toContain('Session:3'));
  });

  test('is revoked by the next page: one that another tab had stored before the sign-out', async () => {
    const { keeper, clock, store } = await signedIn({ revoke: hang });
    const other = createKeeper({ store, clock, revoke: hang });
    await other.adopt(await fresh('2', clock), { replaces: 'Session:1' });
    void keeper.signOut();
    await keeper.close();
    await other.close();
    const revoke = createRevoke();
    await createKeeper({ store, clock, revoke }).ready();
    await eventually(() => expect(new Set(idsOf(revoke))).toEqual(new Set(['Session:1', 'Session:2'])));
  });
});

describe('a session that is still to be revoked', () => {
  test('stays stored when the record of another that is revoked can not be changed, over quota', async () => {
    const below = createMemoryStore();
    const faults: Faults = {};
    const first = deferred<void>();
    const { keeper, clock, store } = open({
      store: persistent(below, faults),
      revoke: ({ sessionId }) => (sessionId === 'Session:1' ? first.promise : hang()),
    });
    await keeper.discard(await fresh('1', clock));
    await keeper.discard(await fresh('2', clock));
    const erased = vi.fn(overQuota(below));
    faults.update = erased;
    first.resolve();
    await eventually(() => expect(erased).toHaveBeenCalledTimes(2));
    await keeper.close();
    delete faults.update;
    const revoke = createRevoke();
    await createKeeper({ store, clock, revoke }).ready();
    await eventually(() => expect(idsOf(revoke)).toContain('Session:2'));
  });
});

describe('a session that other pages had left to be revoked', () => {
  test('is revoked by the page that deletes their list, since a sign-out over quota finds no room for it', async () => {
    const below = createMemoryStore();
    const offline = (): Promise<never> => Promise.reject(new TypeError('offline'));
    const { keeper: before, clock } = await signedIn({ store: persistent(below), revoke: offline });
    await before.adopt(await fresh('2', clock), { replaces: 'Session:1' });
    const faults: Faults = {};
    const revoke = createRevoke();
    revoke.mockImplementation(offline);
    const { keeper, page } = open({ store: persistent(below, faults), clock, revoke });
    await keeper.ready();
    // What comes after its last reading it learns from the record that it deletes.
    await before.adopt(await fresh('3', clock), { replaces: 'Session:2' });
    await before.adopt(await fresh('4', clock), { replaces: 'Session:3' });
    await before.close();
    faults.update = overQuota(below);
    expect(await keeper.signOut()).toMatchObject({ service: 'not-reached', localKeyDeleted: true });
    expect(await below.keys('account:')).toEqual([]);
    revoke.mockReset();
    page.dispatchEvent(new Event('online'));
    const all = ['Session:1', 'Session:2', 'Session:3', 'Session:4'];
    await eventually(() => expect([...idsOf(revoke)].sort()).toEqual(all));
    // And once only.
    await keeper.check();
    page.dispatchEvent(new Event('online'));
    await keeper.check();
    expect(revoke).toHaveBeenCalledTimes(4);
  });
});

describe('a session that a refresh replaced', () => {
  test('holds nobody up while its revocation hangs', async () => {
    const { keeper, clock } = await signedIn({ revoke: hang });
    const told = vi.fn();
    void keeper.adopt(await fresh('2', clock), { replaces: 'Session:1' }).then(told);
    await eventually(() => expect(told).toHaveBeenCalledWith('stored'));
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:2' });
  });

  test('is revoked when the stamps of this page have landed', async () => {
    const revoke = createRevoke();
    const { keeper, clock } = await signedIn({ revoke });
    const landed = deferred<string>();
    const stamp = keeper.holdStamp('Session:1', () => landed.promise);
    await keeper.adopt(await fresh('2', clock), { replaces: 'Session:1' });
    await keeper.current();
    expect(revoke).not.toHaveBeenCalled();
    landed.resolve('done');
    expect(await stamp).toBe('done');
    await eventually(() => expect(idsOf(revoke)).toEqual(['Session:1']));
  });

  test('is revoked when the stamps of the other tabs have landed, with Web Locks', async () => {
    const revoke = createRevoke();
    const locks = createLocks();
    const { keeper, clock, store } = await signedIn({ revoke, locks });
    const other = createKeeper({ store, clock, locks });
    const [sent, landed] = [deferred<void>(), deferred<void>()];
    const stamp = other.holdStamp('Session:1', () => {
      sent.resolve();
      return landed.promise;
    });
    await sent.promise;
    await keeper.adopt(await fresh('2', clock), { replaces: 'Session:1' });
    // Beside the ends that both tabs wait for: the revocation waits for its turn, for five seconds at most.
    await eventually(() => expect(clock.pending()).toBe(3));
    clock.advance(4_999);
    await keeper.current();
    expect(revoke).not.toHaveBeenCalled();
    landed.resolve();
    await stamp;
    await eventually(() => expect(idsOf(revoke)).toEqual(['Session:1']));
  });

  test('is revoked after five seconds, whatever hangs', async () => {
    const revoke = createRevoke();
    const { keeper, clock } = await signedIn({ revoke });
    const lock = vi.fn();
    void keeper.holdStamp('Session:1', () => {
      lock();
      return hang();
    });
    await eventually(() => expect(lock).toHaveBeenCalled());
    await keeper.adopt(await fresh('2', clock), { replaces: 'Session:1' });
    await eventually(() => expect(clock.pending()).toBe(2));
    clock.advance(4_999);
    expect(revoke).not.toHaveBeenCalled();
    clock.advance(1);
    await eventually(() => expect(idsOf(revoke)).toEqual(['Session:1']));
  });
});
