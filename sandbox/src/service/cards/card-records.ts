/** Records of cards and card transactions. */
import type { CardState, CurrencyAmount } from 'countersign';

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
  readonly direction: 'DEBIT' | 'CREDIT';
  readonly cardId: string;
  readonly customerId: string;
  readonly platformCustomerId: string;
  readonly issuerTransactionToken: string;
  readonly merchant: {
    readonly descriptor: string;
    readonly mcc?: string | undefined;
    readonly country?: string | undefined;
  };
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
