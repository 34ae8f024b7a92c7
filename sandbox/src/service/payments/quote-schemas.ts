/** Quotes: what is sent and what is answered. */
import * as v from 'valibot';
import { umaAddress } from '../customers/grid-customer-schemas.ts';
import { amount, currencyCode, id, text } from '../http/fields.ts';

/** Source of a quote's money: an internal account, or outside, also from a bank account, as the quote's payment instructions say. */
export type QuoteSource =
  | {
      readonly sourceType: 'ACCOUNT';
      readonly accountId: string;
      /** The customer that it is for, if the account is the platform's. */
      readonly customerId?: string | undefined;
    }
  | {
      readonly sourceType: 'REALTIME_FUNDING';
      readonly currency: string;
      readonly customerId?: string | undefined;
    };

/** Destination of a quote's money. */
export type QuoteDestination =
  | {
      readonly destinationType: 'ACCOUNT';
      readonly accountId: string;
      /** Says again what the account's currency is. */
      readonly currency?: string | undefined;
      readonly paymentRail?: string | undefined;
    }
  | { readonly destinationType: 'UMA_ADDRESS'; readonly umaAddress: string; readonly currency?: string | undefined };

/** Body of `POST /quotes`. */
export interface CreateQuote {
  readonly source: QuoteSource;
  readonly destination: QuoteDestination;
  readonly lockedCurrencySide: 'SENDING' | 'RECEIVING';
  readonly lockedCurrencyAmount: number;
  readonly description?: string | undefined;
  readonly immediatelyExecute?: boolean | undefined;
  /** The receiver's UMA address, where it is one. */
  readonly lookupId?: string | undefined;
  readonly platformFeeOverride?:
    | {
        readonly platformFixedFee: { readonly amount: number; readonly currency: string };
        readonly platformVariableFeeBps: number;
      }
    | undefined;
}

const rails =
  'ACH ACH_COLOMBIA BANK_TRANSFER BRE_B CIPS FAST FASTER_PAYMENTS FEDNOW INSTAPAY MOBILE_MONEY NEFT PAYNOW PESONET PIX RTGS RTP SEPA SEPA_INSTANT SPEI SWIFT UNIONPAY UPI WIRE';
const paymentRail = v.picklist(rails.split(' '));
const source = v.strictObject({ sourceType: v.literal('ACCOUNT'), accountId: id('InternalAccount') });

/** Schema of {@link CreateQuote}. */
export const createQuote: v.GenericSchema<unknown, CreateQuote> = v.strictObject({
  source,
  destination: v.strictObject({
    destinationType: v.literal('ACCOUNT'),
    accountId: id('ExternalAccount', 'InternalAccount'),
    currency: v.optional(currencyCode),
    paymentRail: v.optional(paymentRail),
  }),
  lockedCurrencySide: v.picklist(['SENDING', 'RECEIVING']),
  lockedCurrencyAmount: amount(),
  description: v.optional(text()),
  immediatelyExecute: v.optional(v.boolean()),
});

const purposes =
  'GIFT SELF GOODS_OR_SERVICES EDUCATION HEALTH_OR_MEDICAL REAL_ESTATE_PURCHASE TAX_PAYMENT LOAN_PAYMENT UTILITY_BILL DONATION TRAVEL FAMILY_SUPPORT SALARY_PAYMENT OTHER';

/** Schema of {@link CreateQuote} as the public service takes it; what no answer shows again is accepted and has no effect. */
export const createGridQuote: v.GenericSchema<unknown, CreateQuote> = v.strictObject({
  lookupId: v.optional(text()),
  source: v.variant('sourceType', [
    v.strictObject({
      sourceType: v.literal('ACCOUNT'),
      accountId: id('InternalAccount', 'ExternalAccount'),
      customerId: v.optional(id('Customer')),
    }),
    v.strictObject({
      sourceType: v.literal('REALTIME_FUNDING'),
      currency: currencyCode,
      customerId: v.optional(id('Customer')),
      cryptoNetwork: v.optional(text(32)),
    }),
  ]),
  destination: v.variant('destinationType', [
    v.strictObject({
      destinationType: v.literal('ACCOUNT'),
      accountId: id('ExternalAccount', 'InternalAccount'),
      currency: v.optional(currencyCode),
      paymentRail: v.optional(paymentRail),
    }),
    v.strictObject({ destinationType: v.literal('UMA_ADDRESS'), umaAddress, currency: v.optional(currencyCode) }),
  ]),
  lockedCurrencySide: v.picklist(['SENDING', 'RECEIVING']),
  lockedCurrencyAmount: amount(),
  description: v.optional(text()),
  immediatelyExecute: v.optional(v.boolean()),
  remittanceInformation: v.optional(text(80)),
  purposeOfPayment: v.optional(v.picklist(purposes.split(' '))),
  platformFeeOverride: v.optional(
    v.strictObject({
      platformFixedFee: v.strictObject({ amount: amount(9e15, 0), currency: currencyCode }),
      platformVariableFeeBps: amount(10_000, 0),
    }),
  ),
  scaFactor: v.optional(v.picklist(['SMS_OTP', 'TOTP', 'PASSKEY'])),
  senderCustomerInfo: v.optional(v.looseObject({})),
});

/** Schema of an execution: nothing is sent. */
export const executeQuoteBody: v.GenericSchema<unknown, object> = v.strictObject({});

/** Schema of an execution in the public service: it may choose a factor of strong authentication. */
export const executeGridQuote: v.GenericSchema<unknown, object> = v.strictObject({
  scaFactor: v.optional(v.picklist(['SMS_OTP', 'TOTP', 'PASSKEY'])),
});
