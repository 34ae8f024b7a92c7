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
  readonly ids?: SessionIds;
}

/** A session that nothing may sign with any more but its own revocation. */
export interface LeavingSession {
  readonly sessionId: string;
  readonly compressedPublicKeyHex: string;
  readonly signingKey: CryptoKey;
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
  /** Id of the session that was signed out last. */
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

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isPublicKey = (value: unknown): value is string => typeof value === 'string' && /^0[23][0-9a-f]{64}$/.test(value);
const optional = (value: unknown, check: (value: unknown) => boolean): boolean => value === undefined || check(value);

const isIds = (value: unknown): value is SessionIds =>
  isObject(value) && Object.values(value).every((id) => isText(id) && id.length <= longestId);

function isSession(value: unknown): value is StoredSession {
  if (!isObject(value)) return false;
  const { sessionId, credentialId, credentialType, nickname, compressedPublicKeyHex, signingKey } = value;
  const { lifetimeMs, startedAt, seenAt, ids } = value;
  return (
    optional(ids, isIds) &&
    [sessionId, credentialId, credentialType].every(isText) &&
    typeof nickname === 'string' &&
    isPublicKey(compressedPublicKeyHex) &&
    isSigningKey(signingKey) &&
    [startedAt, seenAt, lifetimeMs].every(isTime) &&
    lifetimeMs !== 0 &&
    (lifetimeMs as number) <= longestLifetimeMs
  );
}

function isEnded(value: unknown): value is EndedSession {
  if (!isObject(value)) return false;
  const { sessionId, reason, at } = value;
  return optional(sessionId, isText) && (endReasons as readonly unknown[]).includes(reason) && isTime(at);
}

function isLeaving(value: unknown): value is LeavingSession {
  if (!isObject(value)) return false;
  const { sessionId, compressedPublicKeyHex, signingKey, endsAt, afterStamps } = value;
  const isKey = isPublicKey(compressedPublicKeyHex) && isSigningKey(signingKey);
  return isText(sessionId) && isKey && isTime(endsAt) && typeof afterStamps === 'boolean';
}

/** Reads what was stored for an account: undefined for anything that is not exactly a record, `newer` for one of a later version. */
export function readRecord(value: unknown, accountId: string): AccountRecord | 'newer' | undefined {
  if (!isObject(value)) return undefined;
  const { schema, lastCredentialId, lastSignOut, ended, session, ids, leaving } = value;
  if (typeof schema === 'number' && schema > recordSchema) return 'newer';
  if (schema !== recordSchema || value['accountId'] !== accountId || !Array.isArray(leaving)) return undefined;
  if (!optional(lastCredentialId, isText) || !optional(lastSignOut, isText)) return undefined;
  if (!optional(ended, isEnded) || !optional(session, isSession) || !optional(ids, isIds)) return undefined;
  return { ...(value as unknown as AccountRecord), leaving: leaving.filter(isLeaving) };
}

/** What takes the place of a value that is no record: nothing is guessed at, but that a session was lost. */
export function salvagedRecord(value: unknown, accountId: string, at: number): AccountRecord {
  const hadSession = isObject(value) && value['session'] !== undefined;
  return { ...emptyRecord(accountId), ...(hadSession ? { ended: { reason: 'storage-lost', at } } : {}) };
}
