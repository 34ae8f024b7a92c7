import { expect, test } from 'vitest';
import { createServerClock, formatSeconds } from '../../demo/page/server-clock.ts';

function makeClock() {
  const time = { wall: Date.parse('2026-03-01T12:00:00Z'), monotonic: 5000 };
  const clock = createServerClock(
    () => time.wall,
    () => time.monotonic,
  );
  return { time, clock };
}

test('a quote runs out by the time of the service, whatever this device says', () => {
  const { time, clock } = makeClock();
  clock.learn('Sun, 01 Mar 2026 15:00:00 GMT');
  expect(clock.secondsUntil('2026-03-01T15:01:00Z')).toBe(60);
  time.monotonic += 59_000;
  time.wall += 3_600_000;
  expect(clock.secondsUntil('2026-03-01T15:01:00Z')).toBe(1);
  time.monotonic += 1;
  expect(clock.secondsUntil('2026-03-01T15:01:00Z')).toBe(0);
});

test('until the service has answered, the clock of this device stands in', () => {
  expect(makeClock().clock.secondsUntil('2026-03-01T12:00:30Z')).toBe(30);
});

test('an unreadable date teaches nothing, and an unreadable expiry has passed', () => {
  const { clock } = makeClock();
  clock.learn('soon');
  clock.learn(null);
  expect(clock.secondsUntil('2026-03-01T12:00:30Z')).toBe(30);
  expect(clock.secondsUntil('tomorrow')).toBe(0);
});

test.each([
  [0, '0:00'],
  [9, '0:09'],
  [75, '1:15'],
])('%s seconds are written %s', (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text);
});
