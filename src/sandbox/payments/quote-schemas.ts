/** Quotes: what is sent and what is answered. */
import * as v from 'valibot';
import {
  amount,
  currency,
  currencyCode,
  dateTime,
  id,
  paymentInstructions,
  rateDetailsSchema,
  text,
} from '../http/fields.ts';

/** Body of `POST /quotes`. */
export interface CreateQuote {
  readonly source: { readonly sourceType: 'ACCOUNT'; readonly accountId: string };
  readonly destination: {
    readonly destinationType: 'ACCOUNT';
    readonly accountId: string;
    /** Says again what the account's currency is. */
    readonly currency?: string | undefined;
    readonly paymentRail?: string | undefined;
  };
  readonly lockedCurrencySide: 'SENDING' | 'RECEIVING';
  readonly lockedCurrencyAmount: number;
  readonly description?: string | undefined;
  readonly immediatelyExecute?: boolean | undefined;
}

const source = v.strictObject({ sourceType: v.literal('ACCOUNT'), accountId: id('InternalAccount') });

/** Schema of {@link CreateQuote}. */
export const createQuote: v.GenericSchema<unknown, CreateQuote> = v.strictObject({
  source,
  destination: v.strictObject({
    destinationType: v.literal('ACCOUNT'),
    accountId: id('ExternalAccount', 'InternalAccount'),
    currency: v.optional(currencyCode),
    paymentRail: v.optional(text(64)),
  }),
  lockedCurrencySide: v.picklist(['SENDING', 'RECEIVING']),
  lockedCurrencyAmount: amount(),
  description: v.optional(text()),
  immediatelyExecute: v.optional(v.boolean()),
});

const status = v.picklist(['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED']);
const units = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A quote as answered. */
export const quote: v.GenericSchema = v.strictObject({
  id: id('Quote'),
  status,
  createdAt: dateTime,
  expiresAt: dateTime,
  source,
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
