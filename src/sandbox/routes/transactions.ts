/** Transactions: one, and the filtered list. */
import { pageOf } from '../paging.ts';
import { notFound } from '../refusal.ts';
import { route, type Route } from '../route.ts';
import { transaction, transactionPage, transactionQuery, type TransactionQuery } from '../schemas/transactions.ts';
import type { TransactionRecord } from '../state.ts';
import type { World } from '../world.ts';

/** The routes of transactions. */
export const transactionRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/transactions',
    query: transactionQuery,
    answers: { 200: transactionPage },
    handle: ({ world, query }) => ({ status: 200, body: find(world, query) }),
  }),
  route({
    method: 'GET',
    path: '/transactions/:transactionId',
    ids: { transactionId: ['Transaction'] },
    answers: { 200: transaction },
    handle({ world, params }) {
      const found = world.state.transactions.get(params['transactionId'] ?? '');
      if (found === undefined) throw notFound('transaction', 'TRANSACTION_NOT_FOUND');
      return { status: 200, body: found };
    },
  }),
];

function accountId(end: unknown): unknown {
  return typeof end === 'object' && end !== null ? (end as Record<string, unknown>)['accountId'] : undefined;
}

function is(wanted: string | undefined, ...found: readonly unknown[]): boolean {
  return wanted === undefined || found.includes(wanted);
}

function find(world: World, query: TransactionQuery): unknown {
  const after = query.startDate === undefined ? -Infinity : Date.parse(query.startDate);
  const before = query.endDate === undefined ? Infinity : Date.parse(query.endDate);
  const fits = (record: TransactionRecord): boolean => {
    const sender = accountId(record['source']);
    const receiver = accountId(record['destination']);
    const at = Date.parse(record.createdAt);
    return (
      is(query.customerId, record.customerId) &&
      is(query.platformCustomerId, record.platformCustomerId) &&
      is(query.accountIdentifier, sender, receiver) &&
      is(query.senderAccountIdentifier, sender) &&
      is(query.receiverAccountIdentifier, receiver) &&
      is(query.status, record.status) &&
      is(query.type, record.type) &&
      is(query.reference, reference(record)) &&
      at >= after &&
      at <= before
    );
  };
  // The map keeps the order of creation.
  const found: TransactionRecord[] = [];
  for (const record of world.state.transactions.values()) {
    if (fits(record)) found.splice(query.sortOrder === 'asc' ? found.length : 0, 0, record);
  }
  return pageOf(found, query, (record) => record);
}

function reference(record: TransactionRecord): unknown {
  const instructions = record['reconciliationInstructions'];
  return typeof instructions === 'object' && instructions !== null
    ? (instructions as Record<string, unknown>)['reference']
    : undefined;
}
