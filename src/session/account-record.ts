/** Reads and replaces an account's record: every change compares the session id in the transaction that makes it. */
import type { FallbackStore } from './fallback-store.ts';
import {
  parseRecord,
  recordKey,
  withoutSession,
  type AccountRecord,
  type EndReason,
  type StoredSession,
} from './record.ts';
import type { Store } from './store.ts';

/** A change and whether it was made; `record` is what is stored now. */
export interface Outcome {
  readonly done: boolean;
  readonly record: AccountRecord | undefined;
}

/** Changes the record if `fits` says so of what is stored. */
export async function changeRecord(
  store: Store,
  accountId: string,
  fits: (current: AccountRecord | undefined) => boolean,
  make: (current: AccountRecord | undefined) => AccountRecord,
): Promise<Outcome> {
  let done = false;
  const stored = await store.update(recordKey(accountId), (value) => {
    const current = parseRecord(value, accountId);
    done = fits(current);
    return done ? make(current) : value;
  });
  return { done, record: parseRecord(stored, accountId) };
}

/**
 * Whether a session may take the place of the one named: it is there, or it ran out while its successor was under way. One that
 * was signed out is not succeeded.
 */
export function mayReplace(current: AccountRecord | undefined, replaces: string): boolean {
  if (replaces === 'any') return true;
  if (current?.session !== undefined) return current.session.sessionId === replaces;
  return current?.ended?.reason === 'expired' && current.ended.sessionId === replaces;
}

/** Deletes the session if it has one of these ids, and says in its place how it ended. */
export function endSession(
  store: Store,
  accountId: string,
  sessionIds: readonly string[],
  reason: EndReason,
): Promise<Outcome> {
  return changeRecord(
    store,
    accountId,
    (current) => current?.session !== undefined && sessionIds.includes(current.session.sessionId),
    (current) => withoutSession(current, accountId, { sessionId: current?.session?.sessionId ?? '', reason }),
  );
}

/** Updates members of the session with this id. */
export function amendSession(
  store: Store,
  accountId: string,
  sessionId: string,
  members: Partial<Pick<StoredSession, 'lifetimeMs' | 'startedAt' | 'seenAt'>>,
): Promise<Outcome> {
  return changeRecord(
    store,
    accountId,
    (current) => current?.session?.sessionId === sessionId,
    (current) => {
      if (current?.session === undefined) throw new TypeError('sessionId must name the stored session');
      return { ...current, session: { ...current.session, ...members } };
    },
  );
}

/**
 * Reads the record. One that can't be read is dropped in its transaction. A missing record where `held` has a session was
 * evicted, since a sign-out leaves a record behind: memory then takes over with `held`.
 */
export async function loadRecord(
  store: FallbackStore,
  accountId: string,
  held: AccountRecord | undefined,
): Promise<AccountRecord | undefined> {
  const key = recordKey(accountId);
  const value = await store.read(key);
  if (value === undefined) {
    if (held?.session === undefined || store.storage === 'memory') return undefined;
    store.fallBack();
    return parseRecord(await store.update(key, () => held), accountId);
  }
  const record = parseRecord(value, accountId);
  if (record !== undefined) return record;
  const stored = await store.update(key, (current) =>
    parseRecord(current, accountId) === undefined ? withoutSession(undefined, accountId, undefined) : current,
  );
  return parseRecord(stored, accountId);
}
