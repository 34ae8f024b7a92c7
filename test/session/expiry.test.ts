import { describe, expect, test } from 'vitest';
import { createCountdown, elapsedSince, resumeCountdown, type Countdown } from '../../src/session/countdown.ts';
import { defaultLifetimeMs, lifetimeOf, parseTime } from '../../src/session/lifetime.ts';
import { hour, minute, noon } from './fixtures.ts';

const iso = (time: number): string => new Date(time).toISOString();
const at = { wall: noon, monotonic: 1_000 };
const after = (wall: number, monotonic: number = wall): { wall: number; monotonic: number } => ({
  wall: at.wall + wall,
  monotonic: at.monotonic + monotonic,
});

const begin = (): Countdown => createCountdown({ lifetimeMs: 15 * minute, at, elapsedMs: 0, latestWall: at.wall });

describe('the lifetime of a new session', () => {
  test('is the smaller of what is left after updatedAt and after the answer', () => {
    const session = { expiresAt: iso(noon + 15 * minute), updatedAt: iso(noon) };
    expect(lifetimeOf(session, noon)).toBe(15 * minute);
    expect(lifetimeOf(session, noon + 20_000)).toBe(15 * minute - 20_000);
    expect(lifetimeOf({ ...session, updatedAt: iso(noon + minute) }, noon)).toBe(14 * minute);
    expect(lifetimeOf(session, null)).toBe(15 * minute);
    expect(lifetimeOf({ expiresAt: session.expiresAt }, noon + minute)).toBe(14 * minute);
  });

  test('is 15 minutes when the service says nothing', () => {
    expect(lifetimeOf({}, noon)).toBe(15 * minute);
    expect(lifetimeOf({ updatedAt: iso(noon) }, null)).toBe(defaultLifetimeMs);
    expect(lifetimeOf({ expiresAt: iso(noon + hour) }, null)).toBe(defaultLifetimeMs);
  });

  test('does not depend on the zone in which a time is written', () => {
    const session = { expiresAt: '2026-10-25T14:10:00.000+02:00', updatedAt: '2026-10-25T07:00:00-05:00' };
    expect(lifetimeOf(session, null)).toBe(10 * minute);
  });

  test.each([
    ['zero', 0],
    ['negative', -1],
    ['longer than a day', 24 * hour + 1],
  ])('is refused when it is %s', (_, left) => {
    const session = { expiresAt: iso(noon + left), updatedAt: iso(noon) };
    expect(() => lifetimeOf(session, noon)).toThrow(
      expect.objectContaining({ name: 'SessionError', code: 'SESSION_LIFETIME_INVALID', nextStep: 'restart' }),
    );
  });

  test('may be a whole day', () => {
    expect(lifetimeOf({ expiresAt: iso(noon + 24 * hour) }, noon)).toBe(24 * hour);
  });

  test.each(['', 'soon', '2026-10-25', '2026-10-25T12:00:00', '2026-13-45T12:00:00Z', 12, {}])(
    'is refused when expiresAt is %j',
    (expiresAt) => {
      expect(parseTime(expiresAt)).toBeUndefined();
      expect(() => lifetimeOf({ expiresAt, updatedAt: iso(noon) }, noon)).toThrow(
        expect.objectContaining({ code: 'SESSION_LIFETIME_INVALID' }),
      );
    },
  );
});

describe('time since an instant', () => {
  test('is the larger of both clocks', () => {
    expect(elapsedSince(at, after(4_000, 1_000))).toEqual({ elapsedMs: 4_000, certain: true });
    expect(elapsedSince(at, after(1_000, 4_000))).toEqual({ elapsedMs: 4_000, certain: true });
  });

  test.each([
    [5_000, 0, true],
    [5_001, 0, false],
    [0, 5_000, true],
    [0, 5_001, false],
    [-1, 0, false],
  ])('with %i ms of wall time and %i ms of monotonic time is certain: %s', (wall, monotonic, certain) => {
    expect(elapsedSince(at, after(wall, monotonic)).certain).toBe(certain);
  });
});

describe('a countdown', () => {
  test('is live to its last millisecond and then expired', () => {
    expect(begin().verdict(after(15 * minute - 1))).toBe('live');
    expect(begin().verdict(after(15 * minute))).toBe('expired');
    expect(begin().remaining(after(minute))).toBe(14 * minute);
  });

  test('is over by the monotonic clock whatever the wall clock says', () => {
    expect(begin().verdict(after(-2 * hour, 15 * minute))).toBe('expired');
    expect(begin().verdict(after(0, 15 * minute))).toBe('expired');
  });

  test('is over by the wall clock while both agree', () => {
    expect(begin().verdict(after(15 * minute, 15 * minute - 5_000))).toBe('expired');
  });

  test('is uncertain, not over, when the wall clock alone leaps to its end', () => {
    expect(begin().verdict(after(3 * hour, minute))).toBe('uncertain');
  });

  test('is uncertain when wall time went back, even a little', () => {
    const countdown = begin();
    expect(countdown.verdict(after(10_000))).toBe('live');
    expect(countdown.verdict(after(9_999, 10_001))).toBe('uncertain');
    expect(countdown.verdict(after(10_002))).toBe('live');
  });

  test('remembers a leap that was undone', () => {
    const countdown = begin();
    expect(countdown.verdict(after(4_000, 0))).toBe('live');
    expect(countdown.verdict(after(1_000))).toBe('uncertain');
  });
});

describe('a countdown resumed from the store', () => {
  const stored = { lifetimeMs: 15 * minute, startedAt: noon, seenAt: noon + minute };
  const opened = { wall: noon + 10 * minute, monotonic: 50 };

  test('has lost the wall time since its request', () => {
    const countdown = resumeCountdown(stored, opened);
    expect(countdown.remaining(opened)).toBe(5 * minute);
    expect(countdown.verdict({ wall: opened.wall + 5 * minute, monotonic: 50 + 5 * minute })).toBe('expired');
    expect(countdown.verdict({ wall: opened.wall, monotonic: 50 + 5 * minute })).toBe('expired');
  });

  test('is uncertain in a page whose wall time is before what an earlier page saw', () => {
    const early = { wall: noon + 30_000, monotonic: 50 };
    expect(resumeCountdown(stored, early).verdict(early)).toBe('uncertain');
    const beforeItsRequest = { wall: noon - 2 * hour, monotonic: 50 };
    expect(resumeCountdown(stored, beforeItsRequest).verdict(beforeItsRequest)).toBe('uncertain');
  });

  test('allows other processes a second of difference in reading the clock', () => {
    const slightlyEarly = { wall: noon + minute - 1_000, monotonic: 50 };
    expect(resumeCountdown(stored, slightlyEarly).verdict(slightlyEarly)).toBe('live');
  });
});
