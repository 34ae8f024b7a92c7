/** What is told of a payload before it is stamped. */
import type { PayloadSummary } from '../../crypto/signing/index.ts';
import type { IntentName } from '../flows/facts.ts';
import type { Expectation } from './intent.ts';

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
