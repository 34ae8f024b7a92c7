/** Quotes: priced, then executed once, with a wallet signature where the source is a wallet. */
import type * as v from 'valibot';
import type { PaymentInstructions } from 'countersign';
import { currencyOf, displayRate } from './currencies.ts';
import { mintId } from '../service/record-ids.ts';
import { balanceOf } from './ledger.ts';
import { walletPayment } from '../wallet-auth/payloads.ts';
import { setTransaction, startPayment } from './outgoing-payments.ts';
import { platformIdOf } from '../customers/platform.ts';
import { priceReceiving, priceSending, rateDetails, type Fees } from './pricing.ts';
import { requireWalletSignature } from '../wallet-auth/wallet-signature.ts';
import { invalidInput, unknownRecord, Refusal } from '../http/refusal.ts';
import { route, type Call, type Reply, type SandboxRoute } from '../http/route.ts';
import type { CreateQuote, QuoteDestination, QuoteSource } from './quote-schemas.ts';
import { requireLookup } from './receiver-lookups.ts';
import { walletAddress } from '../customers/funding-instructions.ts';
import { realtimeInstructions } from './realtime-instructions.ts';
import { paymentDestination, paymentSource, type PaymentDestination, type PaymentSource } from './payment-ends.ts';
import { transactionSource } from './transaction-source.ts';
import type { QuoteRecord, TransactionRecord } from './payment-records.ts';
import { askStrongAuthentication, needsStrongAuthentication } from './strong-authentication.ts';
import type { Service } from '../service/service.ts';
import { emitPayment } from '../webhooks/webhook-events.ts';

/** Bodies to create and to execute a quote. */
export interface QuoteBodies {
  readonly create: v.GenericSchema<unknown, CreateQuote>;
  readonly execute: v.GenericSchema<unknown, object>;
}

