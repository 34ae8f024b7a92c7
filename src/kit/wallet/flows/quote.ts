/** Executing a quote from a wallet account: the payload came with the quote. */
import { parseDateTime } from '../../date-time.ts';
import { bare } from '../../own-members.ts';
import { invalidAnswer, outcomeUnknown } from '../../transport/index.ts';
import type { PaymentInstructions, Quote, QuoteExecution } from '../../wire.ts';
import type { Finding } from '../run/decide.ts';
import { signedAction, markerOf } from '../run/session-action.ts';
import { fieldsAbout, fieldsOf, readText, type Challenge } from '../response-readers.ts';
import { readOptions, checkId } from '../arguments.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import { intents } from '../payload/activities.ts';
import type { RequestToSign } from '../payload/intent.ts';
import { readOne, serviceNow } from '../run/send.ts';
import { WalletError } from '../wallet-error.ts';

/** Options of `quote.execute`. */
export type QuoteExecuteOptions = SignalOptions;

/** In these the stamp has done its work; only the first two move money. */
const executed: ReadonlySet<string> = new Set(['PROCESSING', 'COMPLETED', 'PENDING_AUTHORIZATION']);

/**
 * Signs and executes a quote, once: a second call for the same quote, also after a reload or its expiry, finds the first.
 *
 * @throws TypeError when `quote` isn't one; WalletError `QUOTE_NOT_SIGNABLE`, `QUOTE_EXPIRED`, `QUOTE_FAILED`, `PAYLOAD_MISMATCH`,
 * `NOT_APPROVED`; SessionError; TransportError, `OUTCOME_UNKNOWN` among them
 */
export async function executeQuote(
  context: WalletContext,
  given: Quote,
  options?: QuoteExecuteOptions,
): Promise<QuoteExecution> {
  const { signal } = readOptions(options, 'quote.execute', {});
  const quote = copyQuote(given);
  const challenge = readQuote(context, quote);
  if (challenge === undefined) {
    const found = await lookForQuote(context, quote.id, { signal });
    if (found === undefined) throw nothingToSign();
    return found;
  }
  const action = {
    request: executionOf(quote.id),
    intent: intents.execute(amountsOf(quote)),
    sendsIdempotencyKey: true,
    challenge: { ...challenge, expired },
    readOutcome: ({ body }: { readonly body: unknown }) => readExecution(body, quote.id),
    lookUp: () => findExecution(context, quote.id),
    unknown,
  };
  return signedAction(context, action, { signal });
}

/**
 * Looks up a quote's outcome, and signs nothing. A known outcome ends the quote's marker. Undefined: it was not executed, and still can be.
 *
 * @throws TypeError; WalletError `QUOTE_EXPIRED`, `QUOTE_FAILED`; TransportError, `OUTCOME_UNKNOWN` where a stamp was sent
 */
export async function lookForQuote(
  context: WalletContext,
  quoteId: string,
  options?: SignalOptions,
): Promise<QuoteExecution | undefined> {
  const { signal } = readOptions(options, 'quote.look', {});
  checkId(quoteId, 'Quote', 'quoteId');
  await context.session.ready();
  const marker = await markerOf(context, executionOf(quoteId));
  const sent = await marker.find();
  const finding = await findExecution(context, quoteId, signal).catch((error: unknown): never => {
    signal?.throwIfAborted();
    throw sent === undefined ? error : outcomeUnknown(unknown, error);
  });
  const isLate = sent !== undefined && serviceNow(context) >= sent.until;
  if (finding.found !== 'done' && finding.found !== 'over' && !isLate) return undefined;
  await marker.remove();
  if (finding.found === 'done') return finding.outcome;
  throw finding.found === 'over' ? finding.error : expired();
}

function executionOf(quoteId: string): RequestToSign {
  return { method: 'POST', path: `/quotes/${quoteId}/execute` };
}

const unknown = {
  message: 'The outcome of the payment is unknown. Execute the same quote again: that never pays twice.',
};

