/** How long a session lives, counted from the service's own times with the device's two clocks. */
import type { Instant } from './clock.ts';
import { SessionError } from './session-error.ts';

/** Lifetime where the service states none, in ms (specification: 15 minutes by default). */
export const defaultLifetimeMs: number = 15 * 60_000;

/** Lifetimes beyond this are refused. */
export const longestLifetimeMs: number = 24 * 60 * 60_000;

/** How far the two clocks may drift apart before neither is believed, in ms. */
export const toleranceMs: number = 5_000;

/** Other tabs read the same wall clock through other processes, a little apart. */
const otherTabsMs = 1_000;

const rfc3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Epoch ms of an RFC 3339 time with an offset; undefined for anything else: without an offset it would be local time. */
export function parseTime(text: unknown): number | undefined {
  if (typeof text !== 'string' || !rfc3339.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Lifetime of a new session in ms: the smaller of `expiresAt` minus `updatedAt` and `expiresAt` minus the answer's `Date`,
 * both on the service's clock, so that the device's own setting plays no part; 15 minutes where the service says nothing.
 *
 * @throws SessionError `SESSION_LIFETIME_INVALID` outside 0 to 24 hours, or if `expiresAt` is there and can't be read.
 */
export function lifetimeOf(
  session: { readonly expiresAt?: unknown; readonly updatedAt?: unknown },
  date: number | null,
): number {
  if (session.expiresAt === undefined || session.expiresAt === null) return defaultLifetimeMs;
  const end = parseTime(session.expiresAt);
  if (end === undefined) throw new SessionError('SESSION_LIFETIME_INVALID');
  const starts = [parseTime(session.updatedAt), date].filter((start) => typeof start === 'number');
  if (starts.length === 0) return defaultLifetimeMs;
  const lifetime = end - Math.max(...starts);
  if (!(lifetime > 0 && lifetime <= longestLifetimeMs)) throw new SessionError('SESSION_LIFETIME_INVALID');
  return lifetime;
}

/** Time since an instant of this page: the larger of both clocks, and whether they agree. */
export function elapsedSince(start: Instant, now: Instant): { readonly elapsedMs: number; readonly certain: boolean } {
  const wall = now.wall - start.wall;
  const monotonic = now.monotonic - start.monotonic;
  return { elapsedMs: Math.max(wall, monotonic), certain: wall >= 0 && Math.abs(wall - monotonic) <= toleranceMs };
}

/** What a countdown says: `uncertain` is neither alive nor over before the service was asked. */
export type Verdict = 'live' | 'uncertain' | 'expired';

/** Counts one session down in this page. */
export interface Countdown {
  /** Judges the session at `now`; remembers the latest wall time it has seen. */
  verdict(now: Instant): Verdict;
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
  const remainingMonotonic = (now: Instant): number => lifetimeMs - elapsedMs - (now.monotonic - at.monotonic);
  return Object.freeze({
    verdict(now: Instant): Verdict {
      const since = elapsedSince(at, now);
      if (remainingMonotonic(now) <= 0) return 'expired';
      if (now.wall < latest || !since.certain) return 'uncertain';
      latest = now.wall;
      return elapsedMs + since.elapsedMs >= lifetimeMs ? 'expired' : 'live';
    },
    remaining: (now: Instant) => lifetimeMs - elapsedMs - elapsedSince(at, now).elapsedMs,
    remainingMonotonic,
  });
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
    elapsedMs: Math.max(0, now.wall - stored.startedAt),
    latestWall: Math.max(stored.startedAt, stored.seenAt) - otherTabsMs,
  });
}
