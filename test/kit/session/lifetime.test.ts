import { describe, expect, test } from 'vitest';
import { lifetimeOf } from '../../../src/kit/session/adopt.ts';
import { at as iso, hour, minute, noon } from './fixtures.ts';

describe('the lifetime of a new session', () => {
  test('is the smaller of what is left after updatedAt and after the answer', () => {
    const session = { expiresAt: iso(noon + 15 * minute), updatedAt: iso(noon) };
    expect(lifetimeOf(session, noon)).toBe(15 * minute);
    expect(lifetimeOf(session, noon + 20_000)).toBe(15 * minute - 20_000);
    expect(lifetimeOf({ ...session, updatedAt: iso(noon + minute) }, noon)).toBe(14 * minute);
    expect(lifetimeOf(session, null)).toBe(15 * minute);
    expect(lifetimeOf({ expiresAt: session.expiresAt }, noon + minute)).toBe(14 * minute);
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

  test.each([
    undefined,
    '',
    'soon',
    '2026-10-26',
    '2026-10-25T12:10:00',
    '2026-10-25 12:10:00Z',
    '2026-13-45T12:10:00Z',
    {},
  ])('is refused when expiresAt is %j', (expiresAt) => {
    expect(() => lifetimeOf({ expiresAt, updatedAt: iso(noon) }, noon)).toThrow(
      expect.objectContaining({ code: 'SESSION_LIFETIME_INVALID' }),
    );
  });

  test('is refused when nothing says when it began', () => {
    expect(() => lifetimeOf({ expiresAt: iso(noon + minute) }, null)).toThrow(
      expect.objectContaining({ code: 'SESSION_LIFETIME_INVALID' }),
    );
  });
});
