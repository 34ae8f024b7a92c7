import { describe, expect, test, vi } from 'vitest';
import { withAccountLock } from '../../src/session/account-lock.ts';
import { createFixedClock } from '../../src/testing/index.ts';
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
    const results = await Promise.all([1, 2, 3].map(() => withAccountLock(account, run, { locks, clock })));
    expect(results).toEqual([true, true, true]);
    expect(Math.max(...most)).toBe(1);
    expect(clock.pending()).toBe(0);
  });

  test('is not waited for longer than patience allows: a frozen tab may hold it for ever', async () => {
    const account = crypto.randomUUID();
    const clock = createFixedClock({ now: noon });
    const frozen = deferred<void>();
    const holding = deferred<void>();
    const holder = withAccountLock(
      account,
      async () => {
        holding.resolve();
        await frozen.promise;
      },
      { locks, clock },
    );
    await holding.promise;
    const waiter = withAccountLock(account, async ({ held }) => held, { locks, clock });
    clock.advance(10_000);
    expect(await waiter).toBe(false);
    frozen.resolve();
    await holder;
  });

  test('passes on what the run throws, and runs it once', async () => {
    const clock = createFixedClock({ now: noon });
    const failure = new Error('mine');
    const run = vi.fn(() => Promise.reject(failure));
    await expect(withAccountLock(crypto.randomUUID(), run, { locks, clock })).rejects.toBe(failure);
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('is not asked for when the caller has given up, and left when it gives up', async () => {
    const account = crypto.randomUUID();
    const clock = createFixedClock({ now: noon });
    const run = vi.fn(async () => {});
    await expect(withAccountLock(account, run, { locks, clock, signal: AbortSignal.abort() })).rejects.toThrow();
    const frozen = deferred<void>();
    const holding = deferred<void>();
    const holder = withAccountLock(
      account,
      async () => {
        holding.resolve();
        await frozen.promise;
      },
      { locks, clock },
    );
    await holding.promise;
    const given = new AbortController();
    const waiter = withAccountLock(account, run, { locks, clock, signal: given.signal });
    given.abort();
    await expect(waiter).rejects.toThrow();
    expect(run).not.toHaveBeenCalled();
    frozen.resolve();
    await holder;
  });
});

describe('without Web Locks', () => {
  test('the run goes ahead and is told so', async () => {
    const clock = createFixedClock({ now: noon });
    expect(await withAccountLock(accountId, async ({ held }) => held, { clock })).toBe(false);
  });

  test('that are there but refused, as in a sandboxed frame, the run goes ahead and is told so', async () => {
    const refused = new DOMException('Refused.', 'SecurityError');
    const locks = { request: () => Promise.reject(refused) } as unknown as Pick<LockManager, 'request'>;
    const clock = createFixedClock({ now: noon });
    expect(await withAccountLock(accountId, async ({ held }) => held, { locks, clock })).toBe(false);
  });
});
