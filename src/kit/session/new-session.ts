/** Changes of a record that a page's first load doesn't need: a new session with its lifetime, and ids that payloads have named. */
import { parseDateTime } from '../date-time.ts';
import { longestLifetimeMs, type Change, type EnclaveIds, type StoredSession } from './record.ts';
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

/** Begins a sign-in: returns the record of its epoch. Creates one if there is none, or if a sign-out couldn't delete it. */
export const signInBegun =
  (overEpoch: string | undefined): Change =>
  (record) =>
    record === undefined || record.epoch === overEpoch ? { epoch: crypto.randomUUID() } : record;

/** Stores the session of a sign-in, unless somebody signed out, or the site's data was cleared, since it began. */
export const signedIn =
  (session: StoredSession, epoch: string): Change =>
  (record) => {
    if (record?.epoch !== epoch) return undefined;
    return { epoch, session, lastCredentialId: session.credentialId, ids: record.ids };
  };

/** Stores a refreshed session over the one that it replaces, and over no other. */
export const refreshed =
  (session: StoredSession, replacedId: string): Change =>
  (record) =>
    record?.session?.sessionId === replacedId ? { ...record, session } : undefined;

/** Pins the ids that a payload has named, unless the account's payloads have named others before. */
export const withIds =
  (ids: EnclaveIds): Change =>
  (record) => {
    const known = new Map(Object.entries(record?.ids ?? {}));
    const isSame = Object.entries(ids).every(([name, id]) => (known.get(name) ?? id) === id);
    return isSame ? record && { ...record, ids: { ...ids, ...record.ids } } : undefined;
  };
