/** Transactions: one, and the filtered list. */
import * as v from 'valibot';
import { dateTime, paging, text } from '../http/fields.ts';
import { backwards, whenFiltered, pageOf } from '../http/paging.ts';
import { unknownRecord } from '../http/refusal.ts';
import { route, type SandboxRoute } from '../http/route.ts';
import type { CardTransactionRecord } from '../cards/card-records.ts';
import type { TransactionRecord } from './payment-records.ts';
import type { Service } from '../service/service.ts';

const transactionQuery = v.strictObject({
  customerId: v.optional(text()),
  platformCustomerId: v.optional(text()),
  accountIdentifier: v.optional(text()),
  senderAccountIdentifier: v.optional(text()),
  receiverAccountIdentifier: v.optional(text()),
  status: v.optional(
    v.picklist(
      'CREATED PENDING PENDING_AUTHORIZATION PROCESSING COMPLETED REJECTED FAILED REFUNDED EXPIRED'.split(' '),
    ),
  ),
  type: v.optional(v.picklist(['INCOMING', 'OUTGOING'])),
  reference: v.optional(text()),
  startDate: v.optional(dateTime),
  endDate: v.optional(dateTime),
  ...paging,
  sortOrder: v.optional(v.picklist(['asc', 'desc']), 'desc'),
});
type TransactionQuery = v.InferOutput<typeof transactionQuery>;

/** The routes of transactions. */
export const transactionRoutes: readonly SandboxRoute[] = [
  route({
    method: 'GET',
    path: '/transactions',
    query: transactionQuery,
    handle: ({ service, query }) => ({ status: 200, body: find(service, query) }),
  }),
  route({
    method: 'GET',
    path: '/transactions/:transactionId',
    ids: { transactionId: ['Transaction', 'CardTransaction'] },
    handle({ service, params }) {
      const id = params['transactionId'] ?? '';
      const found = service.state.transactions.get(id) ?? service.state.cardTransactions.get(id);
      if (found === undefined) throw unknownRecord('transaction', 'TRANSACTION_NOT_FOUND');
      return { status: 200, body: found };
    },
  }),
];

// An end of a payment is named by its account or by its UMA address.
function identifierOf(end: unknown): unknown {
  if (typeof end !== 'object' || end === null) return undefined;
  const { accountId, umaAddress } = end as Record<string, unknown>;
  return accountId ?? umaAddress;
}

function is(wanted: string | undefined, ...found: readonly unknown[]): boolean {
  return wanted === undefined || found.includes(wanted);
}

type Listed = TransactionRecord | CardTransactionRecord;

// Two lists, each in the order of creation, as one in the order that is asked for.
function* inOrder({ state }: Service, { customerId, sortOrder }: TransactionQuery): Generator<Listed> {
  const isAscending = sortOrder === 'asc';
  const lists = [state.transactions.list(customerId), state.cardTransactions.list(customerId)];
  const [payments, cards] = lists.map((list: readonly Listed[]) => (isAscending ? list.values() : backwards(list)));
  let [payment, card] = [payments?.next().value, cards?.next().value] as (Listed | undefined)[];
  for (;;) {
    const isLater = payment !== undefined && card !== undefined && payment.createdAt > card.createdAt;
    const next = card === undefined || (payment !== undefined && isLater !== isAscending) ? payment : card;
    if (next === undefined) return;
    yield next;
    if (next === payment) payment = payments?.next().value as Listed | undefined;
    else card = cards?.next().value as Listed | undefined;
  }
}

function find(service: Service, query: TransactionQuery): unknown {
  const after = query.startDate === undefined ? -Infinity : Date.parse(query.startDate);
  const before = query.endDate === undefined ? Infinity : Date.parse(query.endDate);
  const hasDates = query.startDate !== undefined || query.endDate !== undefined;
  const { customerId, limit: _limit, cursor: _cursor, sortOrder: _order, ...filters } = query;
  const fits = whenFiltered(filters, (record: Listed): boolean => {
    const sender = record.type === 'CARD' ? record.accountId : identifierOf(record['source']);
    const receiver = record.type === 'CARD' ? undefined : identifierOf(record['destination']);
    const at = hasDates ? Date.parse(record.createdAt) : 0;
    return (
      is(query.platformCustomerId, record.platformCustomerId) &&
      is(query.accountIdentifier, sender, receiver) &&
      is(query.senderAccountIdentifier, sender) &&
      is(query.receiverAccountIdentifier, receiver) &&
      is(query.status, record.status) &&
      is(query.type, record.type) &&
      is(query.reference, record.type === 'CARD' ? undefined : reference(record)) &&
      at >= after &&
      at <= before
    );
  });
  const { transactions, cardTransactions } = service.state;
  const size = transactions.list(customerId).length + cardTransactions.list(customerId).length;
  return pageOf(inOrder(service, query), query, { answer: (record) => record, size, fits });
}

function reference(record: TransactionRecord): unknown {
  const instructions = record['reconciliationInstructions'];
  return typeof instructions === 'object' && instructions !== null
    ? (instructions as Record<string, unknown>)['reference']
    : undefined;
}
