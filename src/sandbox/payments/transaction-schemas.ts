/** Transactions: queries and answers. */
import * as v from 'valibot';
import { cardTransaction } from '../cards/card-schemas.ts';
import {
  currencyAmount,
  dateTime,
  id,
  matching,
  page,
  paging,
  paymentInstructions,
  rateDetailsSchema,
  text,
} from '../http/fields.ts';

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

const units = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const rail = v.nullable(v.string());
const endpoint = v.strictObject({ accountId: id('InternalAccount', 'ExternalAccount') });

const destination = { destinationType: v.literal('ACCOUNT'), ...endpoint.entries };
const onChainTransaction = v.strictObject({ transactionHash: matching(/^[0-9a-f]{64}$/), network: v.string() });

const base = {
  id: id('Transaction'),
  status: v.picklist(transactionStatuses),
  direction: v.picklist(['CREDIT', 'DEBIT']),
  destination: v.strictObject(destination),
  customerId: v.string(),
  platformCustomerId: v.string(),
  settledAt: v.optional(dateTime),
  createdAt: dateTime,
  updatedAt: dateTime,
  description: v.optional(v.string()),
  sentAmount: v.optional(currencyAmount),
  receivedAmount: v.optional(currencyAmount),
  exchangeRate: v.optional(v.pipe(v.number(), v.gtValue(0))),
  quoteId: v.optional(id('Quote')),
  fees: v.optional(units),
  agentId: v.optional(id('Agent')),
  receiptDeliveryConfirmedAt: v.optional(dateTime),
  failureReason: v.optional(v.string()),
  scaChallenge: v.optional(v.strictObject({ type: v.literal('SMS_OTP'), expiresAt: dateTime })),
  reconciliationInstructions: v.optional(v.strictObject({ reference: v.string() })),
  refund: v.optional(
    v.strictObject({
      reference: v.string(),
      initiatedAt: dateTime,
      status: v.picklist(['PENDING', 'COMPLETED', 'FAILED']),
      settledAt: v.optional(dateTime),
      reason: v.optional(v.string()),
    }),
  ),
};

/** An outgoing transaction as answered. */
export const outgoing: v.GenericSchema = v.strictObject({
  ...base,
  type: v.literal('OUTGOING'),
  source: v.strictObject({ sourceType: v.literal('ACCOUNT'), ...endpoint.entries }),
  sentAmount: currencyAmount,
  platformFees: units,
  destination: v.strictObject({ ...destination, onChainTransaction: v.optional(onChainTransaction) }),
  paymentInstructions: v.optional(v.array(paymentInstructions)),
  rateDetails: v.optional(rateDetailsSchema),
  paymentRail: rail,
  railSelectionMode: v.nullable(v.picklist(['AUTO', 'MANUAL'])),
  expectedSettlementAt: v.nullable(dateTime),
  settlementTimelineSeconds: v.nullable(units),
});

/** An incoming transaction as answered. */
export const incoming: v.GenericSchema = v.strictObject({
  ...base,
  type: v.literal('INCOMING'),
  receivedAmount: currencyAmount,
  source: v.optional(v.looseObject({ sourceType: v.picklist(['ACCOUNT', 'UMA_ADDRESS', 'REALTIME_FUNDING']) })),
});

/** One transaction as answered. */
export const transaction: v.GenericSchema = v.variant('type', [
  outgoing as never,
  incoming as never,
  cardTransaction as never,
]);

/** A list of transactions as answered. */
export const transactionPage: v.GenericSchema = page(transaction);
