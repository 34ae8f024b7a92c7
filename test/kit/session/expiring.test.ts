import { describe, expect, test } from 'vitest';
import { adoptSession } from '../../../src/kit/session/adopt.ts';
import { onExpiring } from '../../../src/kit/session/index.ts';
import { deferred, fresh, minute, noon, signedIn } from './fixtures.ts';

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
    const told = deferred<string>();
    const before = clock.pending();
    const stop = onExpiring(session, ({ sessionId }) => told.reject(new Error(sessionId)), { clock });
    expect(clock.pending()).toBe(before + 1);
    stop();
    expect(clock.pending()).toBe(before);
    clock.advance(15 * minute);
    told.resolve('silent');
    expect(await told.promise).toBe('silent');
  });
});
