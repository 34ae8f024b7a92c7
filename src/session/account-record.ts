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

/** Changes the session if the stored one has the id `expected`, or whatever is stored with `any`. */
export async function replaceSession(
  store: Store,
  accountId: string,
  expected: string,
  make: (current: AccountRecord | undefined) => AccountRecord,
): Promise<Outcome> {
  let done = false;
  const stored = await store.update(recordKey(accountId), (value) => {
    const current = parseRecord(value, accountId);
    done = expected === 'any' || current?.session?.sessionId === expected;
    return done ? make(current) : value;
  });
  return { done, record: parseRecord(stored, accountId) };
}

/** Deletes the session with this id, and says in its place how it ended. */
export function endSession(store: Store, accountId: string, sessionId: string, reason: EndReason): Promise<Outcome> {
  return replaceSession(store, accountId, sessionId, (current) => withoutSession(current, accountId, reason));
}

/** Updates members of the session with this id. */
export function amendSession(
  store: Store,
  accountId: string,
  sessionId: string,
  members: Partial<Pick<StoredSession, 'lifetimeMs' | 'startedAt' | 'seenAt'>>,
): Promise<Outcome> {
  return replaceSession(store, accountId, sessionId, (current) => {
    if (current?.session === undefined) throw new TypeError('sessionId must name the stored session');
    return { ...current, session: { ...current.session, ...members } };
  });
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
