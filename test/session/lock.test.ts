import { describe, expect, test, vi } from 'vitest';
import { withLock } from '../../src/session/lock.ts';
import { createFixedClock } from '../../src/testing/index.ts';
import { createTold } from '../told/told.ts';
import { accountId, deferred, noon } from './fixtures.ts';

/** Web Locks as the standard has them, of one name, without the parts that are not used. */
function fakeLocks(): Pick<LockManager, 'request'> {
  let last: Promise<unknown> = Promise.resolve();
  const request = (
    _name: string,
    { signal }: { signal: AbortSignal },
    run: () => Promise<unknown>,
  ): Promise<unknown> => {
    const before = last;
    const result = (async () => {
      const aborted = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      await Promise.race([before, aborted]);
      return run();
    })();
    last = before.then(() => result.catch(() => {}));
    return result;
  };
  return { request } as unknown as Pick<LockManager, 'request'>;
}

const engineLocks = globalThis.navigator?.locks;

describe.each([
  { name: 'a stand-in', locks: fakeLocks() },
  ...(engineLocks === undefined ? [] : [{ name: 'the engine', locks: engineLocks }]),
])('the lock of an account, by $name', ({ locks }) => {
  test('lets one tab run at a time', async () => {
    const account = crypto.randomUUID();
    const clock = createFixedClock({ now: noon });
    let inside = 0;
    const most: number[] = [];
    const run = async ({ held }: { held: boolean }): Promise<boolean> => {
      inside += 1;
      most.push(inside);
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      inside -= 1;
      return held;
    };
    const results = await Promise.all([1, 2, 3].map(() => withLock(account, run, { locks, clock })));
    expect(results).toEqual([true, true, true]);
    expect(Math.max(...most)).toBe(1);
    expect(clock.pending()).toBe(0);
  });

  test('is not waited for longer than patience allows: a frozen tab may hold it for ever', async () => {
    const account = crypto.randomUUID();
    const clock = createFixedClock({ now: noon });
    const frozen = deferred<void>();
    const holding = deferred<void>();
    const holder = withLock(
      account,
      async () => {
        holding.resolve();
        await frozen.promise;
      },
      { locks, clock },
    );
    await holding.promise;
    const waiter = withLock(account, async ({ held }) => held, { locks, clock });
    clock.advance(10_000);
    expect(await waiter).toBe(false);
    frozen.resolve();
    await holder;
  });

  test('passes on what the run throws, and runs it once', async () => {
    const clock = createFixedClock({ now: noon });
    const failure = new Error('mine');
    const run = vi.fn(() => Promise.reject(failure));
    await expect(withLock(crypto.randomUUID(), run, { locks, clock })).rejects.toBe(failure);
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('is not asked for when the caller has given up, and left when it gives up', async () => {
    const account = crypto.randomUUID();
    const clock = createFixedClock({ now: noon });
    const run = vi.fn(async () => {});
    await expect(withLock(account, run, { locks, clock, signal: AbortSignal.abort() })).rejects.toThrow();
    const frozen = deferred<void>();
    const holding = deferred<void>();
    const holder = withLock(
      account,
      async () => {
        holding.resolve();
        await frozen.promise;
      },
      { locks, clock },
    );
    await holding.promise;
    const given = new AbortController();
    const waiter = withLock(account, run, { locks, clock, signal: given.signal });
    given.abort();
    await expect(waiter).rejects.toThrow();
    expect(run).not.toHaveBeenCalled();
    frozen.resolve();
    await holder;
  });
});

describe('a lock manager', () => {
  test('that ignores its signal is not waited for, and what it grants too late is let go', async () => {
    const clock = createFixedClock({ now: noon });
    const late = deferred<(lock: unknown) => unknown>();
    const locks = {
      request: (_name: string, _options: unknown, grant: (lock: unknown) => unknown) => {
        late.resolve(grant);
        return new Promise(() => {});
      },
    } as unknown as Pick<LockManager, 'request'>;
    const run = vi.fn(async ({ held }: { held: boolean }) => held);
    const result = createTold(clock).tell('card.freeze', withLock(accountId, run, { locks, clock, waitMs: 2_000 }));
    const grant = await late.promise;
    clock.advance(2_000);
    expect(await result).toBe(false);
    expect(grant({})).toBeUndefined();
    expect(run).toHaveBeenCalledTimes(1);
    expect(clock.pending()).toBe(0);
  });

  test('that ignores its signal does not outlast the caller', async () => {
    const clock = createFixedClock({ now: noon });
    const locks = { request: () => new Promise(() => {}) } as unknown as Pick<LockManager, 'request'>;
    const given = new AbortController();
    const run = vi.fn(async () => {});
    const waiting = withLock(accountId, run, { locks, clock, signal: given.signal });
    given.abort(new Error('given up'));
    await expect(waiting).rejects.toThrow('given up');
    expect(run).not.toHaveBeenCalled();
    expect(clock.pending()).toBe(0);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['grants nothing', async () => {}],
  ])('that %s lets the run go ahead', async (_, request) => {
    const locks = { request } as unknown as Pick<LockManager, 'request'>;
    const clock = createFixedClock({ now: noon });
    const result = withLock(accountId, async ({ held }) => held, { locks, clock });
    await Promise.resolve();
    clock.advance(10_000);
    expect(await result).toBe(false);
  });

  test('is asked for a shared lock where that is enough', async () => {
    const request = vi.fn(async (_name: string, _options: LockOptions, grant: () => unknown) => grant());
    const locks = { request } as unknown as Pick<LockManager, 'request'>;
    const clock = createFixedClock({ now: noon });
    expect(await withLock('name', async ({ held }) => held, { locks, clock, mode: 'shared' })).toBe(true);
    expect(request.mock.calls[0]?.slice(0, 2)).toMatchObject(['name', { mode: 'shared' }]);
  });
});

describe('without Web Locks', () => {
  test('the run goes ahead and is told so', async () => {
    const clock = createFixedClock({ now: noon });
    expect(await withLock(accountId, async ({ held }) => held, { clock })).toBe(false);
  });

  test('that are there but refused, as in a sandboxed frame, the run goes ahead and is told so', async () => {
    const refused = new DOMException('Refused.', 'SecurityError');
    const locks = { request: () => Promise.reject(refused) } as unknown as Pick<LockManager, 'request'>;
    const clock = createFixedClock({ now: noon });
    expect(await withLock(accountId, async ({ held }) => held, { locks, clock })).toBe(false);
  });
});
