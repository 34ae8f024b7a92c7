import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { completeClock } from '../../src/waiting.ts';
import { createSharedReads } from '../../src/relay/shared-reads.ts';
import type { UpstreamAnswer } from '../../src/relay/upstream.ts';
import { createTestClock } from './clock.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('an answer that was shared takes no memory once its time is over', async () => {
  const clock = createTestClock();
  const answers: WeakRef<UpstreamAnswer>[] = [];
  const call = async (): Promise<UpstreamAnswer> => {
    const answer = { status: 200, text: '{}', body: {}, date: null, retryAfter: null };
    answers.push(new WeakRef(answer));
    return answer;
  };
  const reads = createSharedReads({ call, clock: completeClock(clock), shareMs: 1500 });
  const { signal } = new AbortController();
  await reads.read('/quotes/first', signal);
  clock.advance(1500);
  await reads.read('/quotes/second', signal);
  await new Promise((resolve) => setTimeout(resolve, 0));
  collectGarbage();
  expect(answers.map((answer) => answer.deref() !== undefined)).toEqual([false, true]);
});
