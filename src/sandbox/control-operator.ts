/** Control calls for what only an operator, a bank or an agent brings about. */
import * as v from 'valibot';
import { parse, type ControlTable } from './control-call.ts';
import { createIncoming, failIncoming, moveIncoming } from './funding.ts';
import { mintId } from './ids.ts';
import { failPayment, setTransaction } from './payments.ts';
import { notFound, Refusal } from './refusal.ts';
import { customerAnswer, customerOf } from './routes/customers.ts';
import { externalAccountAnswer, externalAccountOf } from './routes/external-accounts.ts';
import { createQuoteRecord } from './routes/quotes.ts';
import { internalAccountOf } from './routes/internal-accounts.ts';
import { amount, id } from './schemas/fields.ts';
import { createQuote } from './schemas/quotes.ts';
import type { TransactionRecord } from './state.ts';
import { validate } from './validation.ts';
import { emit } from './webhooks.ts';
import type { World } from './world.ts';

const accountBody = v.strictObject({
  externalAccountId: id('ExternalAccount'),
  status: v.optional(v.picklist(['PENDING', 'ACTIVE', 'UNDER_REVIEW', 'INACTIVE'])),
  trusted: v.optional(v.boolean()),
});
const customerBody = v.strictObject({
  customerId: id('Customer'),
  kycStatus: v.picklist(['UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED', 'HOLD']),
});

/** Why an outgoing payment may fail. */
export const outgoingFailures = [
  'QUOTE_EXPIRED',
  'QUOTE_EXECUTION_FAILED',
  'LIGHTNING_PAYMENT_FAILED',
  'FUNDING_AMOUNT_MISMATCH',
  'COUNTERPARTY_POST_TX_FAILED',
  'SCA_NOT_COMPLETED',
  'EXECUTION_FAILED_POST_DEBIT',
  'SETTLEMENT_FAILED',
  'TIMEOUT',
  'MANUAL_REFUND',
] as const;

/** Why an incoming payment may fail. */
export const incomingFailures = [
  'LNURLP_FAILED',
  'PAY_REQUEST_FAILED',
  'PAYMENT_APPROVAL_WEBHOOK_ERROR',
  'PAYMENT_APPROVAL_TIMED_OUT',
  'OFFRAMP_FAILED',
  'MISSING_MANDATORY_PAYEE_DATA',
  'QUOTE_EXPIRED',
  'QUOTE_EXECUTION_FAILED',
] as const;

const transactionId = id('Transaction');
const failureBody = v.strictObject({
  transactionId,
  failureReason: v.picklist([...outgoingFailures, ...incomingFailures]),
});

const incomingBody = v.strictObject({ internalAccountId: id('InternalAccount'), amount: amount(1e11) });
const moveBody = v.strictObject({
  transactionId,
  status: v.picklist(['PENDING', 'PROCESSING', 'COMPLETED', 'REJECTED', 'REFUNDED', 'EXPIRED']),
});

/** The operator's calls. */
export function operatorRoutes(world: World): ControlTable {
  return {
    'POST /external-accounts'(body) {
      const { externalAccountId, status, trusted } = validate(accountBody, parse(body));
      const record = externalAccountOf(world, externalAccountId);
      const changes = status !== undefined && status !== record.status;
      if (status !== undefined) record.status = status;
      if (trusted !== undefined) record.trusted = trusted;
      const answer = externalAccountAnswer(record);
      if (changes) emitNamed(world, 'EXTERNAL_ACCOUNT.STATUS_UPDATED', answer);
      return { body: { ...(answer as object), trusted: record.trusted } };
    },
    'POST /customers'(body) {
      const { customerId, kycStatus } = validate(customerBody, parse(body));
      const record = customerOf(world, customerId);
      record.kycStatus = kycStatus;
      record.updatedAt = world.clock.iso();
      const answer = customerAnswer(record);
      const outcome = /^(APPROVED|REJECTED|PENDING)$/.test(kycStatus);
      if (outcome) emitNamed(world, `CUSTOMER.KYC_${kycStatus}`, answer);
      return { body: answer };
    },
    'POST /failures'(body) {
      const { transactionId: wanted, failureReason } = validate(failureBody, parse(body));
      const found = transactionOf(world, wanted);
      fail(world, found, failureReason);
      return { body: found };
    },
    'POST /incoming-payments'(body) {
      const { internalAccountId, amount: received } = validate(incomingBody, parse(body));
      return { status: 201, body: createIncoming(world, internalAccountOf(world, internalAccountId), received) };
    },
    'POST /transactions'(body) {
      const { transactionId: wanted, status } = validate(moveBody, parse(body));
      const found = transactionOf(world, wanted);
      moveIncoming(world, found, status);
      return { body: found };
    },
    'POST /agent-payments'(body) {
      const { quote } = createQuoteRecord(world, validate(createQuote, parse(body)));
      const agentId = mintId(world.random, 'Agent');
      return { status: 201, body: setTransaction(world, quote.transactionId, { agentId }) };
    },
  };
}

function transactionOf(world: World, wanted: string): TransactionRecord {
  const found = world.state.transactions.get(wanted);
  if (found === undefined) throw notFound('transaction', 'TRANSACTION_NOT_FOUND');
  return found;
}

// The specification shows no such kinds of event; the public service has them.
function emitNamed(world: World, type: string, data: unknown): void {
  if (world.profile.paymentEventNames === 'with-status') emit(world, type, null, data);
}

function fail(world: World, record: TransactionRecord, failureReason: string): void {
  const known: readonly string[] = record.type === 'INCOMING' ? incomingFailures : outgoingFailures;
  if (!known.includes(failureReason) || ['FAILED', 'REJECTED', 'REFUNDED', 'EXPIRED'].includes(record.status)) {
    throw new Refusal(
      409,
      'INVALID_STATE_TRANSITION',
      `An ${record.type} payment that is ${record.status} can't fail so.`,
    );
  }
  const quote = world.state.quotes.get(record.quoteId ?? '');
  if (quote !== undefined) {
    failPayment(world, quote, failureReason);
    return;
  }
  failIncoming(world, record, failureReason);
}
