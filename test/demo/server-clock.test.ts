import { expect, test } from 'vitest';
import { createServerClock } from '../../demo/page/server-clock.ts';

function makeClock() {
  const time = { wall: Date.parse('2026-03-01T12:00:00Z'), monotonic: 5000 };
  const clock = createServerClock(
    () => time.wall,
    () => time.monotonic,
  );
  return { time, clock };
}

const at = (time: string): number => Date.parse(`2026-03-01T${time}Z`);

test('the time is that of the service, whatever this device says', () => {
  const { time, clock } = makeClock();
  clock.learn('Sun, 01 Mar 2026 15:00:00 GMT');
  expect(clock.now()).toBe(at('15:00:00.999'));
  time.monotonic += 59_000;
  time.wall += 3_600_000;
  expect(clock.now()).toBe(at('15:00:59.999'));
  expect(clock.aheadMs()).toBe(at('15:00:59.999') - at('13:00:00'));
});

test('until the service has answered, the clock of this device stands in', () => {
  expect(makeClock().clock.now()).toBe(at('12:00:00'));
});

test('a time with fractions of a second is taken as it is, and an unreadable date teaches nothing', () => {
  const { clock } = makeClock();
  clock.learn('2026-03-01T15:00:00.250Z');
  clock.learn('soon');
  clock.learn(null);
  expect(clock.now()).toBe(at('15:00:00.250'));
});
