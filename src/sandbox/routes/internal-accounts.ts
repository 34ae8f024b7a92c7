/** Internal accounts: their lists, and the sandbox's funding. */
import type { PaymentInstructions } from '../../wire.ts';
import { currencyOf } from '../currencies.ts';
import { receiveFunding } from '../funding.ts';
import { balanceOf, heldPart } from '../ledger.ts';
import { pageOf } from '../paging.ts';
import { notFound } from '../refusal.ts';
import { route, type Route } from '../route.ts';
import {
  fund,
  internalAccount,
  internalAccountPage,
  internalAccountQuery,
  type InternalAccountQuery,
} from '../schemas/internal-accounts.ts';
import type { InternalAccountRecord } from '../state.ts';
import type { World } from '../world.ts';

const list = (path: string, scope: 'customers' | 'platform'): Route =>
  route({
    method: 'GET',
    path,
    query: internalAccountQuery,
    answers: { 200: internalAccountPage },
    handle: ({ world, query }) => ({ status: 200, body: find(world, query, scope) }),
  });

/** The routes of internal accounts; both listing paths work in both profiles. */
export const internalAccountRoutes: readonly Route[] = [
  list('/internal-accounts', 'customers'),
  list('/customers/internal-accounts', 'customers'),
  list('/platform/internal-accounts', 'platform'),
  route({
    method: 'POST',
    path: '/sandbox/internal-accounts/:internalAccountId/fund',
    ids: { internalAccountId: ['InternalAccount'] },
    body: fund,
    answers: { 200: internalAccount },
    idempotent: true,
    handle({ world, params, body }) {
      const account = internalAccountOf(world, params['internalAccountId']);
      receiveFunding(world, account, body.amount);
      return { status: 200, body: internalAccountAnswer(world, account) };
    },
  }),
];

/** An internal account by id. @throws Refusal 404 `NOT_FOUND`. */
export function internalAccountOf(world: World, id: string | undefined): InternalAccountRecord {
  const found = world.state.internalAccounts.get(id ?? '');
  if (found === undefined) throw notFound('internal account');
  return found;
}

/** An internal account as answered: what is available, and what there is in all. */
export function internalAccountAnswer(world: World, account: InternalAccountRecord): unknown {
  const { id, customerId, type, currency: code, createdAt, updatedAt } = account;
  const currency = currencyOf(code);
  const available = balanceOf(world.state.ledger, id);
  const total = available + balanceOf(world.state.ledger, heldPart(id));
  return {
    id,
    ...(customerId === undefined ? {} : { customerId }),
    type,
    status: 'ACTIVE',
    balance: { amount: Number(available), currency },
    totalBalance: { amount: Number(total), currency },
    fundingPaymentInstructions: instructions(account),
    createdAt,
    updatedAt,
  };
}

function instructions({ customerId, type, wallet }: InternalAccountRecord): PaymentInstructions[] {
  if (type !== 'EMBEDDED_WALLET' || wallet === undefined) return [];
  const accountOrWalletInfo = { accountType: 'SPARK_WALLET', assetType: 'USDB', address: `spark-${wallet.userId}` };
  return [{ accountOrWalletInfo, isPlatformAccount: customerId === undefined }];
}

function find(world: World, query: InternalAccountQuery, scope: 'customers' | 'platform'): unknown {
  const { customerId, type, currency } = query;
  const found = [...world.state.internalAccounts.values()].filter(
    (account) =>
      (scope === 'platform') === (account.customerId === undefined) &&
      (customerId === undefined || account.customerId === customerId) &&
      (type === undefined || account.type === type) &&
      (currency === undefined || account.currency === currency),
  );
  return pageOf(found, query, (account) => internalAccountAnswer(world, account));
}
