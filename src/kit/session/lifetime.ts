/** The lifetime of a new session. A file of its own, since a page's first load doesn't need it. */
import { parseDateTime } from '../date-time.ts';
import { longestLifetimeMs } from './record.ts';
import { SessionError } from './session-error.ts';

/**
 * Lifetime of a new session in ms: the smaller of `expiresAt` minus `updatedAt` and `expiresAt` minus the answer's `Date`,
 * both on the service's clock, so that the device's own setting plays no part.
 *
 * @throws SessionError `SESSION_LIFETIME_INVALID` outside 0 to 24 hours, or if the times can't be read.
 */
export function lifetimeOf(
  { expiresAt, updatedAt }: { readonly expiresAt?: unknown; readonly updatedAt?: unknown },
  date: number | null,
): number {
  const starts = [parseDateTime(updatedAt), date ?? Number.NaN].filter((start) => !Number.isNaN(start));
  const lifetime = parseDateTime(expiresAt) - Math.max(...starts);
  if (!(lifetime > 0 && lifetime <= longestLifetimeMs)) throw new SessionError('SESSION_LIFETIME_INVALID');
  return lifetime;
}
