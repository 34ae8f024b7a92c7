/** The life of a card and of its transactions; money is held at the authorization and leaves at the clearing. */
import type { CurrencyAmount } from 'countersign';
import { currencyOf, divideUp, unitRate } from '../payments/currencies.ts';
import { outcomeOf } from '../service/endings.ts';
import { mintId, mintUuid } from '../service/record-ids.ts';
import { balanceOf, book, heldPart } from '../payments/ledger.ts';
import { LARGEST_BALANCE } from '../payments/incoming-payments.ts';
import { mayPay } from '../customers/approval.ts';
import { transfer } from '../payments/transfers.ts';
import { Refusal } from '../http/refusal.ts';
import { activeDelegatedKey } from '../wallet-auth/delegated-keys.ts';
import type { Authorization } from './card-schemas.ts';
import type { CardRecord, CardTransactionRecord } from './card-records.ts';
import { emitWebhook } from '../webhooks/webhook-events.ts';
import type { Service } from '../service/service.ts';

/** Duration of a slow pull. */
export const SLOW_PULL_MS = 30_000;

/** A card as the form of the contract answers it. */
export function cardAnswer({ contract }: Service, { card }: CardRecord): unknown {
  const { cardSources, names } = contract.form;
  const { id, cardholderId, platformCardId, state, stateReason, fundingSources, createdAt, updatedAt, ...rest } = card;
  const { maxSpendPerTransaction, maxSpendPerDay, maxTransactionsPerDay, ...details } = rest;
  const isOne = cardSources === 'one';
  const reason = isOne && stateReason === null ? {} : { [names.cardReason]: stateReason };
  const source = isOne ? fundingSources[0] : fundingSources;
  return {
    id,
    [names.cardOwner]: cardholderId,
    ...(platformCardId === undefined ? {} : { platformCardId }),
    [names.cardStatus]: state,
    ...reason,
    ...details,
    ...(source === undefined ? {} : { [names.cardSource]: source }),
    maxSpendPerTransaction,
    ...(isOne ? { maxSpendPerDay, maxTransactionsPerDay } : {}),
    createdAt,
    updatedAt,
  };
}

/** Tells of a card's new state. */
export function emitCard(service: Service, record: CardRecord): void {
  emitWebhook(service, service.contract.form.names.cardEvent, null, cardAnswer(service, record));
}

/** Tells of a card's new funding sources, where the form has an event for that. */
export function emitCardSources(service: Service, record: CardRecord): void {
  if (service.contract.form.cardSources === 'one') return;
  emitWebhook(service, 'CARD.FUNDING_SOURCE_CHANGE', null, cardAnswer(service, record));
}

/** Sets a card's state and notifies the platform. A closed card loses its funding sources, which is another event. */
export function setCardState(
  service: Service,
  record: CardRecord,
  state: CardRecord['card']['state'],
  reason: string | null,
): void {
  Object.assign(record.card, { state, stateReason: reason, updatedAt: service.clock.iso() });
  const loses = state === 'CLOSED' && record.card.fundingSources.length > 0;
  if (loses) record.card.fundingSources = [];
  emitCard(service, record);
  if (loses) emitCardSources(service, record);
}

/** Ends the provisioning of a card, well or badly by the ending of its magic value. */
export function provisionCard(service: Service, cardId: string): void {
  const record = service.state.cards.get(cardId);
  if (record === undefined || record.card.state !== 'PROCESSING') return;
  if (outcomeOf('card', record.magic) === 'ISSUER_REJECTED') setCardState(service, record, 'CLOSED', 'ISSUER_REJECTED');
  else if (waitsForKey(service, record)) setCardState(service, record, 'PENDING', 'DELEGATION_REQUIRED');
  else setCardState(service, record, 'ACTIVE', null);
}

/** Detects a card that can't be active, since it has no delegated key yet. */
export function waitsForKey({ contract, state }: Service, { card }: CardRecord): boolean {
  return contract.form.hasPendingCards && activeDelegatedKey({ state }, card.id, card.fundingSources[0]) === undefined;
}

/** Makes a card active or pending as its delegated key, or its source, changes. */
export function followKey(service: Service, cardId: string): void {
  const record = service.state.cards.get(cardId);
  if (record === undefined || !service.contract.form.hasPendingCards) return;
  const { state } = record.card;
  const waits = waitsForKey(service, record);
  if (state === 'PENDING' && !waits) setCardState(service, record, 'ACTIVE', null);
  if (state === 'ACTIVE' && waits) setCardState(service, record, 'PENDING', 'DELEGATION_REQUIRED');
}

