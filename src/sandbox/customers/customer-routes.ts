/** Customers; each is created with a wallet account and its e-mail credential. */
import { encodeHex } from '../../encoding/index.ts';
import { mintId, mintUuid } from '../service/record-ids.ts';
import { activity, walletOf } from '../wallet-auth/payloads.ts';
import { requireWalletSignature, type FirstLeg } from '../wallet-auth/wallet-signature.ts';
import { invalidInput, unknownRecord, Refusal } from '../http/refusal.ts';
import { route, type Call, type Reply, type SandboxRoute } from '../http/route.ts';
import { challenge } from '../wallet-auth/credential-schemas.ts';
import {
  changeCustomer,
  createCustomer,
  customer,
  type ChangeCustomer,
  type CreateCustomer,
} from './customer-schemas.ts';
import type { CustomerRecord, InternalAccountRecord } from './customer-records.ts';
import type { CredentialRecord } from '../wallet-auth/wallet-auth-records.ts';
import type { Service } from '../service/service.ts';

/** The routes of customers. */
export const customerRoutes: readonly SandboxRoute[] = [
  route({
    method: 'POST',
    path: '/customers',
    body: createCustomer,
    answers: { 201: customer },
    idempotent: true,
    handle: ({ service, body }) => ({ status: 201, body: customerAnswer(createCustomerRecord(service, body)) }),
  }),
  route({
    method: 'GET',
    path: '/customers/:customerId',
    ids: { customerId: ['Customer'] },
    answers: { 200: customer },
    handle: ({ service, params }) => ({ status: 200, body: customerAnswer(customerOf(service, params['customerId'])) }),
  }),
  route({
    method: 'PATCH',
    path: '/customers/:customerId',
    ids: { customerId: ['Customer'] },
    body: changeCustomer,
    answers: { 200: customer, 202: challenge },
    handle: change,
  }),
];

/** A customer by id. @throws Refusal 404 `CUSTOMER_NOT_FOUND`. */
export function customerOf(service: Service, id: string | undefined): CustomerRecord {
  const found = service.state.customers.get(id ?? '');
  if (found === undefined) throw unknownRecord('customer', 'CUSTOMER_NOT_FOUND');
  return found;
}

async function change(call: Call<undefined, ChangeCustomer>): Promise<Reply> {
  const { service, params, body } = call;
  const record = customerOf(service, params['customerId']);
  const { email, phoneNumber } = body;
  if (Object.keys(body).length === 0) {
    throw invalidInput([{ field: 'body', message: 'Name at least one field to change.' }]);
  }
  if (email !== undefined && phoneNumber !== undefined) {
    throw invalidInput(
      ['email', 'phoneNumber'].map((field) => ({ field, message: 'Change one of the two at a time.' })),
    );
  }
  const personal = ['fullName', 'birthDate', 'nationality'].filter((field) => field in body);
  if (record.customerType === 'BUSINESS' && personal.length > 0) {
    throw invalidInput(personal.map((field) => ({ field, message: 'A business has no such field: leave it out.' })));
  }
  const taken = [...service.state.customers.values()].some((other) => other !== record && other.email === email);
  if (email !== undefined && taken) {
    throw new Refusal(409, 'EMAIL_OTP_EMAIL_ALREADY_EXISTS', 'Another customer signs in with this address.');
  }
  const bound = [...service.state.credentials.values()].find(
    ({ method }) =>
      service.state.internalAccounts.get(method.accountId)?.customerId === record.id &&
      ((method.type === 'EMAIL_OTP' && email !== undefined) ||
        (method.type === 'SMS_OTP' && phoneNumber !== undefined)),
  );
  const commit = (): Reply => ({ status: 200, body: customerAnswer(apply(service, record, body, bound)) });
  if (bound === undefined) return commit();
  const { accountId, type } = bound.method;
  const { userId } = walletOf(service, accountId);
  const ask = (): FirstLeg => ({
    payloadToSign:
      email === undefined
        ? activity(service, accountId, 'ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER', {
            userId,
            userPhoneNumber: phoneNumber,
          })
        : activity(service, accountId, 'ACTIVITY_TYPE_UPDATE_USER_EMAIL', { userEmail: email, userId }),
  });
  return requireWalletSignature(call, { accountId, type, ask }, commit);
}

