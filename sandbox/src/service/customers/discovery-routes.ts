/** The banks whose names an external account may need. */
import * as v from 'valibot';
import { banks } from './banks.ts';
import { route, type SandboxRoute } from '../http/route.ts';
import { country, currencyCode } from '../http/fields.ts';

const query: v.GenericSchema<
  unknown,
  { readonly country?: string | undefined; readonly currency?: string | undefined }
> = v.strictObject({ country: v.optional(country), currency: v.optional(currencyCode) });

/** The route of discoveries. */
export const discoveryRoutes: readonly SandboxRoute[] = [
  route({
    method: 'GET',
    path: '/discoveries',
    query,
    handle: ({ query: wanted }) => ({
      status: 200,
      body: {
        data: banks.filter(
          (bank) =>
            (wanted.country === undefined || bank.country === wanted.country) &&
            (wanted.currency === undefined || bank.currency === wanted.currency),
        ),
      },
    }),
  }),
];
