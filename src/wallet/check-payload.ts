/** Holds a payload against the action it claims to be, on a copy; what is signed is the string as received. */
import { inspectPayload, type PayloadSummary } from '../crypto/signing/index.ts';
import { intentRules, isReserved, type IntentName, type IntentRule } from './intents.ts';
import { WalletError } from './wallet-error.ts';

/** What the caller is about to do. */
export interface Intent extends IntentRule {
  /** The wallet's own action, or `custom` for `signedRetry`. */
  readonly name: IntentName | 'custom';
  /** What the activity's parameters must hold: objects are matched by their listed fields, everything else exactly. */
  readonly expect?: Readonly<Record<string, unknown>>;
  /** What the action is about, as `approve` is told; nothing of it is in a payload that can't be read. */
  readonly about?: Readonly<Record<string, string | number | undefined>>;
  /** Hex public key, in either form: an activity must name it and no other; a login token that names one must name it. */
  readonly publicKeyHex?: string;
}

/**
 * What a payload was read as: `fits` (and holds what was submitted), `opaque` (nothing to compare), `names-no-key` (a login token
 * that doesn't say whose), `contradicts`.
 */
export interface PayloadReport {
  readonly intent: Intent;
  readonly summary: PayloadSummary;
  readonly verdict: 'fits' | 'opaque' | 'names-no-key' | 'contradicts';
  /** For a contradiction: what doesn't fit, in words that hold no value from the payload. */
  readonly reason?: string;
  /** Set where a contradiction is refused even when contradictions are only reported. */
  readonly final?: true;
}

/** The intent of one of the wallet's own actions. */
export function intentOf(name: IntentName, content: Pick<Intent, 'about' | 'expect' | 'publicKeyHex'> = {}): Intent {
  return Object.freeze({ name, ...intentRules[name], ...content });
}

/**
 * Reads a copy of the payload and compares. The report is frozen: it decides, and others look at it first.
 *
 * @throws CryptoError `PAYLOAD_INVALID` when it can't be read safely.
 */
export function reportPayload(intent: Intent, payloadToSign: string): PayloadReport {
  return Object.freeze(compare(intent, payloadToSign));
}

function compare(intent: Intent, payloadToSign: string): PayloadReport {
  const summary = inspectPayload(payloadToSign);
  const contradiction = (reason: string): PayloadReport => ({ intent, summary, verdict: 'contradicts', reason });
  const fits: PayloadReport = { intent, summary, verdict: 'fits' };
  if (summary.kind === 'opaque')
    return intent.opaque ? { ...fits, verdict: 'opaque' } : contradiction('it can not be read');
  if (summary.kind === 'token') {
    if (!intent.token) return contradiction('it is a login token');
    if (summary.publicKeys.length === 0) return { ...fits, verdict: 'names-no-key' };
    return summary.publicKeys.every((key) => samePoint(key, intent.publicKeyHex))
      ? fits
      : contradiction('it names another key');
  }
  const expected = intent.activityTypes.includes(summary.activityType);
  if (isReserved(summary.activityType) && (intent.name === 'custom' || !expected)) {
    return { ...contradiction('it changes who may sign, or hands over the wallet'), final: true };
  }
  if (!expected) return contradiction('it is another activity');
  if (intent.expect !== undefined && !holds(summary.parameters, intent.expect)) {
    return contradiction('its content is not what was submitted');
  }
  return namesOnly(summary.parameters, intent.publicKeyHex) ? fits : contradiction('it names another key');
}

/** The error for a payload that contradicts its intent. */
export function mismatch(report: PayloadReport): WalletError {
  return new WalletError(
    'PAYLOAD_MISMATCH',
    `What came back to be signed does not fit the action ${report.intent.name}: ${report.reason ?? 'unknown'}. Nothing was signed; do not retry before the back-end was checked.`,
    { nextStep: 'restart' },
  );
}

function samePoint(a: string, b: string | undefined): boolean {
  const left = compress(a);
  return left !== null && b !== undefined && left === compress(b);
}

/** Whether `ours` is named, and no other public key beside it, wherever in the parameters; true where the intent has no key. */
function namesOnly(parameters: unknown, ours: string | undefined): boolean {
  if (ours === undefined) return true;
  const named = pointsIn(parameters);
  return named.length > 0 && named.every((point) => samePoint(point, ours));
}

function pointsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return compress(value) === null ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(pointsIn) : [];
}

function compress(hex: string): string | null {
  const lower = hex.toLowerCase();
  if (/^0[23][0-9a-f]{64}$/.test(lower)) return lower;
  if (!/^04[0-9a-f]{128}$/.test(lower)) return null;
  const odd = Number.parseInt(lower.slice(-1), 16) % 2;
  return `0${2 + odd}${lower.slice(2, 66)}`;
}

function holds(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item, index) => holds(actual[index], item))
    );
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) return false;
    return Object.entries(expected).every(
      ([field, value]) => Object.hasOwn(actual, field) && holds((actual as Record<string, unknown>)[field], value),
    );
  }
  return actual === expected;
}
