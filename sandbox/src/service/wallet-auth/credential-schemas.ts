/** Schemas of requests for credentials and sessions. */
import * as v from 'valibot';
import { id } from '../http/fields.ts';

/** Query of the lists of credentials and of sessions. */
export const accountQuery: v.GenericSchema<unknown, { readonly accountId: string }> = v.strictObject({
  accountId: id('InternalAccount'),
});