/** The outcome of a merchant's message: a token either way, and its transaction or why it was declined. */
export interface AuthorizationOutcome {
  readonly issuerTransactionToken: string;
  readonly transaction?: CardTransactionRecord;
  readonly declined?: string;
}

/** Authorizes an amount on a card: holds it, or declines. */
export function authorizeCard(service: Service, record: CardRecord, body: Authorization): AuthorizationOutcome {
  const { card } = record;
  const issuerTransactionToken = mintUuid(service.random);
  const accountId = card.fundingSources[0] ?? '';
  const amount = inFunding(service, accountId, BigInt(body.amount), body.currency);
  const declined = declineReason(service, record, body.merchant.descriptor, amount);
  if (declined !== null)
    return decline(service, record, body, { issuerTransactionToken, direction: 'DEBIT', declined });
  const transaction = openTransaction(service, record, body, { issuerTransactionToken, direction: 'DEBIT', amount });
  return { issuerTransactionToken, transaction };
}

/** Options of {@link decline}. */
export interface DeclineOptions {
  readonly issuerTransactionToken: string;
  readonly direction: CardTransactionRecord['direction'];
  readonly declined: string;
}

/** Declines a merchant's message: with a row of its own, where the form has such rows. */
export function decline(
  service: Service,
  record: CardRecord,
  body: Authorization,
  { issuerTransactionToken, direction, declined }: DeclineOptions,
): AuthorizationOutcome {
  const { hasEveryRow, declines } = service.contract.form;
  if (hasEveryRow) {
    const row = newTransaction(service, buyerOf(record), body, { issuerTransactionToken, direction });
    const cardDeclinedReason = declines[declined] ?? 'OTHER';
    add(service, { ...row, status: 'DECLINED', cardDeclinedReason });
  }
  return { issuerTransactionToken, declined };
}

/** Answers how much there is: an authorization of nothing, which leaves no transaction. */
export function inquireCard(
  service: Service,
  record: CardRecord,
  { merchant }: Pick<Authorization, 'merchant'>,
): AuthorizationOutcome {
  const issuerTransactionToken = mintUuid(service.random);
  const declined = declineReason(service, record, merchant.descriptor, 0n);
  return { issuerTransactionToken, ...(declined === null ? {} : { declined }) };
}

/** Options of {@link openTransaction}. */
export interface OpenTransactionOptions {
  readonly issuerTransactionToken: string;
  readonly direction: CardTransactionRecord['direction'];
  /** The amount held, in the funding source's currency. Default nothing. */
  readonly amount?: bigint;
}

/** Opens an `AUTHORIZED` transaction, and notifies the platform. */
export function openTransaction(
  service: Service,
  record: CardRecord,
  body: Authorization,
  { issuerTransactionToken, direction, amount }: OpenTransactionOptions,
): CardTransactionRecord {
  const transaction = newTransaction(service, buyerOf(record), body, { issuerTransactionToken, direction });
  const { accountId, authorizedAmount } = transaction;
  const isSlow = outcomeOf('merchant', body.merchant.descriptor) === 'LONG';
  const none = { count: 0, totalAmount: totalOf(service, { ...authorizedAmount, amount: 0 }) };
  if (amount !== undefined) {
    const [to, currency] = [heldPart(accountId), fundingCurrencyOf(service, accountId)];
    transaction.spent = Number(amount);
    transaction.pullSummary = { ...none, pendingCount: 1 };
    transfer(service, { from: accountId, to, currency, amount, reason: transaction.id });
    if (isSlow) service.clock.after(SLOW_PULL_MS, 'card.pull', transaction.id);
    else Object.assign(transaction, pulled(service, { ...transaction, pullSummary: none }, body.amount));
  }
  return add(service, transaction);
}

type Buyer = Pick<CardTransactionRecord, 'cardId' | 'customerId' | 'accountId'>;

const buyerOf = ({ card }: CardRecord): Buyer => ({
  cardId: card.id,
  customerId: card.cardholderId,
  accountId: card.fundingSources[0] ?? '',
});

