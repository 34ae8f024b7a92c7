/** Money that comes from outside: funding at once, or an incoming payment that an operator takes from state to state. */
import { currencyOf } from './currencies.ts';
import { mintId } from './ids.ts';
import { balanceOf, book, heldPart, move } from './ledger.ts';
import { setTransaction } from './payments.ts';
import { platformIdOf } from './platform.ts';
import { Refusal } from './refusal.ts';
import type { InternalAccountRecord, TransactionRecord } from './state.ts';
import { emitPayment } from './webhooks.ts';
import type { World } from './world.ts';

const LARGEST_BALANCE = 9_000_000_000_000_000n;

/** What an incoming payment may become, by what it is. */
export const incomingMoves: Readonly<Record<string, readonly TransactionRecord['status'][]>> = {
  CREATED: ['PENDING', 'EXPIRED'],
  PENDING: ['PROCESSING', 'REJECTED', 'EXPIRED'],
  PROCESSING: ['COMPLETED', 'REJECTED'],
  COMPLETED: ['REFUNDED'],
};

/** Credits an account, records the incoming transaction and tells the platform. @throws Refusal 400 beyond the largest balance. */
export function receiveFunding(world: World, account: InternalAccountRecord, amount: number): TransactionRecord {
  requireRoom(world, account, amount);
  const record = recordIncoming(world, account, amount, 'COMPLETED');
  credit(world, account, record);
  emitPayment(world, record);
  return record;
}

/** Opens an incoming payment that is only looked up yet: no money, no reference. */
export function createIncoming(world: World, account: InternalAccountRecord, amount: number): TransactionRecord {
  requireRoom(world, account, amount);
  const record = recordIncoming(world, account, amount, 'CREATED');
  emitPayment(world, record);
  return record;
}

/** Takes an incoming payment to its next state; money comes with COMPLETED and goes back with REFUNDED. @throws Refusal 409. */
export function moveIncoming(world: World, record: TransactionRecord, status: TransactionRecord['status']): void {
  if (record.type !== 'INCOMING' || incomingMoves[record.status]?.includes(status) !== true) {
    const message = `An ${record.type} payment that is ${record.status} can't become ${status}.`;
    throw new Refusal(409, 'INVALID_STATE_TRANSITION', message);
  }
  const account = accountOf(world, record);
  const now = world.clock.iso();
  if (status === 'COMPLETED') {
    requireRoom(world, account, amountOf(record));
    credit(world, account, record);
  }
  if (status === 'REFUNDED') takeBack(world, account, record);
  const sentBack = status === 'REFUNDED' || status === 'REJECTED';
  const reference = referenceOf(record.id);
  setTransaction(world, record.id, {
    status,
    reconciliationInstructions: { reference },
    ...(status === 'COMPLETED' ? { settledAt: now } : {}),
    ...(sentBack ? { refund: { reference, initiatedAt: now, status: 'COMPLETED', settledAt: now } } : {}),
  });
}

/** Fails an incoming payment; what had arrived goes back. @throws Refusal 409 when it was spent already. */
export function failIncoming(world: World, record: TransactionRecord, failureReason: string): void {
  if (record.status === 'COMPLETED') takeBack(world, accountOf(world, record), record);
  setTransaction(world, record.id, {
    status: 'FAILED',
    failureReason,
    reconciliationInstructions: { reference: referenceOf(record.id) },
  });
}

function recordIncoming(
  world: World,
  { id: accountId, customerId, currency }: InternalAccountRecord,
  amount: number,
  status: 'CREATED' | 'COMPLETED',
): TransactionRecord {
  const { clock, random, state } = world;
  const now = clock.iso();
  const id = mintId(random, 'Transaction');
  const customer = state.customers.get(customerId ?? '');
  const record: TransactionRecord = {
    id,
    status,
    type: 'INCOMING',
    direction: 'CREDIT',
    source: { sourceType: 'REALTIME_FUNDING' },
    destination: { destinationType: 'ACCOUNT', accountId },
    customerId: customer?.id ?? platformIdOf(random),
    platformCustomerId: customer?.platformCustomerId ?? '',
    receivedAmount: { amount, currency: currencyOf(currency) },
    ...(status === 'CREATED' ? {} : { reconciliationInstructions: { reference: referenceOf(id) }, settledAt: now }),
    createdAt: now,
    updatedAt: now,
  };
  state.transactions.set(id, record);
  return record;
}

function referenceOf(id: string): string {
  return id.slice(-8).toUpperCase();
}

function amountOf(record: TransactionRecord): number {
  return record.receivedAmount?.amount ?? 0;
}

function accountOf(world: World, record: TransactionRecord): InternalAccountRecord {
  const { accountId } = record['destination'] as { readonly accountId: string };
  const account = world.state.internalAccounts.get(accountId);
  if (account === undefined) throw new RangeError('an incoming payment has an account');
  return account;
}

// A wallet that is funded book-only shows its money, and can't spend it.
function partOf({ settings }: World, { id, type }: InternalAccountRecord): string {
  return settings.walletFunding === 'spendable' || type !== 'EMBEDDED_WALLET' ? id : heldPart(id);
}

function requireRoom(world: World, account: InternalAccountRecord, amount: number): void {
  if (balanceOf(world.state.ledger, partOf(world, account)) + BigInt(amount) > LARGEST_BALANCE) {
    throw new Refusal(400, 'AMOUNT_OUT_OF_RANGE', 'The balance would grow beyond 9000000000000000.');
  }
}

function credit(world: World, account: InternalAccountRecord, record: TransactionRecord): void {
  const { clock, state } = world;
  const { currency } = account;
  const amount = BigInt(amountOf(record));
  const to = partOf(world, account);
  move(state.ledger, { at: clock.now(), from: book('funding', currency), to, currency, amount, reason: record.id });
  account.updatedAt = clock.iso();
}

function takeBack(world: World, account: InternalAccountRecord, record: TransactionRecord): void {
  const { clock, state } = world;
  const { currency } = account;
  const amount = BigInt(amountOf(record));
  const from = partOf(world, account);
  if (balanceOf(state.ledger, from) < amount) {
    throw new Refusal(409, 'INVALID_STATE_TRANSITION', 'The money that arrived was spent already.');
  }
  move(state.ledger, { at: clock.now(), from, to: book('funding', currency), currency, amount, reason: record.id });
  account.updatedAt = clock.iso();
}
