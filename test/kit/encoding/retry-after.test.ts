import { expect, test } from 'vitest';
import { readRetryAfter } from '../../../src/kit/encoding/retry-after.ts';

const date = Date.UTC(2027, 0, 1);

test.each([
  ['a number of seconds', '120', 120],
  ['nought', '0', 0],
  ['a later time', 'Fri, 01 Jan 2027 00:00:07 GMT', 7],
  ['a time that has passed', 'Thu, 31 Dec 2026 00:00:00 GMT', 0],
  ['nothing', null, null],
  ['a fraction', '1.5', null],
  ['a negative number', '-1', null],
  ['eleven digits', '12345678901', null],
  ['markup', '<b>1</b>', null],
])('Retry-After is read from %s', (_title, value, seconds) => {
  expect(readRetryAfter(value, date)).toBe(seconds);
});

test('a time says nothing without the time of the answer', () => {
  expect(readRetryAfter('Fri, 01 Jan 2027 00:00:07 GMT', null)).toBeNull();
});
