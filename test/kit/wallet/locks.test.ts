import { describe, expect, test, vi } from 'vitest';
import type { Locks } from '../../../src/kit/session/index.ts';
import { createPageLocks, withLock, type WithLockOptions } from '../../../src/kit/wallet/run/locks.ts';
import { createFixedClock } from '../../../sandbox/src/testing/index.ts';
import { deferred, noon } from '../session/fixtures.ts';

const engineLocks = globalThis.navigator?.locks as Locks | undefined;
const busy = (): Error => new Error('busy');

/** Requests a test's locks, and records their holders. */
function setUp(locks: Locks) {
  const [name, clock] = [crypto.randomUUID(), createFixedClock({ now: noon })];
  const options: WithLockOptions = {
    locks,
    clock,
    mode: 'exclusive',
    waitMs: 5_000,
    onlyIfFree: false,
    signal: undefined,
    busy,
  };
  const events: string[] = [];
  /** Somebody who holds the lock until `leave`. */
  const holder = (who: string, more: Partial<WithLockOptions> = {}) => {
    const [entered, left] = [deferred<void>(), deferred<void>()];
    const held = withLock(
      name,
      async () => {
        events.push(`${who} in`);
        entered.resolve();
        await left.promise;
        events.push(`${who} out`);
      },
      { ...options, ...more },
    );
    return { entered: entered.promise, held, leave: () => left.resolve(), who };
  };
  return { name, clock, options, events, holder };
}

describe.each([
  { name: 'a page that stands alone', locks: createPageLocks() },
  ...(engineLocks === undefined ? [] : [{ name: 'the engine', locks: engineLocks }]),
])('the locks of $name', ({ locks }) => {
  test('are held by one at a time, in the order in which they were asked for', async () => {
    const { events, holder, clock } = setUp(locks);
    const all = ['a', 'b', 'c'].map((who) => holder(who));
    for (const one of all) {
      await one.entered;
      one.leave();
    }
    await Promise.all(all.map(({ held }) => held));
    expect(events).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
    expect(clock.pending()).toBe(0);
  });

  test('are shared by those who ask for that, behind who holds them alone and before who asks to', async () => {
    const { events, holder } = setUp(locks);
    const first = holder('first');
    const shared = ['a', 'b'].map((who) => holder(who, { mode: 'shared' }));
    const last = holder('last');
    const behind = holder('behind', { mode: 'shared' });
    await first.entered;
    first.leave();
    await Promise.all(shared.map(({ entered }) => entered));
    expect(events).toEqual(['first in', 'first out', 'a in', 'b in']);
    for (const one of shared) one.leave();
    await last.entered;
    expect(events.slice(-2).sort()).toEqual(['b out', 'last in']);
    last.leave();
    behind.leave();
    await behind.held;
    expect(events.slice(-3)).toEqual(['last out', 'behind in', 'behind out']);
  });

  test('of other names wait for nobody', async () => {
    const [one, other] = [setUp(locks), setUp(locks)];
    const holding = one.holder('one');
    await holding.entered;
    expect(await withLock(other.name, async () => 'done', other.options)).toBe('done');
    holding.leave();
    await holding.held;
  });

  test('are not waited for longer than asked: the run never goes ahead without its lock', async () => {
    const { name, clock, options, holder, events } = setUp(locks);
    const first = holder('first');
    await first.entered;
    const run = vi.fn(async () => {});
    const waiting = withLock(name, run, options);
    const behind = holder('behind', { waitMs: 60_000 });
    clock.advance(5_000);
    await expect(waiting).rejects.toThrow('busy');
    // Who gave up lets nobody past the holder.
    expect(events).toEqual(['first in']);
    first.leave();
    await behind.entered;
    expect(run).not.toHaveBeenCalled();
    behind.leave();
    await behind.held;
  });

  test('that are asked for only where they are free stop nobody who shares them', async () => {
    const { name, options, holder } = setUp(locks);
    const first = holder('first', { mode: 'shared' });
    await first.entered;
    const run = vi.fn(async () => {});
    await expect(withLock(name, run, { ...options, onlyIfFree: true })).rejects.toThrow('busy');
    const second = holder('second', { mode: 'shared' });
    await second.entered;
    for (const one of [first, second]) one.leave();
    await Promise.all([first.held, second.held]);
    await withLock(name, run, { ...options, onlyIfFree: true });
    expect(run).toHaveBeenCalledTimes(1);
  });

  test("end the waiting with the caller's signal, before and while it waits, and not the run", async () => {
    const { name, options, holder } = setUp(locks);
    const run = vi.fn(async () => {});
    const [reason, gone] = [new Error('given up'), new AbortController()];
    await expect(withLock(name, run, { ...options, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const first = holder('first', { signal: gone.signal });
    await first.entered;
    const waiting = withLock(name, run, { ...options, signal: gone.signal });
    gone.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect(run).not.toHaveBeenCalled();
    first.leave();
    await first.held;
  });

  test('pass on what the run throws, and are free afterwards', async () => {
    const { name, options, clock } = setUp(locks);
    const failure = new Error('mine');
    const run = vi.fn(() => Promise.reject(failure));
    await expect(withLock(name, run, options)).rejects.toBe(failure);
    expect(run).toHaveBeenCalledTimes(1);
    expect(await withLock(name, async () => 'next', options)).toBe('next');
    expect(clock.pending()).toBe(0);
  });
});

test('locks that are refused, as in a sandboxed frame, let no run go ahead, and say so', async () => {
  const refused = new DOMException('Refused.', 'SecurityError');
  const { name, options, clock } = setUp({ request: () => Promise.reject(refused) } as Locks);
  const run = vi.fn(async () => {});
  const unavailable = { code: 'STORE_UNAVAILABLE', nextStep: 'unsupported', cause: refused };
  await expect(withLock(name, run, options)).rejects.toMatchObject(unavailable);
  expect(run).not.toHaveBeenCalled();
  expect(clock.pending()).toBe(0);
});

test.runIf(engineLocks !== undefined)(
  'a run that was granted keeps its outcome, though its lock is stolen',
  async () => {
    const { name, options } = setUp(engineLocks as Locks);
    const [entered, left] = [deferred<void>(), deferred<string>()];
    const running = withLock(
      name,
      () => {
        entered.resolve();
        return left.promise;
      },
      options,
    );
    await entered.promise;
    await engineLocks?.request(name, { steal: true }, async () => {});
    left.resolve('done');
    expect(await running).toBe('done');
  },
);
