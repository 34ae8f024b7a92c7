/** Customers; each is born with a wallet account and its e-mail credential. */
import type { InternalAccountRecord, CustomerRecord } from '../state.ts';
import type { World } from '../world.ts';
import { encodeHex } from '../../encoding/index.ts';
import { mintId, mintUuid } from '../ids.ts';
import { invalidInput, notFound, Refusal } from '../refusal.ts';
import { route, type Route } from '../route.ts';
import { createCustomer, customer, type CreateCustomer } from '../schemas/customers.ts';

/** The routes of customers. */
export const customerRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/customers',
    body: createCustomer,
    answers: { 201: customer },
    idempotent: true,
    handle: ({ world, body }) => ({ status: 201, body: customerAnswer(create(world, body)) }),
  }),
  route({
    method: 'GET',
    path: '/customers/:customerId',
    ids: { customerId: ['Customer'] },
    answers: { 200: customer },
    handle: ({ world, params }) => ({ status: 200, body: customerAnswer(customerOf(world, params['customerId'])) }),
  }),
];

/** A customer by id. @throws Refusal 404 `CUSTOMER_NOT_FOUND`. */
export function customerOf(world: World, id: string | undefined): CustomerRecord {
  const found = world.state.customers.get(id ?? '');
  if (found === undefined) throw notFound('customer', 'CUSTOMER_NOT_FOUND');
  return found;
}

function create(world: World, body: CreateCustomer): CustomerRecord {
  const { customerType, platformCustomerId, region, email, phoneNumber, fullName, ...fields } = body;
  for (const other of world.state.customers.values()) {
    if (other.platformCustomerId === platformCustomerId) {
      throw new Refusal(409, 'CONFLICT', 'There is a customer with this platformCustomerId already.');
    }
  }
  if (email === undefined) throw invalidInput([{ field: 'email', message: 'This field is required.' }]);
  const now = world.clock.iso();
  const record: CustomerRecord = {
    id: mintId(world.random, 'Customer'),
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
  world.state.customers.set(record.id, record);
  createWallet(world, record);
  return record;
}

// Magic endings of a name (wire facts, section 7.1).
function kycOf(fullName: string): CustomerRecord['kycStatus'] {
  if (fullName.endsWith('001')) return 'PENDING';
  if (fullName.endsWith('002')) return 'REJECTED';
  return fullName.endsWith('003') ? 'UNVERIFIED' : 'APPROVED';
}

function createWallet(world: World, { id: customerId, email }: CustomerRecord): void {
  const { random, state, clock } = world;
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
