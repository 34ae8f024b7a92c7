/** Everything the sandbox remembers: plain records in maps, so that a snapshot is one structured clone. */
import type {
  AuthMethod,
  CardState,
  CredentialType,
  CurrencyAmount,
  Quote,
  SessionKeys,
  Transaction,
  TransactionStatus,
} from '../wire.ts';
import { createClockState, type ClockState } from './clock.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { WebhookOffice } from './webhooks.ts';

/** A customer of the platform. */
export interface CustomerRecord {
  readonly id: string;
  readonly platformCustomerId: string;
  readonly customerType: 'INDIVIDUAL' | 'BUSINESS';
  readonly region: string;
  email: string;
  phoneNumber?: string;
  readonly fullName?: string;
  readonly fields: Readonly<Record<string, unknown>>;
  kycStatus: 'UNVERIFIED' | 'PENDING' | 'APPROVED' | 'REJECTED' | 'HOLD';
  readonly createdAt: string;
  updatedAt: string;
}

/** An internal account; its money is in the ledger. */
export interface InternalAccountRecord {
  readonly id: string;
  readonly customerId?: string;
  readonly type: 'INTERNAL_FIAT' | 'INTERNAL_CRYPTO' | 'EMBEDDED_WALLET';
  readonly currency: string;
  /** Wallets only: what the signed payloads name. */
  readonly wallet?: { readonly organizationId: string; readonly userId: string; readonly address: string };
  readonly createdAt: string;
  updatedAt: string;
}

/** An external account. */
export interface ExternalAccountRecord {
  readonly id: string;
  readonly customerId?: string;
  status: 'PENDING' | 'ACTIVE' | 'UNDER_REVIEW' | 'INACTIVE';
  readonly currency: string;
  readonly platformAccountId?: string;
  readonly accountInfo: Readonly<Record<string, unknown>> & { readonly accountType: string };
  trusted: boolean;
  /** Until when the end of the trust can be confirmed. */
  untrustUntil?: number;
  wrongScaCodes?: number;
  readonly createdAt: string;
}

/** A quote with what its execution needs. */
export interface QuoteRecord {
  readonly quote: Quote & {
    status: Quote['status'];
    scaChallenge?: { readonly type: string; readonly expiresAt: string };
  };
  readonly railSelectionMode: 'AUTO' | 'MANUAL';
  /** The rail that the platform chose. */
  readonly rail?: string;
  wrongScaCodes?: number;
  readonly customerId: string;
  readonly description?: string;
  readonly payloadToSign?: string;
}

/** A transaction as it is answered, without the fields that are derived. */
export type TransactionRecord = Transaction & {
  status: TransactionStatus;
  failureReason?: string;
  scaChallenge?: { readonly type: string; readonly expiresAt: string };
  settledAt?: string;
  updatedAt: string;
  readonly createdAt: string;
  readonly [field: string]: unknown;
};

/** The WebAuthn part of a passkey; the COSE key is base64url. */
export interface PasskeyRecord {
  readonly credentialId: string;
  readonly publicKey: string;
  counter: number;
}

/** A credential. */
export interface CredentialRecord {
  readonly method: AuthMethod;
  readonly passkey?: PasskeyRecord;
}

/** A passkey's challenge, waiting for its assertion. */
export interface PasskeyChallengeRecord {
  readonly credentialId: string;
  readonly challenge: string;
  readonly clientPublicKeyHex: string;
  readonly expiresAt: number;
  used: boolean;
}

/** The one code that is on its way for a credential. */
export interface OtpRecord {
  readonly code: string;
  /** Which draw made the target key. */
  readonly targetLabel: string;
  readonly expiresAt: number;
  wrongAttempts: number;
}

/** A session; the private half of a sealed key is not kept. */
export interface SessionRecord {
  readonly id: string;
  readonly accountId: string;
  readonly credentialId: string;
  readonly type: CredentialType;
  readonly nickname: string;
  readonly compressedPublicKeyHex: string;
  readonly keys: SessionKeys;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expiresAt: number;
  revoked: boolean;
}

