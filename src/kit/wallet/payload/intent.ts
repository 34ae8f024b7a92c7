/**
 * Actions about to be signed: the caller's expectation, and the check of a payload's copy against it. The signature
 * covers the string as received.
 */
import { compressHex, type PayloadSummary, inspectPayload, type ComparedValue } from '../../crypto/signing/index.ts';
import { bare, copyOwn } from '../../own-members.ts';
import type { EnclaveIds } from '../../session/index.ts';
import type { OtpType } from '../../wire.ts';
import type { IntentName } from '../facts.ts';
import { WalletError } from '../wallet-error.ts';

/** The caller's expectation, as plain values: ids, amounts, addresses, the state a card is to have. */
export type Expectation = Readonly<Record<string, unknown>>;

/** An activity as read from a copy of the payload. */
export type Activity = Extract<PayloadSummary, { kind: 'activity' }>;

/** Result of comparing an activity with its shape. */
export type ShapeVerdict = {
  readonly newIds: EnclaveIds;
  /** Expected values that the payload holds. */
  readonly compared: Readonly<Record<string, 'equal' | 'differs'>>;
} & ({ readonly fits: true } | { readonly fits: false; readonly reason: string; readonly isOnlyUnknownNames: boolean });

/** Facts for the comparison beside the shape. */
export interface ActivityFacts {
  readonly known: EnclaveIds;
  /** The service's time, epoch ms; null where it isn't known. */
  readonly serviceTime: number | null;
}

/** The form of one activity. */
export interface ActivityShape {
  /** For example `ACTIVITY_TYPE_UPDATE_USER_EMAIL`. */
  readonly type: string;
  /** Compares an activity of this type. The reason of a mismatch holds no value of the payload. */
  readonly compare: (activity: Activity, facts: ActivityFacts) => ShapeVerdict;
}

/** An action that is about to be signed. */
export interface Intent {
  /** The wallet's own action, or `custom` for `signedRetry`. */
  readonly name: IntentName | 'custom';
  readonly expectation: Expectation;
  /** The activities that fit; none where the service publishes no activity for the action. */
  readonly activities: readonly ActivityShape[];
  /** Our public key, if the intent accepts a login token (JWT) that names this key or none. */
  readonly tokenKeyHex?: string;
  /** Whether a payload fits that can't be read. */
  readonly isOpaque: boolean;
  /** Whether the profile says that the service never asks for this signature. */
  readonly isUnexpected?: boolean;
  /** The intent of the next payload, where the service answers the stamp with another one. */
  readonly next?: Intent;
  /** The action's origin: the person, or the kit itself, which revokes a session that was replaced. */
  readonly cause: 'caller' | 'housekeeping';
}

/** Makes an intent. Only the payloads that `more` names fit it. */
export function intentOf(name: Intent['name'], expectation: Expectation, more: Partial<Intent> = {}): Intent {
  const base = { activities: [], isOpaque: false, cause: 'caller' } as const;
  // Without a prototype, through which other code of the page could add members.
  return copyOwn({ ...base, ...more, name, expectation: Object.freeze(expectation) });
}

/** The intent of a sign-in by code: the session is for our key. */
export function codeIntent(type: OtpType, publicKeyHex: string): Intent {
  const name = type === 'EMAIL_OTP' ? 'email-otp.verify' : 'sms-otp.verify';
  return intentOf(name, { publicKeyHex }, { tokenKeyHex: publicKeyHex });
}

/** All that an intent compares, as one text: equal for equal intents, whatever the order of their members. */
export function intentText({ name, expectation, isOpaque, activities }: Intent): string {
  return textOf({ name, expectation, isOpaque, types: activities.map(({ type }) => type).sort() });
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => textOf(item)).join()}]`;
  // No JSON value is equal to one of another type.
  if (typeof value !== 'object' || value === null) return `${typeof value} ${JSON.stringify(String(value))}`;
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${textOf(member)}`);
  return `{${members.sort().join()}}`;
}

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
 * Verdict on a payload: `fits` (it has the exact form of its action, and no expected value that it holds differs;
 * `compared` has the values), `opaque` (nothing to compare), `names-no-key` (a login token without a key),
 * `unknown-names` (it fits, and holds further names), `contradicts`.
 */
