import { describe, expect, test, vi } from 'vitest';
import {
  adoptSession,
  beginSignIn,
  endedAtService,
  lastCredentialId,
  pinIds,
  type FreshSession,
} from '../../../src/kit/session/adopt.ts';
import { createMemoryStore, type Store } from '../../../src/kit/session/index.ts';
import { createPageLocks } from '../../../src/kit/wallet/run/locks.ts';
import { createFixedClock } from '../../../sandbox/src/testing/index.ts';
import {
  createTabs,
  deferred,
  failing,
  fresh,
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
  type Page,
} from './fixtures.ts';

const signedOutCode = { code: 'SIGNED_OUT', nextStep: 'reauthenticate' };
const ended = { status: 'signed-out', ended: { reason: 'signed-out' } };

describe('a sign-out', () => {
  test('deletes the key, hands it over for the revocation alone, and keeps the credential', async () => {
    const { session, account, clock, store } = open();
    const { epoch } = await beginSignIn(account);
    const first = await fresh('1', clock);
    await adoptSession(account, first, { epoch });
    await pinIds(account, { userId: 'user' });
    const told = { sessions: [{ sessionId: 'Session:1', ...first.key, ids: { userId: 'user' } }], error: undefined };
    expect(await session.signOut()).toMatchObject({ ...told, tellings: [expect.any(Promise)] });
    expect(session.state()).toEqual({ ...ended, storage: 'persistent' });
    expect(await store.read(recordKey)).toEqual({
      epoch: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      ended: 'signed-out',
      lastCredentialId: 'AuthMethod:1',
    });
    expect(await lastCredentialId(account)).toBe('AuthMethod:1');
    await expect(session.signOut()).rejects.toMatchObject(signedOutCode);
  });

  test('stops this page before anything waits, also a signature that was asked for before it', async () => {
    const { session } = await signedIn();
    const current = session.current();
    void session.signOut();
    expect(session.state().status).toBe('signed-out');
    await expect(current).rejects.toMatchObject(signedOutCode);
  });

  test('is over in every tab at once, and no key is stored', async () => {
    const [one, two] = await twoTabs();
    await one.session.signOut();
    expect(await storedSession(one.store)).toBeUndefined();
    expect(two.session.state()).toMatchObject(ended);
    await expect(two.session.current()).rejects.toMatchObject(signedOutCode);
    await expect(open({ ...one }).session.current()).rejects.toMatchObject(signedOutCode);
  });

  test('and the refresh of another tab leave no session, whichever is stored first', async () => {
    for (const isRefreshFirst of [true, false]) {
      const [one, two] = await twoTabs();
      const refreshed = await fresh('2', one.clock);
      const acts = [
        () => adoptSession(one.account, refreshed, { replaces: 'Session:1' }),
        async () => void (await two.session.signOut()),
      ] as const;
      await Promise.all((isRefreshFirst ? acts : acts.toReversed()).map((act) => act()));
      for (const { session } of [one, two]) await expect(session.current()).rejects.toMatchObject(signedOutCode);
      expect(await storedSession(one.store)).toBeUndefined();
    }
  });

  test('pressed twice is one, and tells both', async () => {
    const { session } = await signedIn();
    const [one, two] = await Promise.all([session.signOut(), session.signOut()]);
    expect(one).toBe(two);
  });

  test('of a session that has ended already forgets what payloads have named', async () => {
    const { session, account, clock } = await signedIn();
    await pinIds(account, { userId: 'user' });
    clock.advance(15 * minute);
    await session.check();
    await expect(session.signOut()).rejects.toMatchObject(signedOutCode);
    expect((await beginSignIn(account)).ids).toEqual({});
  });
});

