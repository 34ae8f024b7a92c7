/** The cancellation of a bank transfer that hasn't settled: only the public service shows it. */
import * as v from 'valibot';
import { text } from '../http/fields.ts';
import { Refusal, unknownRecord } from '../http/refusal.ts';
import { route, type SandboxRoute } from '../http/route.ts';
import { cancelPayment } from './outgoing-payments.ts';

const cancellable: ReadonlySet<unknown> = new Set(['ACH', 'WIRE']);

/** The route. */
export const cancellationRoutes: readonly SandboxRoute[] = [
  route({
    method: 'POST',
    path: '/transactions/:transactionId/cancel',
    ids: { transactionId: ['Transaction', 'CardTransaction'] },
    body: v.strictObject({ reason: v.optional(text()) }),
    handle({ service, params }) {
      const { state } = service;
      const id = params['transactionId'] ?? '';
      const found = state.transactions.get(id);
      if (found === undefined && !state.cardTransactions.has(id)) {
        throw unknownRecord('transaction', 'TRANSACTION_NOT_FOUND');
      }
      const record = state.quotes.get(found?.quoteId ?? '');
      if (found?.type !== 'OUTGOING' || record === undefined || !cancellable.has(found['paymentRail'])) {
        throw new Refusal(400, 'INVALID_INPUT', 'Only a bank transfer by ACH or WIRE can be cancelled.');
      }
      if (found.status !== 'PROCESSING' || found.refund !== undefined) {
        const is = found.refund === undefined ? found.status : 'cancelled already';
        throw new Refusal(409, 'TRANSACTION_NOT_CANCELLABLE', `The transfer is ${is}.`);
      }
      cancelPayment(service, record);
      return { status: 200, body: found };
    },
  }),
];
