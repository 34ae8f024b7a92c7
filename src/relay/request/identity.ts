/** The signed-in user, from the platform's own back-end. */
import type { Clock } from '../../kit/waiting.ts';
import { withinTime } from '../deadline.ts';
import { internalRelayError, RelayError } from '../relay-error.ts';
import { isWellFormed } from '../free-text.ts';
import { isRecordId } from '../routes/shape.ts';

/** Context that a runtime may pass along with a request; a worker's execution context is one. */
export interface RelayContext {
  /** Keeps the runtime alive until some work is done; the audit's is given to it. */
  waitUntil?(work: Promise<unknown>): void;
  /** The request of Node's server, on which its middleware hangs sessions and users; `toNodeListener` gives it. */
  readonly node?: unknown;
}

/** A signed-in user of the platform and what belongs to them. */
export interface RelayIdentity {
  /** The platform's own id of the user; it names their challenges and counters. */
  readonly userId: string;
  /** `Customer:<uuid>` */
  readonly customerId: string;
  /** `InternalAccount:<uuid>`: this customer's accounts only, never one of the platform. */
  readonly accountIds: readonly string[];
}

/**
 * Identifies the sender of a request by its cookie or token; null or undefined when signed out. It must not read the
 * body. The runtime passes the context with the request.
 */
export type Identify = (
  request: Request,
  context: RelayContext,
) => Promise<RelayIdentity | null | undefined> | RelayIdentity | null | undefined;

/** A visit to a wallet page, which a ticket began. */
export interface Visit {
  /** Key of the visit in the store. */
  readonly id: string;
  readonly identity: RelayIdentity;
}

/** Finds the visit of a request; null without one. */
export type FindVisit = (request: Request) => Promise<Visit | null>;

/** Options of {@link findIdentity}. */
export interface FindIdentityOptions {
  readonly clock: Clock;
  /** How long `identify` may take. */
  readonly timeoutMs: number;
}

/** Asks `identify`; null when signed out. @throws RelayError where it fails, is late, or returns no identity. */
export async function findIdentity(
  ask: () => ReturnType<Identify>,
  { clock, timeoutMs }: FindIdentityOptions,
): Promise<RelayIdentity | null> {
  const late = (): RelayError =>
    new RelayError('RELAY_IDENTIFY_TIMED_OUT', 'It could not be found out in time who is signed in.', { status: 503 });
  // Errors of `identify` are the platform's own, and say nothing to the browser, even a RelayError.
  const tried = async (): Promise<RelayIdentity | null | undefined> => {
    try {
      return await ask();
    } catch (cause) {
      throw internalRelayError(cause, { part: 'identify' });
    }
  };
  const found = await withinTime(tried, { clock, timeoutMs, late });
  // `user && {...}` gives one of these when signed out.
  return found === null || found === undefined ? null : readIdentity(found);
}

/** Copies what `identify` returned. @throws RelayError `RELAY_IDENTITY_INVALID` when it isn't an identity. */
export function readIdentity(value: RelayIdentity): RelayIdentity {
  const { userId, customerId, accountIds } = Object(value) as RelayIdentity;
  if (!isUserId(userId)) {
    throw invalid('identify must return userId as a string of 1 to 256 characters');
  }
  if (typeof customerId !== 'string' || !isRecordId(customerId, ['Customer'])) {
    throw invalid('identify must return customerId of the form Customer:<uuid>');
  }
  if (!Array.isArray(accountIds) || !accountIds.every((id) => isAccountId(id))) {
    throw invalid('identify must return accountIds as a list of ids of the form InternalAccount:<uuid>');
  }
  return { userId, customerId, accountIds: [...(accountIds as readonly string[])] };
}

/** Checks the platform's own id of a user. */
export function isUserId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 256 && isWellFormed(value);
}

function invalid(message: string): RelayError {
  return new RelayError('RELAY_IDENTITY_INVALID', `${message}.`, { status: 500 });
}

function isAccountId(id: unknown): boolean {
  return typeof id === 'string' && isRecordId(id, ['InternalAccount']);
}
