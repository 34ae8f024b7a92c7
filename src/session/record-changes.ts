/** The changes of an account's record, as pure functions: each runs inside the transaction that stores its result. */
import type { AccountRecord, EndReason, LeavingSession, SessionIds, StoredSession } from './record.ts';

/** The part of a session that its revocation takes. */
export function leavingOf(session: StoredSession, afterStamps = false): LeavingSession {
  const { sessionId, compressedPublicKeyHex, signingKey, startedAt, lifetimeMs } = session;
  const ids = ownIds(session);
  return { sessionId, compressedPublicKeyHex, signingKey, ids, endsAt: startedAt + lifetimeMs, afterStamps };
}

/** A record with one more session to revoke. */
export function withLeaving(record: AccountRecord, session: StoredSession, afterStamps = false): AccountRecord {
  const others = record.leaving.filter(({ sessionId }) => sessionId !== session.sessionId);
  return { ...record, leaving: [...others, leavingOf(session, afterStamps)] };
}

/** What the account's payloads have named since the last sign-out; what came first stays. */
export function idsOf(record: AccountRecord): SessionIds {
  return { ...(record.session === undefined ? undefined : ownIds(record.session)), ...ownIds(record) };
}

/** What a record or a session has learnt, from own members only: a polluted prototype adds nothing. */
export function ownIds(holder: { readonly ids?: SessionIds }): SessionIds {
  return Object.hasOwn(holder, 'ids') ? { ...holder.ids } : {};
}

/** Whether the account's payloads have named nothing else than these. */
export function namesSame(record: AccountRecord, ids: SessionIds): boolean {
  const known = new Map(Object.entries(idsOf(record)));
  return Object.entries(ids).every(([name, id]) => (known.get(name) ?? id) === id);
}

/** A record whose session has learnt more. */
export function withIds(record: AccountRecord, ids: SessionIds): AccountRecord | undefined {
  const { session } = record;
  return session && { ...record, session: { ...session, ids: { ...ids, ...ownIds(session) } } };
}

/** A record without its session, which keeps what that had learnt. */
export function withoutSession(record: AccountRecord): AccountRecord {
  const { session: _, ...rest } = record;
  const ids = idsOf(record);
  return Object.keys(ids).length === 0 ? rest : { ...rest, ids };
}

function withoutIds(record: AccountRecord): AccountRecord {
  const { ids: _, ...rest } = record;
  return rest;
}

/** Takes the stored session, or else the one that the page held, out of use for good, and leaves a mark in any case. */
export function signedOut(
  record: AccountRecord,
  { at, held, mark }: { readonly at: number; readonly held?: StoredSession | undefined; readonly mark?: string },
): AccountRecord {
  const lastSignOut = mark ?? record.lastSignOut;
  const marked = lastSignOut === undefined ? record : { ...record, lastSignOut };
  const session = record.session ?? held;
  if (session === undefined) return withoutIds(marked);
  const left = [held, record.session].reduce(
    (next, one) => (one === undefined ? next : withLeaving(next, one)),
    marked,
  );
  const { sessionId, credentialId } = session;
  return {
    ...withoutIds(withoutSession(left)),
    lastCredentialId: credentialId,
    ended: { sessionId, reason: 'signed-out', at },
  };
}

/** Deletes the session with this id, which is over at the service, and says how it ended. */
export function ended(
  record: AccountRecord,
  { sessionId, reason, at }: { readonly sessionId: string; readonly reason: EndReason; readonly at: number },
): AccountRecord | undefined {
  if (record.session?.sessionId !== sessionId) return undefined;
  return { ...withoutSession(record), ended: { sessionId, reason, at } };
}

/** Updates members of the session with this id. */
export function amended(
  record: AccountRecord,
  sessionId: string,
  members: Partial<Pick<StoredSession, 'lifetimeMs' | 'startedAt' | 'seenAt'>>,
): AccountRecord | undefined {
  if (record.session?.sessionId !== sessionId) return undefined;
  return { ...record, session: { ...record.session, ...members } };
}
