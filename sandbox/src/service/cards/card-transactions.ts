/** The life of a card and of its transactions; money is held at the authorization and leaves at the clearing. */
import type { CurrencyAmount } from 'countersign';
import { currencyOf, divideUp, unitRate } from '../payments/currencies.ts';
import { outcomeOf } from '../service/endings.ts';
import { mintId, mintUuid } from '../service/record-ids.ts';
import { balanceOf, book, heldPart } from '../payments/ledger.ts';
import { transfer } from '../payments/transfers.ts';
import { Refusal } from '../http/refusal.ts';
import { activeDelegatedKey } from '../wallet-auth/delegated-keys.ts';
import type { Authorization } from './card-schemas.ts';
import type { CardRecord, CardTransactionRecord } from './card-records.ts';
import { emitWebhook } from '../webhooks/webhook-events.ts';
import type { Service } from '../service/service.ts';

const SLOW_PULL_MS = 30_000;

/** A card as answered. */
export function cardAnswer({ card }: CardRecord): CardRecord['card'] {
  return card;
}

/** Puts a card into a state and says so to the platform; one that is closed loses its funding sources, which has an event of its own. */
export function setCardState(
  service: Service,
  record: CardRecord,
  state: CardRecord['card']['state'],
  reason: string | null,
): void {
  Object.assign(record.card, { state, stateReason: reason, updatedAt: service.clock.iso() });
  const loses = state === 'CLOSED' && record.card.fundingSources.length > 0;
  if (loses) record.card.fundingSources = [];
  emitWebhook(service, 'CARD.STATE_CHANGE', null, cardAnswer(record));
  if (loses) emitWebhook(service, 'CARD.FUNDING_SOURCE_CHANGE', null, cardAnswer(record));
}

/** Ends the provisioning of a card, well or badly by the ending of its magic value. */
export function provisionCard(service: Service, cardId: string): void {
  const record = service.state.cards.get(cardId);
  if (record === undefined || record.card.state !== 'PROCESSING') return;
  if (outcomeOf('card', record.magic) === 'ISSUER_REJECTED') setCardState(service, record, 'CLOSED', 'ISSUER_REJECTED');
  else setCardState(service, record, 'ACTIVE', null);
}

/** What a merchant's authorization comes to: a token either way, and why it was declined. */
export interface AuthorizationOutcome {
  readonly issuerTransactionToken: string;
  readonly declined?: string;
}

/** Authorizes an amount on a card: holds it, or declines. A decline leaves no transaction. */
export function authorizeCard(service: Service, record: CardRecord, body: Authorization): AuthorizationOutcome {
  const { state, clock, random } = service;
  const { card } = record;
  const issuerTransactionToken = mintUuid(random);
  const accountId = card.fundingSources[0] ?? '';
  const amount = inFunding(service, accountId, BigInt(body.amount), body.currency);
  const declined = declineReason(service, record, body.merchant.descriptor, amount);
  if (declined !== null) return { issuerTransactionToken, declined };
  const currency = state.internalAccounts.get(accountId)?.currency ?? '';
  const now = clock.iso();
  const authorizedAmount = { amount: body.amount, currency: currencyOf(body.currency) };
  const slow = outcomeOf('merchant', body.merchant.descriptor) === 'LONG';
  const transaction: CardTransactionRecord = {
    id: mintId(random, 'CardTransaction'),
    type: 'CARD',
    status: 'AUTHORIZED',
    direction: 'DEBIT',
    cardId: card.id,
    customerId: card.cardholderId,
    platformCustomerId: state.customers.get(card.cardholderId)?.platformCustomerId ?? '',
    issuerTransactionToken,
    merchant: body.merchant,
    authorizedAmount,
    accountId,
    pullSummary: slow
      ? { count: 0, totalAmount: totalOf(service, { ...authorizedAmount, amount: 0 }), pendingCount: 1 }
      : { count: 1, totalAmount: totalOf(service, authorizedAmount) },
    authorizedAt: now,
    createdAt: now,
    updatedAt: now,
  };
  transfer(service, {
    from: accountId,
    to: heldPart(accountId),
    currency,
    amount,
    reason: transaction.id,
  });
  state.cardTransactions.set(transaction.id, transaction);
  if (slow) clock.after(SLOW_PULL_MS, 'card.pull', transaction.id);
  announce(service, transaction);
  return { issuerTransactionToken };
}

/** Ends a pull that took its time. */
export function finishPull(service: Service, id: string): void {
  const transaction = service.state.cardTransactions.get(id);
  if (transaction?.pullSummary.pendingCount !== 1) return;
  update(service, transaction, {
    pullSummary: { count: 1, totalAmount: totalOf(service, transaction.authorizedAmount) },
  });
}

/**
 * Posts a clearing: within the hold, beyond it (an extra pull), or 0 for the expiry of what is left of it.
 */