function apply(
  service: Service,
  record: CustomerRecord,
  body: ChangeCustomer,
  bound?: CredentialRecord,
): CustomerRecord {
  const { email, phoneNumber, fullName, ...fields } = body;
  const now = service.clock.iso();
  const named = { ...(email && { email }), ...(phoneNumber && { phoneNumber }), ...(fullName && { fullName }) };
  const changed = { ...record, ...named, fields: { ...record.fields, ...fields }, updatedAt: now };
  service.state.customers.set(record.id, changed);
  const nickname = email ?? phoneNumber;
  if (bound !== undefined && nickname !== undefined) {
    const method = { ...bound.method, nickname, updatedAt: now };
    service.state.credentials.set(method.id, { ...bound, method });
    // A code that is on its way went to the old address.
    service.state.otps.delete(method.id);
  }
  return changed;
}

/** Creates a customer with a wallet account and its e-mail credential. @throws Refusal 409 for a `platformCustomerId` that is taken. */
export function createCustomerRecord(service: Service, body: CreateCustomer): CustomerRecord {
  const { customerType, platformCustomerId, region, email, phoneNumber, fullName, ...fields } = body;
  for (const other of service.state.customers.values()) {
    if (other.platformCustomerId === platformCustomerId) {
      throw new Refusal(409, 'CONFLICT', 'There is a customer with this platformCustomerId already.');
    }
  }
  if (email === undefined) throw invalidInput([{ field: 'email', message: 'This field is required.' }]);
  const now = service.clock.iso();
  const record: CustomerRecord = {
    id: mintId(service.random, 'Customer'),
    platformCustomerId,
    customerType,
    region,
    email,
    ...(phoneNumber === undefined ? {} : { phoneNumber }),
    ...(fullName === undefined ? {} : { fullName }),
    fields,
    kycStatus: kycOf(fullName ?? ''),
    createdAt: now,
    updatedAt: now,
  };
  service.state.customers.set(record.id, record);
  createWallet(service, record);
  return record;
}

// Magic endings of a name (wire facts, section 7.1).
function kycOf(fullName: string): CustomerRecord['kycStatus'] {
  if (fullName.endsWith('001')) return 'PENDING';
  if (fullName.endsWith('002')) return 'REJECTED';
  return fullName.endsWith('003') ? 'UNVERIFIED' : 'APPROVED';
}

function createWallet(service: Service, { id: customerId, email }: CustomerRecord): void {
  const { random, state, clock } = service;
  const now = clock.iso();
  const account: InternalAccountRecord = {
    id: mintId(random, 'InternalAccount'),
    customerId,
    type: 'EMBEDDED_WALLET',
    currency: 'USDB',
    wallet: {
      organizationId: mintUuid(random),
      userId: mintUuid(random),
      address: `0x${encodeHex(random.draw('address', 20))}`,
    },
    createdAt: now,
    updatedAt: now,
  };
  state.internalAccounts.set(account.id, account);
  const id = mintId(random, 'AuthMethod');
  const method = {
    id,
    accountId: account.id,
    type: 'EMAIL_OTP',
    nickname: email,
    createdAt: now,
    updatedAt: now,
  } as const;
  state.credentials.set(id, { method });
}

/** A customer as answered. */
export function customerAnswer(record: CustomerRecord): unknown {
  const { fields, fullName, phoneNumber, ...rest } = record;
  return {
    ...rest,
    ...(phoneNumber === undefined ? {} : { phoneNumber }),
    ...(fullName === undefined ? {} : { fullName }),
    ...fields,
  };
}
