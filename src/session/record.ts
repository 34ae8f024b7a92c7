/** The one record that an account has in the store: who signed in last, the session while there is one, and those still to be revoked. */
import type { CredentialType } from '../wire.ts';
import { longestLifetimeMs } from './countdown.ts';

/** Version of the record's shape. One of an older version is dropped, one of a newer version left alone. */
export const recordSchema = 2;

/** Ids are shorter than this. */
const longestId = 200;

/** How a session ended, the stronger reason first. */
export const endReasons = ['signed-out', 'revoked', 'replaced', 'expired', 'storage-lost'] as const;

/** How a session ended. */
export type EndReason = (typeof endReasons)[number];

/** Ids of the enclave's side of an account that signed payloads named first; compared from then on, until a sign-out. */
export interface SessionIds {
  readonly organizationId?: string;
  readonly userId?: string;
  readonly walletId?: string;
}

/** A session as stored; times on the wall clock of this device, which all its tabs share. */
export interface StoredSession {
  readonly sessionId: string;
  readonly credentialId: string;
  readonly credentialType: CredentialType;
  readonly nickname: string;
  readonly compressedPublicKeyHex: string;
  readonly signingKey: CryptoKey;
  readonly lifetimeMs: number;
  /** When the request that started the lifetime was sent, epoch ms. */
  readonly startedAt: number;
  /** The latest time at which a page saw the session alive, epoch ms. */
  readonly seenAt: number;
  /** When it is over for this browser at the latest, on the service's clock, epoch ms; where its answer had a `Date`. */
  readonly serviceEnd?: number;
  readonly ids?: SessionIds;
  /** Id of the first session of its sign-in, where a refresh has made this one. */
  readonly signInId?: string;
}

/** A session whose key may sign its own revocation alone. */
export interface LeavingSession {
  readonly sessionId: string;
  readonly compressedPublicKeyHex: string;
  readonly signingKey: CryptoKey;
  /** What its revocation must not contradict. */
  readonly ids?: SessionIds;
  /** When it is over by itself, epoch ms on this device's clock; its key is deleted then at the latest. */
  readonly endsAt: number;
  /** Whether stamps of this browser that are under way come first. */
  readonly afterStamps: boolean;
}

/** Which session ended last, how, and when (epoch ms). A record that could not be read names no session. */
export interface EndedSession {
  readonly sessionId?: string;
  readonly reason: EndReason;
  readonly at: number;
}

/** The record. Without a session it says that one ended, which a missing record (evicted storage) does not. */
export interface AccountRecord {
  readonly schema: typeof recordSchema;
  readonly accountId: string;
  readonly lastCredentialId?: string;
  /** Changes with each sign-out: a sign-in that began before finds a mark other than the one that it read, and isn't stored. */
  readonly lastSignOut?: string;
  readonly ended?: EndedSession;
  readonly session?: StoredSession;
  /** What a session that ended had learnt. */
  readonly ids?: SessionIds;
  readonly leaving: readonly LeavingSession[];
}

/** The key under which an account's record is stored. */
export function recordKey(accountId: string): string {
  return `account:${accountId}`;
}

/** The key that stays when a sign-out deletes the record, and goes when the browser empties the storage. */
export function traceKey(accountId: string): string {
  return `kept:${accountId}`;
}

/** A record of an account that has none. */
export function emptyRecord(accountId: string): AccountRecord {
  return { schema: recordSchema, accountId, leaving: [] };
}

/** Whether a value is a private key that signs and refuses export; the key itself is never looked into. */
export function isSigningKey(value: unknown): value is CryptoKey {
  if (Object.prototype.toString.call(value) !== '[object CryptoKey]') return false;
  const key = value as CryptoKey;
  return key.type === 'private' && !key.extractable && key.usages.includes('sign');
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string' && value !== '';
const isTime: Check = (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isLifetime: Check = (value) => isTime(value) && value !== 0 && (value as number) <= longestLifetimeMs;
const isPublicKey: Check = (value) => typeof value === 'string' && /^0[23][0-9a-f]{64}$/.test(value);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const shape =
  (members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) &&
    Object.entries(members).every(([name, check]) => check(Object.hasOwn(value, name) ? value[name] : undefined));

const isIds: Check = (value) =>
  isObject(value) && Object.values(value).every((id) => isText(id) && (id as string).length <= longestId);

const isKept = {
  sessionId: isText,
  compressedPublicKeyHex: isPublicKey,
  signingKey: isSigningKey,
  ids: optional(isIds),
};

const isLeaving = shape({ ...isKept, endsAt: isTime, afterStamps: (value) => typeof value === 'boolean' });

const isRecord = shape({
  lastCredentialId: optional(isText),
  lastSignOut: optional(isText),
  ids: optional(isIds),
  ended: optional(
    shape({
      sessionId: optional(isText),
      reason: (value) => (endReasons as readonly unknown[]).includes(value),
      at: isTime,
    }),
  ),
  session: optional(
    shape({
      ...isKept,
      credentialId: isText,
      credentialType: isText,
      nickname: (value) => typeof value === 'string',
      lifetimeMs: isLifetime,
      startedAt: isTime,
      seenAt: isTime,
      serviceEnd: optional(isTime),
      signInId: optional(isText),
    }),
  ),
});

/** Reads what was stored for an account: undefined for anything that is not exactly a record, `newer` for one of a later version. */
export function readRecord(value: unknown, accountId: string): AccountRecord | 'newer' | undefined {
  if (!isObject(value)) return undefined;
  const { schema, leaving } = value;
  if (typeof schema === 'number' && schema > recordSchema) return 'newer';
  if (schema !== recordSchema || value['accountId'] !== accountId || !Array.isArray(leaving)) return undefined;
  if (!isRecord(value)) return undefined;
  return { ...(value as unknown as AccountRecord), leaving: leaving.filter(isLeaving) };
}

/** What takes the place of a stored value that isn't a record: it says that a session was lost, and guesses nothing else. */
export function salvagedRecord(value: unknown, accountId: string, at: number): AccountRecord {
  const hadSession = isObject(value) && value['session'] !== undefined;
  return { ...emptyRecord(accountId), ...(hadSession ? { ended: { reason: 'storage-lost', at } } : {}) };
}