/** The quote's own figures, for `approve`: its payload names no amount to compare them with. */
function amountsOf({ id, totalSendingAmount, totalReceivingAmount }: Quote): Readonly<Record<string, string | number>> {
  return { quoteId: id, totalSendingAmount, totalReceivingAmount };
}

function copyQuote(quote: Quote): Quote {
  if (typeof quote !== 'object' || quote === null)
    throw new TypeError('quote must be a quote as the service answered it');
  return bare(quote);
}

/** Reads the payload to sign; undefined if the quote isn't pending, as the service then withholds it. */
function readQuote(context: WalletContext, quote: Quote): Challenge | undefined {
  checkId(quote.id, 'Quote', 'quote.id');
  if (bare(Object(quote.source) as Partial<Quote['source']>).accountId !== context.accountId) {
    throw new WalletError('QUOTE_NOT_SIGNABLE', "The quote isn't paid from this wallet's account.", {
      nextStep: 'fix-input',
    });
  }
  // By its type, never by its place: a quote may list other ways to pay first.
  const instructions = Array.isArray(quote.paymentInstructions) ? quote.paymentInstructions : [];
  const infos = instructions.map((entry) =>
    bare(Object(entry?.accountOrWalletInfo) as Partial<PaymentInstructions['accountOrWalletInfo']>),
  );
  const payloadToSign: unknown = infos.find(({ accountType }) => accountType === 'EMBEDDED_WALLET')?.payloadToSign;
  const expiresAt = parseDateTime(quote.expiresAt);
  if (typeof payloadToSign !== 'string' || payloadToSign === '' || Number.isNaN(expiresAt)) {
    if (typeof quote.status === 'string' && quote.status !== 'PENDING') return undefined;
    throw nothingToSign();
  }
  return { payloadToSign, requestId: undefined, expiresAt };
}

function nothingToSign(): WalletError {
  const message = 'The quote carries nothing to sign. Ask for a new quote.';
  return new WalletError('QUOTE_NOT_SIGNABLE', message, { nextStep: 'restart' });
}

/** Reads what became of a quote's stamp. */
export async function findExecution(
  context: WalletContext,
  quoteId: string,
  signal?: AbortSignal,
): Promise<Finding<QuoteExecution>> {
  const quote = await readOne(context, { path: `/quotes/${quoteId}`, signal }, quoteId);
  const status = readText(quote, 'status');
  if (executed.has(status)) return { found: 'done', outcome: readExecution(quote, quoteId) };
  if (status === 'PENDING') return { found: 'undone' };
  if (status !== 'FAILED') return { found: 'over', error: expired() };
  const message = 'The payment failed. Its transaction tells why.';
  return { found: 'over', error: new WalletError('QUOTE_FAILED', message, { nextStep: 'restart' }) };
}

function expired(): WalletError {
  const message = 'The quote has expired. Ask for a new quote.';
  return new WalletError('QUOTE_EXPIRED', message, { nextStep: 'restart' });
}

const amounts = ['totalSendingAmount', 'totalReceivingAmount', 'feesIncluded'];

/**
 * Reads the answer to an execution or an authorization, or the quote itself after a lost answer.
 *
 * @throws TransportError `ANSWER_INVALID`
 */
export function readExecution(body: unknown, quoteId: string): QuoteExecution {
  const fields = fieldsAbout(body, 'quote', quoteId);
  for (const field of ['status', 'transactionId']) readText(fields, field);
  for (const field of amounts) {
    if (!Number.isSafeInteger(fields[field])) throw invalidAnswer(`${field} is no amount`);
  }
  const names = ['id', 'status', 'transactionId', ...amounts];
  const known = Object.fromEntries(names.map((name) => [name, fields[name]]));
  const waits = fields['status'] === 'PENDING_AUTHORIZATION' && Object.hasOwn(fields, 'scaChallenge');
  const scaChallenge = waits && Object.freeze({ ...fieldsOf(fields['scaChallenge'], 'challenge') });
  return Object.freeze({ ...known, ...(scaChallenge && { scaChallenge }) }) as unknown as QuoteExecution;
}
