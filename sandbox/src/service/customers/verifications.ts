/** The check of a customer: its missing parts, and the decision that the customer's ending causes. */
import { Refusal } from '../http/refusal.ts';
import { outcomeOf } from '../service/endings.ts';
import { mintId } from '../service/record-ids.ts';
import type { Service } from '../service/service.ts';
import { emitNamed } from '../webhooks/webhook-events.ts';
import type { CustomerRecord, VerificationProblem, VerificationRecord } from './customer-records.ts';
import { customerAnswer, customerOf } from './customers.ts';
import { openAccounts } from './internal-accounts.ts';
import { property } from './property.ts';

type Status = VerificationRecord['verificationStatus'];

// The customer's own status, by that of the verification.
const customerStatus: Partial<Record<Status, CustomerRecord['kycStatus']>> = {
  PENDING_MANUAL_REVIEW: 'PENDING',
  IN_PROGRESS: 'PENDING',
  APPROVED: 'APPROVED',
  REJECTED: 'REJECTED',
};

/**
 * Checks a customer, again where the last check is still open. @throws Refusal 400 for one with a decision, or whose
 * contacts aren't verified
 */
export function verifyCustomer(service: Service, customerId: string): VerificationRecord {
  const customer = customerOf(service, customerId);
  const { kycStatus, contactVerification = {} } = customer;
  if (isDecided(customer)) {
    throw new Refusal(400, 'INVALID_INPUT', `The customer is ${kycStatus}: there is nothing to verify.`);
  }
  if (Object.values(contactVerification).includes('PENDING')) {
    throw new Refusal(400, 'INVALID_INPUT', "The customer's email and phone are to be verified first.");
  }
  const errors = problemsOf(customer);
  const record = openVerification(service, customer) ?? create(service, customer);
  decide(service, record, errors.length > 0 ? 'RESOLVE_ERRORS' : decisionOn(customer), errors);
  const status = customerStatus[record.verificationStatus];
  if (status !== undefined) setCheck(service, customer, status);
  return record;
}

/**
 * Decides on a customer who has completed a hosted check without a missing part; a customer with a decision, or who
 * fails it, stays unchanged.
 */
export function decideHosted(service: Service, customerId: string): void {
  const customer = service.state.customers.get(customerId);
  if (customer === undefined || customer.isDeleted === true || isDecided(customer)) return;
  const status = isPoor(customer) ? undefined : customerStatus[decisionOn(customer)];
  if (status !== undefined) setCheck(service, customer, status);
}

function isDecided({ kycStatus }: CustomerRecord): boolean {
  return kycStatus === 'APPROVED' || kycStatus === 'REJECTED';
}

/** Sets the status of a customer's check and notifies the platform. A decision ends the waiting verification. */
export function setCheck(service: Service, customer: CustomerRecord, kycStatus: CustomerRecord['kycStatus']): void {
  customer.kycStatus = kycStatus;
  customer.updatedAt = service.clock.iso();
  openAccounts(service, customer);
  const open = openVerification(service, customer);
  if (open !== undefined && (kycStatus === 'APPROVED' || kycStatus === 'REJECTED'))
    decide(service, open, kycStatus, []);
  if (!/^(APPROVED|REJECTED|PENDING)$/.test(kycStatus)) return;
  const isBusiness = customer.customerType === 'BUSINESS' && service.contract.businessStatus === 'kybStatus';
  const answer = customerAnswer(service, customer);
  emitNamed(service, `CUSTOMER.${isBusiness ? 'KYB' : 'KYC'}_${kycStatus}`, () => answer);
}

function openVerification({ state }: Service, { id }: CustomerRecord): VerificationRecord | undefined {
  return state.verifications
    .list(id)
    .find(({ verificationStatus }) => verificationStatus !== 'APPROVED' && verificationStatus !== 'REJECTED');
}

function create({ clock, random, state }: Service, { id: customerId }: CustomerRecord): VerificationRecord {
  const now = clock.iso();
  const id = mintId(random, 'Verification');
  const times = { createdAt: now, updatedAt: now };
  const record: VerificationRecord = { id, customerId, verificationStatus: 'IN_PROGRESS', errors: [], ...times };
  state.verifications.set(id, record);
  return record;
}

function decide(
  service: Service,
  record: VerificationRecord,
  verificationStatus: Status,
  errors: readonly VerificationProblem[],
): void {
  Object.assign(record, { verificationStatus, errors, updatedAt: service.clock.iso() });
  emitNamed(service, `VERIFICATION.${verificationStatus}`, () => record);
}

function decisionOn({ customerType, fullName, fields }: CustomerRecord): Status {
  if (customerType === 'INDIVIDUAL') {
    return outcomeOf('fullName', fullName) === 'PENDING' ? 'PENDING_MANUAL_REVIEW' : 'APPROVED';
  }
  const number = property(fields['businessInfo'], 'registrationNumber');
  return outcomeOf('registrationNumber', typeof number === 'string' ? number : '') ?? 'APPROVED';
}

function isPoor({ customerType, fullName }: CustomerRecord): boolean {
  return customerType === 'INDIVIDUAL' && outcomeOf('fullName', fullName) === 'UNVERIFIED';
}

// Documents are not asked for: the sandbox takes none.
function problemsOf(customer: CustomerRecord): VerificationProblem[] {
  const { id: resourceId, customerType, fullName, fields, hasIdentifier } = customer;
  const line1 = property(fields['address'], 'line1');
  const isPerson = customerType === 'INDIVIDUAL';
  const needed = isPerson
    ? { fullName, birthDate: fields['birthDate'], 'address.line1': line1, identifier: hasIdentifier }
    : {
        'address.line1': line1,
        'businessInfo.countriesOfOperation': property(fields['businessInfo'], 'countriesOfOperation'),
      };
  const missing = Object.entries(needed).filter(([, value]) => value === undefined);
  const problems = missing.map(([name]) => {
    const reason = `${name} is needed for the check.`;
    return { resourceId, type: 'MISSING_FIELD', field: `customer.${name}`, reason };
  });
  const reason = 'The document is of poor quality.';
  return problems.length === 0 && isPoor(customer) ? [{ resourceId, type: 'POOR_QUALITY_DOCUMENT', reason }] : problems;
}
