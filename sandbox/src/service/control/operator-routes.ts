/** Control calls for events that only an operator, a bank or an agent brings. */
import * as v from 'valibot';
import { createIncoming, failIncoming, transitionIncoming } from '../payments/incoming-payments.ts';
import { mintId } from '../service/record-ids.ts';
import { failPayment, setTransaction } from '../payments/outgoing-payments.ts';
import { invalidInput, notImplemented, unknownRecord, Refusal } from '../http/refusal.ts';
import type { ExternalAccountRecord } from '../customers/customer-records.ts';
import { customerAnswer, customerOf } from '../customers/customers.ts';
import { externalAccountAnswer, externalAccountOf } from '../customers/external-account-routes.ts';
import { createQuoteRecord } from '../payments/quote-routes.ts';
import { setCheck } from '../customers/verifications.ts';
import { internalAccountOf } from '../customers/internal-accounts.ts';
import { amount, id, matching, text } from '../http/fields.ts';
import { createQuote } from '../payments/quote-schemas.ts';
import { needsStrongAuthentication } from '../payments/strong-authentication.ts';
import type { TransactionRecord } from '../payments/payment-records.ts';
import { emitNamed } from '../webhooks/webhook-events.ts';
import type { Service } from '../service/service.ts';
import { route, type SandboxRoute } from '../http/route.ts';

const accountBody = v.strictObject({
  externalAccountId: id('ExternalAccount'),
  status: v.optional(v.picklist(['PENDING', 'ACTIVE', 'UNDER_REVIEW', 'INACTIVE'])),
  trusted: v.optional(v.boolean()),
});
const customerBody = v.strictObject({
  customerId: id('Customer'),
  kycStatus: v.picklist(['UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED', 'HOLD']),
});

const transactionId = id('Transaction');
const failureBody = v.strictObject({
  transactionId,
  failureReason: text(),
});

const incomingBody = v.strictObject({
  internalAccountId: id('InternalAccount'),
  amount: amount(1e11),
  umaAddress: v.optional(matching(/^\$[^\s@]+@[^\s@]+\.[^\s@.]+$/)),
  description: v.optional(text()),
});
const transitionBody = v.strictObject({
  transactionId,
  status: v.picklist(['PENDING', 'PROCESSING', 'COMPLETED', 'REJECTED', 'REFUNDED', 'EXPIRED']),
});

/** The operator's calls. */
export const operatorRoutes: readonly SandboxRoute[] = [
  route({
    method: 'POST',
    path: '/external-accounts',
    body: accountBody,
    handle({ service, body: { externalAccountId, status, trusted } }) {
      const record = externalAccountOf(service, externalAccountId);
      if (trusted === true) requireTrustable(service, record);
      const changes = status !== undefined && status !== record.status;
      if (status !== undefined) record.status = status;
      if (trusted !== undefined) record.trusted = trusted;
      const answer = externalAccountAnswer(service, record);
      if (changes) emitNamed(service, 'EXTERNAL_ACCOUNT.STATUS_UPDATED', () => answer);
      return { status: 200, body: { ...(answer as object), trusted: record.trusted } };
    },
  }),
  route({
    method: 'POST',
    path: '/customers',
    body: customerBody,
    handle({ service, body: { customerId, kycStatus } }) {
      const record = customerOf(service, customerId);
      setCheck(service, record, kycStatus);
      return { status: 200, body: customerAnswer(service, record) };
    },
  }),
  route({
    method: 'POST',
    path: '/failures',
    body: failureBody,
    handle({ service, body }) {
      const found = transactionOf(service, body.transactionId);
      fail(service, found, body.failureReason);
      return { status: 200, body: found };
    },
  }),
  route({
    method: 'POST',
    path: '/incoming-payments',
    body: incomingBody,
    handle({ service, body: { internalAccountId, amount: received, umaAddress, description } }) {
      const source = umaAddress === undefined ? undefined : { sourceType: 'UMA_ADDRESS', umaAddress };
      const account = internalAccountOf(service, internalAccountId);
      return { status: 201, body: createIncoming(service, account, received, { source, description }) };
    },
  }),
  route({
    method: 'POST',
    path: '/transactions',
    body: transitionBody,
    handle({ service, body }) {
      const found = transactionOf(service, body.transactionId);
      transitionIncoming(service, found, body.status);
      return { status: 200, body: found };
    },
  }),
  route({
    method: 'POST',
    path: '/receipts',
    body: v.strictObject({ transactionId }),
    handle({ service, body }) {
      const found = transactionOf(service, body.transactionId);
      if (found.status !== 'COMPLETED') {
        const message = `The receipt of a payment that is ${found.status} can't be delivered yet.`;
        throw new Refusal(409, 'INVALID_STATE_TRANSITION', message);
      }
      const receiptDeliveryConfirmedAt = service.clock.iso();
      return { status: 200, body: Object.assign(found, { receiptDeliveryConfirmedAt }) };
    },
  }),
  route({
    method: 'POST',
    path: '/agent-payments',
    body: createQuote,
    handle({ service, body }) {
      const approval = service.contract.unsupported.find(({ name }) => name === 'approveAgentAction');
      if (approval !== undefined) throw notImplemented(approval.name);
      const { quote } = createQuoteRecord(service, body);
      const agentId = mintId(service.random, 'Agent');
      return { status: 201, body: setTransaction(service, quote.transactionId, { agentId }) };
    },
  }),
];

// A customer who isn't subject to strong authentication can't end a trust, so the account could never be deleted.
function requireTrustable(service: Service, { customerId }: ExternalAccountRecord): void {
  if (needsStrongAuthentication(service, customerId)) return;
  const message = 'Only a customer whose region is in strongAuthenticationRegions has trusted beneficiaries.';
  throw invalidInput([{ field: 'trusted', message }]);
}

function transactionOf(service: Service, wanted: string): TransactionRecord {
  const found = service.state.transactions.get(wanted);
  if (found === undefined) throw unknownRecord('transaction', 'TRANSACTION_NOT_FOUND');
  return found;
}

function fail(service: Service, record: TransactionRecord, failureReason: string): void {
  const { incomingFailures, outgoingFailures } = service.contract;
  const known = record.type === 'INCOMING' ? incomingFailures : outgoingFailures;
  if (![...incomingFailures, ...outgoingFailures].includes(failureReason)) {
    const constraint = { enum: [...known] };
    throw invalidInput([{ field: 'failureReason', constraint, message: `This must be one of: ${known.join(', ')}.` }]);
  }
  if (!known.includes(failureReason) || ['FAILED', 'REJECTED', 'REFUNDED', 'EXPIRED'].includes(record.status)) {
    throw new Refusal(
      409,
      'INVALID_STATE_TRANSITION',
      `An ${record.type} payment that is ${record.status} can't fail so.`,
    );
  }
  if (record.type === 'OUTGOING' && record.refund !== undefined) {
    throw new Refusal(409, 'INVALID_STATE_TRANSITION', 'The payment was cancelled: its money goes back.');
  }
  const quote = service.state.quotes.get(record.quoteId ?? '');
  if (record.type === 'OUTGOING' && quote !== undefined) {
    failPayment(service, quote, failureReason);
    return;
  }
  failIncoming(service, record, failureReason);
}