export type PayloadVerdict = 'fits' | 'opaque' | 'names-no-key' | 'unknown-names' | 'contradicts';

/** Result for each expected value, by its name. A value that is not in the payload couldn't be compared. */
export type ComparedValues = Readonly<Record<string, ComparedValue>>;

/** The argument of `onPayload`, before a stamp. */
export interface PayloadReport {
  /** The wallet's own action, or `custom`. */
  readonly intent: IntentName | 'custom';
  /** The caller's request. */
  readonly expectation: Expectation;
  /** The payload as read, from a copy: the signature covers the text as received. */
  readonly reading: PayloadSummary;
  /** Result of comparing the payload with the expectation. */
  readonly verdict: PayloadVerdict;
  /** The same, value by value. */
  readonly compared: ComparedValues;
  /** The mismatch, in words that hold no value from the payload. */
  readonly reason?: string;
  /** Names of the enclave's ids that this payload is the first to tell; they are compared from then on. */
  readonly learns: readonly string[];
}

/** A report with what the payload taught. */
export interface CheckedPayload {
  readonly report: PayloadReport;
  readonly newIds: EnclaveIds;
}

/**
 * Reads a copy of the payload and compares.
 *
 * @throws CryptoError `PAYLOAD_INVALID` when it can't be read safely.
 */
export function checkPayload(intent: Intent, payloadToSign: string, facts: ActivityFacts): CheckedPayload {
  const reading = inspectPayload(payloadToSign);
  const { verdict, reason, newIds = {}, found = {} } = bare(compare(intent, reading, facts));
  const learns = Object.freeze(Object.keys(newIds));
  const { name, expectation } = intent;
  const compared = comparedValues(expectation, found);
  const report = { intent: name, expectation, reading, verdict, compared, learns };
  return { report: copyOwn({ ...report, ...(reason === undefined ? {} : { reason }) }), newIds };
}

/** Completes `found`, the results of values that the payload holds, to one for each expected value. */
export function comparedValues(expectation: Expectation, found: Partial<ComparedValues> = {}): ComparedValues {
  const known = new Map(Object.entries(found));
  return Object.freeze(
    Object.fromEntries(Object.keys(expectation).map((name) => [name, known.get(name) ?? 'not in the payload'])),
  );
}

interface Comparison {
  readonly verdict: PayloadVerdict;
  readonly reason?: string;
  readonly newIds?: EnclaveIds;
  readonly found?: Partial<ComparedValues>;
}

function compare(intent: Intent, reading: PayloadSummary, facts: ActivityFacts): Comparison {
  const contradiction = (reason: string, found: Comparison['found'] = {}): Comparison => ({
    verdict: 'contradicts',
    reason,
    found,
  });
  if (reading.kind === 'opaque') return intent.isOpaque ? { verdict: 'opaque' } : contradiction('it can not be read');
  if (reading.kind === 'token') {
    const { tokenKeyHex: ours } = intent;
    if (ours === undefined) return contradiction('it is a login token');
    if (reading.publicKeys.length === 0) return { verdict: 'names-no-key' };
    const isOurs = reading.publicKeys.every((key) => compressHex(key) === compressHex(ours));
    if (isOurs) return { verdict: 'fits', found: { publicKeyHex: 'equal' } };
    return contradiction('it names another key', { publicKeyHex: 'differs' });
  }
  const shape = intent.activities.find(({ type }) => type === reading.activityType);
  if (shape === undefined) return contradiction('it is another activity');
  const { newIds, compared: found, ...verdict } = shape.compare(reading, facts);
  if (verdict.fits) return { verdict: 'fits', newIds, found };
  const { reason, isOnlyUnknownNames } = verdict;
  return isOnlyUnknownNames ? { verdict: 'unknown-names', reason, newIds, found } : contradiction(reason, found);
}

/** The error for a payload that is not signed. */
export function mismatch({ intent, reason }: PayloadReport): WalletError {
  return new WalletError(
    'PAYLOAD_MISMATCH',
    `The payload does not fit ${intent}: ${reason ?? 'unknown'}. Nothing was signed; check the back-end.`,
    { nextStep: 'restart' },
  );
}
