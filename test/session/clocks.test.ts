import { describe, expect, test, vi } from 'vitest';
import { createSystemClock } from '../../src/clock.ts';
import { createFixedClock } from '../../src/testing/index.ts';
import { accountId, authSession, deferred, fresh, hour, minute, noon, recordKey } from './fixtures.ts';
import { open, signedIn } from './opened.ts';

describe('the end of a session', () => {
  test('comes by itself: the key is deleted and the state says so', async () => {
    const { keeper, clock, store } = await signedIn();
    const told = deferred<void>();
    keeper.subscribe(() => told.resolve());
    clock.advance(15 * minute);
    await told.promise;
    expect(keeper.state()).toEqual({ status: 'signed-out', storage: 'persistent', ended: { reason: 'expired' } });
    await keeper.check();
    expect(await store.read(recordKey)).toEqual({
      schema: 2,
      accountId,
      lastCredentialId: 'AuthMethod:1',
      ended: { sessionId: 'Session:1', reason: 'expired', at: noon + 15 * minute },
      leaving: [],
    });
  });

  test('is found before a signature although a throttled timer never ran', async () => {
    let passed = 0;
    const fixed = createFixedClock({ now: noon });
    const clock = { ...fixed, now: () => noon + passed, monotonic: () => passed, schedule: () => () => {} };
    const { keeper, store } = await signedIn({ clock });
    passed = 15 * minute;
    expect(keeper.state().status).toBe('signed-in');
    await expect(keeper.current()).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
    expect(await store.read(recordKey)).not.toHaveProperty('session');
  });

  test.each(['visibilitychange', 'focus', 'pageshow', 'online'])('is found on %s', async (event) => {
    const frozen = createFixedClock({ now: noon });
    let asleep = 0;
    const clock = { ...frozen, now: () => noon + asleep, monotonic: () => asleep, schedule: () => () => {} };
    const { keeper, page } = await signedIn({ clock });
    asleep = 16 * minute;
    const told = deferred<void>();
    keeper.subscribe(() => told.resolve());
    page.dispatchEvent(new Event(event));
    await told.promise;
    expect(keeper.state().ended).toEqual({ reason: 'expired' });
  });

  test('is counted from the request, so that an answer that took a minute has a minute less', async () => {
    const { keeper, clock } = open();
    const startedAt = { wall: clock.now(), monotonic: clock.monotonic() };
    clock.advance(minute);
    await keeper.adopt(await fresh('1', clock, { startedAt, date: noon }), { replaces: 'any' });
    expect(keeper.state().session?.expiresAt).toBe(noon + 15 * minute);
    clock.advance(14 * minute);
    await expect(keeper.current()).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  });

  test('may come before its answer, which is then not stored', async () => {
    const { keeper, clock, store } = open();
    const startedAt = { wall: clock.now(), monotonic: clock.monotonic() };
    clock.advance(16 * minute);
    await expect(
      keeper.adopt(await fresh('1', clock, { startedAt, date: noon }), { replaces: 'any' }),
    ).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
    expect(await store.read(recordKey)).not.toHaveProperty('session');
  });

  test('stops a signature although the session lived when the person began to read', async () => {
    const { keeper, clock } = await signedIn();
    clock.advance(14 * minute);
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:1' });
    clock.advance(minute);
    await expect(keeper.current()).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  });

  test('is found by the page that is opened after it', async () => {
    const { keeper, clock, store } = await signedIn();
    await keeper.close();
    clock.advance(hour);
    const reloaded = open({ store, clock: createFixedClock({ now: clock.now() }) }).keeper;
    await reloaded.ready();
    expect(reloaded.state().ended).toEqual({ reason: 'expired' });
    expect(await store.read(recordKey)).not.toHaveProperty('session');
  });

  test.each([
    ['ten hours ahead', 10 * hour],
    ['ten hours behind', -10 * hour],
    ['years behind', -20 * 365 * 24 * hour],
  ])('does not depend on a device clock that is %s', async (_, skew) => {
    const { keeper, clock } = await signedIn({ clock: createFixedClock({ now: noon + skew }) });
    expect(keeper.state().session?.expiresAt).toBe(noon + skew + 15 * minute);
    clock.advance(15 * minute - 1);
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:1' });
    clock.advance(1);
    await expect(keeper.current()).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  });

  test('does not move when daylight saving begins or ends', async () => {
    const change = Date.parse('2026-10-25T01:00:00Z');
    const { keeper, clock } = open({ clock: createFixedClock({ now: change - minute }) });
    const session = authSession('1', {
      updatedAt: '2026-10-25T02:59:00+02:00',
      expiresAt: '2026-10-25T02:14:00+01:00',
    });
    await keeper.adopt(await fresh('1', clock, { session, date: change - minute }), { replaces: 'any' });
    expect(keeper.state().session?.expiresAt).toBe(change + 14 * minute);
  });
});

test('a timer that is due in more days than engines count waits as long as they can', () => {
  const set = vi.spyOn(globalThis, 'setTimeout').mockReturnValue(0 as never);
  createSystemClock().schedule(30 * 24 * hour, () => undefined);
  expect(set.mock.calls[0]?.[1]).toBeLessThan(2 ** 31);
  set.mockRestore();
});
