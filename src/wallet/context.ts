/** What the flows of one wallet share. */
import { stamp } from '../crypto/signing/index.ts';
import type { Clock, SessionKeeper } from '../session/index.ts';
import {
  createTransport,
  type Answer,
  type Challenge,
  type CreateTransportOptions,
  type StampedChallenge,
  type Transport,
  type TransportRequest,
} from '../transport/index.ts';
import type { SessionKeys, WireProfile } from '../wire.ts';
import type { Doors } from './doors.ts';
import { mismatch, reportPayload, type Intent, type PayloadReport } from './payload-check.ts';
import type { Surroundings } from './surroundings.ts';
import { WalletError } from './wallet-error.ts';
import type { Once } from './once.ts';
import type { CreateWalletOptions } from './options.ts';

/** Options of the calls that only take a signal. */
export interface SignalOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Handed to every flow. */
export interface WalletContext {
  readonly accountId: string;
  readonly otpKeys: readonly string[];
  readonly profile: WireProfile;
  readonly sessionKeys: SessionKeys;
  readonly clock: Clock;
  readonly locks: Surroundings['locks'];
  readonly transportOptions: CreateTransportOptions;
  /** Made with the first request, as its code loads with the first flow: {@link transportOf}. */
  transport?: Transport;
  readonly keeper: SessionKeeper;
  readonly doors: Doors;
  /** What {@link clear} asks and tells. */
  readonly checks: Pick<CreateWalletOptions, 'approve' | 'checkPayload' | 'onPayload'>;
  /** Keeps each action from running twice at a time in this page. */
  readonly once: Once;
}

/** The one transport of this wallet. */
export function transportOf(context: WalletContext): Transport {
  return (context.transport ??= createTransport(context.transportOptions));
}

/**
 * The check that stands before every stamp: compares a payload with its intent and asks `approve`; resolves only if it may be stamped.
 *
 * @throws WalletError `PAYLOAD_MISMATCH`, `NOT_APPROVED`
 */
export async function clear({ checks }: WalletContext, intent: Intent, payloadToSign: string): Promise<void> {
  const report: PayloadReport = reportPayload(intent, payloadToSign);
  checks.onPayload?.(report);
  if (report.verdict === 'contradicts' && (checks.checkPayload !== 'report' || report.final === true))
    throw mismatch(report);
  // Whoever forgets to answer has not approved.
  const approved: unknown = checks.approve === undefined || (await checks.approve(intent, report.summary));
  if (approved !== true) {
    throw new WalletError('NOT_APPROVED', 'The action was not approved, and nothing was signed.', {
      nextStep: 'restart',
    });
  }
}

/** Clears a payload and stamps it with the session's key, which is looked at again after the person had time to think. */
export async function stampWithSession(context: WalletContext, intent: Intent, payloadToSign: string): Promise<string> {
  await context.keeper.current();
  await clear(context, intent, payloadToSign);
  return stamp(payloadToSign, await context.keeper.current());
}

/** Sends either leg of a signed retry: the same request, the second time with its two headers. */
export function sendSigned(
  context: WalletContext,
  request: TransportRequest,
  signed: StampedChallenge | undefined,
): Promise<Answer> {
  if (signed === undefined) return transportOf(context).send(request);
  return transportOf(context).send({
    ...request,
    headers: { ...request.headers, ...signatureHeaders(context, signed) },
  });
}

function signatureHeaders(
  context: WalletContext,
  { challenge, stamp: value }: { challenge: Challenge; stamp: string },
): Record<string, string> {
  return {
    [context.profile.signatureHeader]: value,
    ...(challenge.requestId === undefined ? {} : { 'Request-Id': challenge.requestId }),
  };
}
