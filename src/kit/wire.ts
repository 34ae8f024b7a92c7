/** The service's JSON, with its own names, and the facts in which its two profiles differ. Types and tables only. */

/** The facts in which deployments of the service differ. */
export interface WireProfile {
  /** Label of the profile, shown in diagnostics. */
  readonly name: string;
  /** Request header that carries a stamp. */
  readonly signatureHeader: string;
  /** Path that lists wallet accounts. */
  readonly walletAccountsPath: string;
  /** Requested origin of a session key, where the client may choose. */
  readonly sessionKeys: SessionKeys;
  /** Whether an e-mail login's answer carries a sealed session key. */
  readonly loginSessionKeys: SessionKeys;
  /** How a card is changed: at once, or by a signed retry. */
  readonly cardChange: 'signed-retry' | 'direct';
  /** Whether a card that a wallet pays needs a delegated key of its owner. */
  readonly delegatedKeys: boolean;
  /** Whether a change of a customer repeats the customer's type. */
  readonly customerChange: 'fields' | 'fields-and-type';
  /** Whether a payment event's name ends in the payment's status. */
  readonly paymentEventNames: 'plain' | 'with-status';
  /** Header that carries a webhook's signature. */
  readonly webhookSignatureHeader: string;
  /** Code of the service's internal switch error (HTTP 500). */
  readonly switchErrorCode: string;
}

/** `sealed`: the service makes the key and seals it to the client; `client-held`: the client's own key is the session key. */
export type SessionKeys = 'sealed' | 'client-held';

/** Name of a built-in profile. */
export type WireProfileName = 'spec' | 'grid';

/** The built-in profiles; docs/protocol.md, section 12, lists their differences. */
export const wireProfiles: Readonly<Record<WireProfileName, WireProfile>> = Object.freeze({
  spec: Object.freeze({
    name: 'spec',
    signatureHeader: 'Service-Wallet-Signature',
    walletAccountsPath: '/internal-accounts',
    sessionKeys: 'sealed',
    loginSessionKeys: 'sealed',
    cardChange: 'signed-retry',
    delegatedKeys: false,
    customerChange: 'fields',
    paymentEventNames: 'plain',
    webhookSignatureHeader: 'X-Service-Signature',
    switchErrorCode: 'SERVICE_SWITCH_ERROR',
  }),
  grid: Object.freeze({
    name: 'grid',
    signatureHeader: 'Grid-Wallet-Signature',
    walletAccountsPath: '/customers/internal-accounts',
    sessionKeys: 'client-held',
    loginSessionKeys: 'client-held',
    cardChange: 'direct',
    delegatedKeys: true,
    customerChange: 'fields-and-type',
    paymentEventNames: 'with-status',
    webhookSignatureHeader: 'X-Grid-Signature',
    switchErrorCode: 'GRID_SWITCH_ERROR',
  }),
});

/**
 * Quorum key of the sandbox's enclave, whatever its seed: hex, uncompressed. Its private half is public knowledge:
 * anyone can act as that enclave, so a production wallet refuses to pin it.
 */
export const sandboxEnclavePublicKeyHex: string =
  '04f18d19875059cfded6073cc89358380388983e360d903cd1251ccc7defb47cab3e19d0e199c4dea15c74f126b7ffaa8a66143627f44424b8bbf63eee37790b53';

/** The sandbox's webhook key, of the same kind: hex, uncompressed. */
export const sandboxWebhookPublicKeyHex: string =
  '0409391b8e001a94dfdf8642d04d7fea961454eb063e61c5bf37cc63e9b216b68c4fc9ac90f03ffb9fbcd2c09166bac306913dcb9d5e8209268f4e0b8fba0e769f';

/** A uuid as the service writes it, in lower case: the source of a regular expression. */
export const uuidPattern: string = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** An id of the service, `<RecordType>:<uuid>`; the first group is the record type. */
export const recordIdPattern: RegExp = new RegExp(`^([A-Za-z]{1,40}):${uuidPattern}$`);

/** Host names of this very machine, as `URL` writes them or without the brackets: localhost, *.localhost, 127/8, ::1. */
export const loopbackPattern: RegExp = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Kinds of credential. */
export type CredentialType = 'EMAIL_OTP' | 'SMS_OTP' | 'PASSKEY' | 'OAUTH';

/** Kinds of credential that a code is sent for. */
export type OtpType = 'EMAIL_OTP' | 'SMS_OTP';

/** A credential of a wallet account. */
export interface AuthMethod {
  readonly id: string;
  readonly accountId: string;
  readonly type: CredentialType;
  readonly nickname: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Passkeys only: base64url of the WebAuthn credential id. */
  readonly credentialId?: string;
}

