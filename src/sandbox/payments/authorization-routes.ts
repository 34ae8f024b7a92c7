/** What a customer authorises beside the wallet's signature: a payment under strong authentication, and the end of a trust. */
import * as v from 'valibot';
import { startPayment } from './outgoing-payments.ts';
import { Refusal } from '../http/refusal.ts';
import { route, type Call, type Reply, type SandboxRoute } from '../http/route.ts';
import { dateTime, text } from '../http/fields.ts';
import { externalAccount } from '../customers/external-account-schemas.ts';
import { quote as quoteSchema } from './quote-schemas.ts';
import { transaction } from './transaction-schemas.ts';
import type { QuoteRecord } from './payment-records.ts';
import { askStrongAuthentication, checkStrongCode, requireSubject } from './strong-authentication.ts';
import type { Service } from '../service/service.ts';
import { externalAccountAnswer, externalAccountOf } from '../customers/external-account-routes.ts';
import { payableDestination, quoteOf, requireFunds } from './quote-routes.ts';

interface Code {
  readonly code: string;
}

const code: v.GenericSchema<unknown, Code> = v.strictObject({ code: text(12) });
const trustChallenge = v.strictObject({ type: v.literal('SMS_OTP'), expiresAt: dateTime });
const quoteIds = { quoteId: ['Quote'] } as const;
const accountIds = { externalAccountId: ['ExternalAccount'] } as const;
const untrust = '/customers/external-accounts/:externalAccountId/untrust';
const CHALLENGE_MS = 5 * 60_000;

/** The routes of strong authentication, and the approval of what an agent started. */
export const authorizationRoutes: readonly SandboxRoute[] = [
  route({
    method: 'POST',
    path: '/quotes/:quoteId/authorize',
    ids: quoteIds,
    body: code,
    answers: { 200: quoteSchema },
    handle: authorize,
  }),
  route({
    method: 'POST',
    path: '/quotes/:quoteId/authorize/resend',
    ids: quoteIds,
    answers: { 204: null },
    handle({ service, params }) {
      askStrongAuthentication(service, waiting(service, params['quoteId']));
      return { status: 204 };
    },
  }),
  route({
    method: 'POST',
    path: untrust,
    ids: accountIds,
    answers: { 200: trustChallenge },
    handle({ service, params }) {
      const record = externalAccountOf(service, params['externalAccountId']);
      requireSubject(service, record.customerId);
      if (!record.trusted) throw new Refusal(409, 'CONFLICT', 'The account is not a trusted beneficiary.');
      record.untrustUntil = service.clock.now() + CHALLENGE_MS;
      return { status: 200, body: { type: 'SMS_OTP', expiresAt: new Date(record.untrustUntil).toISOString() } };
    },
  }),
  route({
    method: 'POST',
    path: `${untrust}/confirm`,
    ids: accountIds,
    body: code,
    answers: { 200: externalAccount },
    handle({ service, params, body }) {
      const record = externalAccountOf(service, params['externalAccountId']);
      requireSubject(service, record.customerId);
      if ((record.untrustUntil ?? 0) <= service.clock.now()) {
        throw new Refusal(409, 'CONFLICT', 'Nothing is waiting to be confirmed: call untrust first.');
      }
      checkStrongCode(record, body.code);
      record.trusted = false;
      delete record.untrustUntil;
      return { status: 200, body: externalAccountAnswer(record) };
    },
  }),
  route({
    method: 'POST',
    path: '/transactions/:transactionId/approve',
    ids: { transactionId: ['Transaction'] },
    answers: { 200: transaction },
    handle: approve,
  }),
];

function waiting(service: Service, quoteId: string | undefined): QuoteRecord {
  const record = quoteOf(service, quoteId);
  requireSubject(service, record.customerId);
  if (record.quote.status !== 'PENDING_AUTHORIZATION') {
    throw new Refusal(409, 'CONFLICT', 'The quote is not waiting for strong authentication.');
  }
  return record;
}

function authorize({ service, params, body }: Call<undefined, Code>): Reply {
  const record = waiting(service, params['quoteId']);
  checkStrongCode(record, body.code);
  const { rail } = payableDestination(service, record);
  requireFunds(service, record.quote.source.accountId ?? '', BigInt(record.quote.totalSendingAmount));
  startPayment(service, record, rail);
  return { status: 200, body: record.quote };
}

function approve({ service, params }: Call<undefined, undefined>): Reply {
  const id = params['transactionId'] ?? '';
  const found = service.state.transactions.get(id);
  if (found === undefined) throw new Refusal(404, 'TRANSACTION_NOT_FOUND', 'There is no such transaction.');
  const record = service.state.quotes.get(found.quoteId ?? '');
  if (record === undefined || found['agentId'] === undefined || found.status !== 'PENDING') {
    const message = "Only an agent's payment that is PENDING can be approved.";
    throw new Refusal(409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL', message);
  }
  const { rail } = payableDestination(service, record);
  requireFunds(service, record.quote.source.accountId ?? '', BigInt(record.quote.totalSendingAmount));
  startPayment(service, record, rail);
  return { status: 200, body: found };
}
