/** Messages that only the public service's sandbox simulates: credits, a hold of another size, a return that is reversed. */
import { outcomeOf } from '../service/endings.ts';
import { balanceOf, book, heldPart } from '../payments/ledger.ts';
import { transfer } from '../payments/transfers.ts';
import { Refusal } from '../http/refusal.ts';
import type { Service } from '../service/service.ts';
import type { Authorization } from './card-schemas.ts';
import type { CardRecord, CardTransactionRecord } from './card-records.ts';
import {
  clearCard,
  decline,
  fundingBetween,
  fundingCurrencyOf,
  openTransaction,
  pausedReason,
  pulled,
  release,
  requireOpen,
  SLOW_PULL_MS,
  update,
  type AuthorizationOutcome,
} from './card-transactions.ts';
import { mintUuid } from '../service/record-ids.ts';

/** Authorizes a credit: nothing is held, and the money comes with its clearings. */
export function authorizeCredit(service: Service, record: CardRecord, body: Authorization): AuthorizationOutcome {
  const issuerTransactionToken = mintUuid(service.random);
  const declined = pausedReason(record, body.merchant.descriptor);
  if (declined !== undefined)
    return decline(service, record, body, { issuerTransactionToken, direction: 'CREDIT', declined });
  const transaction = openTransaction(service, record, body, { issuerTransactionToken, direction: 'CREDIT' });
  return { issuerTransactionToken, transaction };
}

/** Authorizes a credit and pays it by the same message, or half a minute later. */
export function payCredit(service: Service, record: CardRecord, body: Authorization): AuthorizationOutcome {
  const outcome = authorizeCredit(service, record, body);
  const { transaction } = outcome;
  if (transaction === undefined) return outcome;
  const isSlow = outcomeOf('merchant', body.merchant.descriptor) === 'LONG';
  if (isSlow) service.clock.after(SLOW_PULL_MS, 'card.credit', transaction.id);
  else clearCard(service, transaction, body.amount);
  return outcome;
}

/** Pays a credit that took its time, unless a clearing came before. */
export function finishCredit(service: Service, id: string): void {
  const transaction = service.state.cardTransactions.get(id);
  if (transaction?.status === 'AUTHORIZED') clearCard(service, transaction, transaction.authorizedAmount.amount);
}

/** Changes the total of an open authorization; declines if the account lacks the difference. */
export function resizeAuthorization(
  service: Service,
  transaction: CardTransactionRecord,
  total: number,
): AuthorizationOutcome {
  requireOpen(transaction, 'advice');
  const { accountId, authorizedAmount, direction, issuerTransactionToken, settledAmount, pullSummary } = transaction;
  const settled = settledAmount?.amount ?? 0;
  if (total < settled) throw new Refusal(400, 'AMOUNT_OUT_OF_RANGE', 'An advice is at least what is settled.');
  if (direction === 'DEBIT') {
    const rise = fundingBetween(service, transaction, authorizedAmount.amount, total);
    if (balanceOf(service.state.ledger, accountId) < rise) {
      return { issuerTransactionToken, declined: 'INSUFFICIENT_FUNDS' };
    }
    const common = { currency: fundingCurrencyOf(service, accountId), reason: transaction.id };
    const [own, held] = [accountId, heldPart(accountId)];
    const [from, to] = rise > 0n ? [own, held] : [held, own];
    transfer(service, { ...common, from, to, amount: rise > 0n ? rise : -rise });
  }
  const more = total - authorizedAmount.amount;
  update(service, transaction, {
    authorizedAmount: { ...authorizedAmount, amount: total },
    // A pull that is pending is one of the new total.
    ...(more > 0 && pullSummary?.pendingCount === undefined ? pulled(service, transaction, more) : {}),
    ...(total === settled ? { status: 'SETTLED' } : {}),
  });
  return { issuerTransactionToken };
}

/** Reverses an authorization of which nothing has settled, in whole or in part. */
export function reverseAuthorization(
  service: Service,
  transaction: CardTransactionRecord,
  amount?: number,
): AuthorizationOutcome {
  const { authorizedAmount, issuerTransactionToken, status } = transaction;
  if (status !== 'AUTHORIZED') {
    throw new Refusal(400, 'INVALID_INPUT', `A transaction that is ${status} is no open authorization.`);
  }
  if (amount !== undefined && amount > authorizedAmount.amount) {
    throw new Refusal(400, 'AMOUNT_OUT_OF_RANGE', 'A reversal is at most what is authorized.');
  }
  release(service, transaction, amount);
  return { issuerTransactionToken };
}

/** Takes back what a merchant returned; `EXCEPTION` where the account no longer has it. */
export function reverseReturn(service: Service, transaction: CardTransactionRecord): AuthorizationOutcome {
  const { accountId, authorizedAmount, issuerTransactionToken, originalTransactionId, status } = transaction;
  const isRow = originalTransactionId !== undefined;
  const returned = isRow ? transaction.settledAmount : transaction.refundedAmount;
  if (status !== (isRow ? 'SETTLED' : 'REFUNDED') || returned === undefined) {
    throw new Refusal(400, 'INVALID_INPUT', `A transaction that is ${status} has no return to reverse.`);
  }
  const amount = fundingBetween(service, transaction, 0, returned.amount);
  if (balanceOf(service.state.ledger, accountId) < amount) {
    update(service, transaction, { status: 'EXCEPTION' });
    return { issuerTransactionToken };
  }
  const currency = fundingCurrencyOf(service, accountId);
  transfer(service, { from: accountId, to: book('merchants', currency), currency, amount, reason: transaction.id });
  if (isRow) {
    delete transaction.settledAmount;
    update(service, transaction, { status: 'VOIDED', authorizedAmount: { ...authorizedAmount, amount: 0 } });
    return { issuerTransactionToken };
  }
  delete transaction.refundedAmount;
  delete transaction.refundSummary;
  update(service, transaction, { status: 'SETTLED', ...pulled(service, transaction, returned.amount) });
  return { issuerTransactionToken };
}
