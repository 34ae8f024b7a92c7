/** Everything the sandbox remembers: plain records in maps, so that a snapshot is one JSON text. */
import type { CardRecord, CardRevealRecord, CardTransactionRecord } from '../cards/card-records.ts';
import type {
  CustomerRecord,
  ExternalAccountRecord,
  HostedCheckRecord,
  InternalAccountRecord,
  VerificationRecord,
} from '../customers/customer-records.ts';
import type { PlatformConfig } from '../customers/platform-config-record.ts';
import type { QuoteRecord, TransactionRecord } from '../payments/payment-records.ts';
import type {
  ChallengeRecord,
  CredentialRecord,
  DelegatedKeyRecord,
  IdentityCodeRecord,
  OtpRecord,
  PasskeyChallengeRecord,
  SessionRecord,
} from '../wallet-auth/wallet-auth-records.ts';
import { createLedger, type Ledger } from '../payments/ledger.ts';
import type { WebhookRecords } from '../webhooks/webhook-records.ts';
import { createRecords, type Records } from './records.ts';
import { createClockState, type ClockState } from './clock.ts';

/** A remembered answer to an idempotency key. */
export interface IdempotencyRecord {
  readonly method: string;
  readonly path: string;
  readonly text: string;
  readonly status: number;
  readonly body: string | null;
  readonly at: number;
}

/** The whole state. */
export interface State {
  draws: number;
  readonly clock: ClockState;
  readonly ledger: Ledger;
  readonly customers: Records<CustomerRecord>;
  readonly verifications: Records<VerificationRecord>;
  /** By the token of their link. */
  readonly hostedChecks: Map<string, HostedCheckRecord>;
  /** By the token of their link. */
  readonly cardReveals: Map<string, CardRevealRecord>;
  /** By the id of a look-up: the address or the account. */
  readonly lookups: Map<string, string>;
  readonly internalAccounts: Records<InternalAccountRecord>;
  readonly externalAccounts: Records<ExternalAccountRecord>;
  readonly quotes: Map<string, QuoteRecord>;
  readonly transactions: Records<TransactionRecord>;
  readonly cards: Records<CardRecord>;
  readonly cardTransactions: Records<CardTransactionRecord>;
  readonly webhooks: WebhookRecords;
  readonly credentials: Records<CredentialRecord>;
  readonly otps: Map<string, OtpRecord>;
  /** When codes were asked for within the last minute, by credential. */
  readonly codeTimes: Map<string, readonly number[]>;
  readonly sessions: Map<string, SessionRecord>;
  readonly challenges: Map<string, ChallengeRecord>;
  readonly passkeyChallenges: Map<string, PasskeyChallengeRecord>;
  readonly identityCodes: Map<string, IdentityCodeRecord>;
  /** Registration challenges that were used; each is good for one passkey. */
  readonly spentRegistrations: Set<string>;
  /** The platform's configuration; replaced by each change. */
  platformConfig: PlatformConfig;
  /** Incoming payments on which the platform has not decided yet. */
  readonly undecided: Set<string>;
  readonly delegatedKeys: Map<string, DelegatedKeyRecord>;
  /** Request-Ids of signed actions that were answered as still processed. */
  readonly lateOperations: Set<string>;
  readonly idempotency: Map<string, IdempotencyRecord>;
}

const ownersOf = ({ customerId }: { readonly customerId?: string }): readonly string[] =>
  customerId === undefined ? ['platform'] : ['customers', customerId];

// The names of a deleted customer are free again.
const namesOf = ({ fields, isDeleted, platformCustomerId }: CustomerRecord): readonly string[] =>
  isDeleted === true ? [] : ['current', `platform ${platformCustomerId}`, `uma ${String(fields['umaAddress'])}`];

/** The state of a sandbox that was never called. */
export function createState(): State {
  return {
    draws: 0,
    clock: createClockState(),
    ledger: createLedger(),
    customers: createRecords(namesOf),
    verifications: createRecords(({ customerId }) => [customerId]),
    hostedChecks: new Map(),
    cardReveals: new Map(),
    lookups: new Map(),
    internalAccounts: createRecords((account) => ownersOf(account)),
    externalAccounts: createRecords((account) => ownersOf(account)),
    quotes: new Map(),
    transactions: createRecords(({ customerId }) => [customerId]),
    cards: createRecords(({ card }) => [card.cardholderId]),
    cardTransactions: createRecords(({ customerId }) => [customerId]),
    webhooks: { endpoint: null, records: new Map() },
    credentials: createRecords(({ method }) => [method.accountId]),
    otps: new Map(),
    codeTimes: new Map(),
    sessions: new Map(),
    challenges: new Map(),
    passkeyChallenges: new Map(),
    identityCodes: new Map(),
    spentRegistrations: new Set(),
    platformConfig: {},
    undecided: new Set(),
    delegatedKeys: new Map(),
    lateOperations: new Set(),
    idempotency: new Map(),
  };
}
