import { expect, test } from 'vitest';
import { createMemoryRelayStore } from '../../src/relay/index.ts';
import { createTestClock } from './clock.ts';

test('an entry is taken once', async () => {
  const store = createMemoryRelayStore();
  await store.put('a', 'one', { ttlMs: 1000 });
  expect(await Promise.all([store.take('a'), store.take('a')])).toEqual(['one', null]);
});

test('an entry is gone when its time is up, and its latest time counts', async () => {
  const clock = createTestClock();
  const store = createMemoryRelayStore({ clock });
  await store.put('a', 'one', { ttlMs: 1000 });
  clock.advance(999);
  await store.put('a', 'two', { ttlMs: 1000 });
  clock.advance(999);
  expect(await store.take('a')).toBe('two');
  await store.put('a', 'three', { ttlMs: 1000 });
  clock.advance(1000);
  expect(await store.take('a')).toBeNull();
});

test('a counter starts over when the time from its first count is up', async () => {
  const clock = createTestClock();
  const store = createMemoryRelayStore({ clock });
  expect(await store.increment('a', { ttlMs: 1000 })).toEqual({ count: 1, remainingMs: 1000 });
  clock.advance(600);
  expect(await store.increment('a', { ttlMs: 1000 })).toEqual({ count: 2, remainingMs: 400 });
  clock.advance(400);
  expect(await store.increment('a', { ttlMs: 1000 })).toEqual({ count: 1, remainingMs: 1000 });
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
