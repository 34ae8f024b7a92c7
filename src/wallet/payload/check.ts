/** Compares a copy of a payload with the action that it is to carry out; what is signed is the string as received. */
import { inspectPayload, type PayloadSummary } from '../../crypto/signing/index.ts';
import type { IntentName } from '../flows/facts.ts';
import type { ActivityFacts, EnclaveIds, Expectation, Intent } from './intent.ts';
import { compressHex } from '../../encoding/p256.ts';
import { WalletError } from '../wallet-error.ts';

/** The request that a stamp will carry out. `body` is the JSON text as sent. */
export interface RequestToSign {
  /** Such as `POST`. */
  readonly method: string;
  /** The service's own path, below the relay. */
  readonly path: string;
  /** As it is sent; undefined where there is none. */
  readonly body?: string | undefined;
}

/**
 * What a payload was read as: `fits` (it holds what was submitted, and nothing else), `opaque` (nothing to compare), `names-no-key`
 * (a login token that doesn't say whose), `unknown-names` (it fits, and holds further names), `contradicts`.
 */
export type PayloadVerdict = 'fits' | 'opaque' | 'names-no-key' | 'unknown-names' | 'contradicts';

/** What `onPayload` hears before a stamp. */
export interface PayloadReport {
  /** The wallet's own action, or `custom`. */
  readonly intent: IntentName | 'custom';
  /** What the caller asked for. */
  readonly expectation: Expectation;
  /** What the payload was read as, from a copy: what is signed is the text as received. */
  readonly reading: PayloadSummary;
  /** What comparing the payload with the expectation gave. */
  readonly verdict: PayloadVerdict;
  /** What doesn't fit, in words that hold no value from the payload. */
  readonly reason?: string;
  /** Names of the enclave's ids that this payload is the first to tell; they are compared from then on. */
  readonly learns: readonly string[];
}

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