/** The routes of quotes. */
export const quoteRoutes = (bodies: QuoteBodies): readonly SandboxRoute[] => [
  route({
    method: 'POST',
    path: '/quotes',
    body: bodies.create,
    idempotent: true,
    handle({ service, body }) {
      const { quote } = create(service, body);
      const isWithheld = quote.status === 'PENDING_AUTHORIZATION' && comesFromOutside(service, quote);
      return { status: isWithheld ? 202 : service.contract.form.quoteStatus, body: quote };
    },
  }),
  route({
    method: 'GET',
    path: '/quotes/:quoteId',
    ids: { quoteId: ['Quote'] },
    handle: ({ service, params }) => ({ status: 200, body: quoteOf(service, params['quoteId']).quote }),
  }),
  route({
    method: 'POST',
    path: '/quotes/:quoteId/execute',
    ids: { quoteId: ['Quote'] },
    body: bodies.execute,
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
export function payableDestination(service: Service, { quote, rail }: QuoteRecord): PaymentDestination {
  const destination = { ...quote.destination, paymentRail: rail } as QuoteDestination;
  return paymentDestination(service, paymentSource(service, quote.source as QuoteSource), destination);
}

/** Detects a quote that is paid by money from outside, not by its execution. */
export function comesFromOutside(service: Service, { source }: QuoteRecord['quote']): boolean {
  return paymentSource(service, source as QuoteSource).account === null;
}

/** Creates a quote, and executes it at once if requested. */
function create(service: Service, body: CreateQuote): QuoteRecord {
  const now = body.immediatelyExecute === true;
  const { account } = paymentSource(service, body.source);
  if (now && account?.type === 'EMBEDDED_WALLET') {
    const message = "A wallet's quote is executed with its signature, not at once.";
    throw invalidInput([{ field: 'immediatelyExecute', message }]);
  }
  const record = createQuoteRecord(service, body);
  // Money from outside starts its payment when it comes; how it is to be sent is told after the customer's code.
  if (account === null) withhold(service, record, body.source);
  else if (now) start(service, record);
  return record;
}

function withhold(service: Service, record: QuoteRecord, source: QuoteSource): void {
  if (!needsStrongAuthentication(service, paymentSource(service, source).customerId)) return;
  delete record.quote.paymentInstructions;
  askStrongAuthentication(service, record);
}

/** Returns the payment instructions of a quote for money from outside, once its customer has authorized it. */
export function awaitFunding(service: Service, { quote }: QuoteRecord): void {
  const source = paymentSource(service, quote.source as QuoteSource);
  const { paymentInstructions = [] } = instructions(service, source, { transactionId: quote.transactionId });
  service.clock.cancel('sca.expire', quote.id);
  service.clock.after(Date.parse(quote.expiresAt) - service.clock.now(), 'quote.expire', quote.id);
  delete quote.scaChallenge;
  Object.assign(quote, { status: 'PENDING', paymentInstructions });
  setTransaction(service, quote.transactionId, { status: 'PENDING', paymentInstructions });
}

function start(service: Service, record: QuoteRecord): void {
  const { quote } = record;
  const source = paymentSource(service, quote.source as QuoteSource);
  const { rail } = payableDestination(service, record);
  requireFunds(service, source.ledgerName, BigInt(quote.totalSendingAmount));
  if (needsStrongAuthentication(service, source.customerId)) askStrongAuthentication(service, record);
  else startPayment(service, record, rail);
}

/** Prices a transfer and opens its transaction. @throws Refusal for a destination or an amount that can't be paid. */
export function createQuoteRecord(service: Service, body: CreateQuote): QuoteRecord {
  const { clock, random, settings, state } = service;
  const source = paymentSource(service, body.source);
  const to = body.destination;
  const { currency } = paymentDestination(service, source, to);
  if (body.destination.currency !== undefined && body.destination.currency !== currency) {
    throw new Refusal(400, 'INVALID_CURRENCY', `The destination is an account in ${currency}.`);
  }
  if (to.destinationType === 'UMA_ADDRESS') requireLookup(service, to.umaAddress, currency, body.lookupId);
  const price = body.lockedCurrencySide === 'SENDING' ? priceSending : priceReceiving;
  const fees = { basisPoints: settings.feeBasisPoints, platform: platformFeesOf(service, source, currency, body) };
  const { sending, receiving, fee, platformFee } = price(
    BigInt(body.lockedCurrencyAmount),
    source.currency,
    currency,
    fees,
  );
  if (receiving < 1n || sending > 9_000_000_000_000_000n || receiving > 9_000_000_000_000_000n) {
    throw new Refusal(400, 'AMOUNT_OUT_OF_RANGE', 'The amount is too small or too large for this pair of currencies.');
  }
  requireWithinLimits(service, source.currency, sending);
  if (source.account !== null) requireFunds(service, source.ledgerName, sending);
  const details = rateDetails(sending, source.currency, currency, settings.feeBasisPoints);
  const now = clock.now();
  const transactionId = mintId(random, 'Transaction');
  const destinationId = to.destinationType === 'ACCOUNT' ? to.accountId : to.umaAddress;
  const amounts = { sending: String(sending), receiving: String(receiving) };
  const facts = { from: source.ledgerName, to: destinationId, ...amounts };
  const isWallet = source.account?.type === 'EMBEDDED_WALLET';
  const payloadToSign = isWallet ? walletPayment(service, source.ledgerName, facts) : undefined;
  const quote: QuoteRecord['quote'] = {
    id: mintId(random, 'Quote'),
    status: 'PENDING',
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + settings.quoteMs).toISOString(),
    source: body.source,
    destination: to.destinationType === 'ACCOUNT' ? { destinationType: 'ACCOUNT', accountId: to.accountId } : to,
    sendingCurrency: currencyOf(source.currency),
    receivingCurrency: currencyOf(currency),
    totalSendingAmount: Number(sending),
    totalReceivingAmount: Number(receiving),
    exchangeRate: displayRate(source.currency, currency),
    feesIncluded: Number(fee),
    platformFeesIncluded: Number(platformFee),
    transactionId,
    ...(details === undefined ? {} : { rateDetails: details }),
    ...instructions(service, source, { payloadToSign, transactionId }),
  };
  const customerId = source.customerId ?? platformIdOf(random);
  const paymentRail = to.destinationType === 'ACCOUNT' ? to.paymentRail : undefined;
  const record: QuoteRecord = {
    quote,
    customerId,
    railSelectionMode: paymentRail === undefined ? 'AUTO' : 'MANUAL',
    ...(paymentRail === undefined ? {} : { rail: paymentRail }),
    ...(body.description === undefined ? {} : { description: body.description }),
    ...(payloadToSign === undefined ? {} : { payloadToSign }),
  };
  state.quotes.set(quote.id, record);
  const transaction = transactionFor(service, record);
  state.transactions.set(transactionId, transaction);
  emitPayment(service, transaction);
  clock.after(settings.quoteMs, 'quote.expire', quote.id);
  return record;
}

// Fees of the platform: those of the quote, or those configured for conversions of its currency.
function platformFeesOf(
  { state }: Service,
  source: PaymentSource,
  to: string,
  { platformFeeOverride: override }: CreateQuote,
): Fees['platform'] {
  const { currency } = source;
  if (override === undefined) {
    const found = state.platformConfig.feeConfigs?.find(({ sourceCurrency }) => sourceCurrency === currency);
    return found === undefined || currency === to
      ? undefined
      : { fixed: found.fixedFee.amount, basisPoints: found.variableFeeBps };
  }
  const { platformFixedFee, platformVariableFeeBps: basisPoints } = override;
  if (currency !== 'USD' || platformFixedFee.currency !== currency) {
    const message = 'The platform sets its fee where the source is in USD, and in USD.';
    throw invalidInput([{ field: 'platformFeeOverride', message }]);
  }
  return { fixed: platformFixedFee.amount, basisPoints };
}

function requireWithinLimits({ state }: Service, currency: string, amount: bigint): void {
  const limits = state.platformConfig.supportedCurrencies?.find(({ currencyCode }) => currencyCode === currency);
  if (limits === undefined) return;
  const { minAmount, maxAmount, enabledTransactionTypes } = limits;
  if (!enabledTransactionTypes.includes('OUTGOING')) {
    throw new Refusal(400, 'INVALID_CURRENCY', `The platform's configuration has no OUTGOING payments in ${currency}.`);
  }
  if (amount >= minAmount && amount <= maxAmount) return;
  const message = `The platform's configuration has ${String(minAmount)} to ${String(maxAmount)} for ${currency}.`;
  throw new Refusal(400, 'AMOUNT_OUT_OF_RANGE', message);
}

// The public service lists the wallet's own address as another way to pay, first: clients select by accountType.
function instructions(
  service: Service,
  { account, currency }: PaymentSource,
  { payloadToSign, transactionId }: { readonly payloadToSign?: string | undefined; readonly transactionId: string },
): { paymentInstructions?: PaymentInstructions[] } {
  const reference = transactionId.slice(-8).toUpperCase();
  if (account === null) return { paymentInstructions: realtimeInstructions(service, currency, reference) };
  if (payloadToSign === undefined || account.wallet === undefined) return {};
  const signed = { accountOrWalletInfo: { accountType: 'EMBEDDED_WALLET', payloadToSign } };
  if (service.profile.name !== 'grid') return { paymentInstructions: [signed] };
  const address = walletAddress(service.random, account.wallet);
  const own = { accountOrWalletInfo: { accountType: 'SPARK_WALLET', assetType: 'USDB', address } };
  return { paymentInstructions: [own, signed] };
}

function transactionFor(service: Service, { quote, customerId, description }: QuoteRecord): TransactionRecord {
  const now = service.clock.iso();
  return {
    id: quote.transactionId,
    status: 'PENDING',
    type: 'OUTGOING',
    direction: 'DEBIT',
    source: transactionSource(quote.source),
    destination: quote.destination,
    customerId,
    platformCustomerId: service.state.customers.get(customerId)?.platformCustomerId ?? '',
    quoteId: quote.id,
    sentAmount: { amount: quote.totalSendingAmount, currency: quote.sendingCurrency },
    receivedAmount: { amount: quote.totalReceivingAmount, currency: quote.receivingCurrency },
    exchangeRate: quote.exchangeRate,
    fees: quote.feesIncluded,
    platformFees: quote.platformFeesIncluded,
    ...('rateDetails' in quote ? { rateDetails: quote.rateDetails } : {}),
    ...('paymentInstructions' in quote ? { paymentInstructions: quote.paymentInstructions } : {}),
    ...(description === undefined ? {} : { description }),
    paymentRail: null,
    railSelectionMode: null,
    expectedSettlementAt: null,
    settlementTimelineSeconds: null,
    createdAt: now,
    updatedAt: now,
  };
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

async function execute(call: Call<undefined, object>): Promise<Reply> {
  const { service, params } = call;
  const record = quoteOf(service, params['quoteId']);
  const { quote, payloadToSign } = record;
  const source = paymentSource(service, quote.source as QuoteSource);
  const commit = (): Reply => {
    start(service, record);
    return { status: 200, body: quote };
  };
  if (isAgents(service, quote.transactionId)) {
    throw new Refusal(409, 'CONFLICT', 'An agent made this quote: approve its transaction instead.');
  }
  if (source.account === null) {
    const message = 'This quote is paid by money from outside, as its payment instructions say, not executed.';
    throw new Refusal(400, 'INVALID_INPUT', message);
  }
  if (quote.status === 'EXPIRED') throw new Refusal(409, 'QUOTE_EXPIRED', 'The quote has expired: create a new one.');
  if (quote.status !== 'PENDING' && !(service.settings.unsafeExecuteTwice && wasExecuted(quote))) {
    throw new Refusal(409, 'CONFLICT', 'The quote was executed already.');
  }
  if (payloadToSign === undefined) return commit();
  return requireWalletSignature(call, { accountId: source.ledgerName, ask: { payloadToSign } }, commit);
}
