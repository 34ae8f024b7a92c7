import { expect, test } from 'vitest';
import { parseDateTime } from '../../src/kit/date-time.ts';

const noon = Date.UTC(2026, 9, 25, 12);

test.each([
  '2026-10-25T12:00:00Z',
  '2026-10-25t12:00:00.000z',
  '2026-10-25T14:00:00+02:00',
  '2026-10-25T07:00:00.000000-05:00',
])('a date-time is read with its offset: %s', (text) => {
  expect(parseDateTime(text)).toBe(noon);
});

test.each([
  '2026-10-25T12:00:00',
  '2026-10-25T12:00Z',
  '2026-10-25 12:00:00Z',
  '2026-10-25',
  '2026-13-45T12:00:00Z',
  'Sun, 25 Oct 2026 12:00:00 GMT',
  '1792929600000',
  '',
  noon,
  ['2026-10-25T12:00:00Z'],
  undefined,
])('anything else is none: %j', (value) => {
  expect(parseDateTime(value)).toBeNaN();
});
