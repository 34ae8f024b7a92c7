import { describe, expect, test } from 'vitest';
import { adoptSession, beginSignIn, endedAtService } from '../../../src/kit/session/adopt.ts';
import { createMemoryStore, type Store } from '../../../src/kit/session/index.ts';
import { createFixedClock } from '../../../sandbox/src/testing/index.ts';
import { eventually } from '../../eventually.ts';
import { nextTurn } from '../../rest.ts';
import {
  createRevoke,
  deferred,
  failing,
  fresh,
  hang,
  idsOf,
  noon,
  open,
  persistent,
  recordKey,
  signedIn,
  signIn,
  storedSession,
  type Faults,
} from './fixtures.ts';

const unavailable = { code: 'STORE_UNAVAILABLE' };

/** A page that is signed in, and the faults of its store. */
async function openFaulty(more: Parameters<typeof signedIn>[0] = {}) {
  const [below, faults]: [Store, Faults] = [createMemoryStore(), {}];
  return { ...(await signedIn({ store: persistent(below, faults), ...more })), below, faults };
}

/** Moves the clock once a call of the store waits. */
async function pass(page: { readonly clock: ReturnType<typeof createFixedClock> }, ms: number): Promise<void> {
  const before = page.clock.pending();
  await eventually(() => expect(page.clock.pending()).toBeGreaterThan(before));
  page.clock.advance(ms);
}

describe('a store that never answers', () => {
  test('at load is waited for 10 s: then memory takes its place, where people sign in', async () => {
    const [clock, faults] = [createFixedClock({ now: noon }), { read: hang, update: hang }];
    const page = open({ store: persistent(createMemoryStore(), faults), clock });
    await pass({ clock }, 9_999);
    expect(page.session.state().status).toBe('loading');
    clock.advance(1);
    await page.session.ready();
    expect(page.session.state()).toEqual({ status: 'signed-out', storage: 'memory' });
    expect(await signIn(page)).toBe(true);
    expect(page.session.state()).toMatchObject({ status: 'signed-in', storage: 'memory' });
  });

  test.each([false, true])(
    'at load is taken after all when it answers, unless a sign-in was pressed: %s',
    async (isPressed) => {
      const [{ below, clock }, answer, faults] = [await openFaulty(), deferred<void>(), {} as Faults];
      faults.read = (key) => answer.promise.then(() => below.read(key));
      const page = open({ store: persistent(below, faults), clock });
      await pass({ clock }, 10_000);
      await page.session.ready();
      if (isPressed) await beginSignIn(page.account);
      answer.resolve();
      await nextTurn();
      await page.session.check();
      expect(page.session.state()).toMatchObject(
        isPressed ? { status: 'signed-out', storage: 'memory' } : { status: 'signed-in', storage: 'persistent' },
      );
    },
  );

  test('at an action is waited for 5 s, counted while the page is seen and anew after a wake: STORE_UNAVAILABLE', async () => {
    const seen = { visible: false };
    const { faults, ...page } = await openFaulty({ visible: () => seen.visible });
    faults.read = hang;
    const told = expect(page.session.current()).rejects.toMatchObject(unavailable);
    await pass(page, 60_000);
    seen.visible = true;
    page.page.dispatchEvent(new Event('visibilitychange'));
    page.clock.advance(4_999);
    expect(page.clock.pending()).toBeGreaterThan(1);
    page.clock.advance(1);
    await told;
  });

  test('at a sign-in is left, for memory', async () => {
    const { faults, ...page } = await openFaulty();
    faults.update = hang;
    const signingIn = signIn(page, '2');
    await pass(page, 5_000);
    expect(await signingIn).toBe(true);
    expect(page.session.state()).toMatchObject({ storage: 'memory', session: { sessionId: 'Session:2' } });
  });

  test('at a sign-out confirms no deletion, and the service hears beside it', async () => {
    const { faults, ...page } = await openFaulty();
    faults.update = hang;
    const heard: string[] = [];
    const signingOut = page.session.signOut(async ({ sessionId }) => void heard.push(sessionId));
    expect(heard).toEqual(['Session:1']);
    await pass(page, 5_000);
    await pass(page, 5_000);
    expect(await signingOut).toMatchObject({ error: { code: 'KEY_NOT_DELETED' } });
  });

  test('and then answers makes no change that was given up', async () => {
    const { faults, below, ...page } = await openFaulty();
    const answer = deferred<void>();
    const late: Promise<unknown>[] = [];
    faults.update = (key, change) => {
      const update = answer.promise.then(() => below.update(key, change));
      late.push(update);
      return update;
    };
    const told = expect(endedAtService(page.account, 'Session:1')).rejects.toMatchObject(unavailable);
    await pass(page, 5_000);
    await told;
    answer.resolve();
    await Promise.allSettled(late);
    expect(await storedSession(below)).toMatchObject({ sessionId: 'Session:1' });
  });

  test('that has not yet begun with a refresh is given up, and the new session is revoked', async () => {
    const revoke = createRevoke();
    const { faults, ...page } = await openFaulty({ revoke });
    faults.update = hang;
    const told = expect(
      adoptSession(page.account, fresh('2', page.clock), { replaces: 'Session:1' }),
    ).rejects.toMatchObject(unavailable);
    await pass(page, 5_000);
    await told;
    expect(idsOf(revoke)).toEqual(['Session:2']);
  });

  test.each(['TimeoutError', 'NotSupportedError'])('is no failure that inherits the cause %s', async (name) => {
    const revoke = createRevoke();
    const { faults, ...page } = await openFaulty({ revoke });
    Object.assign(Object.prototype, { cause: { name } });
    try {
      faults.update = failing;
      const refreshing = adoptSession(page.account, fresh('2', page.clock), { replaces: 'Session:1' });
      await expect(refreshing).rejects.toMatchObject(unavailable);
      expect(idsOf(revoke)).toEqual(['Session:2']);
      await signIn(page, '3');
      expect(await page.session.signOut()).toMatchObject({ error: { code: 'KEY_NOT_DELETED' } });
    } finally {
      Reflect.deleteProperty(Object.prototype, 'cause');
    }
  });

  test('that a refresh was given to before its limit may hold it: it is not revoked, and the next turn finds it', async () => {
    const revoke = createRevoke();
    const { faults, below, ...page } = await openFaulty({ revoke });
    faults.update = async (key, change) => {
      await below.update(key, change);
      return hang();
    };
    const refreshing = adoptSession(page.account, fresh('2', page.clock), { replaces: 'Session:1' });
    const told = expect(refreshing).rejects.toMatchObject(unavailable);
    await eventually(async () => expect(await storedSession(below)).toMatchObject({ sessionId: 'Session:2' }));
    page.clock.advance(5_000);
    await told;
    expect(idsOf(revoke)).toEqual([]);
    expect(await page.session.current()).toMatchObject({ sessionId: 'Session:2' });
    expect(await below.keys('')).toEqual([recordKey]);
  });
});
