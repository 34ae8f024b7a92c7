/** Internal accounts: what is sent and what is answered. */
import * as v from 'valibot';
import { amount, currencyCode, id, paging } from '../http/fields.ts';

/** The kinds of internal account. */
const internalAccountTypes = ['INTERNAL_FIAT', 'INTERNAL_CRYPTO', 'EMBEDDED_WALLET'] as const;

/** Query of the lists of internal accounts. */
export interface InternalAccountQuery {
  readonly customerId?: string | undefined;
  readonly type?: (typeof internalAccountTypes)[number] | undefined;
  readonly currency?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Schema of the query of a customer's internal accounts. */
export const internalAccountQuery: v.GenericSchema<unknown, InternalAccountQuery> = v.strictObject({
  customerId: v.optional(id('Customer')),
  type: v.optional(v.picklist(internalAccountTypes)),
  currency: v.optional(currencyCode),
  ...paging,
});

/** Body of the sandbox funding call. */
export const fund: v.GenericSchema<unknown, { readonly amount: number }> = v.strictObject({ amount: amount(1e11) });
