/** Owners of ids: known from the identity, or asked of the service. */
import type { Clock } from '../../kit/waiting.ts';
import type { RelayIdentity } from '../request/identity.ts';
import { recordRules, type RecordType } from './records.ts';
import { RelayError } from '../relay-error.ts';
import type { IdReference } from '../routes/shape.ts';
import type { SharedReads } from './shared-reads.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';

/** Facts about a record that belongs to the user. */
export interface OwnedRecord {
  /** Credentials only: `EMAIL_OTP`, `PASSKEY` and the like. */
  readonly type?: string | undefined;
  /** Quotes only: who is paid; none where it is the user. */
  readonly payee?: string | undefined;
}

/** A question about one id. */
export interface OwnershipQuestion {
  readonly identity: RelayIdentity;
  readonly reference: IdReference;
  readonly signal: AbortSignal;
  /** Whether the service asked for this request (a stamped leg): then the calls for it aren't counted. */
  readonly asked?: boolean;
}

/** Answers questions of ownership for one relay. */
export interface Ownership {
  /**
   * Resolves when the record is the user's. @throws RelayError `RELAY_NOT_FOUND`, alike for another's record and for
   * a missing one; errors of a read or a limit.
   */
  require(question: OwnershipQuestion): Promise<OwnedRecord>;
  /** Whether it is known without asking the service that the record is the user's. */
  isKnown(identity: RelayIdentity, reference: IdReference): boolean;
  /** Whether a record from the service is the user's and the requested one; if so, remembers it. */
  accept(identity: RelayIdentity, reference: IdReference, record: unknown): boolean;
  /** Whether an answer is a list of the user's own records alone. */
  isOwnList(identity: RelayIdentity, type: RecordType, answer: unknown): boolean;
  /** Forgets the lists of a user, who has just changed something. */
  forgetLists(identity: RelayIdentity): void;
}

/** Options of {@link createOwnership}. */
export interface CreateOwnershipOptions {
  readonly reads: SharedReads;
  readonly clock: Clock;
  /** Called before each call. @throws RelayError when this user has caused too many. */
  readonly countLookUp: (userId: string) => Promise<void>;
}

const mostCached = 4096;
const cacheMs = 30_000;

/** Creates the look-up of owners. Caches a positive answer per user for a while; a negative one lasts as long as the shared read. */
export function createOwnership({ reads, clock, countLookUp }: CreateOwnershipOptions): Ownership {
  const cache = new Map<string, { readonly record: OwnedRecord; readonly expiresAt: number }>();

  const findKnown = (identity: RelayIdentity, reference: IdReference): OwnedRecord | null => {
    if (isEvident(identity, reference)) return {};
    const known = cache.get(keyOf(identity, reference));
    return known !== undefined && known.expiresAt > clock.now() ? known.record : null;
  };

  const remember = (identity: RelayIdentity, reference: IdReference, record: OwnedRecord): void => {
    const key = keyOf(identity, reference);
    cache.delete(key);
    // The oldest goes first: a Map keeps the order of insertion.
    const [oldest = ''] = cache.keys();
    if (cache.size >= mostCached) cache.delete(oldest);
    cache.set(key, { record, expiresAt: clock.now() + cacheMs });
  };

  const ask = async ({ identity, reference, signal, asked }: OwnershipQuestion): Promise<OwnedRecord | null> => {
    const { type, id } = reference;
    const read = async (path: string): Promise<UpstreamAnswer> => {
      if (asked !== true && !reads.isShared(path)) await countLookUp(identity.userId);
      return reads.read(path, signal);
    };
    const { path: recordPath, list: listPath } = recordRules[type];
    if (recordPath !== undefined) {
      const answer = await read(recordPath + id);
      if (isAboutRecord(answer.status)) return null;
      if (answer.status !== 200) throw notAnswered(answer.status, answer.retryAfter);
      return isOwn(identity, reference, answer.body) ? factsOf(identity, reference, answer.body) : null;
    }
    if (listPath === undefined) return null;
    for (const accountId of identity.accountIds) {
      const answer = await read(listOf(listPath, accountId));
      // Only profile `grid` has each of these lists.
      if (answer.status === 404) continue;
      if (answer.status !== 200) throw notAnswered(answer.status, answer.retryAfter);
      const found = rowsOf(answer.body)?.find((row) => isOwn(identity, reference, row));
      if (found !== undefined) return factsOf(identity, reference, found);
    }
    return null;
  };

  return Object.freeze({
    async require(question: OwnershipQuestion) {
      const { identity, reference } = question;
      const known = findKnown(identity, reference);
      if (known !== null) return known;
      const record = await ask(question);
      if (record === null) throw recordNotFound();
      remember(identity, reference, record);
      return record;
    },
    isKnown: (identity: RelayIdentity, reference: IdReference) => findKnown(identity, reference) !== null,
    accept(identity: RelayIdentity, reference: IdReference, record: unknown) {
      if (!isOwn(identity, reference, record)) return false;
      remember(identity, reference, factsOf(identity, reference, record));
      return true;
    },
    isOwnList: (identity: RelayIdentity, type: RecordType, answer: unknown) =>
      rowsOf(answer)?.every((row) => isOwnRow(identity, type, row)) === true,
    forgetLists({ accountIds }: RelayIdentity) {
      for (const accountId of accountIds) {
        for (const { list } of Object.values(recordRules))
          if (list !== undefined) reads.forget(listOf(list, accountId));
      }
    },
  });
}

