/** The life of a payment: executed, settled, returned, failed or expired; money and records move together. */
import { book, ledgerNameOf } from './ledger.ts';
import { transfer } from './transfers.ts';
import { identifierOf } from '../customers/account-info.ts';
import type { QuoteRecord, RefundRecord, TransactionRecord } from './payment-records.ts';
import { emitPayment, emitRefund } from '../webhooks/webhook-events.ts';
import { onChainTransaction } from './on-chain.ts';
import { receiptOf, recordReceipt, referenceOf, requireUnspent } from './receipts.ts';
import { outcomeOf, type OutcomeOf } from '../service/endings.ts';
import type { Service } from '../service/service.ts';

const RETURN_MS = 30_000;
/** Duration of a payment that its ending makes slow, ms. */
export const SLOW_MS: number = 6 * 60_000;

/** Changes a transaction, and drops the fields of its old status. Notifies the platform of a new status, and of a refund's. */
export function setTransaction(service: Service, id: string, change: Partial<TransactionRecord>): TransactionRecord {
  const record = service.state.transactions.get(id);
  if (record === undefined) throw new RangeError('a quote has a transaction');
  const before = { status: record.status, refund: record.refund?.status };
  delete record.scaChallenge;
  delete record.settledAt;
  delete record.paymentInstructions;
  Object.assign(record, change, { updatedAt: service.clock.iso() });
  if (record.status !== before.status) emitPayment(service, record);
  if (record.refund?.status !== before.refund) emitRefund(service, record);
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
export function startPayment(service: Service, { quote, railSelectionMode }: QuoteRecord, rail: string | null): void {
  const { clock, settings } = service;
  const currency = quote.sendingCurrency.code;
  const from = ledgerNameOf(quote.source, currency);
  const amount = BigInt(quote.totalSendingAmount);
  transfer(service, { from, to: book('transit', currency), currency, amount, reason: quote.id });
  clock.cancel('quote.expire', quote.id);
  clock.cancel('sca.expire', quote.id);
  quote.status = 'PROCESSING';
  delete quote.scaChallenge;
  const settlementMs = outcomeAt(service, quote.destination) === 'LONG' ? SLOW_MS : settings.settlementMs;
  const settlesAt = clock.now() + settlementMs;
  setTransaction(service, quote.transactionId, {
    status: 'PROCESSING',
    paymentRail: rail,
    railSelectionMode: rail === null ? null : railSelectionMode,
    ...(rail === null ? {} : { reconciliationInstructions: { reference: referenceOf(quote.id) } }),
    expectedSettlementAt: rail !== null && deferredRails.has(rail) ? new Date(settlesAt).toISOString() : null,
    settlementTimelineSeconds: Math.ceil((settlesAt - Date.parse(quote.createdAt)) / 1000),
  });
  clock.after(settlementMs, 'quote.settle', quote.id);
}

/** The outcome that a payment's destination causes. */
export type PaymentOutcome = OutcomeOf<'destination' | 'umaAddress'>;

/** The outcome that the ending of a destination causes; undefined for a payment that just arrives. */
export function outcomeAt(
  service: Service,
  destination: QuoteRecord['quote']['destination'],
): PaymentOutcome | undefined {
  const { accountId = '', umaAddress } = destination as { readonly accountId?: string; readonly umaAddress?: string };
  if (umaAddress !== undefined) return outcomeOf('umaAddress', umaAddress);
  const info = service.state.externalAccounts.get(accountId)?.accountInfo;
  if (info === undefined) return undefined;
  const identifier = identifierOf(service.contract.accounts, info);
  // Base58 has no 0: 112 is the twin of 002.
  const isBase58 = info.accountType === 'SOLANA_WALLET' || info.accountType === 'TRON_WALLET';
  return outcomeOf('destination', isBase58 ? identifier.replace(/11(?=\d$)/, '00') : identifier);
}

/** Pays out what is in transit, or fails as the destination's ending says. */
export function settlePayment(service: Service, quoteId: string): void {
  const record = service.state.quotes.get(quoteId);
  if (record === undefined || record.quote.status !== 'PROCESSING') return;
  const outcome = outcomeAt(service, record.quote.destination);
  if (outcome === 'CANCELLED') cancelPayment(service, record);
  else if (outcome !== undefined && outcome !== 'LONG' && outcome !== 'RETURNED') {
    failPayment(service, record, service.contract.failureReasons[outcome]);
  } else {
    payOut(service, record);
    if (outcome === 'RETURNED') service.clock.after(RETURN_MS, 'quote.return', quoteId);
  }
}

function payOut(service: Service, record: QuoteRecord): void {
  const { quote } = record;
  transfer(service, ...payoutSteps(service, quote));
  quote.status = 'COMPLETED';
  const type = service.state.externalAccounts.get(quote.destination.accountId ?? '')?.accountInfo.accountType;
  const delivery = onChainTransaction(type, quote.id);
  setTransaction(service, quote.transactionId, {
    status: 'COMPLETED',
    settledAt: service.clock.iso(),
    ...(delivery === undefined ? {} : { destination: { ...quote.destination, onChainTransaction: delivery } }),
  });
  recordReceipt(service, record);
}

function payoutSteps(service: Service, quote: QuoteRecord['quote']): Parameters<typeof transfer>[1][] {
  const sending = quote.sendingCurrency.code;
  const receiving = quote.receivingCurrency.code;
  const fee = BigInt(quote.feesIncluded);
  const destination = quote.destination.accountId ?? '';
  const to = service.state.internalAccounts.has(destination) ? destination : book('payouts', receiving);
  const from = book('transit', sending);
  const common = { reason: quote.id };
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

type RefundReason = NonNullable<RefundRecord['reason']>;

/** Options of {@link failPayment}. */
export interface FailPaymentOptions {
  /** Default `TRANSACTION_FAILED`. */
  readonly refundReason?: RefundReason;
  /** Changes of the receiver's transaction, if there is one. Default REFUNDED. */
  readonly receipt?: Partial<TransactionRecord>;
}

/**
 * Ends a payment badly, and starts the refund of what left the source. A payout that was made is undone first: COMPLETED
 * is not the end.
 *
 * @throws Refusal 409 where another internal account has received the money and spent it.
 */
export function failPayment(
  service: Service,
  record: QuoteRecord,
  failureReason: string,
  { refundReason = 'TRANSACTION_FAILED', receipt }: FailPaymentOptions = {},
): void {
  const { quote } = record;
  const moved = quote.status === 'PROCESSING' || quote.status === 'COMPLETED';
  if (quote.status === 'COMPLETED') {
    requireUnspent(service, record);
    const undone = payoutSteps(service, quote).map((step) => ({ ...step, from: step.to, to: step.from }));
    transfer(service, ...undone);
  }
  for (const kind of ['quote.settle', 'quote.expire', 'sca.expire']) service.clock.cancel(kind, quote.id);
  quote.status = 'FAILED';
  delete quote.scaChallenge;
  if (moved) startRefund(service, record, refundReason, { status: 'FAILED', failureReason });
  else setTransaction(service, quote.transactionId, { status: 'FAILED', failureReason });
  const received = receiptOf(service, quote.id);
  if (received === undefined) return;
  const now = service.clock.iso();
  const refund = { ...newRefund(service, record, refundReason), status: 'COMPLETED', settledAt: now } as const;
  setTransaction(service, received.id, receipt ?? { status: 'REFUNDED', refund });
}

/** Cancels a payment that is PROCESSING: its money goes back, and then it ends. */
export function cancelPayment(service: Service, record: QuoteRecord): void {
  const { cancelledReason } = service.contract;
  if (cancelledReason !== null) {
    failPayment(service, record, cancelledReason, { refundReason: 'USER_CANCELLATION' });
    return;
  }
  service.clock.cancel('quote.settle', record.quote.id);
  startRefund(service, record, 'USER_CANCELLATION');
}

function newRefund({ clock }: Service, { quote }: QuoteRecord, reason: RefundReason): RefundRecord {
  return { reference: referenceOf(quote.id), initiatedAt: clock.iso(), status: 'PENDING', reason };
}

function startRefund(
  service: Service,
  record: QuoteRecord,
  reason: RefundReason,
  change: Partial<TransactionRecord> = {},
): void {
  const { clock, settings } = service;
  setTransaction(service, record.quote.transactionId, { ...change, refund: newRefund(service, record, reason) });
  clock.after(settings.settlementMs, 'quote.refund', record.quote.id);
}

/** Gives the money back to the source, unless the destination's ending makes the refund fail too. Ends a cancelled payment. */
export function settleRefund(service: Service, quoteId: string): void {
  const { quote } = service.state.quotes.get(quoteId) ?? {};
  const { refund, status } = service.state.transactions.get(quote?.transactionId ?? '') ?? {};
  if (quote === undefined || refund?.status !== 'PENDING') return;
  const now = service.clock.iso();
  if (status === 'FAILED' && outcomeAt(service, quote.destination) === 'REFUND_FAILED') {
    setTransaction(service, quote.transactionId, { refund: { ...refund, status: 'FAILED' } });
    return;
  }
  const currency = quote.sendingCurrency.code;
  const amount = BigInt(quote.totalSendingAmount);
  const to = ledgerNameOf(quote.source, currency);
  transfer(service, { from: book('transit', currency), to, currency, amount, reason: quote.id });
  setTransaction(service, quote.transactionId, { refund: { ...refund, status: 'COMPLETED', settledAt: now } });
  if (status === 'FAILED') return;
  quote.status = 'COMPLETED';
  setTransaction(service, quote.transactionId, { status: 'COMPLETED', settledAt: now });
}

/** A bank sends back what was paid out. */
export function returnPayment(service: Service, quoteId: string): void {
  const record = service.state.quotes.get(quoteId);
  if (record?.quote.status === 'COMPLETED') {
    failPayment(service, record, service.contract.failureReasons.RETURNED);
  }
}

/** Expires a quote that wasn't executed. */
export function expireQuote(service: Service, quoteId: string): void {
  const record = service.state.quotes.get(quoteId);
  if (record === undefined || record.quote.status !== 'PENDING') return;
  record.quote.status = 'EXPIRED';
  setTransaction(service, record.quote.transactionId, { status: 'EXPIRED' });
}
