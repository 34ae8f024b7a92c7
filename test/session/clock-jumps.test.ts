import { describe, expect, test, vi } from 'vitest';
import { readInstant } from '../../src/clock.ts';
import type { ServiceAnswer } from '../../src/session/index.ts';
import { createFixedClock, type FixedClock } from '../../src/testing/index.ts';
import { deferred, fresh, hour, minute, noon, recordKey } from './fixtures.ts';
import { open, signedIn } from './opened.ts';

const iso = (time: number): string => new Date(time).toISOString();

/** A service that lists the session, on a clock that says noon. */
const listed = (
  clock: FixedClock,
  { expiresAt = noon + 15 * minute, date = noon }: { expiresAt?: number; date?: number | null } = {},
): ServiceAnswer => ({ session: { expiresAt: iso(expiresAt) }, startedAt: readInstant(clock), date });

describe('a clock that jumps', () => {
  test.each([
    ['an hour forward', hour],
    ['an hour back', -hour],
    ['six seconds forward', 6_000],
    ['six seconds back', -6_000],
  ])('by %s stops signatures until the service was asked, and deletes nothing', async (_, jump) => {
    const { keeper, clock } = await signedIn();
    clock.advance(minute);
    await keeper.current();
    clock.jump(jump);
    await expect(keeper.current()).rejects.toMatchObject({ code: 'CLOCK_UNCERTAIN', nextStep: 'retry' });
    clock.advance(minute);
    await expect(keeper.current()).rejects.toMatchObject({ code: 'CLOCK_UNCERTAIN' });
    expect(keeper.state().status).toBe('signed-in');
  });

  test('by less than five seconds forward is what clocks do', async () => {
    const { keeper, clock } = await signedIn();
    clock.jump(4_900);
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:1' });
  });

  test('does not prolong a session: the monotonic clock ends it', async () => {
    const { keeper, clock } = await signedIn();
    clock.jump(-hour);
    clock.advance(15 * minute);
    await expect(keeper.current()).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  });

  test('back between two pages is noticed by the later one', async () => {
    const { keeper, clock, store } = await signedIn();
    clock.advance(10 * minute);
    await keeper.current();
    await keeper.close();
    const reloaded = open({ store, clock: createFixedClock({ now: noon + 5 * minute }) }).keeper;
    await expect(reloaded.current()).rejects.toMatchObject({ code: 'CLOCK_UNCERTAIN' });
  });

  test('is settled by a service that still lists the session, which then counts anew', async () => {
    const clock = createFixedClock({ now: noon });
    const ask = vi.fn(async (): Promise<ServiceAnswer> => {
      const startedAt = { wall: clock.now(), monotonic: clock.monotonic() };
      return { session: { expiresAt: iso(noon + 15 * minute) }, startedAt, date: noon + 5 * minute };
    });
    const { keeper, store } = await signedIn({ clock, ask });
    clock.advance(5 * minute);
    clock.jump(3 * hour);
    expect(await keeper.current()).toMatchObject({ expiresAt: noon + 3 * hour + 15 * minute });
    expect(ask.mock.calls).toEqual([['Session:1']]);
    expect(keeper.state().session?.expiresAt).toBe(noon + 3 * hour + 15 * minute);
    const otherTab = open({ store, clock: createFixedClock({ now: clock.now() }) }).keeper;
    expect(await otherTab.current()).toMatchObject({ expiresAt: noon + 3 * hour + 15 * minute });
    clock.advance(10 * minute);
    await expect(keeper.current()).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test('is settled by a service that lists the session no more', async () => {
    const clock = createFixedClock({ now: noon });
    const answer = (): ServiceAnswer => ({
      session: 'gone',
      startedAt: { wall: clock.now(), monotonic: 0 },
      date: null,
    });
    const { keeper, store } = await signedIn({ clock, ask: async () => answer() });
    clock.jump(hour);
    await expect(keeper.current()).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
    expect(await store.read(recordKey)).not.toHaveProperty('session');
  });

  test('forward in the first seconds of a session makes no list old enough to end it', async () => {
    const clock = createFixedClock({ now: noon });
    const gone = async (): Promise<ServiceAnswer> => ({ session: 'gone', startedAt: readInstant(clock), date: null });
    const { keeper, store } = await signedIn({ clock, ask: gone });
    clock.advance(2_000);
    clock.jump(minute);
    await expect(keeper.current()).rejects.toMatchObject({ code: 'CLOCK_UNCERTAIN' });
    expect(keeper.state().status).toBe('signed-in');
    expect(await store.read(recordKey)).toHaveProperty('session');
    clock.advance(3_000);
    await expect(keeper.current()).rejects.toMatchObject({ code: 'SIGNED_OUT' });
    expect(keeper.state().ended).toEqual({ reason: 'revoked' });
  });

  test('while the service cannot be reached leaves the session where it is', async () => {
    const offline = new TypeError('offline');
    const { keeper, clock } = await signedIn({ ask: () => Promise.reject(offline) });
    clock.jump(hour);
    await expect(keeper.current()).rejects.toMatchObject({ code: 'CLOCK_UNCERTAIN', cause: offline });
    expect(keeper.state().status).toBe('signed-in');
  });

  test('is settled on waking: a device that slept past the end learns it from the service', async () => {
    const clock = createFixedClock({ now: noon });
    const ask = vi.fn(async (): Promise<ServiceAnswer> => ({
      session: 'gone',
      startedAt: { wall: clock.now(), monotonic: clock.monotonic() },
      date: clock.now(),
    }));
    const { keeper, page } = await signedIn({ clock, ask });
    clock.jump(hour);
    const told = deferred<void>();
    keeper.subscribe(() => told.resolve());
    page.dispatchEvent(new Event('visibilitychange'));
    await told.promise;
    expect(keeper.state().ended).toEqual({ reason: 'expired' });
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test('asks once for all who wait', async () => {
    const clock = createFixedClock({ now: noon });
    const answer = deferred<ServiceAnswer>();
    const ask = vi.fn(() => answer.promise);
    const { keeper } = await signedIn({ clock, ask });
    clock.jump(minute);
    const waiting = [keeper.current(), keeper.current(), keeper.check()];
    const startedAt = { wall: clock.now(), monotonic: clock.monotonic() };
    answer.resolve({ session: { expiresAt: iso(noon + 15 * minute) }, startedAt, date: noon });
    await Promise.all(waiting);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test('is not settled by an answer without a Date beyond what this device counted itself', async () => {
    const clock = createFixedClock({ now: noon });
    const { keeper } = await signedIn({ clock, ask: async () => listed(clock, { date: null }) });
    clock.advance(5 * minute);
    clock.jump(-hour);
    expect(await keeper.current()).toMatchObject({ expiresAt: clock.now() + 10 * minute });
  });

  test.each([
    ['back', hour],
    ['forward', -hour],
  ])('again, %s, while the question is under way leaves the answer in doubt', async (_, jump) => {
    const clock = createFixedClock({ now: noon });
    const ask = vi.fn(async () => {
      const answer = listed(clock);
      if (ask.mock.calls.length === 1) clock.jump(-jump);
      else throw new TypeError('offline');
      return answer;
    });
    const { keeper } = await signedIn({ clock, ask });
    clock.jump(jump);
    await expect(keeper.current()).rejects.toMatchObject({ code: 'CLOCK_UNCERTAIN' });
  });

  test.each([
    ['forward', hour],
    ['back', -hour],
  ])('%s while a login is under way stores its session, in doubt', async (_, jump) => {
    const { keeper, clock } = open();
    const startedAt = { wall: clock.now(), monotonic: clock.monotonic() };
    clock.jump(jump);
    expect(await keeper.adopt(await fresh('1', clock, { startedAt }), { replaces: 'any' })).toBe('stored');
    await expect(keeper.current()).rejects.toMatchObject({ code: 'CLOCK_UNCERTAIN' });
  });

  test('is never settled with a longer life than the session had', async () => {
    const clock = createFixedClock({ now: noon });
    const { keeper } = await signedIn({ clock, ask: async () => listed(clock, { expiresAt: noon + 240 * hour }) });
    clock.jump(hour);
    expect(await keeper.current()).toMatchObject({ expiresAt: clock.now() + 15 * minute });
  });

  test('and jumps again, with a service that gives a day each time, gains nothing over the monotonic clock', async () => {
    const clock = createFixedClock({ now: noon });
    const ask = async (): Promise<ServiceAnswer> => listed(clock, { expiresAt: noon + 24 * hour });
    const { keeper } = await signedIn({ clock, ask });
    clock.advance(9 * minute);
    clock.jump(-6_000);
    expect(await keeper.current()).toMatchObject({ expiresAt: clock.now() + 6 * minute });
    clock.advance(5 * minute);
    clock.jump(6_000);
    expect(await keeper.current()).toMatchObject({ expiresAt: clock.now() + minute });
    clock.advance(minute);
    await expect(keeper.current()).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  });

  test('back before a page is opened again is settled by the end that this browser has given it on the clock of the service', async () => {
    const { keeper, store } = await signedIn({ maxSessionMs: 15 * minute });
    await keeper.close();
    const clock = createFixedClock({ now: noon - hour });
    const ask = async (): Promise<ServiceAnswer> => ({
      session: { expiresAt: iso(noon + 24 * hour) },
      startedAt: readInstant(clock),
      date: noon + 14 * minute,
    });
    const reopened = open({ store, clock, ask, maxSessionMs: 15 * minute }).keeper;
    expect(await reopened.current()).toMatchObject({ expiresAt: clock.now() + minute });
  });

  test('back before a page is opened again takes nothing back of what pages have seen', async () => {
    const { keeper, store, clock } = await signedIn();
    clock.advance(10 * minute);
    await keeper.current();
    await keeper.close();
    const later = createFixedClock({ now: noon - hour });
    const reopened = open({ store, clock: later, ask: async () => listed(later, { expiresAt: noon + 24 * hour }) });
    expect(await reopened.keeper.current()).toMatchObject({ expiresAt: later.now() + 5 * minute });
  });

  test('does not make the keeper look again and again', async () => {
    const { keeper, clock, store } = await signedIn();
    clock.jump(hour);
    await keeper.check();
    const read = vi.spyOn(store, 'read');
    clock.advance(minute);
    await keeper.lastCredentialId();
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('is not settled by an answer that came after another tab had replaced the session', async () => {
    const clock = createFixedClock({ now: noon });
    const answer = deferred<ServiceAnswer>();
    const { keeper, store } = await signedIn({ clock, ask: () => answer.promise });
    clock.jump(hour);
    const current = keeper.current();
    const other = open({ store, clock }).keeper;
    await other.adopt(await fresh('2', clock), { replaces: 'Session:1' });
    answer.resolve({ session: 'gone', startedAt: readInstant(clock), date: noon });
    expect(await current).toMatchObject({ sessionId: 'Session:2' });
  });
});
