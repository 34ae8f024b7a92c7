/** Strong customer authentication: a payment that was signed waits for a code of the service. */
import { judge, outcomeUnknown, toError } from '../../transport/index.ts';
import type { QuoteExecution } from '../../wire.ts';
import { checkId, readOptions } from '../arguments.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import { requireEmpty } from '../response-readers.ts';
import { announce } from '../run/announce.ts';
import { request, send } from '../run/send.ts';
import { share, type Flight } from '../run/share.ts';
import { WalletError } from '../wallet-error.ts';
import { findExecution, readExecution } from './quote.ts';

const unknown = { message: 'Whether the payment was released is unknown. Try again, or read its quote.' };

/**
 * Sends the code of a payment that is `PENDING_AUTHORIZATION`; resolves with the payment, which may still be so with
 * another challenge. Resolves at once for a payment that no longer waits.
 *
 * @throws TypeError, RangeError; WalletError `FACTOR_UNSUPPORTED`, `QUOTE_FAILED`, `QUOTE_EXPIRED`; TransportError, of which `REFUSED`
 * with the next step `fix-input` is a wrong code
 */
export async function authorizeQuote(
  context: WalletContext,
  quoteId: string,
  code: string,
  options?: SignalOptions,
): Promise<QuoteExecution> {
  const { signal } = readOptions(options, 'quote.authorize', {});
  const path = `/quotes/${checkId(quoteId, 'Quote', 'quoteId')}/authorize`;
  if (typeof code !== 'string') throw new TypeError('quote.authorize: code must be a string');
  if (!/^[A-Za-z0-9]{4,10}$/.test(code)) {
    throw new RangeError('quote.authorize: code must be 4 to 10 letters and digits');
  }
  const run = async (flight: Flight): Promise<QuoteExecution> => {
    const before = await readPayment(context, quoteId);
    if (before !== undefined && before.status !== 'PENDING_AUTHORIZATION') return before;
    const { factor, type = factor ?? 'SMS_OTP' } = before?.scaChallenge ?? {};
    if (type !== 'SMS_OTP') {
      const message = `The payment waits for the factor ${/^[A-Z_]{1,40}$/.test(type) ? type : 'unknown'}.`;
      throw new WalletError('FACTOR_UNSUPPORTED', message, { nextStep: 'unsupported' });
    }
    flight.signal.throwIfAborted();
    flight.isSent = true;
    let failure: unknown;
    let isRefused = false;
    try {
      const answer = await send(context, { method: 'POST', path, body: JSON.stringify({ code }) });
      const verdict = judge(answer);
      if (verdict === 'success') return readExecution(answer.body, quoteId);
      // In profile `spec` a wrong code is 401.
      failure = toError(answer, { unauthorized: 'fix-input' });
      isRefused = verdict !== 'unclear';
    } catch (cause) {
      failure = cause;
    }
    const after = await readPayment(context, quoteId).catch((cause: unknown) => {
      if (cause instanceof WalletError) throw cause;
    });
    const isSame = JSON.stringify(after?.scaChallenge) === JSON.stringify(before?.scaChallenge);
    if (after !== undefined && !isSame) return after;
    throw isRefused ? failure : outcomeUnknown(unknown, failure);
  };
  return share(context, { key: `${path} ${code}`, signal, unknown }, (flight) =>
    run(flight).finally(() => announce(context, 'quote.authorize')),
  );
}

/** Has the code sent again. @throws TypeError, RangeError, TransportError */
export async function resendAuthorization(
  context: WalletContext,
  quoteId: string,
  options?: SignalOptions,
): Promise<void> {
  const { signal } = readOptions(options, 'quote.resendAuthorization', {});
  const path = `/quotes/${checkId(quoteId, 'Quote', 'quoteId')}/authorize/resend`;
  requireEmpty(await request(context, { method: 'POST', path, signal }));
}

/** Reads the payment of a quote; undefined while nothing was signed. @throws TransportError; WalletError for one that is over */
async function readPayment(context: WalletContext, quoteId: string): Promise<QuoteExecution | undefined> {
  const finding = await findExecution(context, quoteId);
  if (finding.found === 'over') throw finding.error;
  return finding.found === 'done' ? finding.outcome : undefined;
}
