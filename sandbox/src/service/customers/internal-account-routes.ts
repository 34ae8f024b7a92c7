/** Internal accounts: their lists, and the sandbox's funding. */
import * as v from 'valibot';
import { amount, currencyCode, id, paging } from '../http/fields.ts';
import type { InternalAccountRecord } from './customer-records.ts';
import { internalAccountAnswer, internalAccountOf } from './internal-accounts.ts';
import { receiveFunding } from '../payments/incoming-payments.ts';
import { every, pageOf, when } from '../http/paging.ts';
import { route, type SandboxRoute } from '../http/route.ts';
import type { Service } from '../service/service.ts';

const internalAccountQuery = v.strictObject({
  customerId: v.optional(id('Customer')),
  type: v.optional(v.picklist(['INTERNAL_FIAT', 'INTERNAL_CRYPTO', 'EMBEDDED_WALLET'])),
  currency: v.optional(currencyCode),
  ...paging,
});
type InternalAccountQuery = v.InferOutput<typeof internalAccountQuery>;

const fund = v.strictObject({ amount: amount(1e11) });

const list = (path: string, scope: 'customers' | 'platform'): SandboxRoute =>
  route({
    method: 'GET',
    path,
    query: internalAccountQuery,
    handle: ({ service, query }) => ({ status: 200, body: find(service, query, scope) }),
  });

/** The routes of internal accounts; both listing paths work in both profiles. */
export const internalAccountRoutes: readonly SandboxRoute[] = [
  list('/internal-accounts', 'customers'),
  list('/customers/internal-accounts', 'customers'),
  list('/platform/internal-accounts', 'platform'),
  route({
    method: 'POST',
    path: '/sandbox/internal-accounts/:internalAccountId/fund',
    ids: { internalAccountId: ['InternalAccount'] },
    body: fund,
    idempotent: true,
    handle({ service, params, body }) {
      const account = internalAccountOf(service, params['internalAccountId']);
      receiveFunding(service, account, body.amount);
      return { status: 200, body: internalAccountAnswer(service, account) };
    },
  }),
];

function find(service: Service, query: InternalAccountQuery, scope: 'customers' | 'platform'): unknown {
  const { customerId } = query;
  const owned = customerId === undefined || scope === 'customers';
  const accounts = owned
    ? service.state.internalAccounts.list(scope === 'platform' ? scope : (customerId ?? scope))
    : [];
  const fits = every<InternalAccountRecord>(
    when(
      query.type,
      (wanted) =>
        ({ type }) =>
          type === wanted,
    ),
    when(
      query.currency,
      (code) =>
        ({ currency }) =>
          currency === code,
    ),
  );
  const answer = (account: InternalAccountRecord): unknown => internalAccountAnswer(service, account);
  if (scope === 'platform' && service.contract.platformAccounts === 'whole') {
    return { data: accounts.filter(fits ?? (() => true)).map(answer) };
  }
  return pageOf(accounts, query, { answer, fits });
}