export function clearCard(service: Service, transaction: CardTransactionRecord, amount: number): void {
  if (transaction.status !== 'AUTHORIZED' && transaction.status !== 'PARTIALLY_SETTLED') {
    throw new Refusal(400, 'INVALID_INPUT', `A transaction that is ${transaction.status} takes no clearing.`);
  }
  const { accountId, authorizedAmount } = transaction;
  const { code } = authorizedAmount.currency;
  const settledBefore = transaction.settledAmount?.amount ?? 0;
  const settled = settledBefore + amount;
  const left = Math.max(authorizedAmount.amount - settledBefore, 0);
  const currency = service.state.internalAccounts.get(accountId)?.currency ?? '';
  // As a difference of totals, so that parts that are rounded come to no more than the whole.
  const between = (start: number, end: number): bigint =>
    inFunding(service, accountId, BigInt(end), code) - inFunding(service, accountId, BigInt(start), code);
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
  if (isStuck || balanceOf(service.state.ledger, accountId) < extra) {
    update(service, transaction, { ...settlement, status: 'EXCEPTION' });
    return;
  }
  const common = { currency, reason: transaction.id };
  const merchant = book('merchants', currency);
  const rest = amount === 0 ? between(settledBefore, settledBefore + left) : 0n;
  transfer(
    service,
    { ...common, from: heldPart(accountId), to: merchant, amount: between(settledBefore, held) },
    { ...common, from: accountId, to: merchant, amount: extra },
    { ...common, from: heldPart(accountId), to: accountId, amount: rest },
  );
  const closes = amount === 0 || settled >= authorizedAmount.amount;
  const pulls =
    amount > left
      ? {
          count: transaction.pullSummary.count + 1,
          totalAmount: totalOf(service, { ...authorizedAmount, amount: settled }),
        }
      : null;
  update(service, transaction, {
    ...settlement,
    ...(pulls === null ? {} : { pullSummary: pulls }),
    status: closes ? closedStatus(service, settled, transaction.refundedAmount?.amount) : 'PARTIALLY_SETTLED',
  });
}

/** Posts a return from the merchant, at most what is settled and not yet returned. */
export function returnCard(service: Service, transaction: CardTransactionRecord, amount: number): void {
  const { settledAmount, refundedAmount, authorizedAmount, accountId } = transaction;
  const refunded = (refundedAmount?.amount ?? 0) + amount;
  if (!['PARTIALLY_SETTLED', 'SETTLED', 'REFUNDED'].includes(transaction.status)) {
    throw new Refusal(400, 'INVALID_INPUT', `A transaction that is ${transaction.status} takes no return.`);
  }
  if (refunded > (settledAmount?.amount ?? 0)) {
    throw new Refusal(400, 'AMOUNT_OUT_OF_RANGE', 'A return is at most what is settled and not yet returned.');
  }
  const currency = service.state.internalAccounts.get(accountId)?.currency ?? '';
  const { code } = authorizedAmount.currency;
  const [before, after] = [refunded - amount, refunded].map((total) =>
    inFunding(service, accountId, BigInt(total), code),
  );
  const units = (after ?? 0n) - (before ?? 0n);
  const from = book('merchants', currency);
  transfer(service, { from, to: accountId, currency, amount: units, reason: transaction.id });
  const totalAmount = { ...authorizedAmount, amount: refunded };
  const count = (transaction.refundSummary?.count ?? 0) + 1;
  update(service, transaction, {
    // What is still held waits for its clearings, which a REFUNDED transaction takes none of.
    status:
      transaction.status === 'PARTIALLY_SETTLED'
        ? 'PARTIALLY_SETTLED'
        : closedStatus(service, settledAmount?.amount ?? 0, refunded),
    refundedAmount: totalAmount,
    refundSummary: { count, totalAmount: totalOf(service, totalAmount) },
  });
}

function closedStatus({ contract }: Service, settled: number, refunded = 0): 'SETTLED' | 'REFUNDED' {
  if (refunded === 0) return 'SETTLED';
  return refunded === settled ? 'REFUNDED' : contract.partReturn;
}

// A total is an amount with its currency, or its number alone.
function totalOf({ contract }: Service, total: CurrencyAmount): CurrencyAmount | number {
  return contract.summaryTotal === 'integer' ? total.amount : total;
}

function declineReason(service: Service, { card }: CardRecord, descriptor: string, amount: bigint): string | null {
  const outcome = outcomeOf('merchant', descriptor);
  if (outcome === 'INSUFFICIENT_FUNDS') return outcome;
  if (outcome === 'CARD_PAUSED' || card.state !== 'ACTIVE') return 'CARD_PAUSED';
  if (card.maxSpendPerTransaction !== null && amount > BigInt(card.maxSpendPerTransaction)) return 'LIMIT_EXCEEDED';
  const accountId = card.fundingSources[0] ?? '';
  const isLocked = service.contract.walletCards === 'delegated-key';
  if (isLocked && activeDelegatedKey(service, card.id, accountId) === undefined) return 'DELEGATED_KEY_MISSING';
  return balanceOf(service.state.ledger, accountId) < amount ? 'INSUFFICIENT_FUNDS' : null;
}

function inFunding(service: Service, accountId: string, amount: bigint, currency: string): bigint {
  const { numerator, denominator } = unitRate(
    currency,
    service.state.internalAccounts.get(accountId)?.currency ?? currency,
  );
  return divideUp(amount * numerator, denominator);
}

function update(service: Service, transaction: CardTransactionRecord, change: Partial<CardTransactionRecord>): void {
  const now = service.clock.iso();
  Object.assign(transaction, change, { lastEventAt: now, updatedAt: now });
  announce(service, transaction);
}

function announce(service: Service, transaction: CardTransactionRecord): void {
  const kind = service.profile.paymentEventNames === 'plain' ? 'TRANSACTION' : 'CARD_TRANSACTION';
  emitWebhook(service, kind, transaction.status, transaction);
}
