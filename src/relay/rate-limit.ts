/** How often one user may have a code sent. */
import { RelayError } from './relay-error.ts';
import type { RelayStore } from './store.ts';

/** A limit: so many within so many milliseconds. */
export interface RelayRateLimit {
  readonly limit: number;
  readonly windowMs: number;
}

/**
 * Counts one request for a code.
 * @throws RelayError `RELAY_RATE_LIMITED` with `retryAfter` once the user's limit is passed.
 */
export async function countCodeRequest(
  store: RelayStore,
  userId: string,
  { limit, windowMs }: RelayRateLimit,
): Promise<void> {
  const { count, remainingMs } = await store.increment(`codes:${userId}`, { ttlMs: windowMs });
  if (count <= limit) return;
  throw new RelayError('RELAY_RATE_LIMITED', 'Too many codes were asked for: try again later.', {
    status: 429,
    retryAfter: Math.max(1, Math.ceil(remainingMs / 1000)),
  });
}
