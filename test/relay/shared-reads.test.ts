import { expect, test } from 'vitest';
import { completeClock } from '../../src/kit/waiting.ts';
import { createSharedReads } from '../../src/relay/ownership/shared-reads.ts';
import { createTestClock } from './clock.ts';

test('an answer that was shared takes no room once its time is over, so that 1,023 of them end no read under way', async () => {
  const clock = createTestClock();
  const answer = { status: 200, text: '{}', body: {}, date: null, retryAfter: null };
  const never = new Promise<typeof answer>(() => {});
  const reads = createSharedReads({
    call: ({ path }) => (path === '/quotes/under-way' ? never : Promise.resolve(answer)),
    clock: completeClock(clock),
    shareMs: 1500,
  });
  const { signal } = new AbortController();
  void reads.read('/quotes/under-way', signal);
  for (let count = 1; count < 1024; count += 1) await reads.read(`/quotes/${String(count)}`, signal);
  clock.advance(1500);
  await reads.read('/quotes/another', signal);
  expect(reads.isShared('/quotes/under-way')).toBe(true);
});