function newTransaction(
  { state, clock, random }: Service,
  { cardId, customerId, accountId }: Buyer,
  { amount, currency, merchant }: Authorization,
  { issuerTransactionToken, direction }: Omit<OpenTransactionOptions, 'amount'>,
): CardTransactionRecord {
  const now = clock.iso();
  return {
    id: mintId(random, 'CardTransaction'),
    type: 'CARD',
    status: 'AUTHORIZED',
    direction,
    cardId,
    customerId,
    platformCustomerId: state.customers.get(customerId)?.platformCustomerId ?? '',
    issuerTransactionToken,
    merchant,
    authorizedAmount: { amount, currency: currencyOf(currency) },
    accountId,
    authorizedAt: now,
    createdAt: now,
    updatedAt: now,
  };
}

function add(service: Service, transaction: CardTransactionRecord): CardTransactionRecord {
  service.state.cardTransactions.set(transaction.id, transaction);
  announce(service, transaction);
  return transaction;
}

/** Ends a pull that took its time. */
export function finishPull(service: Service, id: string): void {
  const transaction = service.state.cardTransactions.get(id);
  if (transaction?.pullSummary?.pendingCount !== 1) return;
  const { pendingCount: _ended, ...pullSummary } = transaction.pullSummary;
  const { amount } = transaction.authorizedAmount;
  update(service, transaction, pulled(service, { ...transaction, pullSummary }, amount));
}

/** The summary of pulls after one more. */
export function pulled(
  service: Service,
  { authorizedAmount, pullSummary }: Pick<CardTransactionRecord, 'authorizedAmount' | 'pullSummary'>,
  more: number,
): Pick<CardTransactionRecord, 'pullSummary'> {
  const { count = 0, totalAmount: before = 0 } = pullSummary ?? {};
  const amount = (typeof before === 'number' ? before : before.amount) + more;
  const totalAmount = totalOf(service, { ...authorizedAmount, amount });
  return { pullSummary: { ...pullSummary, count: count + 1, totalAmount } };
}

/** @throws Refusal 400 for a transaction that is no longer open. */
export function requireOpen({ status }: CardTransactionRecord, what: 'clearing' | 'advice'): void {
  if (status === 'AUTHORIZED' || status === 'PARTIALLY_SETTLED') return;
  throw new Refusal(400, 'INVALID_INPUT', `A transaction that is ${status} takes no ${what}.`);
}

/**
 * Posts a clearing: within the hold, beyond it (an extra pull), or 0 for the expiry of what is left of it. A credit holds nothing: its
 * clearings pay.
 */
export function clearCard(service: Service, transaction: CardTransactionRecord, amount: number): void {
  requireOpen(transaction, 'clearing');
  const { accountId, authorizedAmount } = transaction;
  const isCredit = transaction.direction === 'CREDIT';
  const settledBefore = transaction.settledAmount?.amount ?? 0;
  const settled = settledBefore + amount;
  const left = Math.max(authorizedAmount.amount - settledBefore, 0);
  const currency = fundingCurrencyOf(service, accountId);
  const between = (start: number, end: number): bigint => fundingBetween(service, transaction, start, end);
  const held = Math.min(settled, Math.max(authorizedAmount.amount, settledBefore));
  const extra = between(held, settled);
  const settlement = {
    settledAmount: { ...authorizedAmount, amount: settled },
    settlementSummary: {
      count: (transaction.settlementSummary?.count ?? 0) + (amount === 0 ? 0 : 1),
      totalAmount: totalOf(service, { ...authorizedAmount, amount: settled }),
    },
  };
  const isStuck = outcomeOf('merchant', transaction.merchant.descriptor) === 'EXCEPTION';
  const balance = balanceOf(service.state.ledger, accountId);
  if (amount === 0 && settledBefore === 0 && service.contract.form.hasEveryRow) {
    release(service, transaction);
    return;
  }
  const paid = between(settledBefore, settled);
  if (isStuck || (isCredit ? balance + paid > LARGEST_BALANCE : balance < extra)) {
    update(service, transaction, { ...settlement, status: 'EXCEPTION' });
    return;
  }
  const common = { currency, reason: transaction.id };
  const merchant = book('merchants', currency);
  const rest = amount === 0 ? between(settledBefore, settledBefore + left) : 0n;
  if (isCredit) transfer(service, { ...common, from: book('funding', currency), to: accountId, amount: paid });
  else
    transfer(
      service,
      { ...common, from: heldPart(accountId), to: merchant, amount: between(settledBefore, held) },
      { ...common, from: accountId, to: merchant, amount: extra },
      { ...common, from: heldPart(accountId), to: accountId, amount: rest },
    );
  const closes = amount === 0 || settled >= authorizedAmount.amount;
  update(service, transaction, {
    ...settlement,
    ...(amount > left && !isCredit ? pulled(service, transaction, amount - left) : {}),
    status: closes ? closedStatus(service, settled, transaction.refundedAmount?.amount) : 'PARTIALLY_SETTLED',
  });
}

