/** Check, approve, stamp: the only way to a stamp. */
import { stamp, type PayloadSummary, type SessionSigningKey } from '../../crypto/signing/index.ts';
import type { EnclaveIds } from '../../session/index.ts';
import { bare } from '../../own-members.ts';
import type { WalletContext } from '../context.ts';
import { checkPayload, mismatch } from '../payload/intent.ts';
import type { Intent, ComparedValues, RequestToSign } from '../payload/intent.ts';
import { transportOf } from './send.ts';
import { WalletError } from '../wallet-error.ts';

/** A payload, its request, its signer, and the ids that the signer's payloads have named. */
export interface ToSign {
  readonly request: RequestToSign;
  readonly payloadToSign: string;
  readonly signer: Signer;
  readonly known: EnclaveIds;
}

/**
 * Compares a payload with its intent and asks `approve`; resolves only if it may be stamped.
 *
 * @throws WalletError `PAYLOAD_MISMATCH`, `NOT_APPROVED`, `SIGNATURE_NOT_EXPECTED`
 */
export async function checkAndApprove(
  context: WalletContext,
  intent: Intent,
  { request, payloadToSign, signer, known }: ToSign,
): Promise<void> {
  const { checks } = context;
  const { name } = intent;
  const asked = frozenRequest(request);
  if (intent.isUnexpected === true) throw signatureNotExpected(`the action ${name}`);
  const { serviceTime } = transportOf(context);
  const { report, newIds } = checkPayload(intent, payloadToSign, { known, serviceTime: serviceTime() });
  const text = checks.environment === 'sandbox' ? { payloadToSign } : {};
  checks.onPayload?.(Object.freeze({ ...report, request: asked, ...text }));
  const isReported = checks.checkPayload?.[name] === 'report';
  if (report.verdict === 'contradicts' || (report.verdict === 'unknown-names' && !isReported)) throw mismatch(report);
  await askApproval(context, intent, { request: asked, reading: report.reading, compared: report.compared });
  // Another payload, which was read at the same time, may have named others first.
  if (report.learns.length > 0 && !(await signer.pinIds(newIds))) {
    throw mismatch({ ...report, reason: 'it names another user than a payload before it' });
  }
}

interface Asking extends Pick<ToSign, 'request'> {
  readonly reading: PayloadSummary;
  readonly compared: ComparedValues;
}

/** Asks `approve`, where there is one. @throws WalletError `NOT_APPROVED` */
export async function askApproval(
  { checks }: WalletContext,
  { name, cause, expectation }: Intent,
  { request, reading, compared }: Asking,
): Promise<void> {
  if (checks.approve === undefined) return;
  const question = { intent: name, cause, request: frozenRequest(request), expectation, reading, compared };
  // An `approve` that returns nothing has not approved.
  const approved: unknown = await checks.approve(Object.freeze(question));
  if (approved === true) return;
  const message = 'Not approved: nothing was signed.';
  throw new WalletError('NOT_APPROVED', message, { nextStep: 'restart' });
}

function frozenRequest(request: RequestToSign): RequestToSign {
  const { method, path, body } = bare(request);
  return Object.freeze({ method, path, ...(body === undefined ? {} : { body }) });
}

/** The error for a signature, or a sealed key, that the profile's service never asks for or sends. */
export function signatureNotExpected(what: string): WalletError {
  return new WalletError(
    'SIGNATURE_NOT_EXPECTED',
    `Nothing was signed: ${what}, which the profile excludes. If the service has changed, pass a profile that allows it.`,
    { nextStep: 'configure' },
  );
}

/** A stamp, and the session whose key made it; none where a key of its own did. */
export interface Stamp {
  readonly stamp: string;
  readonly sessionId: string | undefined;
}

/** The key that stamps: that of this browser's current session, or one that belongs to the action. */
export interface Signer {
  /**
   * Returns the ids that the signer's payloads have named so far; rejects if signing isn't possible now. Called before
   * the person is asked, and before a stamp is sent.
   */
  check(): Promise<EnclaveIds>;
  /** Stores ids that a payload is the first to name; false if others are known by now. */
  pinIds(ids: EnclaveIds): Promise<boolean>;
  stamp(payloadToSign: string): Promise<Stamp>;
  /** After a refusal of this session's stamp: whether the service says that it is over, which ends it in every tab. */
  isOver(sessionId: string): Promise<boolean>;
}

/** Stamps with one key, whatever session is stored. `ids`: those that the payloads of a session to be revoked have named. */
export function signWithKey(key: SessionSigningKey, ids: EnclaveIds): Signer {
  return {
    check: async () => ids,
    pinIds: async () => true,
    isOver: async () => false,
    stamp: async (payloadToSign) => ({ stamp: await stamp(payloadToSign, key), sessionId: undefined }),
  };
}
