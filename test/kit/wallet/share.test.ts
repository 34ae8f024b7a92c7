import { describe, expect, test, vi } from 'vitest';
import { createFixedClock } from '../../../sandbox/src/testing/index.ts';
import { share, withDeadline, type Flight, type Flights } from '../../../src/kit/wallet/run/share.ts';
import { nextTurn } from '../../rest.ts';
import { deferred } from '../session/fixtures.ts';

const left = { name: 'AbortError' };

/** A wallet's context, and presses of one key in it, each with its own run. */
function bench() {
  const clock = createFixedClock({ now: 0 });
  const flights: Flights = new Map();
  const life = new AbortController().signal;
  const context = { flights, clock, transportOptions: { life, timeoutMs: 1_000 } };
  const press = (run: (flight: Flight) => Promise<unknown>, signal?: AbortSignal): Promise<unknown> =>
    share(context, { key: 'a press', signal, unknown: { message: 'unknown' } }, run);
  return { clock, context, press };
}

describe('equal presses', () => {
  test('join the run that began after one that everybody left, however late that one ends', async () => {
    const { press } = bench();
    const [first, second] = [deferred<string>(), deferred<string>()];
    const leaving = new AbortController();
    const abandoned = expect(press(() => first.promise, leaving.signal)).rejects.toMatchObject(left);
    leaving.abort();
    await abandoned;
    const pressed = press(() => second.promise);
    first.resolve('late');
    await nextTurn();
    const third = vi.fn(() => Promise.resolve('a third run'));
    const joined = press(third);
    second.resolve('once');
    expect(await Promise.all([pressed, joined])).toEqual(['once', 'once']);
    expect(third).not.toHaveBeenCalled();
  });

  test('abort nothing where a caller leaves after the end', async () => {
    const { press } = bench();
    const leaving = new AbortController();
    let flight: Flight | undefined;
    await press((begun) => Promise.resolve(void (flight = begun)), leaving.signal);
    await nextTurn();
    leaving.abort();
    expect(flight?.signal.aborted).toBe(false);
  });
});

describe('a deadline', () => {
  test('ends a run that nobody answers, by a typed error', async () => {
    const { clock, context } = bench();
    const told = expect(withDeadline(context, () => new Promise(() => {}))).rejects.toMatchObject({
      code: 'TIMED_OUT',
      nextStep: 'retry',
    });
    clock.advance(16_000);
    await told;
  });

  test('leaves no timer behind a run that has ended', async () => {
    const { clock, context } = bench();
    expect(await withDeadline(context, () => Promise.resolve('done'))).toBe('done');
    expect(clock.pending()).toBe(0);
  });
});
