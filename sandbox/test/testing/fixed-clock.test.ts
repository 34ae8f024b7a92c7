import { describe, expect, test } from 'vitest';
import { createFixedClock } from '../../src/testing/index.ts';

describe('a fixed clock', () => {
  test('stands still until it is advanced, and then moves both clocks', () => {
    const clock = createFixedClock({ now: 1_000 });
    expect([clock.now(), clock.monotonic()]).toEqual([1_000, 0]);
    clock.advance(250);
    expect([clock.now(), clock.monotonic()]).toEqual([1_250, 250]);
  });

  test('jumps in wall time alone, forward and back, and runs nothing', () => {
    const clock = createFixedClock({ now: 1_000 });
    let runs = 0;
    clock.schedule(10, () => (runs += 1));
    clock.jump(500);
    expect([clock.now(), clock.monotonic(), runs]).toEqual([1_500, 0, 0]);
    clock.jump(-700);
    expect(clock.now()).toBe(800);
  });

  test('runs what falls due in order, each at its own time', () => {
    const clock = createFixedClock({ now: 0 });
    const seen: [string, number][] = [];
    const note = (name: string) => () => seen.push([name, clock.now()]);
    clock.schedule(20, note('late'));
    clock.schedule(10, note('first'));
    clock.schedule(10, note('second'));
    clock.schedule(31, note('never'));
    clock.advance(30);
    expect(seen).toEqual([
      ['first', 10],
      ['second', 10],
      ['late', 20],
    ]);
    expect(clock.now()).toBe(30);
  });

  test('runs what was scheduled while it advanced, if that falls due too', () => {
    const clock = createFixedClock({ now: 0 });
    const seen: number[] = [];
    const tick = (): void => {
      seen.push(clock.now());
      clock.schedule(10, tick);
    };
    clock.schedule(10, tick);
    clock.advance(35);
    expect(seen).toEqual([10, 20, 30]);
    expect(clock.pending()).toBe(1);
  });

  test('forgets what was cancelled, even by what runs before it', () => {
    const clock = createFixedClock({ now: 0 });
    let runs = 0;
    const cancel = clock.schedule(10, () => (runs += 1));
    clock.schedule(5, cancel);
    clock.advance(20);
    expect([runs, clock.pending()]).toEqual([0, 0]);
  });

  test('never goes back, also where what falls due moves it further', () => {
    const clock = createFixedClock({ now: 0 });
    clock.schedule(10, () => clock.advance(100));
    clock.advance(20);
    expect([clock.now(), clock.monotonic()]).toEqual([110, 110]);
  });

  test('refuses to advance backwards', () => {
    expect(() => createFixedClock({ now: 0 }).advance(-1)).toThrow(RangeError);
  });
});
