/** Incoming payments in the public service: a simulated one from an UMA address, and the platform's decision on it. */
import * as v from 'valibot';
import { umaAddress } from '../customers/grid-customer-schemas.ts';
import { customerAt, customerOf } from '../customers/customers.ts';
import type { InternalAccountRecord } from '../customers/customer-records.ts';
import { amount, currencyCode, dateTime, id, text } from '../http/fields.ts';
import { invalidInput, Refusal, unknownRecord } from '../http/refusal.ts';
import { route, type SandboxRoute } from '../http/route.ts';
import type { Service } from '../service/service.ts';
import { awaitDecision, decideIncoming } from './incoming-approvals.ts';
import { createIncoming } from './incoming-payments.ts';

const receive = v.strictObject({
  senderUmaAddress: umaAddress,
  receiverUmaAddress: v.optional(umaAddress),
  customerId: v.optional(id('Customer')),
  receivingCurrencyCode: currencyCode,
  receivingCurrencyAmount: amount(1e11),
});
type Receive = v.InferOutput<typeof receive>;

const ids = { transactionId: ['Transaction'] } as const;
const bodies: Readonly<Record<'approve' | 'reject', v.GenericSchema<unknown, object>>> = {
  approve: v.strictObject({ receiverCustomerInfo: v.optional(v.looseObject({})) }),
  reject: v.strictObject({ reason: v.optional(text()) }),
};

/** The routes. */
export const incomingRoutes: readonly SandboxRoute[] = [
  route({
    method: 'POST',
    path: '/sandbox/uma/receive',
    body: receive,
    handle({ service, body }) {
      const source = { sourceType: 'UMA_ADDRESS', umaAddress: body.senderUmaAddress };
      const account = receiverOf(service, body);
      const record = createIncoming(service, account, body.receivingCurrencyAmount, { status: 'PENDING', source });
      awaitDecision(service, record);
      return { status: 200, body: record };
    },
  }),
  ...(['approve', 'reject'] as const).map((decision) =>
    route({
      method: 'POST',
      path: `/transactions/:transactionId/${decision}`,
      ids,
      body: bodies[decision],
      handle: ({ service, params }) => ({
        status: 200,
        body: decideIncoming(service, params['transactionId'] ?? '', decision),
      }),
    }),
  ),
  route({
    method: 'POST',
    path: '/transactions/:transactionId/confirm',
    ids,
    body: v.strictObject({ receiptDeliveryConfirmedAt: v.optional(dateTime) }),
    handle({ service, params, body }) {
      const record = service.state.transactions.get(params['transactionId'] ?? '');
      if (record === undefined) throw unknownRecord('transaction', 'TRANSACTION_NOT_FOUND');
      const now = service.clock.iso();
      const at = body.receiptDeliveryConfirmedAt ?? now;
      return { status: 200, body: Object.assign(record, { receiptDeliveryConfirmedAt: at, updatedAt: now }) };
    },
  }),
];

function receiverOf(service: Service, body: Receive): InternalAccountRecord {
  const { state } = service;
  const { customerId, receiverUmaAddress, receivingCurrencyCode } = body;
  if ((customerId === undefined) === (receiverUmaAddress === undefined)) {
    const message = 'Name either customerId or receiverUmaAddress.';
    throw invalidInput(['customerId', 'receiverUmaAddress'].map((field) => ({ field, message })));
  }
  const named = customerAt(service, receiverUmaAddress);
  const receiver = customerOf(service, customerId ?? named?.id);
  const account = state.internalAccounts.list(receiver.id).find(({ currency }) => currency === receivingCurrencyCode);
  if (account !== undefined) return account;
  throw new Refusal(400, 'INVALID_CURRENCY', `The customer has no account in ${receivingCurrencyCode}.`);
}
