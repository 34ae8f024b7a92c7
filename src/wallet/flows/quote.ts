/** Executing a quote from a wallet account (specification, Quotes): the payload came with the quote. */
import { judge, signedRetry, toError, type Answer, type Challenge, type Finding } from '../../transport/index.ts';
import type { Quote, QuoteExecution } from '../../wire.ts';
import { readOptions } from '../arguments.ts';
import { readExecution, readQuoteState } from '../answers.ts';
import { sendSigned, stampWithSession, transportOf, type WalletContext } from '../context.ts';
import { openIntentRecord } from '../intent-record.ts';
import { checkId } from '../ids.ts';
import { intentOf } from '../payload-check.ts';
import { WalletError } from '../wallet-error.ts';

/** Options of `quote.execute`. */
export interface QuoteExecuteOptions {
  readonly signal?: AbortSignal;
}

const executed = new Set(['PROCESSING', 'COMPLETED', 'PENDING_AUTHORIZATION']);

/**
 * Signs and executes a quote, once: a second call for the same quote, also after a reload, finds the first.
 * A response lost after the stamp went out is looked up, and the quote is sent again with the same key only while it is pending.
 *
 * @throws TypeError when `quote` isn't one; WalletError `QUOTE_NOT_SIGNABLE`, `QUOTE_EXPIRED`, `PAYLOAD_MISMATCH`, `NOT_APPROVED`;
 * SessionError; TransportError, `OUTCOME_UNKNOWN` among them
 */
export async function executeQuote(
  context: WalletContext,
  quote: Quote,
  options?: QuoteExecuteOptions,
): Promise<QuoteExecution> {
  const { signal } = readOptions(options, 'quote.execute');
  const challenge = readQuote(context, quote);
  const quoteId = quote.id;
  const request = { method: 'POST', path: `/quotes/${quoteId}/execute` };
  return context.once(request.path, async () => {
    const record = await openIntentRecord(context, { ...request, body: '' });
    if (!record.resumed && isExpired(context, challenge.expiresAt)) {
      await record.remember('refused');
      throw expired();
    }
    const keyed = { ...request, headers: { 'Idempotency-Key': record.idempotencyKey }, signal };
    const lookUp = (): Promise<Finding> => findExecution(context, quoteId);
    const answer = await signedRetry({
      async send(signed) {
        const sent = await sendSigned(context, keyed, signed);
        return sent.status === 409 ? executedElsewhere(sent, lookUp) : sent;
      },
      readChallenge: () => challenge,
      async stamp({ payloadToSign }) {
        // Whoever gave up is not asked for another approval.
        signal?.throwIfAborted();
        return stampWithSession(context, intentOf('quote.execute'), payloadToSign);
      },
      readOutcome: ({ body }) => readExecution(body, quoteId),
      // No claim: its key makes the service execute it once, whoever sends it.
      remember: (phase) => record.remember(phase, challenge),
      lookUp,
      challenge,
      resumed: record.resumed,
      serviceTime: () => transportOf(context).serviceTime(),
      unknown: {
        message:
          'The payment was sent to be executed, and its outcome is unknown. Execute the same quote again: that finds out, and never pays twice.',
        nextStep: 'retry',
      },
    });
    return readExecution(answer.body, quoteId);
  });
}

function readQuote(context: WalletContext, quote: Quote): Challenge {
  if (typeof quote !== 'object' || quote === null)
    throw new TypeError('quote must be a quote as the service answered it');
  checkId(quote.id, 'Quote', 'quote.id');
  if (quote.source?.accountId !== context.accountId) {
    throw new WalletError('QUOTE_NOT_SIGNABLE', "The quote isn't paid from this wallet's account.", {
      nextStep: 'fix-input',
    });
  }
  // By its type, never by its place: a quote may list other ways to pay first.
  const instructions = Array.isArray(quote.paymentInstructions) ? quote.paymentInstructions : [];
  const own = instructions.find((entry) => entry?.accountOrWalletInfo?.accountType === 'EMBEDDED_WALLET');
  const payloadToSign: unknown = own?.accountOrWalletInfo.payloadToSign;
  const expiresAt = typeof quote.expiresAt === 'string' ? Date.parse(quote.expiresAt) : Number.NaN;
  if (typeof payloadToSign !== 'string' || payloadToSign === '' || Number.isNaN(expiresAt)) {
    throw new WalletError(
      'QUOTE_NOT_SIGNABLE',
      'The quote carries nothing for this wallet to sign. Ask for a new quote.',
      {
        nextStep: 'restart',
      },
    );
  }
  return { payloadToSign, expiresAt };
}

function isExpired(context: WalletContext, expiresAt: number): boolean {
  const time = transportOf(context).serviceTime();
  return time !== null && time >= expiresAt;
}

/** A 409 may mean that another tab or an earlier attempt executed the quote: then that is the outcome. */
async function executedElsewhere(refusal: Answer, lookUp: () => Promise<Finding>): Promise<Answer> {
  const finding = await lookUp().catch(() => undefined);
  return finding?.found === 'done' ? finding.answer : refusal;
}

async function findExecution(context: WalletContext, quoteId: string): Promise<Finding> {
  // Without the caller's signal: whoever stopped waiting still wants to know.
  const answer = await transportOf(context).send({ method: 'GET', path: `/quotes/${quoteId}` });
  if (judge(answer) !== 'success') throw toError(answer);
  const { status, expiresAt } = readQuoteState(answer.body, quoteId);
  if (executed.has(status)) {
    readExecution(answer.body, quoteId);
    return { found: 'done', answer };
  }
  if (status === 'PENDING' && !isExpired(context, Date.parse(expiresAt))) return { found: 'undone' };
  return { found: 'refused', error: status === 'FAILED' ? failed() : expired() };
}

function expired(): WalletError {
  return new WalletError('QUOTE_EXPIRED', 'The quote has expired without being executed. Ask for a new quote.', {
    nextStep: 'restart',
  });
}

function failed(): WalletError {
  return new WalletError('QUOTE_FAILED', 'The payment was executed and failed. Its transaction tells why.', {
    nextStep: 'restart',
  });
}
