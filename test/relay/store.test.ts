import { describe, expect, test } from 'vitest';
import { createMemoryRelayStore } from '../../src/relay/index.ts';
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
