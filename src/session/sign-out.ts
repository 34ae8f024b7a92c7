/** A sign-out: first this page's memory, then the other tabs, then storage, then the service. */
import { unlessAborted } from '../abort.ts';
import { notSignedIn, type KeeperContext } from './keeper-context.ts';
import { leavingOf, signedOut } from './record-changes.ts';
import { emptyRecord, readRecord, type AccountRecord, type StoredSession } from './record.ts';
import { SessionError } from './session-error.ts';
import type { SignOut } from './session.ts';

/** What the local half did. */
export interface Cleared {
  readonly sessionIds: readonly string[];
  /** Why storage may still hold a key. */
  readonly error: SessionError | undefined;
}

/** The local half. Before its first await, the session is gone from this page and the other tabs are told. */
export async function clearSession(context: KeeperContext): Promise<Cleared> {
  const { page, inTurn, read } = context;
  if (page.current() === undefined) await inTurn(read);
  const mine = page.current()?.session ?? page.lapsed();
  // This page and the others are told, and the transaction has begun, before anything waits.
  const told =
    mine === undefined ? undefined : page.take('sign-out', { sessionId: mine.sessionId, reason: 'signed-out' });
  try {
    const cleared = clearStore(context, mine);
    await told;
    return await cleared;
  } finally {
    await page.take('cleared');
  }
}

async function clearStore(context: KeeperContext, mine: StoredSession | undefined): Promise<Cleared> {
  const { page, store, key, leaving, options } = context;
  const { accountId, clock, channel } = options;
  const mark = crypto.randomUUID();
  channel?.announce({ accountId, mark });
  const taken = new Map(mine === undefined ? [] : [[mine.sessionId, mine]]);
  let isNewer = page.phase() === 'outdated';
  const look = (value: unknown): AccountRecord | undefined => {
    const record = readRecord(value, accountId);
    isNewer ||= record === 'newer';
    if (typeof record !== 'object') return undefined;
    // Over quota the record is deleted, and its list with it: this page keeps the list in memory.
    leaving.note(record.leaving);
    if (record.session !== undefined) taken.set(record.session.sessionId, record.session);
    return record;
  };
  const clear = (value: unknown): unknown => {
    const record = look(value) ?? emptyRecord(accountId);
    return isNewer ? value : signedOut(record, { at: clock.now(), held: mine, mark });
  };
  const orDelete = (value: unknown): unknown => (look(value) === undefined && isNewer ? value : undefined);
  const confirmed = await store.erase(key, clear, orDelete);
  if (taken.size === 0) throw notSignedIn(page);
  leaving.keep([...taken.values()].map((session) => leavingOf(session)));
  for (const sessionId of taken.keys()) {
    if (sessionId === mine?.sessionId) continue;
    // Another tab had stored a session that this page had not heard of.
    page.learn(sessionId, 'signed-out');
    channel?.announce({ accountId, ended: { sessionId, reason: 'signed-out' } });
  }
  if (mine === undefined) await context.inTurn(context.read);
  if (isNewer) return { sessionIds: [...taken.keys()], error: new SessionError('UPDATE_REQUIRED') };
  return { sessionIds: [...taken.keys()], error: confirmed ? undefined : new SessionError('KEY_NOT_DELETED') };
}

/** The service's half, as far as the caller waits for it. */
export async function awaitRevocation(
  revocation: Promise<unknown>,
  { error: keyError, signal }: Pick<Cleared, 'error'> & { readonly signal: AbortSignal | undefined },
): Promise<SignOut> {
  const localKeyDeleted = keyError === undefined;
  try {
    await unlessAborted(revocation, signal);
    return { service: 'revoked', localKeyDeleted, ...(localKeyDeleted ? {} : { error: keyError }) };
  } catch (error) {
    return { service: 'not-reached', localKeyDeleted, error: keyError ?? error };
  }
}
