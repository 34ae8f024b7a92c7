/** Cards, their simulators and their transactions: what is sent and what is answered. */
import * as v from 'valibot';
import type { CardState } from '../../wire.ts';
import { amount, country, currencyCode, id, matching, paging, text } from '../http/fields.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const states = ['PENDING_KYC', 'PROCESSING', 'ACTIVE', 'FROZEN', 'CLOSED'] as const;
const fundingSources = v.pipe(v.array(id('InternalAccount')), v.minLength(1));

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

/** Body of `PATCH /cards/{id}`. */
export interface ChangeCard {
  readonly state?: 'ACTIVE' | 'FROZEN' | 'CLOSED' | undefined;
  readonly fundingSources?: readonly string[] | undefined;
  readonly maxSpendPerTransaction?: number | null | undefined;
}

/** Schema of {@link ChangeCard}. */
export const changeCardBody: v.GenericSchema<unknown, ChangeCard> = v.strictObject({
  state: v.optional(v.picklist(['ACTIVE', 'FROZEN', 'CLOSED'])),
  fundingSources: v.optional(fundingSources),
  maxSpendPerTransaction: v.optional(v.nullable(amount())),
});

/** Query of `GET /cards`. */
export interface CardQuery {
  readonly cardholderId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly platformCardId?: string | undefined;
  readonly state?: CardState | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly sortOrder: 'asc' | 'desc';
}

/** Schema of {@link CardQuery}. */
export const cardQuery: v.GenericSchema<unknown, CardQuery> = v.strictObject({
  cardholderId: v.optional(id('Customer')),
  accountId: v.optional(id('InternalAccount')),
  platformCardId: v.optional(text()),
  state: v.optional(v.picklist(states)),
  ...paging,
  sortOrder: v.optional(v.picklist(['asc', 'desc']), 'desc'),
});

const merchantFields = { descriptor: text(), mcc: matching(/^\d{4}$/), country };

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
  merchant: v.strictObject({
    descriptor: merchantFields.descriptor,
    mcc: v.optional(merchantFields.mcc),
    country: v.optional(merchantFields.country),
  }),
});

/** Schema of {@link Authorization} as the public service takes it: the currency is an object, of which the code counts. */
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
  merchant: v.strictObject({
    descriptor: merchantFields.descriptor,
    mcc: v.optional(merchantFields.mcc),
    country: v.optional(merchantFields.country),
  }),
});

/** Body of the clearing and return simulators. */
export interface CardTransactionAmount {
  readonly cardTransactionId: string;
  readonly amount: number;
}

/** Schema of a clearing: 0 stands for the expiry of the authorization. */
export const clearing: v.GenericSchema<unknown, CardTransactionAmount> = v.strictObject({
  cardTransactionId: id('CardTransaction'),
  amount: amount(1e11, 0),
});

/** Schema of a return. */
export const cardReturn: v.GenericSchema<unknown, CardTransactionAmount> = v.strictObject({
  cardTransactionId: id('CardTransaction'),
  amount: amount(1e11),
});
