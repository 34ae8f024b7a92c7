/** Customers as records: found, created with a wallet and its e-mail credential, answered, deleted. */
import { requireConsents } from './end-user-terms.ts';
import { setCardState } from '../cards/card-transactions.ts';
import { invalidInput, Refusal, unknownRecord } from '../http/refusal.ts';
import { outcomeOf } from '../service/endings.ts';
import { mintId, mintUuid } from '../service/record-ids.ts';
import type { Service } from '../service/service.ts';
import { deleteCredential } from '../wallet-auth/credential-records.ts';
import type { CustomerRecord } from './customer-records.ts';
import type { CreateCustomer } from './customer-schemas.ts';
import { openAccounts } from './internal-accounts.ts';

/** A customer by id, deleted or not. @throws Refusal 404 `CUSTOMER_NOT_FOUND`. */
export function anyCustomerOf(service: Service, id: string | undefined): CustomerRecord {
  const found = service.state.customers.get(id ?? '');
  if (found === undefined) throw unknownRecord('customer', 'CUSTOMER_NOT_FOUND');
  return found;
}

/** A customer by id. @throws Refusal 404 `CUSTOMER_NOT_FOUND`, for one who was deleted too. */
export function customerOf(service: Service, id: string | undefined): CustomerRecord {
  const found = anyCustomerOf(service, id);
  if (found.isDeleted === true) throw unknownRecord('customer', 'CUSTOMER_NOT_FOUND');
  return found;
}

/** Creates a customer with a wallet. @throws Refusal 409 for a `platformCustomerId` or an UMA address of a customer who isn't deleted. */
export function createCustomerRecord(service: Service, body: CreateCustomer): CustomerRecord {
  const { contract, random, settings, state, clock } = service;
  const {
    customerType,
    region,
    email,
    phoneNumber,
    fullName,
    identifier,
    kycStatus: _kyc,
    kybStatus: _kyb,
    ...fields
  } = body;
  const { platformCustomerId = mintUuid(random), ...others } = fields;
  requirePast(service, others['birthDate']);
  requireConsents(service, others);
  const id = mintId(random, 'Customer');
  const umaAddress = contract.hasUmaAddresses
    ? { umaAddress: others['umaAddress'] ?? `$${id.slice(-12)}@${String(state.platformConfig.umaDomain)}` }
    : {};
  if (state.customers.list(`platform ${platformCustomerId}`).length > 0) {
    throw new Refusal(409, 'CONFLICT', 'There is a customer with this platformCustomerId already.');
  }
  requireOwnUmaAddress(service, umaAddress.umaAddress);
  const now = clock.iso();
  const verifies = contract.verifiesContacts && settings.strongAuthenticationRegions.includes(region ?? '');
  const isUnchecked = customerType === 'BUSINESS' && contract.businessStatus === 'kybStatus';
  const record: CustomerRecord = {
    id,
    platformCustomerId,
    customerType,
    ...(region === undefined ? {} : { region }),
    ...(email === undefined ? {} : { email }),
    ...(phoneNumber === undefined ? {} : { phoneNumber }),
    ...(fullName === undefined ? {} : { fullName }),
    fields: { ...others, ...umaAddress },
    ...(identifier === undefined ? {} : { hasIdentifier: true }),
    ...(verifies ? { contactVerification: { email: 'PENDING', phone: 'PENDING' } } : {}),
    kycStatus: isUnchecked ? 'UNVERIFIED' : (outcomeOf('fullName', fullName) ?? 'APPROVED'),
    createdAt: now,
    updatedAt: now,
  };
  state.customers.set(record.id, record);
  openAccounts(service, record);
  return record;
}

/** @throws Refusal 400 for a day of birth that is still to come. */
export function requirePast({ clock }: Service, birthDate: unknown, field = 'birthDate'): void {
  if (typeof birthDate !== 'string' || birthDate <= clock.iso().slice(0, 10)) return;
  throw invalidInput([{ field, message: 'This day is in the future.' }]);
}

/** The customer who has an UMA address. */
export function customerAt({ state }: Service, umaAddress: unknown): CustomerRecord | undefined {
  return typeof umaAddress === 'string' ? state.customers.list(`uma ${umaAddress}`)[0] : undefined;
}

/** @throws Refusal 409 `UMA_ADDRESS_EXISTS` where the address is another customer's. */
export function requireOwnUmaAddress(service: Service, umaAddress: unknown, own?: CustomerRecord): void {
  const owner = customerAt(service, umaAddress);
  if (owner === undefined || owner === own) return;
  throw new Refusal(409, 'UMA_ADDRESS_EXISTS', 'Another customer has this UMA address.');
}

/** A customer as the contract answers it. */
export function customerAnswer({ contract }: Service, record: CustomerRecord): unknown {
  const { fields, kycStatus, isDeleted = false, hasIdentifier: _, contactCodes: _codes, ...rest } = record;
  const status = record.customerType === 'BUSINESS' ? contract.businessStatus : 'kycStatus';
  return {
    ...rest,
    [status]: kycStatus,
    ...(contract.hasUmaAddresses ? { isDeleted } : {}),
    ...fields,
  };
}

/**
 * Deletes a customer: credentials and sessions end, cards close, the record stays. @throws Refusal 410
 * `CUSTOMER_DELETED` the second time
 */
export function deleteCustomerRecord(service: Service, id: string | undefined): CustomerRecord {
  const { clock, state } = service;
  const record = anyCustomerOf(service, id);
  if (record.isDeleted === true) throw new Refusal(410, 'CUSTOMER_DELETED', 'The customer was deleted already.');
  for (const { method } of state.credentials.values()) {
    const isTheirs = state.internalAccounts.get(method.accountId)?.customerId === record.id;
    if (isTheirs) deleteCredential(service, method.id);
  }
  for (const card of state.cards.values()) {
    const isOpen = card.card.cardholderId === record.id && card.card.state !== 'CLOSED';
    if (isOpen) setCardState(service, card, 'CLOSED', 'CLOSED_BY_PLATFORM');
  }
  const deleted = { ...record, isDeleted: true as const, updatedAt: clock.iso() };
  state.customers.set(record.id, deleted);
  return deleted;
}
