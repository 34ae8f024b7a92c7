/** The list of customers, and their deletion: only the public service shows them. */
import * as v from 'valibot';
import { country, currencyCode, dateTime, paging, text } from '../http/fields.ts';
import { umaAddress } from './grid-customer-schemas.ts';
import { every, pageOf, when } from '../http/paging.ts';
import { route, type SandboxRoute } from '../http/route.ts';
import type { Service } from '../service/service.ts';
import type { CustomerRecord } from './customer-records.ts';
import { customerAnswer, deleteCustomerRecord } from './customers.ts';

const customerQuery = v.strictObject({
  platformCustomerId: v.optional(text()),
  customerType: v.optional(v.picklist(['INDIVIDUAL', 'BUSINESS'])),
  createdAfter: v.optional(dateTime),
  createdBefore: v.optional(dateTime),
  updatedAfter: v.optional(dateTime),
  updatedBefore: v.optional(dateTime),
  region: v.optional(country),
  currency: v.optional(currencyCode),
  umaAddress: v.optional(umaAddress),
  isIncludingDeleted: v.optional(v.picklist(['true', 'false'])),
  ...paging,
});
type CustomerQuery = v.InferOutput<typeof customerQuery>;

/** The routes. */
export const customerListRoutes: readonly SandboxRoute[] = [
  route({
    method: 'GET',
    path: '/customers',
    query: customerQuery,
    handle: ({ service, query }) => ({ status: 200, body: find(service, query) }),
  }),
  route({
    method: 'DELETE',
    path: '/customers/:customerId',
    ids: { customerId: ['Customer'] },
    handle({ service, params }) {
      return { status: 200, body: customerAnswer(service, deleteCustomerRecord(service, params['customerId'])) };
    },
  }),
];

function find(service: Service, query: CustomerQuery): unknown {
  const { platformCustomerId, isIncludingDeleted } = query;
  const fits = every<CustomerRecord>(
    when(platformCustomerId, (id) => (record) => record.platformCustomerId === id),
    when(
      query.customerType,
      (type) =>
        ({ customerType }) =>
          customerType === type,
    ),
    when(
      query.region,
      (code) =>
        ({ region }) =>
          region === code,
    ),
    when(
      query.umaAddress,
      (address) =>
        ({ fields }) =>
          fields['umaAddress'] === address,
    ),
    when(
      query.currency,
      (code) =>
        ({ fields }) =>
          ((fields['currencies'] ?? []) as unknown[]).includes(code),
    ),
    when(
      query.createdAfter,
      (limit) =>
        ({ createdAt }) =>
          Date.parse(createdAt) >= Date.parse(limit),
    ),
    when(
      query.createdBefore,
      (limit) =>
        ({ createdAt }) =>
          Date.parse(createdAt) <= Date.parse(limit),
    ),
    when(
      query.updatedAfter,
      (limit) =>
        ({ updatedAt }) =>
          Date.parse(updatedAt) >= Date.parse(limit),
    ),
    when(
      query.updatedBefore,
      (limit) =>
        ({ updatedAt }) =>
          Date.parse(updatedAt) <= Date.parse(limit),
    ),
  );
  const current = platformCustomerId === undefined ? 'current' : `platform ${platformCustomerId}`;
  const customers = service.state.customers.list(isIncludingDeleted === 'true' ? undefined : current);
  return pageOf(customers, query, { answer: (record) => customerAnswer(service, record), fits });
}
