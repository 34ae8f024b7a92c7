/** The life of a payment: quoted, executed, settled, failed or expired; money and records move together. */
import { book, move } from './ledger.ts';
import type { QuoteRecord, TransactionRecord } from './state.ts';
import type { World } from './world.ts';

/** Sets a transaction's status and what belongs to it. */
export function setTransaction(world: World, id: string, change: Partial<TransactionRecord>): TransactionRecord {
  const record = transactionRecord(world, id);
  Object.assign(record, change, { updatedAt: world.clock.iso() });
  return record;
}

/** Takes the sending amount out of the source and starts the settlement. */
export function startPayment(world: World, { quote }: QuoteRecord, rail: string | null): void {
  const { clock, settings, state } = world;
  const currency = quote.sendingCurrency.code;
  const from = quote.source.accountId ?? '';
  const amount = BigInt(quote.totalSendingAmount);
  move(state.ledger, { at: clock.now(), from, to: book('transit', currency), currency, amount, reason: quote.id });
  clock.cancel('quote.expire', quote.id);
  quote.status = 'PROCESSING';
  setTransaction(world, quote.transactionId, {
    status: 'PROCESSING',
    paymentRail: rail,
    railSelectionMode: rail === null ? null : 'AUTO',
    settlementTimelineSeconds: Math.ceil((clock.now() + settings.settlementMs - Date.parse(quote.createdAt)) / 1000),
  });
  clock.after(settings.settlementMs, 'quote.settle', quote.id);
}

/** Pays out what is in transit. */
export function settlePayment(world: World, quoteId: string): void {
  const record = world.state.quotes.get(quoteId);
  if (record === undefined || record.quote.status !== 'PROCESSING') return;
  const { quote } = record;
  const sending = quote.sendingCurrency.code;
  const receiving = quote.receivingCurrency.code;
  const fee = BigInt(quote.feesIncluded);
  const transit = book('transit', sending);
  const destination = quote.destination.accountId ?? '';
  const to = world.state.internalAccounts.has(destination) ? destination : book('payouts', receiving);
  const at = world.clock.now();
  const reason = quote.id;
  const { ledger } = world.state;
  move(ledger, { at, from: transit, to: book('fees', sending), currency: sending, amount: fee, reason });
  const net = BigInt(quote.totalSendingAmount) - fee;
  move(ledger, { at, from: transit, to: book('exchange', sending), currency: sending, amount: net, reason });
  const amount = BigInt(quote.totalReceivingAmount);
  move(ledger, { at, from: book('exchange', receiving), to, currency: receiving, amount, reason });
  quote.status = 'COMPLETED';
  setTransaction(world, quote.transactionId, { status: 'COMPLETED', settledAt: world.clock.iso() });
}

/** Lets a quote that nobody executed run out. */
export function expireQuote(world: World, quoteId: string): void {
  const record = world.state.quotes.get(quoteId);
  if (record === undefined || record.quote.status !== 'PENDING') return;
  record.quote.status = 'EXPIRED';
  setTransaction(world, record.quote.transactionId, { status: 'EXPIRED' });
}

function transactionRecord(world: World, id: string): TransactionRecord {
  const found = world.state.transactions.get(id);
  if (found === undefined) throw new RangeError('a quote has a transaction');
  return found;
}
