/**
 * The one record that an account has in the store, and its changes: pure functions, each the body of one transaction.
 */
import { elapsedMs, type Instant } from '../waiting.ts';
import { copyOwn } from '../own-members.ts';
import { recordPrefix } from '../stored.ts';
import type { CredentialType } from '../wire.ts';

const endReasons = ['signed-out', 'revoked', 'expired', 'storage-lost'] as const;

/** Reason of a session's end. */
export type EndReason = (typeof endReasons)[number];

/** Ids of the enclave's side of an account that signed payloads named first; compared from then on, until a sign-out. */
export type EnclaveIds = Readonly<Partial<Record<'organizationId' | 'userId' | 'walletId', string>>>;

/** A session as stored. */
export interface StoredSession {
  readonly sessionId: string;
  readonly credentialId: string;
  readonly credentialType: CredentialType;
  readonly nickname: string;
  readonly compressedPublicKeyHex: string;
  /** Refuses export. */
  readonly signingKey: CryptoKey;
  readonly lifetimeMs: number;
  /** Time of the request that started the lifetime: epoch ms on the device's wall clock, which all its tabs share. */
  readonly startedAt: number;
}

/** The record. It stays when a session ends: a missing record means that the site's data was cleared. */
export interface AccountRecord {
  /** A random id, renewed by each sign-out. A sign-in or an action from another epoch is void. */
  readonly epoch: string;
  readonly session?: StoredSession;
  /** Why there is no session. */
  readonly ended?: EndReason;
  /** The credential that signed in last, kept after a sign-out. */
  readonly lastCredentialId?: string | undefined;
  readonly ids?: EnclaveIds | undefined;
}

/** A change of the record. Undefined: it comes too late, and the record stays unchanged. */
export type Change = (record: AccountRecord | undefined) => AccountRecord | undefined;

/** The key of an account's record. */
export const recordKey = (accountId: string): string => `${recordPrefix}${accountId}`;

/** Ends any session, voids earlier presses, and drops the pinned ids. */
export const signedOut =
  (epoch: string): Change =>
  (record) => ({ epoch, ended: 'signed-out', lastCredentialId: record?.lastCredentialId });

/** Ends this session and no other. */
export const ended =
  (sessionId: string, reason: EndReason): Change =>
  (record) => {
    if (record?.session?.sessionId !== sessionId) return undefined;
    const { session: _, ...rest } = record;
    return { ...rest, ended: reason };
  };

/** Checks that a value is a private key that signs and refuses export. Never reads the key itself. */
export function isSigningKey(value: unknown): value is CryptoKey {
  if (Object.prototype.toString.call(value) !== '[object CryptoKey]') return false;
  const key = value as CryptoKey;
  return key.type === 'private' && !key.extractable && key.usages.includes('sign');
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string' && value !== '' && value.length <= 400;
const isTime: Check = (value) => Number.isFinite(value) && (value as number) >= 0;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const shape =
  (members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) &&
    Object.entries(members).every(([name, check]) => check(Object.hasOwn(value, name) ? value[name] : undefined));

const isRecord = shape({
  epoch: isText,
  ended: optional((value) => (endReasons as readonly unknown[]).includes(value)),
  lastCredentialId: optional(isText),
  ids: optional((value) => isObject(value) && Object.values(value).every(isText)),
  session: optional(
    shape({
      sessionId: isText,
      credentialId: isText,
      credentialType: isText,
      nickname: (value) => typeof value === 'string',
      compressedPublicKeyHex: (value) => typeof value === 'string' && /^0[23][0-9a-f]{64}$/.test(value),
      signingKey: isSigningKey,
      lifetimeMs: (value) => isTime(value) && value !== 0 && (value as number) <= longestLifetimeMs,
      startedAt: isTime,
    }),
  ),
});

/** Reads an account's stored record; undefined for anything else. Reads own members only: a polluted prototype adds nothing. */
export function readRecord(value: unknown): AccountRecord | undefined {
  if (!isRecord(value)) return undefined;
  const record = copyOwn(value as AccountRecord);
  return record.ids === undefined ? record : copyOwn({ ...record, ids: copyOwn(record.ids) });
}

/** Lifetimes beyond this are refused, ms. */
export const longestLifetimeMs: number = 24 * 60 * 60_000;

/** Time that a session has left, ms; 0 or less: it has expired. */
export type Countdown = (now: Instant) => number;

/** Tolerance before a session's start for the wall clock of a page that hasn't begun it, ms. */
const setBackMs = 60_000;

/**
 * Counts a session down from an instant of this page, by the clock that has moved further. `begun`: the start in the
 * page that began it. In another page only wall time counts: a wall clock well before the start ends the session.
 */
export function countDown(
  { lifetimeMs, startedAt }: { readonly lifetimeMs: number; readonly startedAt: number },
  now: Instant,
  begun?: Instant,
): Countdown {
  const since = begun ?? { wall: startedAt, monotonic: now.monotonic - Math.max(0, now.wall - startedAt) };
  const earliest = begun === undefined ? startedAt - setBackMs : -Infinity;
  return (at) => (at.wall < earliest ? 0 : lifetimeMs - elapsedMs(since, at));
}
