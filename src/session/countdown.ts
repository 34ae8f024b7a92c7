/** Counts a session down with the device's two clocks. */
import type { Instant } from '../clock.ts';

/** Lifetimes beyond this are refused, in ms. */
export const longestLifetimeMs: number = 24 * 60 * 60_000;

/** How far the two clocks may drift apart before neither is believed, in ms. */
export const toleranceMs: number = 5_000;

/** Other tabs read the same wall clock through other processes, a little apart. */
const otherTabsMs = 1_000;

/** Time since an instant of this page: the larger of both clocks, and whether they agree. */
export function elapsedSince(start: Instant, now: Instant): { readonly elapsedMs: number; readonly certain: boolean } {
  const wall = now.wall - start.wall;
  const monotonic = now.monotonic - start.monotonic;
  return { elapsedMs: Math.max(wall, monotonic), certain: wall >= 0 && Math.abs(wall - monotonic) <= toleranceMs };
}

/** What a countdown says: `uncertain` becomes alive or over once the service was asked. */
export type CountdownVerdict = 'live' | 'uncertain' | 'expired';

/** Counts one session down in this page. */
export interface Countdown {
  /** Judges the session at `now`; remembers the latest wall time it has seen. */
  verdict(now: Instant): CountdownVerdict;
  /** Milliseconds left at `now`, by the larger elapsed time; negative when it is over. */
  remaining(now: Instant): number;
  /** Milliseconds until the monotonic clock alone says that it is over. */
  remainingMonotonic(now: Instant): number;
}

/** When and for how long: `at` is an instant of this page, `elapsedMs` what had passed by then. */
export interface CountdownStart {
  readonly lifetimeMs: number;
  readonly at: Instant;
  readonly elapsedMs: number;
  /** The latest wall time known to have been, epoch ms. */
  readonly latestWall: number;
}

/** Creates a countdown. It is over as soon as the monotonic clock says so, or both clocks agree that it is. */
export function createCountdown({ lifetimeMs, at, elapsedMs, latestWall }: CountdownStart): Countdown {
  let latest = latestWall;
  const elapsed = (now: Instant): number => elapsedMs + elapsedSince(at, now).elapsedMs;
  const remainingMonotonic = (now: Instant): number => lifetimeMs - elapsedMs - (now.monotonic - at.monotonic);
  return {
    verdict(now: Instant): CountdownVerdict {
      const since = elapsedSince(at, now);
      if (remainingMonotonic(now) <= 0) return 'expired';
      if (now.wall < latest || !since.certain) return 'uncertain';
      latest = now.wall;
      return elapsed(now) >= lifetimeMs ? 'expired' : 'live';
    },
    remaining: (now: Instant) => lifetimeMs - elapsed(now),
    remainingMonotonic,
  };
}

/**
 * Creates the countdown of a session that an earlier page or another tab stored: only wall time spans pages.
 *
 * @param stored `startedAt`: wall time of the request that made it; `seenAt`: latest wall time at which a page saw it.
 */
export function resumeCountdown(
  stored: { readonly lifetimeMs: number; readonly startedAt: number; readonly seenAt: number },
  now: Instant,
): Countdown {
  return createCountdown({
    lifetimeMs: stored.lifetimeMs,
    at: now,
    elapsedMs: Math.max(now.wall, stored.seenAt, stored.startedAt) - stored.startedAt,
    latestWall: Math.max(stored.startedAt, stored.seenAt) - otherTabsMs,
  });
}
