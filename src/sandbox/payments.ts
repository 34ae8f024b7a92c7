/** The life of a payment: executed, settled, returned, failed or expired; money and records move together. */
import { book, move } from './ledger.ts';
import { wayOf } from './schemas/account-info.ts';
import type { QuoteRecord, TransactionRecord } from './state.ts';
import { emitPayment } from './webhooks.ts';
import type { World } from './world.ts';

const RETURN_MS = 30_000;
const SLOW_MS = 6 * 60_000;

/** Sets a transaction's status and what belongs to it, without what belonged to the old one; a new status is told to the platform. */
export function setTransaction(world: World, id: string, change: Partial<TransactionRecord>): TransactionRecord {
  const record = world.state.transactions.get(id);
  if (record === undefined) throw new RangeError('a quote has a transaction');
  const before = record.status;
  delete record.scaChallenge;
  delete record.settledAt;
  Object.assign(record, change, { updatedAt: world.clock.iso() });
  if (record.status !== before) emitPayment(world, record);
  return record;
}

// Rails on which a payment settles later than it is sent; the others are instant.
const deferredRails: ReadonlySet<string> = new Set([
  'ACH',
  'ACH_COLOMBIA',
  'BANK_TRANSFER',
  'NEFT',
  'PESONET',
  'SEPA',
  'SWIFT',
  'WIRE',
]);

/** Takes the sending amount out of the source and starts the settlement. */
export function startPayment(world: World, { quote, railSelectionMode }: QuoteRecord, rail: string | null): void {
  const { clock, settings, state } = world;
  const currency = quote.sendingCurrency.code;
  const from = quote.source.accountId ?? '';
  const amount = BigInt(quote.totalSendingAmount);
  move(state.ledger, { at: clock.now(), from, to: book('transit', currency), currency, amount, reason: quote.id });
  clock.cancel('quote.expire', quote.id);
  clock.cancel('sca.expire', quote.id);
  quote.status = 'PROCESSING';
  delete quote.scaChallenge;
  const settlementMs = magicOf(world, quote.destination.accountId) === '003' ? SLOW_MS : settings.settlementMs;
  const settlesAt = clock.now() + settlementMs;
  setTransaction(world, quote.transactionId, {
    status: 'PROCESSING',
    paymentRail: rail,
    railSelectionMode: rail === null ? null : railSelectionMode,
    expectedSettlementAt: rail !== null && deferredRails.has(rail) ? new Date(settlesAt).toISOString() : null,
    settlementTimelineSeconds: Math.ceil((settlesAt - Date.parse(quote.createdAt)) / 1000),
  });
  clock.after(settlementMs, 'quote.settle', quote.id);
}

// What the ending of an external account's identifier makes of a payment to it (wire facts, section 7.1).
const failures: Readonly<Record<string, string>> = {
  '002': 'QUOTE_EXECUTION_FAILED',
  '004': 'COUNTERPARTY_POST_TX_FAILED',
  '007': 'EXECUTION_FAILED_POST_DEBIT',
};

function magicOf(world: World, accountId = ''): string {
  const info = world.state.externalAccounts.get(accountId)?.accountInfo;
  const identifier = info?.[wayOf(info)?.key ?? ''];
  return typeof identifier === 'string' ? identifier.slice(-3) : '';
}

/** Pays out what is in transit, or fails as the destination's magic ending says. */
export function settlePayment(world: World, quoteId: string): void {
  const record = world.state.quotes.get(quoteId);
  if (record === undefined || record.quote.status !== 'PROCESSING') return;
  const magic = magicOf(world, record.quote.destination.accountId);
  const failure = failures[magic];
  if (failure !== undefined) {
    failPayment(world, record, failure, magic === '007' ? { refundStatus: 'FAILED' } : {});
    return;
  }
  if (magic === '006') {
    failPayment(world, record, 'MANUAL_REFUND', { refundReason: 'USER_CANCELLATION' });
    return;
  }
  payOut(world, record);
  if (magic === '005') world.clock.after(RETURN_MS, 'quote.return', quoteId);
}