/** Answer to a challenge of a one-time-code credential: the code is on its way. */
export interface OtpChallenge extends AuthMethod {
  /** JSON text of the enclave bundle to encrypt the code to; good for one code. */
  readonly otpEncryptionTargetBundle: string;
}

/** A wallet session. */
export interface AuthSession {
  readonly id: string;
  readonly accountId: string;
  readonly type: CredentialType;
  readonly nickname: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expiresAt: string;
  /** Base58check; delivered once, only where the service made the key. */
  readonly encryptedSessionSigningKey?: string;
}

/** The 202 answer to the first leg of a signed retry. */
export interface SignedRetryChallenge {
  readonly type?: string;
  readonly payloadToSign: string;
  readonly requestId: string;
  readonly expiresAt: string;
}

/** A currency; amounts are integers in its smallest unit. */
export interface Currency {
  readonly code: string;
  readonly name: string;
  readonly symbol?: string;
  readonly decimals: number;
}

/** An amount in the smallest unit of its currency. */
export interface CurrencyAmount {
  readonly amount: number;
  readonly currency: Currency;
}

/** One way to fund a payment. A wallet source is paid by signing `payloadToSign`; select by `accountType`, not by place. */
export interface PaymentInstructions {
  readonly accountOrWalletInfo: {
    readonly accountType: string;
    readonly payloadToSign?: string;
    readonly [field: string]: unknown;
  };
  readonly instructionsNotes?: string;
  readonly isPlatformAccount?: boolean;
}

