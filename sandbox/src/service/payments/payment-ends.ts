/** Source and destination of a payment's money. */
import { requireTerms } from '../customers/end-user-terms.ts';
import { customerOf } from '../customers/customers.ts';
import { externalAccountOf, railsOf } from '../customers/external-account-routes.ts';
import { internalAccountOf } from '../customers/internal-accounts.ts';
import type { ExternalAccountRecord, InternalAccountRecord } from '../customers/customer-records.ts';
import { mayPay } from '../customers/approval.ts';
import { invalidInput, Refusal } from '../http/refusal.ts';
import type { Service } from '../service/service.ts';
import { ledgerNameOf } from './ledger.ts';
import type { QuoteDestination, QuoteSource } from './quote-schemas.ts';

/** The source of a payment. */
export interface PaymentSource {
  /** Name of its account in the ledger. */
  readonly ledgerName: string;
  readonly accountId?: string;
  readonly currency: string;
  readonly customerId?: string | undefined;
  /** Null for money that is yet to arrive from outside. */
  readonly account: InternalAccountRecord | null;
}

/** The destination of a payment. */
export interface PaymentDestination {
  readonly currency: string;
  readonly rail: string | null;
}

/**
 * Finds a source and the customer of its payment: the owner of an account, or the one that the platform names.
 *
 * @throws Refusal 404 for an account or a customer who isn't there, 400 for another customer than the owner.
 */
export function paymentSource(service: Service, source: QuoteSource): PaymentSource {
  if (source.sourceType === 'REALTIME_FUNDING') {
    const { currency, customerId } = source;
    if (customerId !== undefined) customerOf(service, customerId);
    return { ledgerName: ledgerNameOf({}, currency), currency, customerId, account: null };
  }
  const { accountId } = source;
  const account = accountId.startsWith('InternalAccount:') ? internalAccountOf(service, accountId) : null;
  const owned = account ?? requireActive(externalAccountOf(service, accountId));
  const { currency, customerId = source.customerId } = owned;
  if (source.customerId !== undefined && source.customerId !== customerId) {
    throw invalidInput([{ field: 'source.customerId', message: "The account is another customer's." }]);
  }
  if (customerId !== undefined) customerOf(service, customerId);
  return { ledgerName: ledgerNameOf(source, currency), accountId, currency, customerId, account };
}

/** @throws Refusal 400 for an account that no payment reaches. */
export function requireActive<Account extends Pick<ExternalAccountRecord, 'status'>>(account: Account): Account {
  if (account.status === 'ACTIVE') return account;
  throw new Refusal(400, 'INVALID_BANK_ACCOUNT', 'Only an ACTIVE account can send or receive payments.');
}

function requireApproved(service: Service, customerId = ''): void {
  if (mayPay(service, customerId)) return;
  const kycStatus = String(service.state.customers.get(customerId)?.kycStatus);
  throw new Refusal(403, 'USER_NOT_READY', `Only an APPROVED customer moves money: this one is ${kycStatus}.`);
}

/**
 * Finds a destination and its rail. @throws Refusal for one that can't be paid from this source, 403 for a customer who isn't
 * approved, or hasn't accepted the terms
 */
export function paymentDestination(
  service: Service,
  source: PaymentSource,
  destination: QuoteDestination,
): PaymentDestination {
  requireApproved(service, source.customerId);
  requireTerms(service, source.customerId);
  if (destination.destinationType === 'UMA_ADDRESS') return { currency: destination.currency ?? 'USD', rail: null };
  const { accountId, paymentRail: wanted } = destination;
  if (accountId === source.accountId) {
    throw new Refusal(400, 'SELF_PAYMENT', 'Source and destination are the same account.');
  }
  const external = accountId.startsWith('ExternalAccount:') ? externalAccountOf(service, accountId) : null;
  if (external?.customerId !== undefined && external.customerId !== source.customerId) {
    const message = "The destination belongs to another customer than the source's.";
    throw new Refusal(403, 'COUNTERPARTY_NOT_ALLOWED', message);
  }
  if (external !== null) requireActive(external);
  const rails = external === null ? [] : railsOf(service, external);
  if (wanted !== undefined && !rails.includes(wanted)) {
    throw invalidInput([
      { field: 'destination.paymentRail', constraint: { enum: rails }, message: 'The account has no such rail.' },
    ]);
  }
  const { currency } = external ?? internalAccountOf(service, accountId);
  return { currency, rail: wanted ?? rails[0] ?? null };
}