function payOut(world: World, { quote }: QuoteRecord): void {
  for (const step of payoutSteps(world, quote)) move(world.state.ledger, step);
  quote.status = 'COMPLETED';
  setTransaction(world, quote.transactionId, { status: 'COMPLETED', settledAt: world.clock.iso() });
}

function payoutSteps(world: World, quote: QuoteRecord['quote']): Parameters<typeof move>[1][] {
  const sending = quote.sendingCurrency.code;
  const receiving = quote.receivingCurrency.code;
  const fee = BigInt(quote.feesIncluded);
  const destination = quote.destination.accountId ?? '';
  const to = world.state.internalAccounts.has(destination) ? destination : book('payouts', receiving);
  const from = book('transit', sending);
  const common = { at: world.clock.now(), reason: quote.id };
  return [
    { ...common, from, to: book('fees', sending), currency: sending, amount: fee },
    {
      ...common,
      from,
      to: book('exchange', sending),
      currency: sending,
      amount: BigInt(quote.totalSendingAmount) - fee,
    },
    {
      ...common,
      from: book('exchange', receiving),
      to,
      currency: receiving,
      amount: BigInt(quote.totalReceivingAmount),
    },
  ];
}

/** How the refund of a failed payment goes. */
export interface FailPaymentOptions {
  /** Default `COMPLETED`. */
  readonly refundStatus?: 'COMPLETED' | 'FAILED';
  /** Default `TRANSACTION_FAILED`. */
  readonly refundReason?: 'TRANSACTION_FAILED' | 'USER_CANCELLATION';
}

/** Ends a payment badly: what left the source goes back, unless the refund fails too. A payout that was made is undone first: COMPLETED is not the end. */
export function failPayment(
  world: World,
  { quote }: QuoteRecord,
  failureReason: string,
  { refundStatus = 'COMPLETED', refundReason = 'TRANSACTION_FAILED' }: FailPaymentOptions = {},
): void {
  const { ledger } = world.state;
  const currency = quote.sendingCurrency.code;
  const moved = quote.status === 'PROCESSING' || quote.status === 'COMPLETED';
  if (quote.status === 'COMPLETED') {
    for (const step of payoutSteps(world, quote)) move(ledger, { ...step, from: step.to, to: step.from });
  }
  const now = world.clock.iso();
  if (moved && refundStatus === 'COMPLETED') {
    const amount = BigInt(quote.totalSendingAmount);
    const to = quote.source.accountId ?? '';
    const from = book('transit', currency);
    move(ledger, { at: world.clock.now(), from, to, currency, amount, reason: quote.id });
  }
  for (const kind of ['quote.settle', 'quote.expire', 'sca.expire']) world.clock.cancel(kind, quote.id);
  quote.status = 'FAILED';
  delete quote.scaChallenge;
  const refund = {
    reference: quote.id.slice(-8).toUpperCase(),
    initiatedAt: now,
    status: refundStatus,
    ...(refundStatus === 'COMPLETED' ? { settledAt: now } : {}),
    reason: refundReason,
  };
  setTransaction(world, quote.transactionId, {
    status: 'FAILED',
    failureReason,
    ...(moved ? { refund } : {}),
  });
}

/** A bank sends back what was paid out. */
export function returnPayment(world: World, quoteId: string): void {
  const record = world.state.quotes.get(quoteId);
  if (record?.quote.status === 'COMPLETED') failPayment(world, record, 'SETTLEMENT_FAILED');
}

/** Lets a quote that nobody executed run out. */
export function expireQuote(world: World, quoteId: string): void {
  const record = world.state.quotes.get(quoteId);
  if (record === undefined || record.quote.status !== 'PENDING') return;
  record.quote.status = 'EXPIRED';
  setTransaction(world, record.quote.transactionId, { status: 'EXPIRED' });
}