/** Lets go of a hold that never settled: all of it, or so much. The transaction ends VOIDED with the last of it. */
export function release(service: Service, transaction: CardTransactionRecord, amount?: number): void {
  const { accountId, authorizedAmount, direction } = transaction;
  const left = authorizedAmount.amount - (amount ?? authorizedAmount.amount);
  if (direction === 'DEBIT') {
    const common = { currency: fundingCurrencyOf(service, accountId), reason: transaction.id };
    const freed = fundingBetween(service, transaction, left, authorizedAmount.amount);
    transfer(service, { ...common, from: heldPart(accountId), to: accountId, amount: freed });
  }
  const status = left === 0 ? 'VOIDED' : transaction.status;
  update(service, transaction, { status, authorizedAmount: { ...authorizedAmount, amount: left } });
}

/** The returns of a purchase, where they are rows of their own. */
export function returnsOf({ state }: Service, { id, customerId }: CardTransactionRecord): CardTransactionRecord[] {
  return state.cardTransactions
    .list(customerId)
    .filter((row) => row.originalTransactionId === id && row.status !== 'VOIDED');
}

/** Posts a return from the merchant, at most what is settled and not yet returned. */
export function returnCard(service: Service, transaction: CardTransactionRecord, amount: number): void {
  const { settledAmount, refundedAmount, authorizedAmount, accountId } = transaction;
  const isRow = service.contract.form.hasEveryRow;
  const returned = isRow
    ? returnsOf(service, transaction).reduce((sum, { authorizedAmount: part }) => sum + part.amount, 0)
    : (refundedAmount?.amount ?? 0);
  const refunded = returned + amount;
  const isDebit = transaction.direction === 'DEBIT';
  if (!isDebit || !['PARTIALLY_SETTLED', 'SETTLED', 'REFUNDED'].includes(transaction.status)) {
    const what = isDebit ? transaction.status : 'a credit';
    throw new Refusal(400, 'INVALID_INPUT', `A transaction that is ${what} takes no return.`);
  }
  if (refunded > (settledAmount?.amount ?? 0)) {
    throw new Refusal(400, 'AMOUNT_OUT_OF_RANGE', 'A return is at most what is settled and not yet returned.');
  }
  const currency = fundingCurrencyOf(service, accountId);
  const units = fundingBetween(service, transaction, returned, refunded);
  const from = book('merchants', currency);
  transfer(service, { from, to: accountId, currency, amount: units, reason: transaction.id });
  if (isRow) {
    addReturn(service, transaction, amount);
    return;
  }
  const totalAmount = { ...authorizedAmount, amount: refunded };
  const count = (transaction.refundSummary?.count ?? 0) + 1;
  update(service, transaction, {
    // A hold stays for its clearings, which a REFUNDED transaction doesn't take.
    status:
      transaction.status === 'PARTIALLY_SETTLED'
        ? 'PARTIALLY_SETTLED'
        : closedStatus(service, settledAmount?.amount ?? 0, refunded),
    refundedAmount: totalAmount,
    refundSummary: { count, totalAmount: totalOf(service, totalAmount) },
  });
}

// The purchase stays as it is, and isn't told of again.
function addReturn(service: Service, purchase: CardTransactionRecord, amount: number): void {
  const { id: originalTransactionId, merchant, authorizedAmount } = purchase;
  const body = { amount, currency: authorizedAmount.currency.code, merchant };
  const row = newTransaction(service, purchase, body, {
    issuerTransactionToken: mintUuid(service.random),
    direction: 'CREDIT',
  });
  add(service, { ...row, status: 'SETTLED', originalTransactionId, settledAmount: row.authorizedAmount });
}

function closedStatus({ contract }: Service, settled: number, refunded = 0): 'SETTLED' | 'REFUNDED' {
  if (refunded === 0) return 'SETTLED';
  return refunded === settled ? 'REFUNDED' : contract.partReturn;
}

