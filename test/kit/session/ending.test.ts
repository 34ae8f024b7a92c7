import { describe, expect, test, vi } from 'vitest';
import {
  adoptSession,
  beginSignIn,
  endedAtService,
  lastCredentialId,
  lifetimeOf,
  pinIds,
} from '../../../src/kit/session/adopt.ts';
import { createSystemClock } from '../../../src/kit/waiting.ts';
import { createMemoryStore, onExpiring } from '../../../src/kit/session/index.ts';
import { openIndexedDbStore } from '../../../src/kit/session/indexed-db-store.ts';
import { createFixedClock } from '../../../sandbox/src/testing/index.ts';
import { eventually } from '../../eventually.ts';
import { findIndexedDb, freshName } from './factory.ts';
import {
  at,
  createRevoke,
  createTabs,
  failing,
  fresh,
  hour,
  idsOf,
  minute,
  noon,
  open,
  persistent,
  recordKey,
  signedIn,
  signIn,
  storedSession,
  twoTabs,
  type Faults,
} from './fixtures.ts';

const expiredCode = { code: 'SESSION_EXPIRED', nextStep: 'reauthenticate' };
const expired = { status: 'signed-out', ended: { reason: 'expired' } };

describe('the end of a session', () => {
  test('comes by itself: the key is deleted, in this page and the next the state says so', async () => {
    const { session, clock, store } = await signedIn();
    clock.advance(15 * minute);
    await eventually(() => expect(session.state()).toEqual({ ...expired, storage: 'persistent' }));
    await expect(session.current()).rejects.toMatchObject(expiredCode);
    expect(await storedSession(store)).toBeUndefined();
    const reloaded = open({ store, clock });
    await reloaded.session.ready();
    expect(reloaded.session.state()).toEqual(session.state());
    expect(await lastCredentialId(reloaded.account)).toBe('AuthMethod:1');
  });

  test('is found before a signature and on waking although a throttled timer never ran', async () => {
    for (const event of [undefined, 'focus']) {
      let passed = 0;
      const clock = {
        ...createFixedClock({ now: noon }),
        now: () => noon + passed,
        monotonic: () => passed,
        schedule: () => () => {},
      };
      const { session, page } = await signedIn({ clock });
      passed = 15 * minute;
      expect(session.state().status).toBe('signed-in');
      if (event === undefined) await expect(session.current()).rejects.toMatchObject(expiredCode);
      else page.dispatchEvent(new Event(event));
      await eventually(() => expect(session.state()).toMatchObject(expired));
    }
  });

  test('is counted from the request, and may come before its answer, which is then not stored', async () => {
    const revoke = createRevoke();
    const { session, account, clock, store } = open({ revoke });
    const { epoch } = await beginSignIn(account);
    const [first, second] = [await fresh('1', clock), await fresh('2', clock)];
    clock.advance(minute);
    await adoptSession(account, first, { epoch });
    expect(session.state().session?.expiresAt).toBe(noon + 15 * minute);
    clock.advance(14 * minute);
    await expect(adoptSession(account, second, { epoch })).rejects.toMatchObject(expiredCode);
    await session.check();
    expect(await storedSession(store)).toBeUndefined();
    expect(idsOf(revoke)).toEqual(['Session:2']);
  });

  test('is found by the page that is opened after it, and by one that reads the record of another', async () => {
    const { clock, store } = await signedIn();
    const later = open({ store, clock: createFixedClock({ now: clock.now() + 14 * minute }) });
    expect(await later.session.current()).toMatchObject({ sessionId: 'Session:1' });
    later.clock.advance(minute);
    await expect(later.session.current()).rejects.toMatchObject(expiredCode);
    expect(await storedSession(store)).toBeUndefined();
  });

  test('counts anew for the session of a refresh, also in a tab that wakes late', async () => {
    const [one, two] = await twoTabs();
    one.clock.advance(14 * minute);
    await adoptSession(one.account, fresh('2', one.clock), { replaces: 'Session:1' });
    one.clock.advance(2 * minute);
    for (const { session } of [one, two]) expect(await session.current()).toMatchObject({ sessionId: 'Session:2' });
  });

  test('also comes where the store can not be read any more', async () => {
    const faults: Faults = {};
    const { session, clock } = await signedIn({ store: persistent(createMemoryStore(), faults) });
    Object.assign(faults, { read: failing, update: failing });
    clock.advance(15 * minute);
    await eventually(() => expect(session.state()).toMatchObject(expired));
  });
});