/** Detects a status about the record, which is missing or in a state that forbids the request, and not about the rate of requests. */
export function isAboutRecord(status: number): boolean {
  return status >= 400 && status < 500 && status !== 429;
}

/** The answer for a missing record and for another person's. */
export function recordNotFound(): RelayError {
  return new RelayError('RELAY_NOT_FOUND', "There is no such record, or identify doesn't list its owner.", {
    status: 404,
  });
}

function listOf(listPath: string, accountId: string): string {
  return `${listPath}?${new URLSearchParams({ accountId }).toString()}`;
}

function keyOf({ userId, customerId, accountIds }: RelayIdentity, { id }: IdReference): string {
  return JSON.stringify([userId, customerId, ...accountIds, id]);
}

function isEvident({ customerId, accountIds }: RelayIdentity, { id }: IdReference): boolean {
  return id === customerId || accountIds.includes(id);
}

function isOwn(identity: RelayIdentity, { type, id }: IdReference, record: unknown): boolean {
  return isObject(record) && record.id === id && isOwnRow(identity, type, record);
}

function isOwnRow(identity: RelayIdentity, type: RecordType, row: unknown): boolean {
  return isObject(row) && recordRules[type].isOwn?.(row, identity) === true;
}

function factsOf({ accountIds }: RelayIdentity, { type }: IdReference, record: unknown): OwnedRecord {
  const { type: kind, destination } = record as { readonly type?: unknown; readonly destination?: unknown };
  if (type === 'AuthMethod') return { type: typeof kind === 'string' ? kind : undefined };
  if (type !== 'Quote') return {};
  const { accountId } = Object(destination) as { readonly accountId?: unknown };
  if (accountIds.some((id) => id === accountId)) return {};
  return { payee: typeof accountId === 'string' ? accountId : JSON.stringify(destination ?? null) };
}

/** The rows of a list; null for any other answer. */
function rowsOf(body: unknown): readonly unknown[] | null {
  const rows: unknown = isObject(body) ? body.data : undefined;
  return Array.isArray(rows) ? rows : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function notAnswered(status: number, retryAfter: number | null): RelayError {
  if (status === 429) {
    return new RelayError('RELAY_RATE_LIMITED', 'Too many requests: try again later.', {
      status: 429,
      retryAfter: retryAfter ?? undefined,
    });
  }
  return new RelayError('RELAY_UPSTREAM_INVALID', 'The service could not say whose record this is.', { status: 502 });
}
