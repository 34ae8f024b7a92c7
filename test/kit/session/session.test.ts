import { describe, expect, test, vi } from 'vitest';
import { adoptSession, beginSignIn, lastCredentialId, pinIds } from '../../../src/kit/session/adopt.ts';
import { createMemoryStore, loadingState, type Store } from '../../../src/kit/session/index.ts';
import { eventually } from '../../eventually.ts';
import {
  at,
  authSession,
  createRevoke,
  failing,
  fresh,
  hang,
  idsOf,
  makeKey,
  minute,
  noon,
  open,
  overQuota,
  persistent,
  recordKey,
  signedIn,
  signIn,
  storedSession,
  twoTabs,
  type Faults,
} from './fixtures.ts';

const signedOutCode = { code: 'SIGNED_OUT', nextStep: 'reauthenticate' };

describe('a page that was just opened', () => {
  test('is loading, as on a server that renders it, and then signed out', async () => {
    const { session, account, store } = open();
    expect(session.state()).toEqual(loadingState);
    await session.ready();
    expect(session.state()).toEqual({ status: 'signed-out', storage: 'persistent' });
    expect(session.serverState()).toBe(loadingState);
    await expect(session.current()).rejects.toMatchObject(signedOutCode);
    expect(await lastCredentialId(account)).toBeUndefined();
    expect(await store.keys('')).toEqual([]);
  });
});

describe('a sign-in', () => {
  test('makes its session the one to sign with, and shows it without its key', async () => {
    const { session, account, clock } = open();
    const first = await fresh('1', clock);
    const { epoch } = await beginSignIn(account);
    expect(await adoptSession(account, first, { epoch })).toBe(true);
    const shown = {
      sessionId: 'Session:1',
      credentialId: 'AuthMethod:1',
      credentialType: 'EMAIL_OTP',
      nickname: 'sample.customer@example.com',
      compressedPublicKeyHex: first.key.compressedPublicKeyHex,
      startedAt: noon,
      expiresAt: noon + 15 * minute,
    };
    const { signingKey } = first.key;
    expect(await session.current()).toEqual({ ...shown, signingKey, lifetimeMs: 15 * minute, epoch, ids: {} });
    expect(session.state()).toEqual({ status: 'signed-in', storage: 'persistent', session: shown });
  });

  test('survives a reload of the page, in one record with nothing of the answer but what is needed', async () => {
    const { session, account, clock, store } = open();
    const { epoch } = await beginSignIn(account);
    const sealed = { ...authSession('1'), encryptedSessionSigningKey: 'sealed' };
    await adoptSession(account, await fresh('1', clock, { session: sealed }), { epoch });
    await session.close();
    const reloaded = open({ store, clock });
    expect(await reloaded.session.epoch()).toBe(epoch);
    expect(await reloaded.session.current()).toMatchObject({ sessionId: 'Session:1', epoch });
    expect(await store.keys('')).toEqual([recordKey]);
    expect(JSON.stringify(await store.read(recordKey))).not.toContain('sealed');
  });

  test('takes the place of the session that there is, which is revoked', async () => {
    const revoke = createRevoke();
    const page = await signedIn({ revoke });
    expect(await signIn(page, '2')).toBe(true);
    expect(await page.session.current()).toMatchObject({ sessionId: 'Session:2' });
    expect(idsOf(revoke)).toEqual(['Session:1']);
  });

  test('that was pressed before a sign-out is not stored, and its session is revoked', async () => {
    const revoke = createRevoke();
    const { session, account, clock } = await signedIn({ revoke });
    const { epoch } = await beginSignIn(account);
    await session.signOut();
    expect(await adoptSession(account, fresh('2', clock), { epoch })).toBe(false);
    await expect(session.current()).rejects.toMatchObject(signedOutCode);
    expect(idsOf(revoke)).toEqual(['Session:2']);
  });

  test('that was pressed after a sign-out is in another epoch', async () => {
    const page = await signedIn();
    const before = await page.session.epoch();
    await page.session.signOut();
    expect(await signIn(page, '2')).toBe(true);
    expect((await page.session.current()).epoch).not.toBe(before);
  });

  test('whose key could be exported or cannot sign is refused, and nothing is stored', async () => {
    const { account, clock, store } = open();
    const { epoch } = await beginSignIn(account);
    const first = await fresh('1', clock);
    for (const signingKey of [(await makeKey({ extractable: true })).privateKey, (await makeKey()).publicKey])
      await expect(adoptSession(account, { ...first, key: { ...first.key, signingKey } }, { epoch })).rejects.toThrow(
        TypeError,
      );
    expect(await storedSession(store)).toBeUndefined();
  });

  test('with a lifetime that no session has is refused and revoked, and the session before it stays', async () => {
    const revoke = createRevoke();
    const { session, account, clock } = await signedIn({ revoke });
    const { epoch } = await beginSignIn(account);
    const ended = { ...authSession('2'), expiresAt: at(noon - minute) };
    await expect(adoptSession(account, fresh('2', clock, { session: ended }), { epoch })).rejects.toMatchObject({
      code: 'SESSION_LIFETIME_INVALID',
    });
    expect(await session.current()).toMatchObject({ sessionId: 'Session:1' });
    expect(idsOf(revoke)).toEqual(['Session:2']);
  });

  test('leaves the account of another wallet alone', async () => {
    const { session, clock, store } = await signedIn();
    const other = await signedIn({ accountId: 'InternalAccount:other', store, clock });
    await session.signOut();
    expect(await other.session.current()).toMatchObject({ sessionId: 'Session:1' });
  });
});

