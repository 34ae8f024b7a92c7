/** What the sandbox remembers of quotes and transactions. */
import type { Quote, Transaction, TransactionStatus } from '../../wire.ts';

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