/** An account that the service keeps for a customer or for the platform. */
export interface InternalAccount {
  readonly id: string;
  readonly customerId?: string;
  readonly type: string;
  readonly status?: string;
  readonly balance: CurrencyAmount;
  readonly totalBalance: CurrencyAmount;
  readonly fundingPaymentInstructions: readonly PaymentInstructions[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A bank, mobile-money or crypto destination. */
export interface ExternalAccount {
  readonly id: string;
  readonly customerId?: string;
  readonly status: string;
  readonly currency: string;
  readonly platformAccountId?: string;
  readonly accountInfo: { readonly accountType: string; readonly [field: string]: unknown };
}

/** Status of a quote. */
export type QuoteStatus = 'PENDING' | 'PENDING_AUTHORIZATION' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED';

/** A second proof that the person owes before a payment starts (strong customer authentication). */
export interface ScaChallenge {
  /** Profile `grid` alone names it. */
  readonly id?: string;
  /** Then it can't be answered any more. */
  readonly expiresAt: string;
  /** How it is answered; `SMS_OTP` is a code in a text message. In profile `spec` it is called `type`. */
  readonly factor?: string;
  readonly type?: string;
  /** Such as `CURRENCY_CONVERSION` or `PAYOUT`, where a payment takes more than one; the set is open. */
  readonly purpose?: string | null;
}

/** A quote. For a wallet source its `EMBEDDED_WALLET` instruction carries `payloadToSign`. */
export interface Quote {
  readonly id: string;
  readonly status: QuoteStatus;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly source: { readonly sourceType: string; readonly accountId?: string };
  readonly destination: { readonly destinationType: string; readonly accountId?: string };
  readonly sendingCurrency: Currency;
  readonly receivingCurrency: Currency;
  readonly totalSendingAmount: number;
  readonly totalReceivingAmount: number;
  readonly exchangeRate: number;
  readonly feesIncluded: number;
  readonly platformFeesIncluded?: number;
  readonly transactionId: string;
  readonly paymentInstructions?: readonly PaymentInstructions[];
  readonly scaChallenge?: ScaChallenge;
}

/** Answer to `POST /quotes/{id}/execute`. */
export interface QuoteExecution {
  readonly id: string;
  readonly status: QuoteStatus;
  readonly transactionId: string;
  readonly totalSendingAmount: number;
  readonly totalReceivingAmount: number;
  readonly feesIncluded: number;
  /** While the status is `PENDING_AUTHORIZATION`: no money has moved. */
  readonly scaChallenge?: ScaChallenge;
}

/** Status of a transaction. */
export type TransactionStatus =
  | 'CREATED'
  | 'PENDING'
  | 'PENDING_AUTHORIZATION'
  | 'PROCESSING'
  | 'COMPLETED'
  | 'REJECTED'
  | 'FAILED'
  | 'REFUNDED'
  | 'EXPIRED';

/** Fields that incoming and outgoing transactions share. */
export interface Transaction {
  readonly id: string;
  readonly status: TransactionStatus;
  readonly type: 'INCOMING' | 'OUTGOING';
  readonly direction: 'CREDIT' | 'DEBIT';
  readonly customerId: string;
  readonly platformCustomerId: string;
  readonly quoteId?: string;
  readonly sentAmount?: CurrencyAmount;
  readonly receivedAmount?: CurrencyAmount;
  readonly fees?: number;
  readonly failureReason?: string;
  /** The way back of its money; a payment that was cancelled is `COMPLETED` beside it. */
  readonly refund?: { readonly status: 'PENDING' | 'COMPLETED' | 'FAILED' };
  readonly description?: string;
  readonly settledAt?: string;
  /** Expected settlement, where a rail settles later than it sends; ISO 8601. */
  readonly expectedSettlementAt?: string | null;
  /** Expected seconds from the quote to the settlement. */
  readonly settlementTimelineSeconds?: number | null;
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

/** A purchase with a card, or a merchant's return, as the service lists it among the transactions. */
export interface CardTransaction {
  readonly id: string;
  readonly type: 'CARD';
  /** `VOIDED`: the hold was released, and nothing is paid. */
  readonly status: 'AUTHORIZED' | 'PARTIALLY_SETTLED' | 'SETTLED' | 'REFUNDED' | 'DECLINED' | 'VOIDED' | 'EXCEPTION';
  /** Beside `DECLINED` alone; the set is open. */
  readonly cardDeclinedReason?: CardDeclinedReason;
  /** `CREDIT`: the merchant pays. */
  readonly direction: 'CREDIT' | 'DEBIT';
  readonly customerId: string;
  readonly merchant: { readonly descriptor: string };
  readonly authorizedAmount: CurrencyAmount;
  readonly settledAmount?: CurrencyAmount;
  /** Part of a purchase that came back; not to be added to a return that is listed by itself. */
  readonly refundedAmount?: CurrencyAmount;
  /** The purchase that a return of its own belongs to. */
  readonly originalTransactionId?: string;
  readonly createdAt: string;
}

/** Reason for a declined purchase. */
export type CardDeclinedReason =
  | 'CARD_NOT_ACTIVE'
  | 'SPEND_LIMIT_EXCEEDED'
  | 'INSUFFICIENT_FUNDS'
  | 'NO_ELIGIBLE_FUNDING_SOURCE'
  | 'BLOCKED'
  | 'UNSUPPORTED_NETWORK'
  | 'OTHER';

/** A list answer; `nextCursor` only while `hasMore`. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly hasMore?: boolean;
  readonly nextCursor?: string;
  readonly totalCount?: number;
}

/** State of a card. The set is open: take an unknown one as not usable yet. */
export type CardState = 'PENDING_KYC' | 'PROCESSING' | 'PENDING' | 'ACTIVE' | 'FROZEN' | 'CLOSED';

/** A card, under these names whichever form of the contract the service speaks; the answer's other fields stay beside them. */
export interface Card {
  readonly id: string;
  /** Also called `customerId`. */
  readonly cardholderId: string;
  /** Also called `status`. */
  readonly state: CardState;
  /** Also called `statusReason`, an open set. `DELEGATION_REQUIRED` beside `PENDING`: the card waits for its delegated key. */
  readonly stateReason?: string | null;
  readonly form: string;
  /** Also one `fundingSource`. None once the card is closed. */
  readonly fundingSources: readonly string[];
  readonly maxSpendPerTransaction: number | null;
  readonly last4?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A key of the service that may sign payments from a wallet while a card is used; only profile `grid` has it. */
export interface DelegatedKey {
  readonly id: string;
  readonly cardId: string;
  readonly fundingSourceId: string;
  readonly accountId: string;
  /** P-256, hex, compressed. */
  readonly publicKey: string;
  readonly nickname: string;
  /** `PENDING`: it has only the first of its two signatures, and can't sign. */
  readonly status: 'PENDING' | 'ACTIVE' | 'REVOKED';
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** One invalid field of a request. */
export interface FieldError {
  /** Dot-notation path. */
  readonly field: string;
  readonly constraint?: {
    readonly format?: string;
    readonly pattern?: string;
    readonly enum?: readonly string[];
    readonly minLength?: number;
    readonly maxLength?: number;
  };
  readonly message?: string;
}

/**
 * An error body as the relay sends it: flat, `code` an open string. The service's own may lack `status`, and call its text
 * `reason` (docs/protocol.md, section 11).
 */
export interface ErrorBody {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: { readonly errors?: readonly FieldError[]; readonly [detail: string]: unknown };
}
