/** Records of quotes and transactions. */
import type { PaymentInstructions, Quote, Transaction, TransactionStatus } from 'countersign';

/** A challenge of strong authentication, as the contract words it. */
export interface StrongChallenge {
  readonly expiresAt: string;
  readonly type?: 'SMS_OTP';
  readonly id?: string;
  readonly factor?: 'SMS_OTP';
  readonly availableFactors?: readonly string[];
}

/** A quote with what its execution needs. */
export interface QuoteRecord {
  readonly quote: Quote & {
    status: Quote['status'];
    scaChallenge?: StrongChallenge;
    paymentInstructions?: readonly PaymentInstructions[];
  };
  readonly railSelectionMode: 'AUTO' | 'MANUAL';
  /** The rail that the platform chose. */
  readonly rail?: string;
  wrongScaCodes?: number;
  readonly customerId: string;
  readonly description?: string;
  readonly payloadToSign?: string;
}

/** The way back of a payment's money. */
export interface RefundRecord {
  readonly reference: string;
  readonly initiatedAt: string;
  readonly settledAt?: string;
  readonly status: 'PENDING' | 'COMPLETED' | 'FAILED';
  /** An incoming payment's has none. */
  readonly reason?: 'TRANSACTION_FAILED' | 'USER_CANCELLATION';
}

/** A transaction as it is answered, without the fields that are derived. */
export type TransactionRecord = Transaction & {
  status: TransactionStatus;
  failureReason?: string;
  refund?: RefundRecord;
  scaChallenge?: StrongChallenge;
  settledAt?: string;
  paymentInstructions?: readonly PaymentInstructions[];
  updatedAt: string;
  readonly createdAt: string;
  readonly [field: string]: unknown;
};
