/** The life of a card and of its transactions; money is held at the authorization and leaves at the clearing. */
import { currencyOf, divideUp, unitRate } from './currencies.ts';
import { mintId, mintUuid } from './ids.ts';
import { balanceOf, book, heldPart, move } from './ledger.ts';
import { Refusal } from './refusal.ts';
import type { Authorization } from './schemas/cards.ts';
import type { CardRecord, CardTransactionRecord } from './state.ts';
import { emit } from './webhooks.ts';
import type { World } from './world.ts';

const SLOW_PULL_MS = 30_000;

/** A card as answered. */
export function cardAnswer({ card }: CardRecord): CardRecord['card'] {
  return card;
}

/** Puts a card into a state and says so to the platform. */
export function setCardState(
  world: World,
  record: CardRecord,
  state: CardRecord['card']['state'],
  reason: string | null,
): void {
  Object.assign(record.card, { state, stateReason: reason, updatedAt: world.clock.iso() });
  if (state === 'CLOSED') record.card.fundingSources = [];
  emit(world, 'CARD.STATE_CHANGE', null, cardAnswer(record));
}

/** Ends the provisioning of a card, well or badly by the ending of its magic value. */
export function provisionCard(world: World, cardId: string): void {
  const record = world.state.cards.get(cardId);
  if (record === undefined || record.card.state !== 'PROCESSING') return;
  if (record.magic.endsWith('002')) setCardState(world, record, 'CLOSED', 'ISSUER_REJECTED');
  else setCardState(world, record, 'ACTIVE', null);
}

/** What a merchant's authorization comes to: a token either way, and why it was declined. */
export interface AuthorizationOutcome {
  readonly issuerTransactionToken: string;
  readonly declined?: string;
}

/** Authorizes an amount on a card: holds it, or declines. A decline leaves no transaction. */
export function authorizeCard(world: World, record: CardRecord, body: Authorization): AuthorizationOutcome {
  const { state, clock, random } = world;
  const { card } = record;
  const issuerTransactionToken = mintUuid(random);
  const accountId = card.fundingSources[0] ?? '';
  const amount = inFunding(world, accountId, BigInt(body.amount), body.currency);
  const declined = declineReason(world, record, body.merchant.descriptor, amount);
  if (declined !== null) return { issuerTransactionToken, declined };
  const currency = state.internalAccounts.get(accountId)?.currency ?? '';
  const now = clock.iso();
  const authorizedAmount = { amount: body.amount, currency: currencyOf(body.currency) };
  const slow = body.merchant.descriptor.endsWith('005');
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
      ? { count: 0, totalAmount: { ...authorizedAmount, amount: 0 }, pendingCount: 1 }
      : { count: 1, totalAmount: authorizedAmount },
    authorizedAt: now,
    createdAt: now,
    updatedAt: now,
  };
  move(state.ledger, {
    at: clock.now(),
    from: accountId,
    to: heldPart(accountId),
    currency,
    amount,
    reason: transaction.id,
  });
  state.cardTransactions.set(transaction.id, transaction);
  if (slow) clock.after(SLOW_PULL_MS, 'card.pull', transaction.id);
  announce(world, transaction);
  return { issuerTransactionToken };
}

/** Ends a pull that took its time. */
export function finishPull(world: World, id: string): void {
  const transaction = world.state.cardTransactions.get(id);
  if (transaction?.pullSummary.pendingCount !== 1) return;
  update(world, transaction, { pullSummary: { count: 1, totalAmount: transaction.authorizedAmount } });
}

