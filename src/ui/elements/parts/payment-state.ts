/** States of a payment, by its own status and its refund's: for the payment, the activity and the wallet page. */
import { copyOwn } from '../../../kit/own-members.ts';
import type { Transaction, TransactionStatus } from '../../../kit/wire.ts';

/** `returning`: the money is on its way back; `stuck`: it should be, and is not. */
export type PaymentState =
  | 'unsigned'
  | 'expired'
  | 'authorization'
  | 'processing'
  | 'completed'
  | 'failed'
  | 'returning'
  | 'refunded'
  | 'stuck';

const byStatus: Readonly<Record<TransactionStatus, PaymentState>> = {
  CREATED: 'unsigned',
  PENDING: 'unsigned',
  EXPIRED: 'expired',
  PENDING_AUTHORIZATION: 'authorization',
  PROCESSING: 'processing',
  COMPLETED: 'completed',
  REJECTED: 'refunded',
  FAILED: 'failed',
  REFUNDED: 'refunded',
};

/** A refund tells more than the status: a payment that was cancelled is `COMPLETED`, and its money came back. */
const byRefund: Readonly<Record<NonNullable<Transaction['refund']>['status'], PaymentState>> = {
  PENDING: 'returning',
  COMPLETED: 'refunded',
  FAILED: 'stuck',
};

/** Undefined for a status that this version doesn't know. */
export function stateOf({ status, refund }: Pick<Transaction, 'status' | 'refund'>): PaymentState | undefined {
  const { status: refunded } = copyOwn<{ readonly status?: keyof typeof byRefund }>(refund ?? {});
  return (
    (refunded && copyOwn<Partial<typeof byRefund>>(byRefund)[refunded]) ??
    copyOwn<Partial<typeof byStatus>>(byStatus)[status]
  );
}
