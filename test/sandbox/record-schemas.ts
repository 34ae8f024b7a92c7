/** What the API answers in profile `spec`, record by record; the public document says it for `grid`. */
import * as v from 'valibot';
import { address } from '../../src/sandbox/customers/customer-schemas.ts';
import { country, date, dateTime, email, id, matching, phone, text } from '../../src/sandbox/http/fields.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A currency in an answer. */
const currency: v.GenericSchema = v.strictObject({
  code: v.string(),
  name: v.string(),
  symbol: v.optional(v.string()),
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

/** An amount with its currency in an answer. */
const currencyAmount: v.GenericSchema = v.strictObject({
  amount: v.pipe(v.number(), v.safeInteger()),
  currency,
});

/** One way to fund a payment; what an instruction holds beside its type differs by type. */
const paymentInstructions: v.GenericSchema = v.strictObject({
  accountOrWalletInfo: v.looseObject({ accountType: v.string() }),
  instructionsNotes: v.optional(v.string()),
  isPlatformAccount: v.optional(v.boolean()),
});

const above = v.pipe(v.number(), v.gtValue(0));
const notBelow = v.pipe(v.number(), v.minValue(0));
const fixedFee = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** How a rate comes about in an answer. */
const rateDetailsSchema: v.GenericSchema = v.strictObject({
  counterpartyMultiplier: above,
  counterpartyFixedFee: fixedFee,
  gridApiMultiplier: above,
  gridApiFixedFee: fixedFee,
  gridApiVariableFeeRate: notBelow,
  gridApiVariableFeeAmount: notBelow,
});

function page(item: v.GenericSchema): v.GenericSchema {
  return v.strictObject({
    data: v.array(item),
    hasMore: v.boolean(),
    nextCursor: v.optional(v.string()),
    totalCount: v.pipe(v.number(), v.integer()),
  });
}

/** A card as answered. */
export const card: v.GenericSchema = v.strictObject({
  id: id('Card'),
  cardholderId: id('Customer'),
  platformCardId: v.optional(v.string()),
  state: v.picklist(['PENDING_KYC', 'PROCESSING', 'ACTIVE', 'FROZEN', 'CLOSED']),
  stateReason: v.nullable(v.picklist(['ISSUER_REJECTED', 'CLOSED_BY_PLATFORM', 'CLOSED_BY_GRID'])),
  brand: v.literal('VISA'),
  form: v.literal('VIRTUAL'),
  last4: v.optional(matching(/^\d{4}$/)),
  expMonth: v.optional(v.number()),
  expYear: v.optional(v.number()),
  currency: v.string(),
  fundingSources: v.array(id('InternalAccount')),
  maxSpendPerTransaction: v.nullable(v.number()),
  createdAt: dateTime,
  updatedAt: dateTime,
});

/** A list of cards as answered. */
export const cardPage: v.GenericSchema = page(card);

/** What every simulator answers. */
export const simulated: v.GenericSchema = v.strictObject({ issuerTransactionToken: v.string() });

const summary = v.strictObject({ count, totalAmount: currencyAmount });

/** A card transaction as answered. */
export const cardTransaction: v.GenericSchema = v.strictObject({
  id: id('CardTransaction'),
  type: v.literal('CARD'),
  status: v.picklist(['AUTHORIZED', 'PARTIALLY_SETTLED', 'SETTLED', 'REFUNDED', 'EXCEPTION']),
  direction: v.literal('DEBIT'),
  cardId: id('Card'),
  customerId: id('Customer'),
  platformCustomerId: v.string(),
  issuerTransactionToken: v.string(),
  merchant: v.strictObject({
    descriptor: text(),
    mcc: v.optional(matching(/^\d{4}$/)),
    country: v.optional(country),
  }),
  authorizedAmount: currencyAmount,
  settledAmount: v.optional(currencyAmount),
  refundedAmount: v.optional(currencyAmount),
  accountId: id('InternalAccount'),
  pullSummary: v.strictObject({ count, totalAmount: currencyAmount, pendingCount: v.optional(count) }),
  settlementSummary: v.optional(summary),
  refundSummary: v.optional(summary),
  authorizedAt: dateTime,
  lastEventAt: v.optional(dateTime),
  createdAt: dateTime,
  updatedAt: dateTime,
});

/** A customer as answered. */
export const customer: v.GenericSchema = v.strictObject({
  id: id('Customer'),
  customerType: v.picklist(['INDIVIDUAL', 'BUSINESS']),
  fullName: v.optional(text()),
  businessInfo: v.optional(
    v.strictObject({ legalName: text(), taxId: v.optional(text()), registrationNumber: v.optional(text()) }),
  ),
  platformCustomerId: text(),
  region: country,
  email,
  phoneNumber: v.optional(phone),
  address: v.optional(address),
  birthDate: v.optional(date),
  nationality: v.optional(country),
  kycStatus: v.picklist(['UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED', 'HOLD']),
  createdAt: dateTime,
  updatedAt: dateTime,
});

/** An external account as answered. */
export const externalAccount: v.GenericSchema = v.strictObject({
  id: id('ExternalAccount'),
  customerId: v.optional(id('Customer')),
  status: v.picklist(['PENDING', 'ACTIVE', 'UNDER_REVIEW', 'INACTIVE']),
  currency: v.string(),
  platformAccountId: v.optional(v.string()),
  accountInfo: v.looseObject({ accountType: v.string(), paymentRails: v.optional(v.array(v.string())) }),
});

/** A list of external accounts as answered. */
export const externalAccountPage: v.GenericSchema = page(externalAccount);

/** An internal account as answered. */
export const internalAccount: v.GenericSchema = v.strictObject({
  id: id('InternalAccount'),
  customerId: v.optional(id('Customer')),
  type: v.picklist(['INTERNAL_FIAT', 'INTERNAL_CRYPTO', 'EMBEDDED_WALLET']),
  status: v.picklist(['PENDING', 'ACTIVE', 'CLOSED', 'FROZEN', 'FAILED']),
  balance: currencyAmount,
  totalBalance: currencyAmount,
  fundingPaymentInstructions: v.array(paymentInstructions),
  createdAt: dateTime,
  updatedAt: dateTime,
});

/** A list of internal accounts as answered. */
export const internalAccountPage: v.GenericSchema = page(internalAccount);

const units = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A quote as answered. */
export const quote: v.GenericSchema = v.strictObject({
  id: id('Quote'),
  status: v.picklist(['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED']),
  createdAt: dateTime,
  expiresAt: dateTime,
  source: v.strictObject({ sourceType: v.literal('ACCOUNT'), accountId: id('InternalAccount') }),
  destination: v.strictObject({
    destinationType: v.literal('ACCOUNT'),
    accountId: id('ExternalAccount', 'InternalAccount'),
  }),
  sendingCurrency: currency,
  receivingCurrency: currency,
  totalSendingAmount: units,
  totalReceivingAmount: units,
  exchangeRate: v.number(),
  feesIncluded: units,
  platformFeesIncluded: units,
  transactionId: id('Transaction'),
  rateDetails: v.optional(rateDetailsSchema),
  paymentInstructions: v.optional(v.array(paymentInstructions)),
  scaChallenge: v.optional(v.strictObject({ type: v.literal('SMS_OTP'), expiresAt: dateTime })),
});

const endpoint = v.strictObject({ accountId: id('InternalAccount', 'ExternalAccount') });

const destination = { destinationType: v.literal('ACCOUNT'), ...endpoint.entries };
const onChainTransaction = v.strictObject({ transactionHash: matching(/^[0-9a-f]{64}$/), network: v.string() });

const base = {
  id: id('Transaction'),
  status: v.picklist([
    'CREATED',
    'PENDING',
    'PENDING_AUTHORIZATION',
    'PROCESSING',
    'COMPLETED',
    'REJECTED',
    'FAILED',
    'REFUNDED',
    'EXPIRED',
  ]),
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
  paymentRail: v.nullable(v.string()),
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

export const discoveries = v.strictObject({
  data: v.array(
    v.strictObject({ bankName: v.string(), displayName: v.string(), country: v.string(), currency: v.string() }),
  ),
});
