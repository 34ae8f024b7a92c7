/** How long a session lives, by what the service says of it and by the device's two clocks. */
import type { Instant } from '../clock.ts';
import { SessionError } from './session-error.ts';

/** Lifetimes beyond this are refused, ms. */
export const longestLifetimeMs: number = 24 * 60 * 60_000;

/** Lifetime where the service states none, ms: 15 minutes. */
export const defaultLifetimeMs: number = 15 * 60_000;

const rfc3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Epoch ms of an RFC 3339 time with an offset; undefined for anything else: without an offset it would be local time. */
function parseTime(text: unknown): number | undefined {
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

/** Milliseconds that a session has left; 0 or less: it is over. */
export type Countdown = (now: Instant) => number;

/**
 * Counts a session down from an instant of this page by the clock that has moved further. A wall clock before the session's start
 * ends it. For a session that another page has stored, `since` is when this page first read it: only wall time spans pages.
 */
export function countDown(
  { lifetimeMs, startedAt }: { readonly lifetimeMs: number; readonly startedAt: number },
  since: Instant,
): Countdown {
  const elapsedBefore = since.wall - startedAt;
  return ({ wall, monotonic }) =>
    wall < startedAt ? 0 : lifetimeMs - Math.max(wall - startedAt, elapsedBefore + monotonic - since.monotonic);
}
