/** Payments that wait: for a customer's code, or for the platform's approval of what an agent started. */
import type * as v from 'valibot';
import { startPayment } from './outgoing-payments.ts';
import { Refusal } from '../http/refusal.ts';
import { route, type Call, type Reply, type SandboxRoute } from '../http/route.ts';
import type { QuoteRecord } from './payment-records.ts';
import { checkStrongCode, requireSubject, resendStrongCode, type StrongCode } from './strong-authentication.ts';
import type { Service } from '../service/service.ts';
import { awaitFunding, comesFromOutside, payableDestination, quoteOf, requireFunds } from './quote-routes.ts';

const quoteIds = { quoteId: ['Quote'] } as const;

/** The routes of strong authentication, over the body that a code is sent in. */
export const authorizationRoutes = (code: v.GenericSchema<unknown, StrongCode>): readonly SandboxRoute[] => [
  route({
    method: 'POST',
    path: '/quotes/:quoteId/authorize',
    ids: quoteIds,
    body: code,
    handle: authorize,
  }),
  route({
    method: 'POST',
    path: '/quotes/:quoteId/authorize/resend',
    ids: quoteIds,
    handle({ service, params }) {
      resendStrongCode(service, waiting(service, params['quoteId']));
      return { status: 204 };
    },
  }),
];

/** The approval of what an agent started. */
export const agentApprovalRoutes: readonly SandboxRoute[] = [
  route({
    method: 'POST',
    path: '/transactions/:transactionId/approve',
    ids: { transactionId: ['Transaction'] },
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

function authorize({ service, params, body }: Call<undefined, StrongCode>): Reply {
  const record = waiting(service, params['quoteId']);
  checkStrongCode(service, record, body.code);
  const { quote } = record;
  if (comesFromOutside(service, quote)) {
    awaitFunding(service, record);
    return { status: 200, body: quote };
  }
  const { rail } = payableDestination(service, record);
  requireFunds(service, quote.source.accountId ?? '', BigInt(quote.totalSendingAmount));
  startPayment(service, record, rail);
  return { status: 200, body: quote };
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
