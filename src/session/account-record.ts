/** Reads and replaces an account's record: every change compares the session id in the transaction that makes it. */
import type { FallbackStore } from './fallback-store.ts';
import {
  parseRecord,
  recordSchema,
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

/** Replaces the record by what `make` returns, or leaves what is stored where that is undefined. */
export async function changeRecord(
  store: Store,
  accountId: string,
  make: (current: AccountRecord | undefined) => AccountRecord | undefined,
): Promise<Outcome> {
  let done = false;
  const stored = await store.update(recordKey(accountId), (value) => {
    const next = make(parseRecord(value, accountId));
    done = next !== undefined;
    return done ? next : value;
  });
  return { done, record: parseRecord(stored, accountId) };
}

function mayReplace(current: AccountRecord | undefined, replaces: string): boolean {
  if (replaces === 'any') return true;
  if (current?.session !== undefined) return current.session.sessionId === replaces;
  return current?.ended?.reason === 'expired' && current.ended.sessionId === replaces;
}

/**
 * Stores a session in the place of the one named: it is there, or it ran out while its successor was under way. One that was
 * signed out is not succeeded. `any` replaces whatever is there.
 */
export function replaceSession(
  store: Store,
  accountId: string,
  replaces: string,
  session: StoredSession,
): Promise<Outcome> {
  const next: AccountRecord = { schema: recordSchema, accountId, lastCredentialId: session.credentialId, session };
  return changeRecord(store, accountId, (current) => (mayReplace(current, replaces) ? next : undefined));
}

/** Deletes the session if it has one of these ids, and says in its place how it ended. */
export function endSession(
  store: Store,
  accountId: string,
  sessionIds: readonly string[],
  reason: EndReason,
): Promise<Outcome> {
  return changeRecord(store, accountId, (current) => {
    const sessionId = current?.session?.sessionId;
    if (sessionId === undefined || !sessionIds.includes(sessionId)) return undefined;
    return withoutSession(current, accountId, { sessionId, reason });
  });
}

/** Updates members of the session with this id. */
export function amendSession(
  store: Store,
  accountId: string,
  sessionId: string,
  members: Partial<Pick<StoredSession, 'lifetimeMs' | 'startedAt' | 'seenAt'>>,
): Promise<Outcome> {
  return changeRecord(store, accountId, (current) =>
    current?.session?.sessionId === sessionId ? { ...current, session: { ...current.session, ...members } } : undefined,
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
