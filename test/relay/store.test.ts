import { describe, expect, test } from 'vitest';
import { encodeUtf8 } from '../../src/kit/encoding/index.ts';
import { completeClock } from '../../src/kit/waiting.ts';
import { createMemoryRelayStore } from '../../src/relay/index.ts';
import { createRedisRelayStore } from '../../src/relay/redis.ts';
import { createTimedStore } from '../../src/relay/store/timed-store.ts';
import { relayStoreContract } from '../../sandbox/src/testing/index.ts';
import { createTestClock } from './clock.ts';

describe('the store in memory', () => {
  test.each(relayStoreContract)('$title', async ({ run }) => {
    const clock = createTestClock();
    await run({ store: createMemoryRelayStore({ clock }), wait: (ms) => clock.advance(ms) });
  });

  test('what has expired doesn’t pile up', async () => {
    const clock = createTestClock();
    const store = createMemoryRelayStore({ clock });
    for (let index = 0; index < 1023; index += 1) await store.put(`early ${index}`, 'early', { ttlMs: 1 });
    clock.advance(1);
    await store.put('late', 'late', { ttlMs: 1 });
    // A clock that went back would bring an entry to light that is still there.
    clock.advance(-1);
    expect(await store.take('early 7')).toBeNull();
    expect(await store.take('late')).toBe('late');
  });
});

describe('a store whose answers have another form', () => {
  const timed = (broken: object) => {
    const store = { ...createMemoryRelayStore(), ...broken };
    return createTimedStore(store, { clock: completeClock(createTestClock()), timeoutMs: 2000 });
  };

  test.each([
    ['get', encodeUtf8('1'), 'not bytes'],
    ['take', { value: '1' }, 'not object'],
    ['take', undefined, 'not undefined'],
    ['increment', { count: '1', remainingMs: 1 }, 'two numbers'],
  ] as const)('is an error that names the operation: %s answers %o', async (name, answer, says) => {
    const store = timed({ [name]: async () => answer });
    const error = await store[name]('key', { ttlMs: 1 }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'RELAY_INTERNAL_ERROR', cause: { message: expect.stringContaining(says) } });
    expect((error as { cause: Error }).cause.message).toContain(`store.${name}`);
  });

  test.each(['get', 'take', 'increment'] as const)('is told by the store in Redis at once: %s', async (name) => {
    const bytes = encodeUtf8('1');
    const client = { eval: async (script: string) => (script.includes('INCR') ? [bytes, 1] : bytes) };
    const store = createRedisRelayStore({ client });
    await expect(store[name]('key', { ttlMs: 1 })).rejects.toThrow(/client must answer texts as strings/);
  });
});

describe('the contract finds out', () => {
  const good = createMemoryRelayStore();
  test.each([
    ['a store that gives an entry twice', { take: (key: string) => good.take(key).then(() => '1000001') }],
    ['a store that forgets to count', { increment: async () => ({ count: 1, remainingMs: 60_000 }) }],
    ['a store that keeps nothing', { put: async () => undefined }],
  ])('%s', async (_title, broken) => {
    const runs = relayStoreContract.map(({ run }) => run({ store: { ...good, ...broken } }));
    const results = await Promise.allSettled(runs);
    expect(results.filter(({ status }) => status === 'rejected')).not.toEqual([]);
  });
});
