/** Quotes that money from outside pays: the sandbox's simulation of sending it. */
import * as v from 'valibot';
import { amount, currencyCode, id } from '../http/fields.ts';
import { Refusal } from '../http/refusal.ts';
import { route, type SandboxRoute } from '../http/route.ts';
import type { Service } from '../service/service.ts';
import { failPayment, startPayment } from './outgoing-payments.ts';
import { comesFromOutside, payableDestination, quoteOf } from './quote-routes.ts';
import type { TransactionRecord } from './payment-records.ts';

const sendFunds = v.strictObject({
  quoteId: id('Quote'),
  currencyCode,
  currencyAmount: v.optional(amount()),
});
type SendFunds = v.InferOutput<typeof sendFunds>;

/** The route. */
export const realtimeFundingRoutes: readonly SandboxRoute[] = [
  route({
    method: 'POST',
    path: '/sandbox/send',
    body: sendFunds,
    handle: ({ service, body }) => ({ status: 200, body: receive(service, body) }),
  }),
];

// The full amount starts the payment; another amount fails it.
function receive(service: Service, { quoteId, currencyCode: code, currencyAmount }: SendFunds): TransactionRecord {
  const record = quoteOf(service, quoteId);
  const { quote } = record;
  if (!comesFromOutside(service, quote)) {
    throw new Refusal(400, 'INVALID_INPUT', 'This quote is paid by its execution, not by money from outside.');
  }
  if (quote.status !== 'PENDING') throw new Refusal(400, 'INVALID_INPUT', `The quote is ${quote.status}.`);
  if (code !== quote.sendingCurrency.code) {
    throw new Refusal(400, 'INVALID_CURRENCY', `The quote is paid in ${quote.sendingCurrency.code}.`);
  }
  const isWhole = currencyAmount === undefined || currencyAmount === quote.totalSendingAmount;
  if (isWhole) startPayment(service, record, payableDestination(service, record).rail);
  else failPayment(service, record, 'FUNDING_AMOUNT_MISMATCH');
  const transaction = service.state.transactions.get(quote.transactionId);
  if (transaction === undefined) throw new RangeError('a quote has a transaction');
  return transaction;
}
