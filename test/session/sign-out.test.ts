import { describe, expect, test, vi } from 'vitest';
import { createMemoryStore, type LeavingSession } from '../../src/session/index.ts';
import { createFixedClock } from '../../src/testing/index.ts';
import { eventually } from '../eventually.ts';
import {
  createTabs,
  deferred,
  fresh,
  hang,
  hour,
  minute,
  noon,
  overQuota,
  persistent,
  recordKey,
  type Faults,
} from './fixtures.ts';
import { createKeeper, createRevoke, idsOf, open, signIn, signedIn } from './opened.ts';

const signedOutCode = { code: 'SIGNED_OUT', nextStep: 'reauthenticate' };

describe('a sign-out', () => {
  test('is revoked at the service by its own key, and leaves no key in storage', async () => {
    const revoke = createRevoke();
    const { keeper, clock, store } = open({ revoke });
    const first = await fresh('1', clock);
    await keeper.adopt(first, { replaces: 'any' });
    expect(await keeper.signOut()).toEqual({ service: 'revoked', localKeyDeleted: true });
    expect(revoke.mock.calls[0]?.[0]).toMatchObject({ sessionId: 'Session:1', ...first.key });
    expect(keeper.state()).toEqual({ status: 'signed-out', storage: 'persistent', ended: { reason: 'signed-out' } });
    expect(await store.read(recordKey)).toEqual({
      schema: 2,
      accountId: expect.any(String) as string,
      lastCredentialId: 'AuthMethod:1',
      lastSignOut: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      ended: { sessionId: 'Session:1', reason: 'signed-out', at: noon },
      leaving: [],
    });
    expect(await keeper.lastCredentialId()).toBe('AuthMethod:1');
    await expect(keeper.signOut()).rejects.toMatchObject(signedOutCode);
  });

  test('takes the session from this page before anything waits', async () => {
    const { keeper } = await signedIn({ revoke: hang });
    void keeper.signOut();
    expect(keeper.state().status).toBe('signed-out');
  });

  test('stops a signature that another call has already asked for', async () => {
    const { keeper } = await signedIn();
    const current = keeper.current();
    void keeper.signOut();
    await expect(current).rejects.toMatchObject(signedOutCode);
  });

  test('while its request hangs stops every tab, and the page that is opened next', async () => {
    const channels = createTabs();
    const { keeper, clock, store } = await signedIn({ revoke: hang, channel: channels.open() });
    const other = createKeeper({ store, clock, channel: channels.open() });
    await other.ready();
    void keeper.signOut();
    expect(other.state()).toMatchObject({ status: 'signed-out', ended: { reason: 'signed-out' } });
    await expect(other.current()).rejects.toMatchObject(signedOutCode);
    const reopened = createKeeper({ store, clock, revoke: hang });
    await expect(reopened.current()).rejects.toMatchObject(signedOutCode);
  });

  test('without a channel stops the other tabs at their next signature', async () => {
    const { keeper, clock, store } = await signedIn({ revoke: hang });
    const other = createKeeper({ store, clock });
    await other.current();
    void keeper.signOut();
    await expect(other.current()).rejects.toMatchObject(signedOutCode);
  });

  test.each([
    ['with a channel', true],
    ['without one', false],
  ])('is not undone by the refresh of another tab, whichever is stored first, %s', async (_, withChannel) => {
    for (const refreshFirst of [true, false]) {
      const channels = createTabs();
      const channel = () => (withChannel ? channels.open() : undefined);
      const revoke = createRevoke();
      const { keeper, clock, store } = await signedIn({ revoke, channel: channel() });
      const other = createKeeper({ store, clock, revoke, channel: channel() });
      await other.current();
      const refreshed = await fresh('2', clock);
      const calls = [() => other.adopt(refreshed, { replaces: 'Session:1' }), () => keeper.signOut()] as const;
      const outcomes = await Promise.all((refreshFirst ? calls : [...calls].reverse()).map((call) => call()));
      expect(outcomes).toContainEqual({ service: 'revoked', localKeyDeleted: true });
      for (const tab of [keeper, other]) await expect(tab.current()).rejects.toMatchObject(signedOutCode);
      await eventually(() => expect(new Set(idsOf(revoke))).toEqual(new Set(['Session:1', 'Session:2'])));
      await eventually(async () => expect(await store.read(recordKey)).toMatchObject({ leaving: [] }));
      expect(await store.read(recordKey)).not.toHaveProperty('session');
    }
  });

  test('is not undone by a sign-in that was pressed before it', async () => {
    const revoke = createRevoke();
    const { keeper, clock } = await signedIn({ revoke });
    const lastSignOut = await keeper.lastSignOut();
    const late = await fresh('2', clock);
    await keeper.signOut();
    expect(await keeper.adopt(late, { replaces: 'any', lastSignOut })).toBe('signed-out');
    await expect(keeper.current()).rejects.toMatchObject(signedOutCode);
    await eventually(() => expect(idsOf(revoke)).toContain('Session:2'));
    expect(revoke.mock.calls.at(-1)?.[0]).toMatchObject(late.key);
  });

  test('does not hinder the sign-in after it', async () => {
    const { keeper, clock } = await signedIn();
    await keeper.signOut();
    expect(await signIn(keeper, await fresh('2', clock))).toBe('stored');
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:2' });
  });

  test('pressed twice is one, and tells both', async () => {
    const revoke = createRevoke();
    const { keeper } = await signedIn({ revoke });
    const outcomes = await Promise.all([keeper.signOut(), keeper.signOut()]);
    expect(outcomes).toEqual([
      { service: 'revoked', localKeyDeleted: true },
      { service: 'revoked', localKeyDeleted: true },
    ]);
    expect(revoke).toHaveBeenCalledTimes(1);
  });

  test('whose signal was aborted before it does nothing', async () => {
    const { keeper } = await signedIn();
    const reason = new Error('not after all');
    await expect(keeper.signOut({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:1' });
  });

  test('whose signal aborts while the service is asked is told at once, and goes on', async () => {
    const service = deferred<void>();
    const { keeper, store } = await signedIn({ revoke: () => service.promise });
    const given = new AbortController();
    const outcome = keeper.signOut({ signal: given.signal });
    const reason = new Error('tired of waiting');
    given.abort(reason);
    expect(await outcome).toEqual({ service: 'not-reached', localKeyDeleted: true, error: reason });
    service.resolve();
    await eventually(async () => expect(await store.read(recordKey)).toMatchObject({ leaving: [] }));
  });
});

describe('a sign-out without a network', () => {
  const offline = new TypeError('offline');

  test('says so, keeps the key for the revocation alone, and finishes when the page is back online', async () => {
    const revoke = vi.fn<(session: LeavingSession) => Promise<void>>(() => Promise.reject(offline));
    const { keeper, store, page } = await signedIn({ revoke });
    expect(await keeper.signOut()).toEqual({ service: 'not-reached', localKeyDeleted: true, error: offline });
    await expect(keeper.current()).rejects.toMatchObject(signedOutCode);
    expect(await store.read(recordKey)).toMatchObject({ leaving: [{ sessionId: 'Session:1' }] });
    revoke.mockResolvedValue();
    page.dispatchEvent(new Event('online'));
    await eventually(async () => expect(await store.read(recordKey)).toMatchObject({ leaving: [] }));
  });

  test('finishes on the next load of the page', async () => {
    const { keeper, store, clock } = await signedIn({ revoke: () => Promise.reject(offline) });
    await keeper.signOut();
    await keeper.close();
    const revoke = createRevoke();
    const reopened = createKeeper({ store, clock, revoke });
    await reopened.ready();
    await eventually(async () => expect(await store.read(recordKey)).toMatchObject({ leaving: [] }));
    expect(idsOf(revoke)).toEqual(['Session:1']);
    expect(reopened.state()).toMatchObject({ status: 'signed-out', ended: { reason: 'signed-out' } });
  });

  test('is tried again with growing pauses while the page stays', async () => {
    const revoke = vi.fn<(session: LeavingSession) => Promise<void>>(() => Promise.reject(offline));
    const { keeper, store, clock } = await signedIn({ revoke });
    await keeper.signOut();
    for (const [pause, tries] of [
      [5_000, 2],
      [10_000, 3],
      [20_000, 4],
      [40_000, 5],
      [60_000, 6],
      [60_000, 7],
    ] as const) {
      clock.advance(pause - 1);
      expect(revoke).toHaveBeenCalledTimes(tries - 1);
      clock.advance(1);
      await eventually(() => expect(revoke).toHaveBeenCalledTimes(tries));
      await eventually(() => expect(clock.pending()).toBe(1));
    }
    revoke.mockResolvedValue();
    clock.advance(minute);
    await eventually(async () => expect(await store.read(recordKey)).toMatchObject({ leaving: [] }));
    expect(clock.pending()).toBe(0);
  });

  test("deletes the key at the session's own end", async () => {
    const revoke = vi.fn<(session: LeavingSession) => Promise<void>>(() => Promise.reject(offline));
    const { keeper, store, clock } = await signedIn({ revoke });
    await keeper.signOut();
    await keeper.close();
    const later = createFixedClock({ now: clock.now() + hour });
    const reopened = createKeeper({ store, clock: later, revoke });
    await reopened.ready();
    await eventually(async () => expect(await store.read(recordKey)).toMatchObject({ leaving: [] }));
    expect(revoke).toHaveBeenCalledTimes(1);
  });
});

describe('a sign-out while storage fails', () => {
  test('over quota deletes the record, where a put fails and a delete succeeds', async () => {
    const below = createMemoryStore();
    const faults: Faults = {};
    const revoke = createRevoke();
    const { keeper, clock, store } = await signedIn({ store: persistent(below, faults), revoke });
    faults.update = overQuota(below);
    expect(await keeper.signOut()).toEqual({ service: 'revoked', localKeyDeleted: true });
    expect(await below.keys('account:')).toEqual([]);
    expect(idsOf(revoke)).toEqual(['Session:1']);
    await expect(createKeeper({ store, clock }).current()).rejects.toMatchObject(signedOutCode);
  });

  test('that confirms no deletion is named, and the key is never used again', async () => {
    const faults: Faults = {};
    const { keeper } = await signedIn({ store: persistent(createMemoryStore(), faults) });
    faults.update = () => Promise.reject(new DOMException('Broken.', 'UnknownError'));
    const outcome = await keeper.signOut();
    expect(outcome).toMatchObject({ service: 'revoked', localKeyDeleted: false, error: { code: 'KEY_NOT_DELETED' } });
    await expect(keeper.current()).rejects.toMatchObject(signedOutCode);
  });

  test('that could not delete the key does so when it works again', async () => {
    const below = createMemoryStore();
    const faults: Faults = {};
    const { keeper, page } = await signedIn({ store: persistent(below, faults) });
    faults.update = () => Promise.reject(new DOMException('Broken.', 'UnknownError'));
    await keeper.signOut();
    delete faults.update;
    page.dispatchEvent(new Event('focus'));
    await eventually(async () => expect(await below.read(recordKey)).not.toHaveProperty('session'));
    expect(keeper.state().status).toBe('signed-out');
  });

  test('in memory deletes what storage still holds of the session before', async () => {
    const below = createMemoryStore();
    const faults: Faults = {};
    const { keeper, clock } = await signedIn({ store: persistent(below, faults) });
    faults.update = () => Promise.reject(new DOMException('Broken.', 'UnknownError'));
    await keeper.adopt(await fresh('2', clock), { replaces: 'Session:1' });
    expect(keeper.state()).toMatchObject({ storage: 'memory', session: { sessionId: 'Session:2' } });
    delete faults.update;
    expect(await keeper.signOut()).toEqual({ service: 'revoked', localKeyDeleted: true });
    expect(await below.read(recordKey)).not.toHaveProperty('session');
  });

  test('over quota from before the page was loaded leaves the stored session at hand, and ends it', async () => {
    const below = createMemoryStore();
    const { clock, keeper: before } = await signedIn({ store: persistent(below) });
    await before.close();
    const keeper = createKeeper({ store: persistent(below, { update: overQuota(below) }), clock });
    clock.advance(minute);
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:1' });
    expect(keeper.state()).toMatchObject({ status: 'signed-in', storage: 'persistent' });
    expect(await keeper.signOut()).toEqual({ service: 'revoked', localKeyDeleted: true });
    expect(await below.read(recordKey)).toBeUndefined();
  });

  test('is one of the account: it ends a stored session that this page could not read', async () => {
    const below = createMemoryStore();
    const faults: Faults = {};
    const revoke = createRevoke();
    const { keeper } = open({ store: persistent(below, faults), revoke });
    await keeper.ready();
    faults.read = () => Promise.reject(new DOMException('Broken.', 'UnknownError'));
    await keeper.check();
    const { clock } = await signedIn({ store: persistent(below) });
    const other = createKeeper({ store: persistent(below), clock });
    expect(keeper.state()).toMatchObject({ status: 'signed-out', storage: 'memory' });
    expect(await keeper.signOut()).toEqual({ service: 'revoked', localKeyDeleted: true });
    expect(idsOf(revoke)).toEqual(['Session:1']);
    await expect(other.current()).rejects.toMatchObject(signedOutCode);
  });

  test('by hanging is over in this page and the others at once', async () => {
    const channels = createTabs();
    const faults: Faults = {};
    const below = createMemoryStore();
    const { keeper, clock } = await signedIn({ store: persistent(below, faults), channel: channels.open() });
    const other = createKeeper({ store: persistent(below), clock, channel: channels.open() });
    await other.ready();
    faults.update = hang;
    void keeper.signOut();
    expect(keeper.state().status).toBe('signed-out');
    expect(other.state().status).toBe('signed-out');
    await expect(other.current()).rejects.toMatchObject(signedOutCode);
  });
});
