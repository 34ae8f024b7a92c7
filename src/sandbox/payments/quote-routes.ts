/** Quotes: priced, then executed once, with a wallet signature where the source is a wallet. */
import type { PaymentInstructions, Quote } from '../../wire.ts';
import { currencyOf, displayRate } from './currencies.ts';
import { mintId } from '../service/record-ids.ts';
import { balanceOf } from './ledger.ts';
import { signTransaction } from '../wallet-auth/payloads.ts';
import { startPayment } from './outgoing-payments.ts';
import { platformIdOf } from '../customers/platform.ts';
import { priceReceiving, priceSending, rateDetails } from './pricing.ts';
import { requireWalletSignature } from '../wallet-auth/wallet-signature.ts';
import { invalidInput, unknownRecord, Refusal } from '../http/refusal.ts';
import { route, type Call, type Reply, type SandboxRoute } from '../http/route.ts';
import { createQuote, quote as quoteSchema, type CreateQuote } from './quote-schemas.ts';
import type { InternalAccountRecord } from '../customers/customer-records.ts';
import type { QuoteRecord } from './payment-records.ts';
import { askStrongAuthentication, needsStrongAuthentication } from './strong-authentication.ts';
import type { Service } from '../service/service.ts';
import { externalAccountOf, railsOf } from '../customers/external-account-routes.ts';
import { internalAccountOf } from '../customers/internal-account-routes.ts';

/** The routes of quotes. */
export const quoteRoutes: readonly SandboxRoute[] = [
  route({
    method: 'POST',
    path: '/quotes',
    body: createQuote,
    answers: { 201: quoteSchema },
    idempotent: true,
    handle: ({ service, body }) => ({ status: 201, body: create(service, body).quote }),
  }),
  route({
    method: 'GET',
    path: '/quotes/:quoteId',
    ids: { quoteId: ['Quote'] },
    answers: { 200: quoteSchema },
    handle: ({ service, params }) => ({ status: 200, body: quoteOf(service, params['quoteId']).quote }),
  }),
  route({
    method: 'POST',
    path: '/quotes/:quoteId/execute',
    ids: { quoteId: ['Quote'] },
    answers: { 200: quoteSchema },
    idempotent: true,
    handle: execute,
  }),
];

/** A quote by id. @throws Refusal 404 `QUOTE_NOT_FOUND`. */
export function quoteOf(service: Service, id: string | undefined): QuoteRecord {
  const found = service.state.quotes.get(id ?? '');
  if (found === undefined) throw unknownRecord('quote', 'QUOTE_NOT_FOUND');
  return found;
}

/** The destination of a quote, as long as it can be paid. @throws Refusal otherwise. */
export function payableDestination(service: Service, { quote, rail }: QuoteRecord): Destination {
  const source = internalAccountOf(service, quote.source.accountId);
  return destinationOf(service, source, quote.destination.accountId ?? '', rail);
}

/** Creates a quote, and executes it at once where that is asked for. */
function create(service: Service, body: CreateQuote): QuoteRecord {
  const now = body.immediatelyExecute === true;
  if (now && internalAccountOf(service, body.source.accountId).type === 'EMBEDDED_WALLET') {
    const message = "A wallet's quote is executed with its signature, not at once.";
    throw invalidInput([{ field: 'immediatelyExecute', message }]);
  }
  const record = createQuoteRecord(service, body);
  if (now) start(service, record);
  return record;
}

function start(service: Service, record: QuoteRecord): void {
  const { quote } = record;
  const source = internalAccountOf(service, quote.source.accountId);
  const { rail } = payableDestination(service, record);
  requireFunds(service, source.id, BigInt(quote.totalSendingAmount));
  if (needsStrongAuthentication(service, source.customerId)) askStrongAuthentication(service, record);
  else startPayment(service, record, rail);
}

/** What a payment needs to know of where it goes. */
export interface Destination {
  readonly currency: string;
  readonly rail: string | null;
}

function destinationOf(
  service: Service,
  source: InternalAccountRecord,
  accountId: string,
  wanted?: string,
): Destination {
  if (accountId.startsWith('InternalAccount:')) {
    if (accountId === source.id) throw new Refusal(400, 'SELF_PAYMENT', 'Source and destination are the same account.');
    return { currency: internalAccountOf(service, accountId).currency, rail: null };
  }
  const account = externalAccountOf(service, accountId);
  if (account.customerId !== undefined && account.customerId !== source.customerId) {
    throw new Refusal(
      403,
      'COUNTERPARTY_NOT_ALLOWED',
      "The destination belongs to another customer than the source's.",
    );
  }
  if (account.status !== 'ACTIVE') {
    throw new Refusal(400, 'INVALID_BANK_ACCOUNT', 'Only an ACTIVE account can receive payments.');
  }
  const rails = railsOf(account);
  if (wanted !== undefined && !rails.includes(wanted)) {
    throw invalidInput([
      { field: 'destination.paymentRail', constraint: { enum: rails }, message: 'The account has no such rail.' },
    ]);
  }
  return { currency: account.currency, rail: wanted ?? rails[0] ?? null };
}

