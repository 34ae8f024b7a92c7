/** The public service's sequences of a payout's events: the table that a test and the sandbox's page read. */
import type { Service } from '../service/service.ts';
import { outcomeAt, type PaymentOutcome } from './outgoing-payments.ts';
import type { TransactionRecord } from './payment-records.ts';
import { needsStrongAuthentication } from './strong-authentication.ts';

/** The published sequences; each event's name follows `OUTGOING_PAYMENT.`. */
export const paymentSequences = {
  delivered: ['PENDING', 'PROCESSING', 'COMPLETED'],
  authorized: ['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING', 'COMPLETED'],
  refunded: ['PENDING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'],
  refundFailed: ['PENDING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_FAILED'],
  returned: ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'],
  cancelled: ['PENDING', 'PROCESSING', 'REFUND_PENDING', 'REFUND_COMPLETED', 'COMPLETED'],
} as const;

/** Name of a sequence. */
export type PaymentSequence = keyof typeof paymentSequences;

/** The sequence that each outcome of a destination leads to. */
export const sequenceOfOutcome: Readonly<Record<PaymentOutcome, PaymentSequence>> = {
  EXECUTION_FAILED: 'refunded',
  LONG: 'delivered',
  DELIVERY_FAILED: 'refunded',
  RETURNED: 'returned',
  CANCELLED: 'cancelled',
  REFUND_FAILED: 'refundFailed',
  COMPLIANCE_REJECTED: 'refunded',
};

/** The events that a payout has before it if nobody intervenes; none where events have plain names. */
export function eventsToCome(service: Service, record: TransactionRecord): readonly string[] {
  const { refund, status, type } = record;
  const { quote } = service.state.quotes.get(record.quoteId ?? '') ?? {};
  const isOver = refund === undefined ? status === 'FAILED' : status === 'COMPLETED';
  if (service.profile.paymentEventNames === 'plain' || type === 'INCOMING' || quote === undefined || isOver) return [];
  const outcome = outcomeAt(service, quote.destination);
  const usual = needsStrongAuthentication(service, record.customerId) ? 'authorized' : 'delivered';
  const planned = outcome === undefined ? usual : sequenceOfOutcome[outcome];
  const failed = outcome === 'REFUND_FAILED' ? 'refundFailed' : 'refunded';
  const name = refund === undefined ? planned : status === 'FAILED' ? failed : 'cancelled';
  const sequence: readonly string[] = paymentSequences[name];
  const at = sequence.lastIndexOf(refund === undefined ? status : `REFUND_${refund.status}`);
  return at === -1 ? [] : sequence.slice(at + 1);
}