/** Posts a clearing: within the hold, beyond it (an extra pull), or 0 for the expiry of what is left of it. */
export function clearCard(world: World, transaction: CardTransactionRecord, amount: number): void {
  if (transaction.status !== 'AUTHORIZED' && transaction.status !== 'PARTIALLY_SETTLED') {
    throw new Refusal(
      409,
      'INVALID_STATE_TRANSITION',
      `A transaction that is ${transaction.status} takes no clearing.`,
    );
  }
  const { ledger } = world.state;
  const { accountId, authorizedAmount } = transaction;
  const { code } = authorizedAmount.currency;
  const settledBefore = transaction.settledAmount?.amount ?? 0;
  const settled = settledBefore + amount;
  const left = Math.max(authorizedAmount.amount - settledBefore, 0);
  const currency = world.state.internalAccounts.get(accountId)?.currency ?? '';
  const at = world.clock.now();
  const pay = (from: string, units: number): void =>
    move(ledger, {
      at,
      from,
      to: book('merchants', currency),
      currency,
      amount: inFunding(world, accountId, BigInt(units), code),
      reason: transaction.id,
    });
  const extra = inFunding(world, accountId, BigInt(Math.max(amount - left, 0)), code);
  const settlement = {
    settledAmount: { ...authorizedAmount, amount: settled },
    settlementSummary: {
      count: (transaction.settlementSummary?.count ?? 0) + (amount === 0 ? 0 : 1),
      totalAmount: { ...authorizedAmount, amount: settled },
    },
  };
  if (transaction.merchant.descriptor.endsWith('006') || balanceOf(ledger, accountId) < extra) {
    update(world, transaction, { ...settlement, status: 'EXCEPTION' });
    return;
  }
  if (Math.min(amount, left) > 0) pay(heldPart(accountId), Math.min(amount, left));
  if (amount > left) pay(accountId, amount - left);
  const closes = amount === 0 || settled >= authorizedAmount.amount;
  if (amount === 0 && left > 0) {
    const rest = inFunding(world, accountId, BigInt(left), code);
    move(ledger, { at, from: heldPart(accountId), to: accountId, currency, amount: rest, reason: transaction.id });
  }
  const pulls =
    amount > left
      ? { count: transaction.pullSummary.count + 1, totalAmount: { ...authorizedAmount, amount: settled } }
      : null;
  update(world, transaction, {
    ...settlement,
    ...(pulls === null ? {} : { pullSummary: pulls }),
    status: closes ? 'SETTLED' : 'PARTIALLY_SETTLED',
  });
}

/** Posts a return from the merchant, at most what is settled and not yet returned. */
export function returnCard(world: World, transaction: CardTransactionRecord, amount: number): void {
  const { settledAmount, refundedAmount, authorizedAmount, accountId } = transaction;
  const refunded = (refundedAmount?.amount ?? 0) + amount;
  if (!['PARTIALLY_SETTLED', 'SETTLED', 'REFUNDED'].includes(transaction.status)) {
    throw new Refusal(409, 'INVALID_STATE_TRANSITION', `A transaction that is ${transaction.status} takes no return.`);
  }
  if (refunded > (settledAmount?.amount ?? 0)) {
    throw new Refusal(400, 'AMOUNT_OUT_OF_RANGE', 'A return is at most what is settled and not yet returned.');
  }
  const currency = world.state.internalAccounts.get(accountId)?.currency ?? '';
  const units = inFunding(world, accountId, BigInt(amount), authorizedAmount.currency.code);
  const at = world.clock.now();
  const from = book('merchants', currency);
  move(world.state.ledger, { at, from, to: accountId, currency, amount: units, reason: transaction.id });
  const totalAmount = { ...authorizedAmount, amount: refunded };
  const count = (transaction.refundSummary?.count ?? 0) + 1;
  update(world, transaction, {
    status: 'REFUNDED',
    refundedAmount: totalAmount,
    refundSummary: { count, totalAmount },
  });
}

function declineReason(world: World, { card }: CardRecord, descriptor: string, amount: bigint): string | null {
  if (descriptor.endsWith('002')) return 'INSUFFICIENT_FUNDS';
  if (descriptor.endsWith('003') || card.state !== 'ACTIVE') return 'CARD_PAUSED';
  if (card.maxSpendPerTransaction !== null && amount > BigInt(card.maxSpendPerTransaction)) return 'LIMIT_EXCEEDED';
  return balanceOf(world.state.ledger, card.fundingSources[0] ?? '') < amount ? 'INSUFFICIENT_FUNDS' : null;
}

function inFunding(world: World, accountId: string, amount: bigint, currency: string): bigint {
  const { numerator, denominator } = unitRate(
    currency,
    world.state.internalAccounts.get(accountId)?.currency ?? currency,
  );
  return divideUp(amount * numerator, denominator);
}

function update(world: World, transaction: CardTransactionRecord, change: Partial<CardTransactionRecord>): void {
  const now = world.clock.iso();
  Object.assign(transaction, change, { lastEventAt: now, updatedAt: now });
  announce(world, transaction);
}

function announce(world: World, transaction: CardTransactionRecord): void {
  const kind = world.profile.paymentEventNames === 'plain' ? 'TRANSACTION' : 'CARD_TRANSACTION';
  emit(world, kind, transaction.status, transaction);
}