/** Prices a transfer and opens its transaction. @throws Refusal for a destination or an amount that can't be paid. */
export function createQuoteRecord(service: Service, body: CreateQuote): QuoteRecord {
  const { clock, random, settings, state } = service;
  const source = internalAccountOf(service, body.source.accountId);
  const { paymentRail, accountId: destinationId } = body.destination;
  const { currency } = destinationOf(service, source, destinationId, paymentRail);
  if (body.destination.currency !== undefined && body.destination.currency !== currency) {
    throw new Refusal(400, 'INVALID_CURRENCY', `The destination is an account in ${currency}.`);
  }
  const price = body.lockedCurrencySide === 'SENDING' ? priceSending : priceReceiving;
  const { sending, receiving, fee } = price(
    BigInt(body.lockedCurrencyAmount),
    source.currency,
    currency,
    settings.feeBasisPoints,
  );
  if (receiving < 1n || sending > 9_000_000_000_000_000n || receiving > 9_000_000_000_000_000n) {
    throw new Refusal(400, 'AMOUNT_OUT_OF_RANGE', 'The amount is too small or too large for this pair of currencies.');
  }
  requireFunds(service, source.id, sending);
  const details = rateDetails(sending, source.currency, currency, settings.feeBasisPoints);
  const now = clock.now();
  const transactionId = mintId(random, 'Transaction');
  const facts = {
    from: source.id,
    to: body.destination.accountId,
    sending: String(sending),
    receiving: String(receiving),
  };
  const payloadToSign = source.type === 'EMBEDDED_WALLET' ? signTransaction(service, source.id, facts) : undefined;
  const quote: Quote = {
    id: mintId(random, 'Quote'),
    status: 'PENDING',
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + settings.quoteMs).toISOString(),
    source: { sourceType: 'ACCOUNT', accountId: source.id },
    destination: { destinationType: 'ACCOUNT', accountId: body.destination.accountId },
    sendingCurrency: currencyOf(source.currency),
    receivingCurrency: currencyOf(currency),
    totalSendingAmount: Number(sending),
    totalReceivingAmount: Number(receiving),
    exchangeRate: displayRate(source.currency, currency),
    feesIncluded: Number(fee),
    platformFeesIncluded: 0,
    transactionId,
    ...(details === undefined ? {} : { rateDetails: details }),
    ...(payloadToSign === undefined ? {} : { paymentInstructions: instructions(service, source, payloadToSign) }),
  };
  const customerId = source.customerId ?? platformIdOf(random);
  const record: QuoteRecord = {
    quote,
    customerId,
    railSelectionMode: paymentRail === undefined ? 'AUTO' : 'MANUAL',
    ...(paymentRail === undefined ? {} : { rail: paymentRail }),
    ...(body.description === undefined ? {} : { description: body.description }),
    ...(payloadToSign === undefined ? {} : { payloadToSign }),
  };
  state.quotes.set(quote.id, record);
  state.transactions.set(transactionId, transactionFor(service, record));
  clock.after(settings.quoteMs, 'quote.expire', quote.id);
  return record;
}

// The public service lists the wallet's own address as another way to pay, first: clients select by accountType.
function instructions(service: Service, source: InternalAccountRecord, payloadToSign: string): PaymentInstructions[] {
  const signed = { accountOrWalletInfo: { accountType: 'EMBEDDED_WALLET', payloadToSign } };
  if (service.profile.name !== 'grid') return [signed];
  const address = source.wallet?.address ?? '';
  return [{ accountOrWalletInfo: { accountType: 'SPARK_WALLET', assetType: 'USDB', address } }, signed];
}

function transactionFor(service: Service, { quote, customerId, description }: QuoteRecord): never {
  const now = service.clock.iso();
  return {
    id: quote.transactionId,
    status: 'PENDING',
    type: 'OUTGOING',
    direction: 'DEBIT',
    source: quote.source,
    destination: quote.destination,
    customerId,
    platformCustomerId: service.state.customers.get(customerId)?.platformCustomerId ?? '',
    quoteId: quote.id,
    sentAmount: { amount: quote.totalSendingAmount, currency: quote.sendingCurrency },
    receivedAmount: { amount: quote.totalReceivingAmount, currency: quote.receivingCurrency },
    exchangeRate: quote.exchangeRate,
    fees: quote.feesIncluded,
    platformFees: 0,
    ...('rateDetails' in quote ? { rateDetails: quote.rateDetails } : {}),
    ...('paymentInstructions' in quote ? { paymentInstructions: quote.paymentInstructions } : {}),
    ...(description === undefined ? {} : { description }),
    paymentRail: null,
    railSelectionMode: null,
    expectedSettlementAt: null,
    settlementTimelineSeconds: null,
    createdAt: now,
    updatedAt: now,
  } as never;
}

/** @throws Refusal 400 `INSUFFICIENT_FUNDS`. */
export function requireFunds(service: Service, accountId: string, amount: bigint): void {
  if (balanceOf(service.state.ledger, accountId) < amount) {
    throw new Refusal(400, 'INSUFFICIENT_FUNDS', "The source's available balance doesn't cover the sending amount.");
  }
}

function isAgents(service: Service, transactionId: string): boolean {
  return service.state.transactions.get(transactionId)?.['agentId'] !== undefined;
}

function wasExecuted({ status }: QuoteRecord['quote']): boolean {
  return status === 'PROCESSING' || status === 'COMPLETED';
}

async function execute(call: Call<undefined, undefined>): Promise<Reply> {
  const { service, params } = call;
  const record = quoteOf(service, params['quoteId']);
  const { quote, payloadToSign } = record;
  const source = internalAccountOf(service, quote.source.accountId);
  const commit = (): Reply => {
    start(service, record);
    return { status: 200, body: quote };
  };
  if (isAgents(service, quote.transactionId)) {
    throw new Refusal(409, 'CONFLICT', 'An agent made this quote: approve its transaction instead.');
  }
  if (quote.status === 'EXPIRED') throw new Refusal(409, 'QUOTE_EXPIRED', 'The quote has expired: create a new one.');
  if (quote.status !== 'PENDING' && !(service.settings.unsafeExecuteTwice && wasExecuted(quote))) {
    throw new Refusal(409, 'CONFLICT', 'The quote was executed already.');
  }
  if (payloadToSign === undefined) return commit();
  return requireWalletSignature(call, { accountId: source.id, ask: { payloadToSign } }, commit);
}
