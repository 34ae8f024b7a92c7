/** Compares a copy of a payload with the action that it is to carry out; what is signed is the string as received. */
import { inspectPayload, type PayloadSummary } from '../../crypto/signing/index.ts';
import type { ActivityFacts, EnclaveIds, Intent } from './intent.ts';
import type { PayloadReport, PayloadVerdict } from './report.ts';
import { compressHex } from '../../encoding/p256.ts';
import { WalletError } from '../wallet-error.ts';

/** A report with what the payload taught. */
export interface CheckedPayload {
  readonly report: PayloadReport;
  readonly learnt: EnclaveIds;
}

/**
 * Reads a copy of the payload and compares.
 *
 * @throws CryptoError `PAYLOAD_INVALID` when it can't be read safely.
 */
export function checkPayload(intent: Intent, payloadToSign: string, facts: ActivityFacts): CheckedPayload {
  const reading = inspectPayload(payloadToSign);
  const { verdict, reason, learnt } = compare(intent, reading, facts);
  const learns = Object.freeze(Object.keys(learnt));
  const { name, expectation } = intent;
  const told = { intent: name, expectation, reading, verdict, learns };
  return { report: Object.freeze({ ...told, ...(reason === undefined ? {} : { reason }) }), learnt };
}

interface Comparison {
  readonly verdict: PayloadVerdict;
  readonly reason: string | undefined;
  readonly learnt: EnclaveIds;
}

// It holds own members only, so that a prototype can add nothing.
const says = (verdict: PayloadVerdict, reason?: string, learnt: EnclaveIds = {}): Comparison => ({
  verdict,
  reason,
  learnt,
});

function compare(intent: Intent, reading: PayloadSummary, facts: ActivityFacts): Comparison {
  const contradiction = (reason: string): Comparison => says('contradicts', reason);
  if (reading.kind === 'opaque') return intent.isOpaque ? says('opaque') : contradiction('it can not be read');
  if (reading.kind === 'token') {
    const { tokenKeyHex: ours } = intent;
    if (ours === undefined) return contradiction('it is a login token');
    if (reading.publicKeys.length === 0) return says('names-no-key');
    const isOurs = reading.publicKeys.every((key) => compressHex(key) === compressHex(ours));
    return isOurs ? says('fits') : contradiction('it names another key');
  }
  const shape = intent.activities.find(({ type }) => type === reading.activityType);
  if (shape === undefined) return contradiction('it is another activity');
  const compared = shape.compare(reading, facts);
  if (compared.fits) return says('fits', undefined, compared.learnt);
  const { reason, isOnlyUnknownNames, learnt } = compared;
  return isOnlyUnknownNames ? says('unknown-names', reason, learnt) : contradiction(reason);
}

/** The error for a payload that is not signed. */
export function mismatch({ intent, reason = 'unknown' }: PayloadReport): WalletError {
  return new WalletError(
    'PAYLOAD_MISMATCH',
    `The payload does not fit ${intent}: ${reason}. Nothing was signed; check the back-end.`,
    { nextStep: 'restart' },
  );
}
