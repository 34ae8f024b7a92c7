/** One line of the wallet's history in words: a withdrawal, money in, or a card purchase. */

import type { CurrencyAmount, Transaction } from 'countersign';
import { describeStatus, type PaymentStatus } from './payment-status.ts';

/** A purchase with a card, as the service lists it among the transactions. */
export interface CardPurchase {
  readonly id: string;
  readonly type: 'CARD';
  readonly status: string;
  readonly createdAt: string;
  readonly merchant: { readonly descriptor: string };
  readonly authorizedAmount: CurrencyAmount;
  readonly settledAmount?: CurrencyAmount;
  readonly refundedAmount?: CurrencyAmount;
}

/** What `GET /transactions` lists. */
export type HistoryItem = Transaction | CardPurchase;

/** An item in words. */
export interface HistoryEntry {
  readonly title: string;
  readonly amount: CurrencyAmount | null;
  /** `-`: money left the wallet; `+`: it came in; empty: nothing moved. */
  readonly sign: '' | '+' | '−';
  readonly status: PaymentStatus;
}

/** Puts an item into words. */
export function describeItem(item: HistoryItem): HistoryEntry {
  const status = describeStatus(item.status);
  if (item.type === 'CARD') {
    return {
      title: item.merchant.descriptor,
      amount: item.settledAmount ?? item.authorizedAmount,
      sign: '−',
      status,
    };
  }
  if (item.type === 'INCOMING') {
    return { title: 'Money in', amount: item.receivedAmount ?? null, sign: '+', status };
  }
  const isUnsigned = status.stage === 'unsigned';
  const title = isUnsigned ? 'Quote for a withdrawal' : 'Withdrawal';
  return { title, amount: item.sentAmount ?? null, sign: isUnsigned ? '' : '−', status };
}

/** Whether money moved, or is about to: a quote that was never signed isn't a payment. */
export function isPayment({ type, status }: { readonly type: HistoryItem['type']; readonly status: string }): boolean {
  return type !== 'OUTGOING' || describeStatus(status).stage !== 'unsigned';
}