describe('a warning before the end', () => {
  test('comes once, a minute before', async () => {
    const { session, clock } = await signedIn();
    const warned: string[] = [];
    onExpiring(session, ({ sessionId }) => warned.push(sessionId), { clock });
    clock.advance(14 * minute - 1);
    expect(warned).toEqual([]);
    clock.advance(1);
    await session.check();
    expect(warned).toEqual(['Session:1']);
  });

  test('comes at once in the last minute, as early as it was asked for', async () => {
    const { session, clock } = await signedIn();
    clock.advance(11 * minute);
    const warned: string[] = [];
    onExpiring(session, ({ sessionId }) => warned.push(sessionId), { clock, leadMs: 5 * minute });
    expect(warned).toEqual(['Session:1']);
  });

  test('never comes for a session that was refreshed, dropped or has ended', async () => {
    const { session, account, clock } = await signedIn();
    const warned: string[] = [];
    onExpiring(session, ({ sessionId }) => warned.push(sessionId), { clock });
    clock.advance(10 * minute);
    await adoptSession(account, fresh('2', clock), { replaces: 'Session:1' });
    clock.advance(10 * minute);
    expect(warned).toEqual([]);
    clock.advance(4 * minute);
    expect(warned).toEqual(['Session:2']);
    await session.signOut();
    clock.advance(minute);
    expect(warned).toEqual(['Session:2']);
  });

  test('is not repeated when something else about the state changes', async () => {
    const { session, clock } = await signedIn();
    const warned: string[] = [];
    const listeners: (() => void)[] = [];
    const subscribe = (run: () => void) => {
      listeners.push(run);
      return () => {};
    };
    onExpiring({ state: session.state, subscribe }, ({ sessionId }) => warned.push(sessionId), { clock });
    clock.advance(14 * minute);
    for (const run of listeners) run();
    expect(warned).toEqual(['Session:1']);
  });

  test('is not given late: a timer that was held back until the end stays silent', async () => {
    const { session } = await signedIn();
    const asleep = { now: () => noon + 15 * minute, monotonic: () => 0, schedule: () => () => {} };
    const warned: string[] = [];
    onExpiring(session, ({ sessionId }) => warned.push(sessionId), { clock: asleep });
    expect(warned).toEqual([]);
  });

  test('comes no more when it was stopped, and leaves no timer', async () => {
    const { session, clock } = await signedIn();
    const warned: string[] = [];
    const before = clock.pending();
    const stop = onExpiring(session, ({ sessionId }) => warned.push(sessionId), { clock });
    expect(clock.pending()).toBe(before + 1);
    stop();
    expect(clock.pending()).toBe(before);
    clock.advance(15 * minute);
    expect(warned).toEqual([]);
  });
});

describe('the lifetime of a new session', () => {
  test('is the smaller of what is left after updatedAt and after the answer', () => {
    const session = { expiresAt: at(noon + 15 * minute), updatedAt: at(noon) };
    expect(lifetimeOf(session, noon)).toBe(15 * minute);
    expect(lifetimeOf(session, noon + 20_000)).toBe(15 * minute - 20_000);
    expect(lifetimeOf({ ...session, updatedAt: at(noon + minute) }, noon)).toBe(14 * minute);
    expect(lifetimeOf(session, null)).toBe(15 * minute);
    expect(lifetimeOf({ expiresAt: session.expiresAt }, noon + minute)).toBe(14 * minute);
  });

  test.each([
    ['zero', 0],
    ['negative', -1],
    ['longer than a day', 24 * hour + 1],
  ])('is refused when it is %s', (_, left) => {
    const session = { expiresAt: at(noon + left), updatedAt: at(noon) };
    expect(() => lifetimeOf(session, noon)).toThrow(
      expect.objectContaining({ name: 'SessionError', code: 'SESSION_LIFETIME_INVALID', nextStep: 'restart' }),
    );
  });

  test('may be a whole day', () => {
    expect(lifetimeOf({ expiresAt: at(noon + 24 * hour) }, noon)).toBe(24 * hour);
  });

  test.each([undefined, 'soon', '2026-10-25T12:10:00'])('is refused when expiresAt is %j', (expiresAt) => {
    expect(() => lifetimeOf({ expiresAt, updatedAt: at(noon) }, noon)).toThrow(
      expect.objectContaining({ code: 'SESSION_LIFETIME_INVALID' }),
    );
  });

  test('is refused when nothing says when it began', () => {
    expect(() => lifetimeOf({ expiresAt: at(noon + minute) }, null)).toThrow(
      expect.objectContaining({ code: 'SESSION_LIFETIME_INVALID' }),
    );
  });
});

