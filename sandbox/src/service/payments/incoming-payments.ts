/** Money that comes from outside: funding at once, or an incoming payment that an operator takes from state to state. */
import { currencyOf } from './currencies.ts';
import { mintId } from '../service/record-ids.ts';
import { balanceOf, book, heldPart } from './ledger.ts';
import { transfer } from './transfers.ts';
import { referenceOf } from './receipts.ts';
import { failPayment, setTransaction } from './outgoing-payments.ts';
import { platformIdOf } from '../customers/platform.ts';
import { Refusal } from '../http/refusal.ts';
import type { InternalAccountRecord } from '../customers/customer-records.ts';
import type { TransactionRecord } from './payment-records.ts';
import { emitPayment } from '../webhooks/webhook-events.ts';
import type { Service } from '../service/service.ts';

/** The most that an account holds, in smallest units. */
export const LARGEST_BALANCE = 9_000_000_000_000_000n;

/** Next states of an incoming payment, by its state. */
const incomingTransitions: Readonly<Record<string, readonly TransactionRecord['status'][]>> = {
  CREATED: ['PENDING', 'EXPIRED'],
  PENDING: ['PROCESSING', 'REJECTED', 'EXPIRED'],
  PROCESSING: ['COMPLETED', 'REJECTED'],
  COMPLETED: ['REFUNDED'],
};

/** Options of {@link receiveFunding}. */
export interface ReceiveFundingOptions {
  /** `available` makes the money spendable, whatever `walletFunding` says. */
  readonly part?: 'available';
}

/** Credits an account, records the incoming transaction and notifies the platform. @throws Refusal 400 beyond the largest balance. */
export function receiveFunding(
  service: Service,
  account: InternalAccountRecord,
  amount: number,
  { part }: ReceiveFundingOptions = {},
): TransactionRecord {
  requireRoom(service, account, amount);
  const record = recordIncoming(service, account, amount, { status: 'COMPLETED' });
  credit(service, account, record, part === 'available' ? account.id : partOf(service, account));
  emitPayment(service, record);
  return record;
}

/** Options of a new incoming payment. */
export interface CreateIncomingOptions {
  /** Default `CREATED`: only looked up yet, without a reference. */
  readonly status?: 'CREATED' | 'PENDING';
  /** Default money from a bank. */
  readonly source?: Readonly<Record<string, string>> | undefined;
  readonly description?: string | undefined;
}

/** Opens an incoming payment, without its money. */
export function createIncoming(
  service: Service,
  account: InternalAccountRecord,
  amount: number,
  { status = 'CREATED', source, description }: CreateIncomingOptions = {},
): TransactionRecord {
  requireRoom(service, account, amount);
  const record = recordIncoming(service, account, amount, { status, source });
  if (description !== undefined) Object.assign(record, { description });
  emitPayment(service, record);
  return record;
}

/** Takes an incoming payment to its next state; money comes with COMPLETED and goes back with REFUNDED. @throws Refusal 409. */
export function transitionIncoming(
  service: Service,
  record: TransactionRecord,
  status: TransactionRecord['status'],
): void {
  if (record.type !== 'INCOMING' || incomingTransitions[record.status]?.includes(status) !== true) {
    const message = `An ${record.type} payment that is ${record.status} can't become ${status}.`;
    throw new Refusal(409, 'INVALID_STATE_TRANSITION', message);
  }
  const quote = service.state.quotes.get(record.quoteId ?? '');
  if (quote !== undefined) {
    failPayment(service, quote, 'COUNTERPARTY_POST_TX_FAILED');
    return;
  }
  endDecision(service, record);
  const account = accountOf(service, record);
  const now = service.clock.iso();
  if (status === 'COMPLETED') {
    requireRoom(service, account, amountOf(record));
    credit(service, account, record, partOf(service, account, record));
  }
  if (status === 'REFUNDED') takeBack(service, account, record);
  const sentBack = status === 'REFUNDED' || status === 'REJECTED';
  const reference = referenceOf(record.id);
  setTransaction(service, record.id, {
    status,
    reconciliationInstructions: { reference },
    ...(status === 'COMPLETED' ? { settledAt: now } : {}),
    ...(sentBack ? { refund: { reference, initiatedAt: now, status: 'COMPLETED', settledAt: now } } : {}),
  });
}

