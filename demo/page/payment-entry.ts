/** One line of the wallet's history in words: a withdrawal, money in, or a card purchase. */

import type { CurrencyAmount, Transaction } from 'countersign';
import { describeStatus } from './payment-status.ts';

/** A purchase with a card, as the service lists it among the transactions. */
export interface CardPurchase {
  readonly id: string;
  readonly type: 'CARD';
  readonly status: string;
  readonly createdAt: string;
  readonly merchant: { readonly descriptor: string };
  readonly authorizedAmount: CurrencyAmount;
  readonly settledAmount?: CurrencyAmount;
}

/** What `GET /transactions` lists. */
export type HistoryItem = Transaction | CardPurchase;

/** Puts an item into words; its sign is `−` where money left the wallet, `+` where it came in, and empty where nothing moved. */
export function describeItem(item: HistoryItem) {
  const status = describeStatus(item.status);
  if (item.type === 'CARD') {
    return { title: item.merchant.descriptor, amount: item.settledAmount ?? item.authorizedAmount, sign: '−', status };
  }
  if (item.type === 'INCOMING') return { title: 'Money in', amount: item.receivedAmount, sign: '+', status };
  const { sentAmount: amount } = item;
  return isPayment(item)
    ? { title: 'Withdrawal', amount, sign: '−', status }
    : { title: 'Quote for a withdrawal', amount, sign: '', status };
}

/** Whether money moved, or is about to: a quote that was never signed isn't a payment. */
export function isPayment({ type, status }: { readonly type: HistoryItem['type']; readonly status: string }): boolean {
  return type !== 'OUTGOING' || describeStatus(status).stage !== 'unsigned';
}
