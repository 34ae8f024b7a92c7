/** The receiver's side of a payment from one internal account to another: an incoming transaction of its own. */
import { platformIdOf } from '../customers/platform.ts';
import { Refusal } from '../http/refusal.ts';
import { mintId } from '../service/record-ids.ts';
import type { Service } from '../service/service.ts';
import { emitPayment } from '../webhooks/webhook-events.ts';
import { balanceOf } from './ledger.ts';
import { transactionSource } from './transaction-source.ts';
import type { QuoteRecord, TransactionRecord } from './payment-records.ts';

/** Records the receipt of a quote that was paid out to an internal account, and tells the platform; nothing for any other. */
export function recordReceipt(service: Service, { quote, description }: QuoteRecord): void {
  const { clock, random, state } = service;
  const account = state.internalAccounts.get(quote.destination.accountId ?? '');
  if (account === undefined) return;
  const agentId = state.transactions.get(quote.transactionId)?.['agentId'];
  const now = clock.iso();
  const id = mintId(random, 'Transaction');
  const record: TransactionRecord = {
    id,
    status: 'COMPLETED',
    type: 'INCOMING',
    direction: 'CREDIT',
    source: transactionSource(quote.source),
    destination: quote.destination,
    customerId: account.customerId ?? platformIdOf(random),
    platformCustomerId: state.customers.get(account.customerId ?? '')?.platformCustomerId ?? '',
    quoteId: quote.id,
    sentAmount: { amount: quote.totalSendingAmount, currency: quote.sendingCurrency },
    receivedAmount: { amount: quote.totalReceivingAmount, currency: quote.receivingCurrency },
    exchangeRate: quote.exchangeRate,
    fees: quote.feesIncluded,
    ...(description === undefined ? {} : { description }),
    ...(agentId === undefined ? {} : { agentId }),
    reconciliationInstructions: { reference: referenceOf(id) },
    settledAt: now,
    createdAt: now,
    updatedAt: now,
  };
  state.transactions.set(id, record);
  emitPayment(service, record);
}

/** The receipt of a quote, where it has one. */
export function receiptOf({ state }: Service, quoteId: string): TransactionRecord | undefined {
  return [...state.transactions.values()].find((record) => record.type === 'INCOMING' && record.quoteId === quoteId);
}

/** @throws Refusal 409 where the receiver has spent what would have to go back. */
export function requireUnspent({ state }: Service, { quote }: QuoteRecord): void {
  const accountId = quote.destination.accountId ?? '';
  if (!state.internalAccounts.has(accountId)) return;
  if (balanceOf(state.ledger, accountId) >= BigInt(quote.totalReceivingAmount)) return;
  throw new Refusal(409, 'INVALID_STATE_TRANSITION', 'The money that arrived was spent already.');
}

/** The reference that is put on a payment, from the id of its record. */
export function referenceOf(id: string): string {
  return id.slice(-8).toUpperCase();
}
