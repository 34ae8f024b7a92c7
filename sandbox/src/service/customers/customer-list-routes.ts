/** The list of customers, and their deletion: only the public service shows them. */
import * as v from 'valibot';
import { country, currencyCode, dateTime, paging, text } from '../http/fields.ts';
import { umaAddress } from './grid-customer-schemas.ts';
import { whenFiltered, pageOf } from '../http/paging.ts';
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
  const since = (limit: string | undefined, at: string): boolean =>
    limit === undefined || Date.parse(at) >= Date.parse(limit);
  const until = (limit: string | undefined, at: string): boolean =>
    limit === undefined || Date.parse(at) <= Date.parse(limit);
  const is = (wanted: unknown, found: unknown): boolean => wanted === undefined || wanted === found;
  const { limit: _limit, cursor: _cursor, isIncludingDeleted, ...filters } = query;
  const fits = whenFiltered(
    filters,
    ({ fields, ...record }: CustomerRecord) =>
      is(query.platformCustomerId, record.platformCustomerId) &&
      is(query.customerType, record.customerType) &&
      is(query.region, record.region) &&
      is(query.umaAddress, fields['umaAddress']) &&
      (query.currency === undefined || ((fields['currencies'] ?? []) as unknown[]).includes(query.currency)) &&
      since(query.createdAfter, record.createdAt) &&
      until(query.createdBefore, record.createdAt) &&
      since(query.updatedAfter, record.updatedAt) &&
      until(query.updatedBefore, record.updatedAt),
  );
  const { platformCustomerId } = query;
  const current = platformCustomerId === undefined ? 'current' : `platform ${platformCustomerId}`;
  const customers = service.state.customers.list(isIncludingDeleted === 'true' ? undefined : current);
  const answer = (record: CustomerRecord): unknown => customerAnswer(service, record);
  return pageOf(customers, query, { answer, size: customers.length, fits });
}
