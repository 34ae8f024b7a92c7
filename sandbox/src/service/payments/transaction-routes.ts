/** Transactions: one, and the filtered list. */
import * as v from 'valibot';
import type { ContractForm } from '../contracts/contract-form.ts';
import { dateTime, id, paging, text } from '../http/fields.ts';
import { every, pageOf, when } from '../http/paging.ts';
import { unknownRecord } from '../http/refusal.ts';
import { route, type SandboxRoute } from '../http/route.ts';
import { cardTransactionAnswer } from '../cards/card-transactions.ts';
import type { CardTransactionRecord } from '../cards/card-records.ts';
import type { TransactionRecord } from './payment-records.ts';
import type { Service } from '../service/service.ts';

const statuses = 'CREATED PENDING PENDING_AUTHORIZATION PROCESSING COMPLETED REJECTED FAILED REFUNDED EXPIRED'.split(
  ' ',
);

const filters = {
  customerId: v.optional(text()),
  platformCustomerId: v.optional(text()),
  accountIdentifier: v.optional(text()),
  senderAccountIdentifier: v.optional(text()),
  receiverAccountIdentifier: v.optional(text()),
  status: v.optional(v.picklist(statuses)),
  reference: v.optional(text()),
  startDate: v.optional(dateTime),
  endDate: v.optional(dateTime),
  ...paging,
  sortOrder: v.optional(v.picklist(['asc', 'desc']), 'desc'),
};

interface TransactionQuery {
  readonly customerId?: string | undefined;
  readonly platformCustomerId?: string | undefined;
  readonly accountIdentifier?: string | undefined;
  readonly senderAccountIdentifier?: string | undefined;
  readonly receiverAccountIdentifier?: string | undefined;
  readonly status?: string | undefined;
  readonly type?: 'INCOMING' | 'OUTGOING' | 'CARD' | undefined;
  readonly cardId?: string | undefined;
  readonly reference?: string | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly settlementStartDate?: string | undefined;
  readonly settlementEndDate?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly sortOrder: 'asc' | 'desc';
}

const payments: v.GenericSchema<unknown, TransactionQuery> = v.strictObject({
  ...filters,
  type: v.optional(v.picklist(['INCOMING', 'OUTGOING'])),
});

// Where each message of a card has a row, cards are a type of their own, without the statuses of payments.
const withCards: v.GenericSchema<unknown, TransactionQuery> = v.pipe(
  v.strictObject({
    ...filters,
    type: v.optional(v.picklist(['INCOMING', 'OUTGOING', 'CARD'])),
    cardId: v.optional(id('Card')),
    settlementStartDate: v.optional(dateTime),
    settlementEndDate: v.optional(dateTime),
  }),
  v.forward(
    v.check(({ status, type }) => status === undefined || type !== 'CARD', 'Cards have no status to filter by.'),
    ['status'],
  ),
);

/** The routes of transactions in a form. */
export const transactionRoutes = ({ hasEveryRow }: ContractForm): readonly SandboxRoute[] => [
  route({
    method: 'GET',
    path: '/transactions',
    query: hasEveryRow ? withCards : payments,
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
      return { status: 200, body: answer(service, found) };
    },
  }),
];

type Listed = TransactionRecord | CardTransactionRecord;

interface End {
  readonly accountId?: unknown;
  readonly umaAddress?: unknown;
}

// An end of a payment is named by its account or by its UMA address; a card transaction has one end.
function senderOf(record: Listed): unknown {
  if (record.type === 'CARD') return record.accountId;
  const source = record['source'] as End | undefined;
  return source?.accountId ?? source?.umaAddress;
}

function receiverOf(record: Listed): unknown {
  if (record.type === 'CARD') return undefined;
  const destination = record['destination'] as End | undefined;
  return destination?.accountId ?? destination?.umaAddress;
}

// Two lists as one, in the order of creation.
function inOrder(payments: readonly Listed[], cards: readonly Listed[]): readonly Listed[] {
  if (cards.length === 0) return payments;
  const all: Listed[] = [];
  let next = 0;
  for (const payment of payments) {
    for (let card = cards[next]; card !== undefined && card.createdAt < payment.createdAt; card = cards[next]) {
      all.push(card);
      next += 1;
    }
    all.push(payment);
  }
  return [...all, ...cards.slice(next)];
}

function answer(service: Service, record: Listed): unknown {
  return record.type === 'CARD' ? cardTransactionAnswer(service, record) : record;
}

function find(service: Service, query: TransactionQuery): unknown {
  const { state } = service;
  const { customerId, sortOrder } = query;
  // Records are dated in one form, in which texts are in the order of their times.
  const time = (given: string): string => new Date(given).toISOString();
  const fits = every<Listed>(
    when(query.platformCustomerId, (id) => (record) => record.platformCustomerId === id),
    when(query.accountIdentifier, (name) => (record) => senderOf(record) === name || receiverOf(record) === name),
    when(query.senderAccountIdentifier, (name) => (record) => senderOf(record) === name),
    when(query.receiverAccountIdentifier, (name) => (record) => receiverOf(record) === name),
    when(query.status, (status) => (record) => record.status === status),
    when(query.cardId, (card) => (record) => record.type === 'CARD' && record.cardId === card),
    when(
      query.settlementStartDate && time(query.settlementStartDate),
      (first) => (record) => settledAt(record) >= first,
    ),
    when(
      query.settlementEndDate && time(query.settlementEndDate),
      (last) => (record) => isUntil(settledAt(record), last),
    ),
    when(query.type, (type) => (record) => record.type === type),
    when(query.reference, (reference) => (record) => referenceOf(record) === reference),
    when(query.startDate && time(query.startDate), (first) => (record) => record.createdAt >= first),
    when(query.endDate && time(query.endDate), (last) => (record) => record.createdAt <= last),
  );
  const hidesCards = query.status !== undefined && service.contract.form.hasEveryRow;
  const cards = hidesCards ? [] : state.cardTransactions.list(customerId);
  const records = inOrder(state.transactions.list(customerId), cards);
  return pageOf(records, query, { answer: (record) => answer(service, record), sortOrder, fits });
}

// A card's settlements have no one time.
function settledAt(record: Listed): string {
  return record.type === 'CARD' ? '' : (record.settledAt ?? '');
}

function isUntil(at: string, last: string): boolean {
  return at !== '' && at <= last;
}

function referenceOf(record: Listed): unknown {
  if (record.type === 'CARD') return undefined;
  return (record['reconciliationInstructions'] as { readonly reference?: unknown } | undefined)?.reference;
}