describe('a sign-out while storage fails', () => {
  test('over quota deletes the record, where a put fails and a delete succeeds', async () => {
    const [below, faults]: [Store, Faults] = [createMemoryStore(), {}];
    const { session, clock, store } = await signedIn({ store: persistent(below, faults) });
    // A sign-in of a tab whose session this page has not read.
    await adoptSession(open({ store: persistent(below), clock }).account, fresh('2', clock), {
      replaces: 'Session:1',
    });
    faults.update = overQuota(below);
    const { sessions, error } = await session.signOut();
    expect([sessions.map(({ sessionId }) => sessionId), error]).toEqual([['Session:1', 'Session:2'], undefined]);
    expect(await below.keys('')).toEqual([]);
    expect(session.state()).toMatchObject(ended);
    await expect(open({ store, clock }).session.current()).rejects.toMatchObject(signedOutCode);
  });

  test('that confirms no deletion says so, and this page never uses the key again', async () => {
    const faults: Faults = {};
    const page = await signedIn({ store: persistent(createMemoryStore(), faults) });
    const { session } = page;
    const before = await session.epoch();
    faults.update = failing;
    expect(await session.signOut()).toMatchObject({ error: { code: 'KEY_NOT_DELETED' } });
    await session.check();
    expect(session.state()).toMatchObject(ended);
    await expect(session.current()).rejects.toMatchObject(signedOutCode);
    // The next sign-in is none of the epoch that the record still has.
    delete faults.update;
    expect(await signIn(page, '2')).toBe(true);
    expect((await session.current()).epoch).not.toBe(before);
  });

  test('that is pressed before the page has read its record ends the session that it finds', async () => {
    const faults: Faults = {};
    const { store, clock } = await signedIn();
    const { session } = open({ store: persistent(store, faults), clock });
    faults.update = failing;
    expect(await session.signOut()).toMatchObject({ error: { code: 'KEY_NOT_DELETED' } });
    await expect(session.current()).rejects.toMatchObject(signedOutCode);
    expect(session.state()).toMatchObject(ended);
  });

  test('deletes and hands over the session that it finds where a change fails and a deletion succeeds', async () => {
    const faults: Faults = {};
    const { store, clock } = await signedIn();
    const { session } = open({ store: persistent(store, faults), clock });
    faults.update = () => {
      delete faults.update;
      return failing();
    };
    expect(await session.signOut()).toMatchObject({ sessions: [{ sessionId: 'Session:1' }], error: undefined });
    expect(await store.read(recordKey)).toBeUndefined();
  });

  test('in memory deletes what storage still holds, and ends every page of the account', async () => {
    const [channels, clock, locks] = [createTabs(), createFixedClock({ now: noon }), createPageLocks()];
    const below = createMemoryStore();
    const faults: Faults = {};
    const shared = { clock, locks };
    const stored = await signedIn({ ...shared, store: persistent(below), channel: channels.open() });
    const tab = open({ ...shared, store: persistent(below, faults), channel: channels.open() });
    await tab.session.ready();
    faults.update = failing;
    await signIn(tab, '2');
    expect(tab.session.state()).toMatchObject({ storage: 'memory', session: { sessionId: 'Session:2' } });
    expect(await tab.session.signOut()).toMatchObject({ error: { code: 'KEY_NOT_DELETED' } });
    delete faults.update;
    await signIn(tab, '3');
    expect(await tab.session.signOut()).toMatchObject({ error: undefined });
    expect(await below.read(recordKey)).toBeUndefined();
    expect(stored.session.state()).toMatchObject(ended);
  });

  test('of a tab that could write ends a page in memory, which signs no more and can sign in anew', async () => {
    const channels = createTabs();
    const one = await signedIn({ channel: channels.open() });
    const inMemory = await signedIn({ store: createMemoryStore(), channel: channels.open(), clock: one.clock });
    const { epoch } = await beginSignIn(inMemory.account);
    await one.session.signOut();
    expect(inMemory.session.state()).toMatchObject(ended);
    await expect(inMemory.session.current()).rejects.toMatchObject(signedOutCode);
    expect(await adoptSession(inMemory.account, fresh('3', one.clock), { epoch })).toBe(false);
    expect(await signIn(inMemory, '4')).toBe(true);
    expect(await inMemory.session.current()).toMatchObject({ sessionId: 'Session:4' });
  });
});

test('a message of a sign-out changes nothing in a page that knows no record', () => {
  const channels = createTabs();
  const { session } = open({ channel: channels.open() });
  channels.open().announce({ accountId: 'InternalAccount:0192a000-0000-7000-8000-000000000001', epoch: 'other' });
  expect(session.state()).toEqual({ status: 'loading', storage: 'persistent' });
});

test('a message of an older sign-out ends no session of the epoch after it', async () => {
  const channels = createTabs();
  const page = open({ channel: channels.open() });
  await signIn(page);
  const epoch = await page.session.epoch();
  channels.open().announce({ accountId: 'InternalAccount:other', epoch: 'other' });
  channels.open().announce({ accountId: 'InternalAccount:0192a000-0000-7000-8000-000000000001', epoch });
  expect(page.session.state().status).toBe('signed-in');
  expect(await page.session.current()).toMatchObject({ epoch });
});

const closedCode = { name: 'SessionError', code: 'WALLET_CLOSED' };

describe('a closed session', () => {
  test('says so once, rejects what is under way and what comes later, and leaves no timer', async () => {
    const { session, account, clock, page, store } = await signedIn();
    const told: string[] = [];
    session.subscribe(() => told.push(session.state().status));
    const waiting = session.current();
    const closing = session.close();
    expect(session.state()).toEqual({ status: 'closed', storage: 'persistent' });
    await expect(waiting).rejects.toMatchObject(closedCode);
    await closing;
    const calls: readonly (() => Promise<unknown>)[] = [
      () => session.current(),
      () => beginSignIn(account),
      () => adoptSession(account, fresh('2', clock), { replaces: 'Session:1' }),
      () => pinIds(account, { userId: 'user' }),
      () => endedAtService(account, 'Session:1'),
      () => session.signOut(),
      () => lastCredentialId(account),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject(closedCode);
    const update = vi.spyOn(store, 'update');
    page.dispatchEvent(new Event('focus'));
    expect(clock.pending()).toBe(0);
    await session.check();
    expect(update).not.toHaveBeenCalled();
    expect(told).toEqual(['closed']);
  });

  test('needs no channel and no window, and says so to a sign-out that has found no session', async () => {
    const { session } = open({ channel: undefined, page: undefined });
    await session.ready();
    const signingOut = session.signOut();
    const told = expect(signingOut).rejects.toMatchObject(closedCode);
    await session.close();
    await told;
  });

  test('leaves its session stored for the next one, as in a page that makes its wallet twice', async () => {
    const { session, clock, store } = await signedIn();
    void session.close();
    expect(await open({ store, clock }).session.current()).toMatchObject({ sessionId: 'Session:1' });
  });

  test('still stores the session whose key was being opened, and ends at its end', async () => {
    const { session, account, clock, store }: Page = open();
    const { epoch } = await beginSignIn(account);
    const opened = deferred<FreshSession>();
    const adopting = adoptSession(account, opened.promise, { epoch });
    const closing = session.close();
    await expect(adopting).rejects.toMatchObject(closedCode);
    opened.resolve(await fresh('1', clock));
    await closing;
    expect(await storedSession(store)).toMatchObject({ sessionId: 'Session:1' });
  });

  test('has signed out if that was pressed before it', async () => {
    const { session, store } = await signedIn();
    void session.signOut();
    await session.close();
    expect(await storedSession(store)).toBeUndefined();
    expect(await store.read(recordKey)).toMatchObject({ ended: 'signed-out' });
  });
});
