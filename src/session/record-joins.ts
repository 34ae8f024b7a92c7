/** Which of several sessions an account's record keeps, as pure functions: loaded when first needed. */
import { idsOf, ownIds, signedOut, withLeaving, withoutSession } from './record-changes.ts';
import type { AccountRecord, LeavingSession, StoredSession } from './record.ts';
import type { AdoptOptions, Adoption } from './session.ts';

function judge(record: AccountRecord, { replaces, lastSignOut }: AdoptOptions): Adoption {
  const { session, ended } = record;
  if (replaces === 'any') return record.lastSignOut === lastSignOut?.() ? 'stored' : 'signed-out';
  if (session !== undefined) return session.sessionId === replaces ? 'stored' : 'overtaken';
  if (ended?.sessionId !== replaces) return ended?.reason === 'signed-out' ? 'signed-out' : 'overtaken';
  // It ran out, or the service ended it for its successor, while the answer was on its way.
  if (ended.reason === 'expired' || ended.reason === 'revoked') return 'stored';
  return ended.reason === 'signed-out' ? 'signed-out' : 'overtaken';
}

/** Stores a new session if its place is free. What loses its place, or finds none, is to be revoked. */
export function adopted(
  record: AccountRecord,
  session: StoredSession,
  options: AdoptOptions,
): { readonly adoption: Adoption; readonly record: AccountRecord } {
  const adoption = judge(record, options);
  // It is the same account, so its ids in the enclave are the same.
  const ids = { ...ownIds(session), ...idsOf(record) };
  if (adoption !== 'stored') return { adoption, record: withLeaving(record, session) };
  const {
    ended: _,
    ids: __,
    ...before
  } = record.session === undefined ? record : withLeaving(record, record.session, true);
  return {
    adoption,
    record: {
      ...before,
      lastCredentialId: session.credentialId,
      session: { ...session, ids },
    },
  };
}

/** Deletes the key of a session whose revocation is done. */
export function revoked(record: AccountRecord, sessionId: string): AccountRecord | undefined {
  const leaving = record.leaving.filter((session) => session.sessionId !== sessionId);
  return leaving.length === record.leaving.length ? undefined : { ...record, leaving };
}

/**
 * Joins what storage holds with what a page did in memory meanwhile: what is over on either side is over. Of two sessions the
 * later one stays, and the other is revoked.
 */
export function reconciled(stored: AccountRecord | undefined, mine: AccountRecord): AccountRecord {
  if (stored === undefined) return mine;
  // A sign-out on either side counts against every sign-in under way on the other.
  const isOneMark = (stored.lastSignOut ?? mine.lastSignOut) === mine.lastSignOut;
  const mark = isOneMark ? mine.lastSignOut : crypto.randomUUID();
  const marked = mark === undefined ? {} : { lastSignOut: mark };
  const theirs = { ...withEndOf(stored, mine), ...marked };
  const ours = { ...withEndOf(mine, stored), ...marked };
  const leaving = [...theirs.leaving, ...ours.leaving.filter((one) => !holds(theirs.leaving, one.sessionId))];
  if (ours.session === undefined) return { ...theirs, leaving };
  if (theirs.session === undefined) return { ...ours, leaving };
  const [later, earlier] =
    ours.session.startedAt > theirs.session.startedAt ? [ours, theirs.session] : [theirs, ours.session];
  const joined = { ...later, leaving };
  return earlier.sessionId === later.session?.sessionId ? joined : withLeaving(joined, earlier, true);
}

const holds = (leaving: readonly LeavingSession[], id: string): boolean =>
  leaving.some(({ sessionId }) => sessionId === id);

/** A record after what the other side knows to be over: a sign-out ends all sessions that began before it. */
function withEndOf(record: AccountRecord, other: AccountRecord): AccountRecord {
  const { session } = record;
  if (session === undefined) return record;
  const { sessionId } = session;
  const end = other.ended;
  if (end?.reason === 'signed-out' && session.startedAt <= end.at) return signedOut(record, end);
  if (end?.sessionId === sessionId) return { ...withoutSession(record), ended: end };
  return holds(other.leaving, sessionId) ? withoutSession(record) : record;
}
