/** Check, approve, stamp: the only way to a stamp. */
import { stamp, type SessionSigningKey } from '../crypto/signing/index.ts';
import type { StampedChallenge } from '../transport/index.ts';
import { mismatch, reportPayload, type Intent } from './check-payload.ts';
import type { WalletContext } from './context.ts';
import { WalletError } from './wallet-error.ts';

/** The request that a stamp will carry out. `body` is the JSON text as sent. */
export interface RequestToSign {
  readonly method: string;
  readonly path: string;
  readonly body?: string | undefined;
}

/**
 * Compares a payload with its intent and asks `approve`; resolves only if it may be stamped.
 *
 * @throws WalletError `PAYLOAD_MISMATCH`, `NOT_APPROVED`
 */
export async function checkAndApprove(
  { checks }: WalletContext,
  intent: Intent,
  { request, payloadToSign }: { readonly request: RequestToSign; readonly payloadToSign: string },
): Promise<void> {
  const report = reportPayload(intent, payloadToSign);
  checks.onPayload?.(report);
  const { checkPayload = 'enforce' } = checks;
  const isReported = checkPayload !== 'enforce' && checkPayload[intent.name] === 'report' && report.final !== true;
  if (report.verdict === 'contradicts' && !isReported) throw mismatch(report);
  if (checks.approve === undefined) return;
  const { name, ...expectation } = intent;
  const { method, path, body } = request;
  const question = {
    intent: name,
    request: Object.freeze({ method, path, ...(body === undefined ? {} : { body }) }),
    expectation: Object.freeze(expectation),
    reading: report.summary,
  };
  // Whoever forgets to answer has not approved.
  const approved: unknown = await checks.approve(Object.freeze(question));
  if (approved === true) return;
  throw new WalletError('NOT_APPROVED', 'The action was not approved, and nothing was signed.', {
    nextStep: 'restart',
  });
}

/** Who stamps: the session that this browser has now, or a key that belongs to the action. */
export interface Signer {
  /** Rejects if nobody may sign now; asked before the person is. */
  check(): Promise<unknown>;
  stamp(payloadToSign: string): Promise<Pick<StampedChallenge, 'stamp' | 'sessionId'>>;
}

/** Stamps with the key of the session that is stored now. `sessionId` names the only session that may. */
export function signAsSession({ keeper }: WalletContext, sessionId?: string): Signer {
  const current = async () => {
    const session = await keeper.current();
    if (sessionId === undefined || session.sessionId === sessionId) return session;
    const message = 'Another tab has replaced the session, and nothing was signed.';
    throw new WalletError('BUSY', message, { nextStep: 'retry' });
  };
  return {
    check: current,
    async stamp(payloadToSign) {
      const session = await current();
      return { stamp: await stamp(payloadToSign, session), sessionId: session.sessionId };
    },
  };
}

/** Stamps with one key, whatever session there is. */
export function signWithKey(key: SessionSigningKey): Signer {
  return {
    check: () => Promise.resolve(),
    stamp: async (payloadToSign) => ({ stamp: await stamp(payloadToSign, key) }),
  };
}
