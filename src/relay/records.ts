/** The records whose ids the relay lets through, and the source of each one's owner. */

/** Record types whose ids the relay lets through. */
export type RecordType =
  | 'AuthMethod'
  | 'Card'
  | 'Customer'
  | 'DelegatedKey'
  | 'ExternalAccount'
  | 'InternalAccount'
  | 'Quote'
  | 'Session'
  | 'Transaction';

/** Possible owner of a record, from `identify`. */
interface Owner {
  readonly customerId: string;
  readonly accountIds: readonly string[];
}

/** Source of a record's owner: the list of an account, or the record itself; with neither, the identity. */
export interface RecordRule {
  /** Path of the list, which takes `accountId`. */
  readonly list?: string;
  /** Path of one record, before its id. */
  readonly path?: string;
  /** Whether a record as read is the user's. A record without an owner is the platform's. */
  readonly isOwn?: (record: Readonly<Record<string, unknown>>, owner: Owner) => boolean;
}

const ofCustomer: RecordRule['isOwn'] = ({ customerId }, owner) => customerId === owner.customerId;

/** The rules by type. */
export const recordRules: Readonly<Record<RecordType, RecordRule>> = {
  AuthMethod: { list: '/auth/credentials' },
  Card: { path: '/cards/', isOwn: ({ cardholderId }, owner) => cardholderId === owner.customerId },
  Customer: {},
  // Profile `grid` alone has them.
  DelegatedKey: { list: '/auth/delegated-keys' },
  ExternalAccount: { path: '/customers/external-accounts/', isOwn: ofCustomer },
  InternalAccount: {},
  Quote: { path: '/quotes/', isOwn: ({ source }, { accountIds }) => isOwnSource(source, accountIds) },
  Session: { list: '/auth/sessions' },
  Transaction: { path: '/transactions/', isOwn: ofCustomer },
};

/** A quote belongs to the owner of its source. */
function isOwnSource(source: unknown, accountIds: readonly string[]): boolean {
  if (typeof source !== 'object' || source === null) return false;
  const { sourceType, accountId } = source as Readonly<Record<string, unknown>>;
  return sourceType === 'ACCOUNT' && accountIds.some((id) => id === accountId);
}