/** A card, and the value whose ending steers its provisioning. */
export interface CardRecord {
  readonly magic: string;
  readonly card: {
    readonly id: string;
    readonly cardholderId: string;
    readonly platformCardId?: string;
    state: CardState;
    stateReason: string | null;
    readonly brand: 'VISA';
    readonly form: 'VIRTUAL';
    readonly last4: string;
    readonly expMonth: number;
    readonly expYear: number;
    readonly currency: string;
    fundingSources: readonly string[];
    maxSpendPerTransaction: number | null;
    readonly createdAt: string;
    updatedAt: string;
  };
}

/** One card authorization with its pulls, clearings and returns. */
export interface CardTransactionRecord {
  readonly id: string;
  readonly type: 'CARD';
  status: 'AUTHORIZED' | 'PARTIALLY_SETTLED' | 'SETTLED' | 'REFUNDED' | 'EXCEPTION';
  readonly direction: 'DEBIT';
  readonly cardId: string;
  readonly customerId: string;
  readonly platformCustomerId: string;
  readonly issuerTransactionToken: string;
  readonly merchant: {
    readonly descriptor: string;
    readonly mcc?: string | undefined;
    readonly country?: string | undefined;
  };
  readonly authorizedAmount: CurrencyAmount;
  settledAmount?: CurrencyAmount;
  refundedAmount?: CurrencyAmount;
  readonly accountId: string;
  pullSummary: { readonly count: number; readonly totalAmount: CurrencyAmount; readonly pendingCount?: number };
  settlementSummary?: { readonly count: number; readonly totalAmount: CurrencyAmount };
  refundSummary?: { readonly count: number; readonly totalAmount: CurrencyAmount };
  readonly authorizedAt: string;
  lastEventAt?: string;
  readonly createdAt: string;
  updatedAt: string;
}

/** The first leg of a signed retry, waiting for its second. */
export interface ChallengeRecord {
  readonly requestId: string;
  readonly accountId: string;
  readonly method: string;
  readonly path: string;
  readonly text: string;
  readonly payloadToSign: string;
  readonly expiresAt: number;
  /** What the first leg found out for the second. */
  readonly memory: Readonly<Record<string, string>>;
  used: boolean;
}

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
  readonly customers: Map<string, CustomerRecord>;
  readonly internalAccounts: Map<string, InternalAccountRecord>;
  readonly externalAccounts: Map<string, ExternalAccountRecord>;
  readonly quotes: Map<string, QuoteRecord>;
  readonly transactions: Map<string, TransactionRecord>;
  readonly cards: Map<string, CardRecord>;
  readonly cardTransactions: Map<string, CardTransactionRecord>;
  readonly webhooks: WebhookOffice;
  readonly credentials: Map<string, CredentialRecord>;
  readonly otps: Map<string, OtpRecord>;
  readonly sessions: Map<string, SessionRecord>;
  readonly challenges: Map<string, ChallengeRecord>;
  readonly passkeyChallenges: Map<string, PasskeyChallengeRecord>;
  /** Registration challenges that were used; each is good for one passkey. */
  readonly spentRegistrations: Set<string>;
  readonly idempotency: Map<string, IdempotencyRecord>;
}

/** The state of a sandbox that was never called. */
export function createState(): State {
  return {
    draws: 0,
    clock: createClockState(),
    ledger: createLedger(),
    customers: new Map(),
    internalAccounts: new Map(),
    externalAccounts: new Map(),
    quotes: new Map(),
    transactions: new Map(),
    cards: new Map(),
    cardTransactions: new Map(),
    webhooks: { endpoint: null, records: new Map() },
    credentials: new Map(),
    otps: new Map(),
    sessions: new Map(),
    challenges: new Map(),
    passkeyChallenges: new Map(),
    spentRegistrations: new Set(),
    idempotency: new Map(),
  };
}