describe('a refresh', () => {
  test('takes the place of the session that it replaces, which is revoked while nobody waits for it', async () => {
    const revoke = createRevoke();
    revoke.mockImplementation(hang);
    const { session, account, clock } = await signedIn({ revoke });
    expect(await adoptSession(account, fresh('2', clock), { replaces: 'Session:1' })).toBe(true);
    expect(await session.current()).toMatchObject({ sessionId: 'Session:2' });
    expect(idsOf(revoke)).toEqual(['Session:1']);
  });

  test('that another tab has overtaken is not stored, and shows what that tab has stored', async () => {
    const revoke = createRevoke();
    const [{ session, account, clock }, two] = await twoTabs({ revoke });
    await adoptSession(two.account, fresh('2', clock), { replaces: 'Session:1' });
    expect(await adoptSession(account, fresh('3', clock), { replaces: 'Session:1' })).toBe(false);
    expect(await session.current()).toMatchObject({ sessionId: 'Session:2' });
    expect(idsOf(revoke)).toEqual(['Session:3']);
  });

  test('that comes after a sign-out is not stored', async () => {
    const revoke = createRevoke();
    const { session, account, clock } = await signedIn({ revoke });
    await session.signOut();
    expect(await adoptSession(account, fresh('2', clock), { replaces: 'Session:1' })).toBe(false);
    expect(session.state()).toMatchObject({ status: 'signed-out', ended: { reason: 'signed-out' } });
    expect(idsOf(revoke)).toEqual(['Session:2']);
  });

  test.each<[string, (below: Store) => Store['update']]>([
    ['fails at once', () => failing],
    ['has no room', overQuota],
  ])('that can not be stored since the store %s is discarded: the session stays, in storage', async (_, fault) => {
    const [below, faults]: [Store, Faults] = [createMemoryStore(), {}];
    const revoke = createRevoke();
    const { session, account, clock } = await signedIn({ store: persistent(below, faults), revoke });
    faults.update = fault(below);
    await expect(adoptSession(account, fresh('2', clock), { replaces: 'Session:1' })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
    });
    expect(idsOf(revoke)).toEqual(['Session:2']);
    expect(await session.current()).toMatchObject({ sessionId: 'Session:1' });
    expect(session.state()).toMatchObject({ status: 'signed-in', storage: 'persistent' });
  });
});