describe('the clock of a device', () => {
  test.each([
    ['ten hours ahead', 10 * hour],
    ['ten hours behind', -10 * hour],
    ['years behind', -20 * 365 * 24 * hour],
  ])('that is %s changes no end', async (_, skew) => {
    const clock = createFixedClock({ now: noon + skew });
    const { session } = await signedIn({ clock });
    clock.advance(15 * minute - 1);
    expect(await session.current()).toMatchObject({ sessionId: 'Session:1' });
    clock.advance(1);
    await expect(session.current()).rejects.toMatchObject(expiredCode);
  });

  test('that is set back does not prolong a session, in this page or the next', async () => {
    const { session, clock, store } = await signedIn();
    clock.advance(10 * minute);
    clock.jump(-9 * minute);
    clock.advance(5 * minute - 1);
    expect(await session.current()).toMatchObject({ sessionId: 'Session:1' });
    clock.advance(1);
    await eventually(() => expect(session.state()).toMatchObject(expired));
    await session.check();
    await expect(session.current()).rejects.toMatchObject(expiredCode);
    expect(await storedSession(store)).toBeUndefined();
  });

  test.each([
    ['by 200 ms just after the sign-in', -200],
    ['by two hours', -2 * hour],
  ])('that is set back %s ends no session of its page, and prolongs none', async (_, jump) => {
    const { session, clock } = await signedIn();
    clock.jump(jump);
    await session.check();
    clock.advance(15 * minute - 1);
    expect(await session.current()).toMatchObject({ sessionId: 'Session:1' });
    clock.advance(1);
    await expect(session.current()).rejects.toMatchObject(expiredCode);
  });

  test('that went on while the device slept, and its monotonic clock stood still, ends the session', async () => {
    const { session, clock } = await signedIn();
    clock.jump(8 * hour);
    await expect(session.current()).rejects.toMatchObject(expiredCode);
  });

  test.each([
    [minute, true],
    [minute + 1, false],
  ])('that stands %d ms before a session that another page has begun: lives %s', async (before, lives) => {
    const { clock, store } = await signedIn();
    clock.jump(-before);
    const { session } = open({ store, clock });
    if (lives) expect(await session.current()).toMatchObject({ sessionId: 'Session:1' });
    else await expect(session.current()).rejects.toMatchObject(expiredCode);
  });
});

describe('a clock that is set back', () => {
  test('lets a second page end the session, which the page that began it hears at once', async () => {
    const [channels, store] = [createTabs(), persistent()];
    const { session, clock } = await signedIn({ store, channel: channels.open() });
    clock.jump(-2 * minute);
    await session.check();
    expect(session.state().status).toBe('signed-in');
    const second = open({ store, clock, channel: channels.open() });
    await expect(second.session.current()).rejects.toMatchObject(expiredCode);
    await eventually(() => expect(session.state()).toMatchObject(expired));
    expect(await storedSession(store)).toBeUndefined();
  });

  test("lets the sweep of another account's page end the session, which its own page hears at once", async () => {
    const [channels, store] = [createTabs(), persistent()];
    const { session, clock } = await signedIn({ store, channel: channels.open() });
    clock.jump(-2 * minute);
    const accountId = 'InternalAccount:0192a000-0000-7000-8000-000000000002';
    await open({ store, clock, accountId, channel: channels.open() }).session.ready();
    await eventually(() => expect(session.state()).toMatchObject(expired));
    expect(await storedSession(store)).toBeUndefined();
  });
});

