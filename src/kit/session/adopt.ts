/** Turns that the flows take at an account: new sessions, pinned ids, an end at the service. Loaded with the first of them. */
import { parseDateTime } from '../date-time.ts';
import { elapsedMs, readInstant, type Instant } from '../waiting.ts';
import type { AuthSession } from '../wire.ts';
import { ended, longestLifetimeMs, isSigningKey } from './record.ts';
import type { Change, EnclaveIds, StoredSession } from './record.ts';
import { SessionError } from './session-error.ts';
import type { Account, OpenAccount } from './account.ts';

export { isSigningKey };

/** A session from the service's answer, with the key that signs for it. */
export interface FreshSession {
  readonly session: AuthSession;
  readonly credentialId: string;
  /** `signingKey` refuses export; this folder never uses it. */
  readonly key: { readonly compressedPublicKeyHex: string; readonly signingKey: CryptoKey };
  /** When the request was sent: the lifetime counts from here. */
  readonly startedAt: Instant;
  /** The answer's `Date` header, epoch ms. */
  readonly date: number | null;
}

/** The place of a new session: any in the epoch in which its sign-in began, or that of the session that it refreshes. */
export type SessionPlace = { readonly epoch: string } | { readonly epoch?: never; readonly replaces: string };

/**
 * Begins a sign-in: returns its epoch, and the ids that the account's payloads have named. If the store can't be
 * written, memory replaces it.
 */
export function beginSignIn(account: Account): Promise<{ readonly epoch: string; readonly ids: EnclaveIds }> {
  return account.turn(async ({ overEpoch, update, goOnInMemory }) => {
    const begin = signInBegun(overEpoch());
    const begun = await update(begin).catch(async () => {
      await goOnInMemory({ epoch: crypto.randomUUID() });
      return update(begin);
    });
    return { epoch: begun?.epoch ?? '', ids: begun?.ids ?? {} };
  });
}

/** The credential that signed in last in this browser, kept after sign-out. */
export function lastCredentialId(account: Account): Promise<string | undefined> {
  return account.turn(async ({ load, record }) => {
    await load();
    return record()?.lastCredentialId;
  });
}

/** Pins the ids that a payload has named. Returns false, and stores nothing, if the account's payloads have named others before. */
export function pinIds(account: Account, ids: EnclaveIds): Promise<boolean> {
  return account.turn(async ({ update }) => {
    let isSame = false;
    await update((before) => {
      const next = withIds(ids)(before);
      isSame = next !== undefined;
      return next;
    });
    return isSame;
  });
}

/** Ends a session in every tab, once a whole list of the service lacks it. A 401 alone ends none. */
export function endedAtService(account: Account, sessionId: string): Promise<void> {
  return account.turn(async ({ update, options: { accountId, channel } }) => {
    await update(ended(sessionId, 'revoked'));
    channel?.announce({ accountId });
  });
}

/**
 * Stores a new session if its place is still free. Returns false after a sign-out or another session meanwhile.
 * Revokes the replaced session, or the new one if it isn't stored, once in the background.
 *
 * @throws SessionError `SESSION_LIFETIME_INVALID`; `SESSION_EXPIRED` if it ended before its answer arrived; `STORE_UNAVAILABLE`
 * for a refresh, where a sign-in goes on in memory.
 * @throws TypeError for a key that can't sign or could be exported.
 */
export function adoptSession(
  account: Account,
  fresh: FreshSession | Promise<FreshSession>,
  place: SessionPlace,
): Promise<boolean> {
  return account.turn(async (opened) => adopt(opened, await fresh, place));
}

async function adopt(opened: OpenAccount, fresh: FreshSession, place: SessionPlace): Promise<boolean> {
  const { accountId, channel, clock, maxSessionMs = Infinity } = opened.options;
  const { startedAt } = fresh;
  const session = storedForm(fresh);
  let isStored = false;
  let over: StoredSession | undefined;
  try {
    const timed = { ...session, lifetimeMs: Math.min(lifetimeOf(fresh.session, fresh.date), maxSessionMs) };
    if (timed.lifetimeMs <= elapsedMs(startedAt, readInstant(clock))) throw new SessionError('SESSION_EXPIRED');
    const make = place.epoch === undefined ? refreshed(timed, place.replaces) : signedIn(timed, place.epoch);
    const put = async (): Promise<void> => {
      await opened.update((before) => {
        const next = make(before);
        isStored = next !== undefined;
        over = isStored ? before?.session : session;
        return next;
      }, startedAt);
      // Some stores lose a CryptoKey or turn it into `{}`.
      if (isStored && place.epoch !== undefined && (await opened.read())?.session === undefined)
        throw new SessionError('STORE_UNAVAILABLE');
    };
    await put().catch(async (error: unknown) => {
      if (place.epoch === undefined) throw error;
      await opened.goOnInMemory({ epoch: place.epoch, ids: opened.record()?.ids ?? {} });
      await put();
    });
  } catch (error) {
    // After a time-out the session may be stored all the same, and other tabs may sign with it.
    if (!isStored || !isTimeOut(error)) revokeUnused(opened, session);
    throw error;
  }
  if (over !== undefined) revokeUnused(opened, over);
  if (isStored) channel?.announce({ accountId });
  return isStored;
}

/** Detects a call of the store that ran out of time. */
function isTimeOut(error: unknown): boolean {
  return ((error as Partial<Error> | undefined)?.cause as Partial<Error> | undefined)?.name === 'TimeoutError';
}

/** Revokes an unused session, once. If that fails, it expires. */
function revokeUnused({ options, record }: OpenAccount, session: StoredSession): void {
  options.revoke({ ...session, ids: record()?.ids ?? {} }).catch(() => {});
}

/** Converts a new session to its stored form, with the longest lifetime. @throws TypeError */
function storedForm({ session, credentialId, key, startedAt }: FreshSession): StoredSession {
  if (!isSigningKey(key.signingKey))
    throw new TypeError('fresh.key.signingKey must be a private CryptoKey that signs and refuses export');
  return {
    sessionId: session.id,
    credentialId,
    credentialType: session.type,
    nickname: session.nickname,
    compressedPublicKeyHex: key.compressedPublicKeyHex,
    signingKey: key.signingKey,
    lifetimeMs: longestLifetimeMs,
    startedAt: startedAt.wall,
  };
}

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
const signInBegun =
  (overEpoch: string | undefined): Change =>
  (record) =>
    record === undefined || record.epoch === overEpoch ? { epoch: crypto.randomUUID() } : record;

/** Stores the session of a sign-in, unless somebody signed out, or the site's data was cleared, since it began. */
const signedIn =
  (session: StoredSession, epoch: string): Change =>
  (record) => {
    if (record?.epoch !== epoch) return undefined;
    return { epoch, session, lastCredentialId: session.credentialId, ids: record.ids };
  };

/** Stores a refreshed session over the one that it replaces, and over no other. */
const refreshed =
  (session: StoredSession, replacedId: string): Change =>
  (record) =>
    record?.session?.sessionId === replacedId ? { ...record, session } : undefined;

/** Pins the ids that a payload has named, unless the account's payloads have named others before. */
const withIds =
  (ids: EnclaveIds): Change =>
  (record) => {
    const known = new Map(Object.entries(record?.ids ?? {}));
    const isSame = Object.entries(ids).every(([name, id]) => (known.get(name) ?? id) === id);
    return isSame ? record && { ...record, ids: { ...ids, ...record.ids } } : undefined;
  };