describe('what the payloads of an account name', () => {
  const ids = { organizationId: 'organization', userId: 'user' };

  test('is kept, and no id is taken for another later on', async () => {
    const { session, account, clock, store } = await signedIn();
    expect(await pinIds(account, ids)).toBe(true);
    expect(await pinIds(account, { organizationId: 'another', walletId: 'wallet' })).toBe(false);
    expect(await Promise.all([pinIds(account, ids), pinIds(account, { userId: 'another' })])).toEqual([true, false]);
    expect(await pinIds(account, { walletId: 'wallet' })).toBe(true);
    expect(await open({ store, clock }).session.current()).toMatchObject({ ids: { ...ids, walletId: 'wallet' } });
    expect(session.state().session).not.toHaveProperty('ids');
  });

  test('is there for the revocation of a session that another one replaces', async () => {
    const revoke = createRevoke();
    const { account, clock } = await signedIn({ revoke });
    await pinIds(account, ids);
    await adoptSession(account, fresh('2', clock), { replaces: 'Session:1' });
    expect(revoke.mock.calls).toMatchObject([[{ sessionId: 'Session:1', ids }]]);
  });

  test('goes over to the next sessions, also after an end, until a sign-out', async () => {
    const page = await signedIn();
    await pinIds(page.account, ids);
    await adoptSession(page.account, fresh('2', page.clock), { replaces: 'Session:1' });
    expect(await page.session.current()).toMatchObject({ ids });
    page.clock.advance(15 * minute);
    await signIn(page, '3');
    expect(await page.session.current()).toMatchObject({ sessionId: 'Session:3', ids });
    await page.session.signOut();
    expect((await beginSignIn(page.account)).ids).toEqual({});
  });
});

describe('observing a session', () => {
  test('gives the same frozen object until something changes', async () => {
    const { session, clock } = await signedIn();
    const before = session.state();
    expect(Object.isFrozen(before) && Object.isFrozen(before.session)).toBe(true);
    clock.advance(7 * minute);
    await session.current();
    await session.check();
    expect(session.state()).toBe(before);
    await session.signOut();
    expect(session.state()).not.toBe(before);
  });

  test('tells each listener once for each change, and never without one', async () => {
    const page = open();
    const statuses: string[] = [];
    const stop = page.session.subscribe(() => statuses.push(page.session.state().status));
    await page.session.ready();
    await page.session.check();
    await signIn(page);
    await page.session.current();
    stop();
    await page.session.signOut();
    expect(statuses).toEqual(['signed-out', 'signed-in']);
  });

  test('by a listener that throws stops no other, and its error is not swallowed', async () => {
    const later: (() => void)[] = [];
    vi.stubGlobal('queueMicrotask', (run: () => void) => later.push(run));
    const { session } = open();
    const listener = vi.fn();
    session.subscribe(() => {
      throw new Error('of the page');
    });
    session.subscribe(listener);
    await session.ready();
    vi.unstubAllGlobals();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(() => later.at(-1)?.()).toThrow('of the page');
  });
});

describe('tabs', () => {
  test('follow each other through sign-in, refresh and sign-out', async () => {
    const [one, two] = await twoTabs();
    expect(two.session.state()).toEqual(one.session.state());
    const shown: string[] = [];
    const stop = two.session.subscribe(() => shown.push(two.session.state().status));
    await adoptSession(one.account, fresh('2', one.clock), { replaces: 'Session:1' });
    await eventually(() => expect(two.session.state().session?.sessionId).toBe('Session:2'));
    expect(shown).toEqual(['signed-in']);
    stop();
    await two.session.signOut();
    expect(one.session.state()).toEqual({
      status: 'signed-out',
      storage: 'persistent',
      ended: { reason: 'signed-out' },
    });
    await signIn(one, '3');
    await eventually(() => expect(two.session.state().session?.sessionId).toBe('Session:3'));
  });

  test('that hear nothing read the record again before each signature', async () => {
    const { session, account, clock, store } = await signedIn();
    const two = open({ store, clock });
    await two.session.current();
    await adoptSession(account, fresh('2', clock), { replaces: 'Session:1' });
    expect(await two.session.current()).toMatchObject({ sessionId: 'Session:2' });
    await session.signOut();
    await expect(two.session.current()).rejects.toMatchObject(signedOutCode);
  });

  test('that wake read the record again', async () => {
    for (const event of ['visibilitychange', 'focus', 'pageshow', 'online']) {
      const { session, clock, store } = await signedIn();
      const cached = open({ store, clock });
      await cached.session.current();
      await session.signOut();
      expect(cached.session.state().status).toBe('signed-in');
      cached.page.dispatchEvent(new Event(event));
      await eventually(() => expect(cached.session.state().status).toBe('signed-out'));
    }
  });
});
