/** The records whose ids the relay lets through, and the source of each one's owner. */
import { contractNames } from '../../kit/contract-names.ts';

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
  readonly isOwn?: (record: Fields, owner: Owner) => boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const ofCustomer = (record: Fields, owner: Owner): boolean => namesOwner(record, owner) === true;
const ofAccount = (record: Fields, owner: Owner): boolean =>
  hasAccount(owner, record.accountId) && namesOwner(record, owner) !== false;

/** The rules by type. */
export const recordRules: Readonly<Record<RecordType, RecordRule>> = {
  AuthMethod: { list: '/auth/credentials', isOwn: ofAccount },
  Card: { path: '/cards/', isOwn: ofCustomer },
  Customer: {},
  // Profile `grid` alone has them.
  DelegatedKey: { list: '/auth/delegated-keys', isOwn: ofAccount },
  ExternalAccount: { path: '/customers/external-accounts/', isOwn: ofCustomer },
  // The service may leave its owner's name out.
  InternalAccount: { isOwn: (record, owner) => namesOwner(record, owner) ?? hasAccount(owner, record.id) },
  Quote: { path: '/quotes/', isOwn: isOwnQuote },
  Session: { list: '/auth/sessions', isOwn: ofAccount },
  Transaction: { path: '/transactions/', isOwn: ofCustomer },
};

/** A customer's names, in every form of the contract. */
const customerNames: ReadonlySet<string> = new Set(Object.values(contractNames).map(({ cardOwner }) => cardOwner));

/** Compares each customer's name in a record with the user's: true if all are it, null if there is none. */
function namesOwner(record: Fields, { customerId }: Owner): boolean | null {
  const named = [...customerNames].filter((name) => record[name] !== undefined);
  return named.length === 0 ? null : named.every((name) => record[name] === customerId);
}

function hasAccount({ accountIds }: Owner, accountId: unknown): boolean {
  return accountIds.some((id) => id === accountId);
}

/** A quote belongs to the owner of its source. */
function isOwnQuote({ source }: Fields, owner: Owner): boolean {
  if (typeof source !== 'object' || source === null) return false;
  const { sourceType, accountId } = source as Fields;
  return sourceType === 'ACCOUNT' && hasAccount(owner, accountId);
}
