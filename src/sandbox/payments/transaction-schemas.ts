/** Transactions: queries and answers. */
import * as v from 'valibot';
import { dateTime, paging, text } from '../http/fields.ts';

/** The states of a transaction. */
const transactionStatuses = [
  'CREATED',
  'PENDING',
  'PENDING_AUTHORIZATION',
  'PROCESSING',
  'COMPLETED',
  'REJECTED',
  'FAILED',
  'REFUNDED',
  'EXPIRED',
] as const;

/** Query of `GET /transactions`. */
export interface TransactionQuery {
  readonly customerId?: string | undefined;
  readonly platformCustomerId?: string | undefined;
  readonly accountIdentifier?: string | undefined;
  readonly senderAccountIdentifier?: string | undefined;
  readonly receiverAccountIdentifier?: string | undefined;
  readonly status?: string | undefined;
  readonly type?: 'INCOMING' | 'OUTGOING' | undefined;
  readonly reference?: string | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly sortOrder: 'asc' | 'desc';
}

/** Schema of {@link TransactionQuery}. */
export const transactionQuery: v.GenericSchema<unknown, TransactionQuery> = v.strictObject({
  customerId: v.optional(text()),
  platformCustomerId: v.optional(text()),
  accountIdentifier: v.optional(text()),
  senderAccountIdentifier: v.optional(text()),
  receiverAccountIdentifier: v.optional(text()),
  status: v.optional(v.picklist(transactionStatuses)),
  type: v.optional(v.picklist(['INCOMING', 'OUTGOING'])),
  reference: v.optional(text()),
  startDate: v.optional(dateTime),
  endDate: v.optional(dateTime),
  ...paging,
  sortOrder: v.optional(v.picklist(['asc', 'desc']), 'desc'),
});