/** Fails an incoming payment; what had arrived goes back. @throws Refusal 409 when it was spent already. */
export function failIncoming(service: Service, record: TransactionRecord, failureReason: string): void {
  const failed = {
    status: 'FAILED',
    failureReason,
    reconciliationInstructions: { reference: referenceOf(record.id) },
  } as const;
  const quote = service.state.quotes.get(record.quoteId ?? '');
  if (quote !== undefined) {
    failPayment(service, quote, 'COUNTERPARTY_POST_TX_FAILED', { receipt: failed });
    return;
  }
  if (record.status === 'COMPLETED') takeBack(service, accountOf(service, record), record);
  endDecision(service, record);
  setTransaction(service, record.id, failed);
}

// A decision on a payment ends the wait for the platform's decision.
function endDecision({ clock, state }: Service, { id }: TransactionRecord): void {
  state.undecided.delete(id);
  clock.cancel('incoming.undecided', id);
}

function recordIncoming(
  service: Service,
  { id: accountId, customerId, currency }: InternalAccountRecord,
  amount: number,
  { status, source }: { readonly status: 'CREATED' | 'PENDING' | 'COMPLETED'; readonly source?: unknown },
): TransactionRecord {
  const { clock, random, state } = service;
  const now = clock.iso();
  const id = mintId(random, 'Transaction');
  const customer = state.customers.get(customerId ?? '');
  const record: TransactionRecord = {
    id,
    status,
    type: 'INCOMING',
    direction: 'CREDIT',
    source: source ?? {
      sourceType: 'REALTIME_FUNDING',
      ...(service.contract.fundingSource === 'with-currency' ? { currency } : {}),
    },
    destination: { destinationType: 'ACCOUNT', accountId },
    customerId: customer?.id ?? platformIdOf(random),
    platformCustomerId: customer?.platformCustomerId ?? '',
    receivedAmount: { amount, currency: currencyOf(currency) },
    ...(status === 'CREATED' ? {} : { reconciliationInstructions: { reference: referenceOf(id) } }),
    ...(status === 'COMPLETED' ? { settledAt: now } : {}),
    createdAt: now,
    updatedAt: now,
  };
  state.transactions.set(id, record);
  return record;
}

function amountOf(record: TransactionRecord): number {
  return record.receivedAmount?.amount ?? 0;
}

function accountOf(service: Service, record: TransactionRecord): InternalAccountRecord {
  const { accountId } = record['destination'] as { readonly accountId: string };
  const account = service.state.internalAccounts.get(accountId);
  if (account === undefined) throw new RangeError('an incoming payment has an account');
  return account;
}

// A wallet that is funded book-only shows its money, and can't spend it; what another person sent can be spent.
function partOf({ settings }: Service, { id, type }: InternalAccountRecord, record?: TransactionRecord): string {
  const { sourceType } = (record?.['source'] ?? {}) as { readonly sourceType?: string };
  const isSpendable = settings.walletFunding === 'spendable' || sourceType === 'UMA_ADDRESS';
  return isSpendable || type !== 'EMBEDDED_WALLET' ? id : heldPart(id);
}

function requireRoom(service: Service, account: InternalAccountRecord, amount: number): void {
  if (balanceOf(service.state.ledger, partOf(service, account)) + BigInt(amount) > LARGEST_BALANCE) {
    throw new Refusal(400, 'AMOUNT_OUT_OF_RANGE', 'The balance would grow beyond 9000000000000000.');
  }
}

function credit(service: Service, account: InternalAccountRecord, record: TransactionRecord, to: string): void {
  const { currency } = account;
  const amount = BigInt(amountOf(record));
  transfer(service, { from: book('funding', currency), to, currency, amount, reason: record.id });
}

function takeBack(service: Service, account: InternalAccountRecord, record: TransactionRecord): void {
  const { currency } = account;
  const amount = BigInt(amountOf(record));
  const from = partOf(service, account, record);
  if (balanceOf(service.state.ledger, from) < amount) {
    throw new Refusal(409, 'INVALID_STATE_TRANSITION', 'The money that arrived was spent already.');
  }
  transfer(service, { from, to: book('funding', currency), currency, amount, reason: record.id });
}
