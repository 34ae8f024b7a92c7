import { describe, expect, test } from 'vitest';
import { createMemoryStore, onExpiring, type SessionKeeper } from '../../src/session/index.ts';
import { createFixedClock } from '../../src/testing/index.ts';
import { authSession, deferred, fresh, minute, noon, persistent, type Faults } from './fixtures.ts';
import { createKeeper } from './opened.ts';

async function signedIn(): Promise<{
  keeper: SessionKeeper;
  clock: ReturnType<typeof createFixedClock>;
}> {
  const clock = createFixedClock({ now: noon });
  const keeper = createKeeper({ store: createMemoryStore(), clock });
  await keeper.adopt(await fresh('1', clock), { replaces: 'any' });
  return { keeper, clock };
}

describe('a warning before the end', () => {
  test('comes once, a minute before', async () => {
    const { keeper, clock } = await signedIn();
    const warned: string[] = [];
    onExpiring(keeper, ({ sessionId }) => warned.push(sessionId), { clock });
    clock.advance(14 * minute - 1);
    expect(warned).toEqual([]);
    clock.advance(1);
    await keeper.check();
    expect(warned).toEqual(['Session:1']);
  });

  test('comes at once in the last minute, as early as it was asked for', async () => {
    const { keeper, clock } = await signedIn();
    clock.advance(11 * minute);
    const warned: string[] = [];
    onExpiring(keeper, ({ sessionId }) => warned.push(sessionId), { clock, leadMs: 5 * minute });
    expect(warned).toEqual(['Session:1']);
  });

  test('never comes for a session that was refreshed, dropped or has ended', async () => {
    const { keeper, clock } = await signedIn();
    const warned: string[] = [];
    onExpiring(keeper, ({ sessionId }) => warned.push(sessionId), { clock });
    clock.advance(10 * minute);
    const times = {
      updatedAt: new Date(noon + 10 * minute).toISOString(),
      expiresAt: new Date(noon + 25 * minute).toISOString(),
    };
    const refreshed = await fresh('2', clock, { session: authSession('2', times), date: null });
    await keeper.adopt(refreshed, { replaces: 'Session:1' });
    clock.advance(10 * minute);
    expect(warned).toEqual([]);
    clock.advance(4 * minute);
    expect(warned).toEqual(['Session:2']);
    await keeper.signOut();
    clock.advance(minute);
    expect(warned).toEqual(['Session:2']);
  });

  test('is not repeated when something else about the state changes', async () => {
    const clock = createFixedClock({ now: noon });
    const faults: Faults = {};
    const keeper = createKeeper({ store: persistent(createMemoryStore(), faults), clock });
    await keeper.adopt(await fresh('1', clock), { replaces: 'any' });
    const warned: string[] = [];
    onExpiring(keeper, ({ sessionId }) => warned.push(sessionId), { clock });
    clock.advance(14 * minute);
    faults.read = () => Promise.reject(new Error('closed'));
    await keeper.current();
    expect(keeper.state().storage).toBe('memory');
    expect(warned).toEqual(['Session:1']);
  });

  test('is not given late: a timer that was held back until the end stays silent', async () => {
    const { keeper } = await signedIn();
    const asleep = { now: () => noon + 15 * minute, monotonic: () => 0, schedule: () => () => {} };
    const warned: string[] = [];
    onExpiring(keeper, ({ sessionId }) => warned.push(sessionId), { clock: asleep });
    expect(warned).toEqual([]);
  });

  test('comes no more when it was stopped, and leaves no timer', async () => {
    const { keeper, clock } = await signedIn();
    const told = deferred<string>();
    const before = clock.pending();
    const stop = onExpiring(keeper, ({ sessionId }) => told.reject(new Error(sessionId)), { clock });
    expect(clock.pending()).toBe(before + 1);
    stop();
    expect(clock.pending()).toBe(before);
    clock.advance(15 * minute);
    told.resolve('silent');
    expect(await told.promise).toBe('silent');
  });
});
