import { describe, expect, test, vi } from 'vitest';
import { createMemoryStore, loadingState, type SessionKeeper } from '../../src/session/index.ts';
import { createFixedClock } from '../../src/testing/index.ts';
import { authSession, fresh, makeKey, minute, noon, persistent, recordKey } from './fixtures.ts';
import { createKeeper } from './opened.ts';

const at = (time: number): string => new Date(time).toISOString();

function open(): ReturnType<typeof openOver> {
  return openOver(persistent(createMemoryStore()), createFixedClock({ now: noon }));
}

function openOver(
  store: ReturnType<typeof persistent>,
  clock: ReturnType<typeof createFixedClock>,
): { store: typeof store; clock: typeof clock; keeper: SessionKeeper } {
  return { store, clock, keeper: createKeeper({ store, clock }) };
}

describe('a keeper that was just created', () => {
  test('is loading, with the one object that a server renders, and then signed out', async () => {
    const { keeper } = open();
    expect(keeper.state()).toBe(loadingState);
    expect(keeper.serverState()).toBe(loadingState);
    await keeper.ready();
    expect(keeper.state()).toEqual({ status: 'signed-out', storage: 'persistent' });
    expect(keeper.serverState()).toBe(loadingState);
  });

  test('says from the start that a memory store is memory', async () => {
    const keeper = createKeeper({
      store: createMemoryStore(),
      clock: createFixedClock({ now: noon }),
    });
    expect(keeper.state()).toEqual({ status: 'loading', storage: 'memory' });
    await keeper.ready();
    expect(keeper.state()).toEqual({ status: 'signed-out', storage: 'memory' });
  });

  test('leaves nothing of its probe behind', async () => {
    const { keeper, store } = open();
    await keeper.ready();
    expect(await store.keys('')).toEqual([]);
  });

  test('has no session to sign with and no credential to suggest', async () => {
    const { keeper } = open();
    await expect(keeper.current()).rejects.toMatchObject({ code: 'SIGNED_OUT', nextStep: 'reauthenticate' });
    expect(await keeper.lastCredentialId()).toBeUndefined();
  });
});