describe('a session that the service has ended', () => {
  test('ends in every tab, at any age', async () => {
    const [one, two] = await twoTabs();
    await endedAtService(one.account, 'Session:1');
    for (const { session } of [one, two])
      await eventually(() =>
        expect(session.state()).toMatchObject({ status: 'signed-out', ended: { reason: 'revoked' } }),
      );
    expect(await storedSession(one.store)).toBeUndefined();
  });

  test('ends in a page without a channel, too', async () => {
    const { session, account } = await signedIn({ channel: undefined });
    await endedAtService(account, 'Session:1');
    expect(session.state()).toMatchObject({ status: 'signed-out', ended: { reason: 'revoked' } });
  });

  test('is another one than the session that has replaced it, which stays', async () => {
    const { session, account, clock } = await signedIn();
    await adoptSession(account, fresh('2', clock), { replaces: 'Session:1' });
    await endedAtService(account, 'Session:1');
    expect(await session.current()).toMatchObject({ sessionId: 'Session:2' });
  });
});

describe("a site's data that is cleared", () => {
  const lost = { status: 'signed-out', storage: 'persistent', ended: { reason: 'storage-lost' } };

  test.each<[string, (page: Awaited<ReturnType<typeof signedIn>>) => unknown]>([
    ['wakes', ({ page }) => page.dispatchEvent(new Event('focus'))],
    ['signs', async ({ session }) => expect(session.current()).rejects.toMatchObject({ code: 'SIGNED_OUT' })],
    ['hears of a change', ({ session }) => session.check()],
    ['learns what a payload names', ({ account }) => pinIds(account, { userId: 'user' })],
    ['stores a refresh', ({ account, clock }) => adoptSession(account, fresh('2', clock), { replaces: 'Session:1' })],
    ['hears of its end at the service', ({ account }) => endedAtService(account, 'Session:1')],
  ])('signs the page out as soon as it %s, and nothing is written back', async (_, press) => {
    const page = await signedIn();
    await page.store.update(recordKey, () => undefined);
    await press(page);
    await eventually(() => expect(page.session.state()).toEqual(lost));
    await page.session.check();
    expect(await page.store.keys('')).toEqual([]);
    expect(await signIn(page, '3')).toBe(true);
    expect(page.session.state()).toMatchObject({ status: 'signed-in', storage: 'persistent' });
  });

  test('voids the sign-in that was pressed before it', async () => {
    const { session, account, clock, store } = await signedIn();
    const { epoch } = await beginSignIn(account);
    await store.update(recordKey, () => undefined);
    expect(await adoptSession(account, fresh('2', clock), { epoch })).toBe(false);
    expect(session.state()).toEqual(lost);
    expect(await store.keys('')).toEqual([]);
  });

  test('may be the whole database', async () => {
    const [factory, databaseName] = [await findIndexedDb(), freshName()];
    const store = openIndexedDbStore(() => factory, databaseName);
    const { session } = await signedIn({ store });
    await new Promise((resolve) => {
      factory.deleteDatabase(databaseName).addEventListener('success', resolve);
    });
    await session.check();
    expect(session.state()).toEqual(lost);
    await session.close();
    store.close();
  });
});

test('a read that fails is told as that, and ends no session', async () => {
  const faults: Faults = {};
  const { session } = await signedIn({ store: persistent(createMemoryStore(), faults) });
  const before = session.state();
  faults.read = failing;
  await expect(session.current()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  await session.check();
  expect(session.state()).toBe(before);
  delete faults.read;
  expect(await session.current()).toMatchObject({ sessionId: 'Session:1' });
});

test('a timer that is due in more days than engines count waits as long as they can', () => {
  const set = vi.spyOn(globalThis, 'setTimeout').mockReturnValue(0 as never);
  createSystemClock().schedule(30 * 24 * hour, () => undefined);
  expect(set.mock.calls[0]?.[1]).toBeLessThan(2 ** 31);
  set.mockRestore();
});
