/** The one record that an account has in the store: who signed in last, and the session while there is one. */
import type { CredentialType } from '../wire.ts';
import { longestLifetimeMs } from './expiry.ts';

/** Version of the record's shape; a record of any other version is dropped. */
export const recordSchema = 1;

/** How a session ended. */
export type EndReason = 'signed-out' | 'expired';

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
}

/** Which session ended last, and how. */
export interface EndedSession {
  readonly sessionId: string;
  readonly reason: EndReason;
}

/** The record. Without a session it says that one ended, which a missing record (evicted storage) does not. */
export interface AccountRecord {
  readonly schema: typeof recordSchema;
  readonly accountId: string;
  readonly lastCredentialId?: string;
  readonly ended?: EndedSession;
  readonly session?: StoredSession;
}

/** The key under which an account's record is stored. */
export function recordKey(accountId: string): string {
  return `account:${accountId}`;
}

/** Whether a value is a private key that signs and refuses export; what else it is stays closed to this room. */
export function isSigningKey(value: unknown): value is CryptoKey {
  if (Object.prototype.toString.call(value) !== '[object CryptoKey]') return false;
  const key = value as CryptoKey;
  return key.type === 'private' && !key.extractable && key.usages.includes('sign');
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function parseSession(value: unknown): StoredSession | undefined {
  if (!isObject(value)) return undefined;
  const { sessionId, credentialId, credentialType, nickname, compressedPublicKeyHex, signingKey } = value;
  const { lifetimeMs, startedAt, seenAt } = value;
  if (!isText(sessionId) || !isText(credentialId) || !isText(credentialType) || typeof nickname !== 'string')
    return undefined;
  if (typeof compressedPublicKeyHex !== 'string' || !/^0[23][0-9a-f]{64}$/.test(compressedPublicKeyHex))
    return undefined;
  if (!isSigningKey(signingKey) || !isTime(startedAt) || !isTime(seenAt)) return undefined;
  if (!isTime(lifetimeMs) || lifetimeMs === 0 || lifetimeMs > longestLifetimeMs) return undefined;
  return {
    sessionId,
    credentialId,
    credentialType: credentialType as CredentialType,
    nickname,
    compressedPublicKeyHex,
    signingKey,
    lifetimeMs,
    startedAt,
    seenAt,
  };
}

function parseEnded(value: unknown): EndedSession | undefined {
  if (!isObject(value)) return undefined;
  const { sessionId, reason } = value;
  if (!isText(sessionId) || (reason !== 'signed-out' && reason !== 'expired')) return undefined;
  return { sessionId, reason };
}

/** Reads what was stored for an account; undefined for anything that is not exactly such a record. */
export function parseRecord(value: unknown, accountId: string): AccountRecord | undefined {
  if (!isObject(value) || value['schema'] !== recordSchema || value['accountId'] !== accountId) return undefined;
  const { lastCredentialId, ended, session } = value;
  if (lastCredentialId !== undefined && !isText(lastCredentialId)) return undefined;
  const parsedEnd = ended === undefined ? undefined : parseEnded(ended);
  if (ended !== undefined && parsedEnd === undefined) return undefined;
  const parsed = session === undefined ? undefined : parseSession(session);
  if (session !== undefined && parsed === undefined) return undefined;
  return {
    schema: recordSchema,
    accountId,
    ...(lastCredentialId === undefined ? {} : { lastCredentialId }),
    ...(parsedEnd === undefined ? {} : { ended: parsedEnd }),
    ...(parsed === undefined ? {} : { session: parsed }),
  };
}

/** What remains of a record when its session has ended: no key. */
export function withoutSession(
  record: AccountRecord | undefined,
  accountId: string,
  ended: EndedSession | undefined,
): AccountRecord {
  return {
    schema: recordSchema,
    accountId,
    ...(record?.lastCredentialId === undefined ? {} : { lastCredentialId: record.lastCredentialId }),
    ...(ended === undefined ? {} : { ended }),
  };
}
