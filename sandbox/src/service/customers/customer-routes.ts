/** The routes of customers; each is created with a wallet account and its e-mail credential. */
import type * as v from 'valibot';
import { activity, walletOf } from '../wallet-auth/payloads.ts';
import { requireWalletSignature, type FirstLeg } from '../wallet-auth/wallet-signature.ts';
import { invalidInput, Refusal } from '../http/refusal.ts';
import { route, type Call, type Reply, type SandboxRoute } from '../http/route.ts';
import type { ChangeCustomer, CreateCustomer } from './customer-schemas.ts';
import type { CustomerRecord } from './customer-records.ts';
import {
  anyCustomerOf,
  createCustomerRecord,
  customerAnswer,
  customerOf,
  requireOwnUmaAddress,
  requirePast,
} from './customers.ts';
import { requireConsents } from './end-user-terms.ts';
import { openAccounts } from './internal-accounts.ts';
import type { CredentialRecord } from '../wallet-auth/wallet-auth-records.ts';
import type { Service } from '../service/service.ts';

/** Bodies to create and to change a customer. */
export interface CustomerBodies {
  readonly create: v.GenericSchema<unknown, CreateCustomer>;
  readonly change: v.GenericSchema<unknown, ChangeCustomer>;
}

/** The routes of customers. */
export const customerRoutes = (bodies: CustomerBodies): readonly SandboxRoute[] => [
  route({
    method: 'POST',
    path: '/customers',
    body: bodies.create,
    idempotent: true,
    handle: ({ service, body }) => ({
      status: 201,
      body: customerAnswer(service, createCustomerRecord(service, body)),
    }),
  }),
  route({
    method: 'GET',
    path: '/customers/:customerId',
    ids: { customerId: ['Customer'] },
    handle: ({ service, params }) => ({
      status: 200,
      body: customerAnswer(service, anyCustomerOf(service, params['customerId'])),
    }),
  }),
  route({
    method: 'PATCH',
    path: '/customers/:customerId',
    ids: { customerId: ['Customer'] },
    body: bodies.change,
    handle: change,
  }),
];

async function change(call: Call<undefined, ChangeCustomer>): Promise<Reply> {
  const { service, params, body } = call;
  const record = customerOf(service, params['customerId']);
  const { email, phoneNumber } = body;
  if (Object.keys(body).every((field) => field === 'customerType')) {
    throw invalidInput([{ field: 'body', message: 'Name at least one field to change.' }]);
  }
  if (email !== undefined && phoneNumber !== undefined) {
    throw invalidInput(
      ['email', 'phoneNumber'].map((field) => ({ field, message: 'Change one of the two at a time.' })),
    );
  }
  if (body.customerType !== undefined && body.customerType !== record.customerType) {
    throw invalidInput([{ field: 'customerType', message: `The customer is ${record.customerType}.` }]);
  }
  const personal = ['fullName', 'birthDate', 'nationality'].filter((field) => field in body);
  if (record.customerType === 'BUSINESS' && personal.length > 0) {
    throw invalidInput(personal.map((field) => ({ field, message: 'A business has no such field: leave it out.' })));
  }
  requirePast(service, body['birthDate']);
  requireConsents(service, body);
  const others = [...service.state.customers.values()].filter((other) => other !== record && other.isDeleted !== true);
  requireOwnUmaAddress(service, body['umaAddress'], record);
  const taken = others.some((other) => other.email === email);
  if (email !== undefined && taken) {
    throw new Refusal(409, 'EMAIL_OTP_EMAIL_ALREADY_EXISTS', 'Another customer signs in with this address.');
  }
  requireOwnNumber(service, record, phoneNumber);
  const bound = [...service.state.credentials.values()].find(
    ({ method }) =>
      service.state.internalAccounts.get(method.accountId)?.customerId === record.id &&
      ((method.type === 'EMAIL_OTP' && email !== undefined) ||
        (method.type === 'SMS_OTP' && phoneNumber !== undefined)),
  );
  const commit = (): Reply => ({ status: 200, body: customerAnswer(service, apply(service, record, body, bound)) });
  if (bound === undefined) return commit();
  const { accountId } = bound.method;
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
  return requireWalletSignature(call, { accountId, ask }, commit);
}

function requireOwnNumber({ state }: Service, record: CustomerRecord, phoneNumber: string | undefined): void {
  const isTaken = [...state.credentials.values()].some(
    ({ method }) =>
      method.type === 'SMS_OTP' &&
      method.nickname === phoneNumber &&
      state.internalAccounts.get(method.accountId)?.customerId !== record.id,
  );
  if (isTaken) throw new Refusal(409, 'CONFLICT', 'Another customer signs in with this telephone number.');
}

// A new address is to be verified anew.
function unverified({ contactVerification }: CustomerRecord, { email, phoneNumber }: ChangeCustomer) {
  if (contactVerification === undefined || (email ?? phoneNumber) === undefined) return {};
  const channel = email === undefined ? 'phone' : 'email';
  return { contactVerification: { ...contactVerification, [channel]: 'PENDING' as const }, contactCodes: {} };
}

function apply(
  service: Service,
  record: CustomerRecord,
  body: ChangeCustomer,
  bound?: CredentialRecord,
): CustomerRecord {
  const { email, phoneNumber, fullName, customerType: _, identifier, kycStatus: _kyc, kybStatus: _kyb, ...sent } = body;
  const before = record.fields['businessInfo'] as object | undefined;
  const info = sent['businessInfo'] === undefined ? {} : { businessInfo: { ...before, ...sent['businessInfo'] } };
  const fields = { ...sent, ...info };
  const now = service.clock.iso();
  const named = { ...(email && { email }), ...(phoneNumber && { phoneNumber }), ...(fullName && { fullName }) };
  const known = identifier === undefined ? {} : { hasIdentifier: true as const };
  const changed: CustomerRecord = {
    ...record,
    ...named,
    ...known,
    ...unverified(record, body),
    fields: { ...record.fields, ...fields },
    updatedAt: now,
  };
  service.state.customers.set(record.id, changed);
  openAccounts(service, changed);
  const nickname = email ?? phoneNumber;
  if (bound !== undefined && nickname !== undefined) {
    const method = { ...bound.method, nickname, updatedAt: now };
    service.state.credentials.set(method.id, { ...bound, method });
    // A code that is on its way went to the old address.
    service.state.otps.delete(method.id);
  }
  return changed;
}
