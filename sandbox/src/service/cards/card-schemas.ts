/** Schemas of cards, their simulators and their transactions: requests and answers. */
import * as v from 'valibot';
import { amount, country, currencyCode, id, matching, text } from '../http/fields.ts';

const count = v.pipe(v.number(), v.safeInteger('This must be an integer.'), v.minValue(0));
/** Funding sources of a card. */
export const fundingSources: v.GenericSchema<unknown, readonly string[]> = v.pipe(
  v.array(id('InternalAccount')),
  v.minLength(1),
);

/** Body of `POST /cards`. */
export interface CreateCard {
  readonly cardholderId: string;
  readonly form: 'VIRTUAL';
  readonly fundingSources: readonly string[];
  readonly platformCardId?: string | undefined;
  readonly maxSpendPerTransaction?: number | undefined;
  readonly threeDSecurePassword?: string | undefined;
}

/** Schema of {@link CreateCard}. */
export const createCard: v.GenericSchema<unknown, CreateCard> = v.strictObject({
  cardholderId: id('Customer'),
  form: v.picklist(['VIRTUAL']),
  fundingSources,
  platformCardId: v.optional(text()),
  maxSpendPerTransaction: v.optional(amount()),
  threeDSecurePassword: v.optional(text()),
});

/** Schema of a merchant. */
export const merchant: v.GenericSchema<unknown, Authorization['merchant']> = v.strictObject({
  descriptor: text(),
  mcc: v.optional(matching(/^\d{4}$/)),
  country: v.optional(country),
});

/** Body of the authorization simulator. */
export interface Authorization {
  readonly amount: number;
  readonly currency: string;
  readonly merchant: {
    readonly descriptor: string;
    readonly mcc?: string | undefined;
    readonly country?: string | undefined;
  };
}

/** Schema of {@link Authorization}. */
export const authorization: v.GenericSchema<unknown, Authorization> = v.strictObject({
  amount: amount(1e11),
  currency: currencyCode,
  merchant,
});

/** Schema of {@link Authorization} as the public service takes it: the currency is an object; its code counts. */
export const gridAuthorization: v.GenericSchema<unknown, Authorization> = v.strictObject({
  amount: amount(1e11),
  currency: v.pipe(
    v.strictObject({
      code: currencyCode,
      name: v.optional(text()),
      symbol: v.optional(v.string()),
      decimals: v.optional(count),
    }),
    v.transform(({ code }) => code),
  ),
  merchant,
});