describe('adopting a session', () => {
  test('makes it the one to sign with, and shows it without its key', async () => {
    const { keeper, clock } = open();
    const first = await fresh('1', clock);
    expect(await keeper.adopt(first, { replaces: 'any' })).toBe('stored');
    expect(await keeper.current()).toEqual({
      sessionId: 'Session:1',
      signInId: 'Session:1',
      credentialId: 'AuthMethod:1',
      ...first.key,
      expiresAt: noon + 15 * minute,
      ids: {},
    });
    expect(keeper.state()).toEqual({
      status: 'signed-in',
      storage: 'persistent',
      session: {
        sessionId: 'Session:1',
        credentialId: 'AuthMethod:1',
        credentialType: 'EMAIL_OTP',
        nickname: 'sample.customer@example.com',
        compressedPublicKeyHex: first.key.compressedPublicKeyHex,
        startedAt: noon,
        expiresAt: noon + 15 * minute,
      },
    });
  });

  test('survives a reload of the page', async () => {
    const { keeper, clock, store } = open();
    await keeper.adopt(await fresh('1', clock), { replaces: 'any' });
    const before = keeper.state();
    await keeper.close();
    const reloaded = openOver(store, clock).keeper;
    await reloaded.ready();
    expect(reloaded.state()).toEqual(before);
    expect(await reloaded.current()).toMatchObject({ sessionId: 'Session:1' });
  });

  test('replaces only the session that it names', async () => {
    const { keeper, clock } = open();
    await keeper.adopt(await fresh('1', clock), { replaces: 'any' });
    expect(await keeper.adopt(await fresh('2', clock), { replaces: 'Session:other' })).toBe('overtaken');
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:1' });
    expect(await keeper.adopt(await fresh('2', clock), { replaces: 'Session:1' })).toBe('stored');
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:2' });
  });

  test('does not bring back an account that signed out meanwhile', async () => {
    const { keeper, clock } = open();
    await keeper.adopt(await fresh('1', clock), { replaces: 'any' });
    await keeper.signOut();
    expect(await keeper.adopt(await fresh('2', clock), { replaces: 'Session:1' })).toBe('signed-out');
    expect(keeper.state()).toMatchObject({ status: 'signed-out', ended: { reason: 'signed-out' } });
  });

  test('succeeds a session that ran out while its refresh was under way', async () => {
    const { keeper, clock } = open();
    await keeper.adopt(await fresh('1', clock), { replaces: 'any' });
    clock.advance(14.5 * minute);
    const startedAt = { wall: clock.now(), monotonic: clock.monotonic() };
    clock.advance(minute);
    await keeper.check();
    expect(keeper.state()).toMatchObject({ status: 'signed-out', ended: { reason: 'expired' } });
    const times = { updatedAt: at(noon + 14.5 * minute), expiresAt: at(noon + 29.5 * minute) };
    const refreshed = await fresh('2', clock, { session: authSession('2', times), startedAt, date: null });
    expect(await keeper.adopt(refreshed, { replaces: 'Session:1' })).toBe('stored');
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:2', expiresAt: noon + 29.5 * minute });
  });

  test('that came too late shows what another tab stored, with the time of that session', async () => {
    const { keeper, clock, store } = open();
    await keeper.adopt(await fresh('1', clock), { replaces: 'any' });
    clock.advance(10 * minute);
    const times = { updatedAt: at(noon + 10 * minute), expiresAt: at(noon + 25 * minute) };
    const other = openOver(store, clock).keeper;
    await other.adopt(await fresh('2', clock, { session: authSession('2', times), date: null }), { replaces: 'any' });
    expect(await keeper.adopt(await fresh('3', clock), { replaces: 'Session:1' })).toBe('overtaken');
    expect(keeper.state().session).toMatchObject({ sessionId: 'Session:2', expiresAt: noon + 25 * minute });
    clock.advance(14 * minute);
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:2' });
  });

  test('stores one record, and in it nothing of the answer but what is needed', async () => {
    const { keeper, clock, store } = open();
    const sealed = authSession('1', { encryptedSessionSigningKey: 'sealed' });
    await keeper.adopt(await fresh('1', clock, { session: sealed }), { replaces: 'any' });
    expect(await store.keys('')).toEqual([recordKey, recordKey.replace('account:', 'kept:')]);
    expect(JSON.stringify(await store.read(recordKey))).not.toContain('sealed');
  });

  test('refuses a key that could be exported or cannot sign, and stores nothing', async () => {
    const { keeper, clock, store } = open();
    const first = await fresh('1', clock);
    for (const signingKey of [(await makeKey({ extractable: true })).privateKey, (await makeKey()).publicKey]) {
      const key = { ...first.key, signingKey };
      await expect(keeper.adopt({ ...first, key }, { replaces: 'any' })).rejects.toThrow(TypeError);
    }
    expect(await store.keys('')).toEqual([]);
  });

  test('refuses a lifetime that no session has, and keeps the session before it', async () => {
    const { keeper, clock } = open();
    await keeper.adopt(await fresh('1', clock), { replaces: 'any' });
    const session = authSession('2', { expiresAt: new Date(noon - minute).toISOString() });
    await expect(keeper.adopt(await fresh('2', clock, { session }), { replaces: 'any' })).rejects.toMatchObject({
      code: 'SESSION_LIFETIME_INVALID',
    });
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:1' });
  });
});

describe('a session that ends', () => {
  test('as expired asks for a new login, in this page and after a reload, and keeps the credential', async () => {
    const { keeper, clock, store } = open();
    await keeper.adopt(await fresh('1', clock), { replaces: 'any' });
    clock.advance(15 * minute);
    await expect(keeper.current()).rejects.toMatchObject({ code: 'SESSION_EXPIRED', nextStep: 'reauthenticate' });
    expect(keeper.state()).toEqual({ status: 'signed-out', storage: 'persistent', ended: { reason: 'expired' } });
    const reloaded = openOver(store, clock).keeper;
    await reloaded.ready();
    expect(reloaded.state()).toEqual(keeper.state());
    expect(await reloaded.lastCredentialId()).toBe('AuthMethod:1');
  });

  test('leaves the account of another wallet alone', async () => {
    const { keeper, clock, store } = open();
    const other = createKeeper({ accountId: 'InternalAccount:other', store, clock });
    await keeper.adopt(await fresh('1', clock), { replaces: 'any' });
    await other.adopt(await fresh('2', clock), { replaces: 'any' });
    await keeper.signOut();
    expect(await other.current()).toMatchObject({ sessionId: 'Session:2' });
  });
});