// A total is an amount with its currency, or its number alone.
function totalOf({ contract }: Service, total: CurrencyAmount): CurrencyAmount | number {
  return contract.summaryTotal === 'integer' ? total.amount : total;
}

/** Why a card takes no message from a merchant, whatever its account holds. */
export function pausedReason({ card }: CardRecord, descriptor: string): string | undefined {
  const outcome = outcomeOf('merchant', descriptor);
  if (outcome === 'INSUFFICIENT_FUNDS') return outcome;
  return outcome === 'CARD_PAUSED' || card.state !== 'ACTIVE' ? 'CARD_PAUSED' : undefined;
}

function declineReason(service: Service, record: CardRecord, descriptor: string, amount: bigint): string | null {
  const { card } = record;
  const paused = pausedReason(record, descriptor);
  if (paused !== undefined) return paused;
  if (!mayPay(service, card.cardholderId)) return 'USER_NOT_READY';
  if (isBeyondLimits(service, record, amount)) return 'LIMIT_EXCEEDED';
  const accountId = card.fundingSources[0] ?? '';
  const isLocked = service.contract.walletCards === 'delegated-key';
  if (isLocked && activeDelegatedKey(service, card.id, accountId) === undefined) return 'DELEGATED_KEY_MISSING';
  return balanceOf(service.state.ledger, accountId) < amount ? 'INSUFFICIENT_FUNDS' : null;
}

// A day is one of UTC, and what was spent in it stays spent: a return or a reversal gives nothing back.
function isBeyondLimits({ clock, state }: Service, { card }: CardRecord, amount: bigint): boolean {
  const { maxSpendPerTransaction, maxSpendPerDay, maxTransactionsPerDay } = card;
  if (maxSpendPerTransaction !== null && amount > BigInt(maxSpendPerTransaction)) return true;
  if (maxSpendPerDay === null && maxTransactionsPerDay === null) return false;
  const today = clock.iso().slice(0, 10);
  const spent = state.cardTransactions
    .list(card.cardholderId)
    .filter((row) => row.cardId === card.id && row.spent !== undefined && row.authorizedAt.startsWith(today))
    .map((row) => BigInt(row.spent ?? 0));
  const total = spent.reduce((sum, part) => sum + part, amount);
  const isOver = maxSpendPerDay !== null && total > BigInt(maxSpendPerDay);
  return isOver || (maxTransactionsPerDay !== null && spent.length >= maxTransactionsPerDay);
}

/** The currency of a card's funding source. */
export function fundingCurrencyOf({ state }: Service, accountId: string): string {
  return state.internalAccounts.get(accountId)?.currency ?? '';
}

// An amount in the funding source's currency, rounded up.
function inFunding(service: Service, accountId: string, amount: bigint, currency: string): bigint {
  const { numerator, denominator } = unitRate(currency, fundingCurrencyOf(service, accountId) || currency);
  return divideUp(amount * numerator, denominator);
}

/** The difference of two totals, in the funding source's currency, so that parts that are rounded come to no more than the whole. */
export function fundingBetween(
  service: Service,
  { accountId, authorizedAmount }: CardTransactionRecord,
  start: number,
  end: number,
): bigint {
  const [from, to] = [start, end].map((total) =>
    inFunding(service, accountId, BigInt(total), authorizedAmount.currency.code),
  ) as [bigint, bigint];
  return to - from;
}

/** Changes a transaction, and notifies the platform. */
export function update(
  service: Service,
  transaction: CardTransactionRecord,
  change: Partial<CardTransactionRecord>,
): void {
  const now = service.clock.iso();
  Object.assign(transaction, change, { lastEventAt: now, updatedAt: now });
  announce(service, transaction);
}

/** A card transaction as the form of the contract answers it. */
export function cardTransactionAnswer({ contract }: Service, transaction: CardTransactionRecord): unknown {
  const { spent: _spent, ...all } = transaction;
  if (!contract.form.hasEveryRow) return all;
  const { pullSummary: _pulls, refundSummary: _refunds, settlementSummary: _sums, lastEventAt: _last, ...rest } = all;
  return { ...rest, description: rest.merchant.descriptor };
}

function announce(service: Service, transaction: CardTransactionRecord): void {
  const kind = service.profile.paymentEventNames === 'plain' ? 'TRANSACTION' : 'CARD_TRANSACTION';
  emitWebhook(service, kind, transaction.status, cardTransactionAnswer(service, transaction));
}
