/** Records of cards and card transactions. */
import type { Authorization } from './card-schemas.ts';
import type { CardState, CardTransaction, CurrencyAmount } from 'countersign';

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
    maxSpendPerDay: number | null;
    maxTransactionsPerDay: number | null;
    readonly createdAt: string;
    updatedAt: string;
  };
}

/** One card authorization with its pulls and clearings, and with its returns where they are no rows of their own. */
export interface CardTransactionRecord {
  readonly id: string;
  readonly type: 'CARD';
  status: CardTransaction['status'];
  /** Beside DECLINED alone. */
  readonly cardDeclinedReason?: string;
  /** The purchase that a return belongs to. */
  readonly originalTransactionId?: string;
  /** Amount that it counts for against the limits of its day, in the funding source's currency; no answer has it. */
  spent?: number;
  readonly direction: 'DEBIT' | 'CREDIT';
  readonly cardId: string;
  readonly customerId: string;
  readonly platformCustomerId: string;
  readonly issuerTransactionToken: string;
  readonly merchant: Authorization['merchant'];
  authorizedAmount: CurrencyAmount;
  settledAmount?: CurrencyAmount;
  refundedAmount?: CurrencyAmount;
  readonly accountId: string;
  /** A credit has none. */
  pullSummary?: {
    readonly count: number;
    readonly totalAmount: CurrencyAmount | number;
    readonly pendingCount?: number;
  };
  settlementSummary?: { readonly count: number; readonly totalAmount: CurrencyAmount | number };
  refundSummary?: { readonly count: number; readonly totalAmount: CurrencyAmount | number };
  readonly authorizedAt: string;
  lastEventAt?: string;
  readonly createdAt: string;
  updatedAt: string;
}

/** A link to the details of a card. */
export interface CardRevealRecord {
  readonly cardId: string;
  readonly expiresAt: number;
}