describe('what the payloads of a session name', () => {
  const ids = { organizationId: 'organization', userId: 'user' };

  test('is kept with it, and no id is taken for another later on', async () => {
    const { keeper, clock, store } = open();
    await keeper.adopt(await fresh('1', clock), { replaces: 'any' });
    expect(await keeper.learnIds(ids)).toBe(true);
    expect(await keeper.learnIds({ walletId: 'wallet' })).toBe(true);
    expect(await keeper.learnIds({ organizationId: 'another', walletId: 'wallet' })).toBe(false);
    expect(await Promise.all([keeper.learnIds(ids), keeper.learnIds({ userId: 'another' })])).toEqual([true, false]);
    expect(await keeper.current()).toMatchObject({ ids: { ...ids, walletId: 'wallet' } });
    expect(await openOver(store, clock).keeper.current()).toMatchObject({ ids: { ...ids, walletId: 'wallet' } });
    expect(keeper.state().session).not.toHaveProperty('ids');
  });

  test('goes over to every later session of the account, until a sign-out', async () => {
    const { keeper, clock } = open();
    await keeper.adopt(await fresh('1', clock, { ids }), { replaces: 'any' });
    await keeper.adopt(await fresh('2', clock), { replaces: 'Session:1' });
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:2', ids });
    await keeper.adopt(await fresh('3', clock, { ids: { userId: 'another' } }), { replaces: 'any' });
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:3', ids });
    await keeper.signOut();
    expect(await keeper.knownIds()).toEqual({});
  });

  test('outlives the end of a session, and not a sign-out that is pressed after it', async () => {
    const { keeper, clock } = open();
    await keeper.adopt(await fresh('1', clock, { ids }), { replaces: 'any' });
    clock.advance(15 * 60_000);
    await expect(keeper.current()).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
    expect(await keeper.knownIds()).toEqual(ids);
    await expect(keeper.signOut()).rejects.toMatchObject({ name: 'SessionError' });
    expect(await keeper.knownIds()).toEqual({});
  });
});

describe('observing a keeper', () => {
  test('gives the same frozen object until something changes', async () => {
    const { keeper, clock } = open();
    await keeper.adopt(await fresh('1', clock), { replaces: 'any' });
    const before = keeper.state();
    expect(Object.isFrozen(before) && Object.isFrozen(before.session)).toBe(true);
    clock.advance(7 * minute);
    await keeper.current();
    await keeper.check();
    expect(keeper.state()).toBe(before);
    await keeper.signOut();
    expect(keeper.state()).not.toBe(before);
  });

  test('tells each listener once for each change, and never without one', async () => {
    const { keeper, clock } = open();
    const statuses: string[] = [];
    const stop = keeper.subscribe(() => statuses.push(keeper.state().status));
    await keeper.ready();
    await keeper.check();
    await keeper.adopt(await fresh('1', clock), { replaces: 'any' });
    await keeper.current();
    stop();
    await keeper.signOut();
    expect(statuses).toEqual(['signed-out', 'signed-in']);
  });

  test('the same function subscribed twice stays subscribed when one subscription ends', async () => {
    const { keeper } = open();
    const listener = vi.fn();
    const stop = keeper.subscribe(listener);
    keeper.subscribe(listener);
    stop();
    await keeper.ready();
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('a listener that throws stops no other, and its error is not swallowed', async () => {
    const later: (() => void)[] = [];
    vi.stubGlobal('queueMicrotask', (run: () => void) => later.push(run));
    const { keeper } = open();
    const listener = vi.fn();
    keeper.subscribe(() => {
      throw new Error('of the page');
    });
    keeper.subscribe(listener);
    await keeper.ready();
    vi.unstubAllGlobals();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(() => later.at(-1)?.()).toThrow('of the page');
  });
});
