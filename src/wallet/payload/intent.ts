/** An action that is about to be signed: what it is called, what its caller expects, and which payloads fit. */
import type { PayloadSummary } from '../../crypto/signing/index.ts';
import type { OtpType } from '../../wire.ts';
import type { IntentName } from '../flows/facts.ts';
import { copyOwn } from '../../own-members.ts';

/** What the caller expects, as plain values: ids, amounts, addresses, the state a card is to have. */
export type Expectation = Readonly<Record<string, unknown>>;

/** Ids of the enclave's side of a wallet, learnt from what was signed first in a session, and compared from then on. */
export type EnclaveIds = Readonly<Partial<Record<'organizationId' | 'userId' | 'walletId', string>>>;

/** An activity as it was read from a copy of the payload. */
export type Activity = Extract<PayloadSummary, { kind: 'activity' }>;

/** What comparing an activity with its shape told. */
export type ShapeVerdict = {
  readonly learnt: EnclaveIds;
  /** Of the expected values, those that the payload holds. */
  readonly compared: Readonly<Record<string, 'equal' | 'differs'>>;
} & ({ readonly fits: true } | { readonly fits: false; readonly reason: string; readonly isOnlyUnknownNames: boolean });

/** What an activity is compared with beside its shape. */
export interface ActivityFacts {
  readonly known: EnclaveIds;
  /** The service's time, epoch ms; null where it isn't known. */
  readonly serviceTime: number | null;
}

/** The form of one activity. */
export interface ActivityShape {
  /** For example `ACTIVITY_TYPE_UPDATE_USER_EMAIL`. */
  readonly type: string;
  /** Compares an activity of this type. What doesn't fit is told in words that hold no value of the payload. */
  readonly compare: (activity: Activity, facts: ActivityFacts) => ShapeVerdict;
}

/** An action that is about to be signed. */
export interface Intent {
  /** The wallet's own action, or `custom` for `signedRetry`. */
  readonly name: IntentName | 'custom';
  readonly expectation: Expectation;
  /** The activities that fit; none where the service publishes no activity for the action. */
  readonly activities: readonly ActivityShape[];
  /** Our public key, where a login token (JWT) fits that names it or no key. */
  readonly tokenKeyHex?: string;
  /** Whether a payload fits that can't be read. */
  readonly isOpaque: boolean;
  /** Whether the profile says that the service never asks for this signature. */
  readonly isUnexpected?: boolean;
  /** Who wants it: the person, or the kit itself, which revokes a session that was replaced. */
  readonly cause: 'caller' | 'housekeeping';
}

/** Makes an intent; the payloads that `more` names fit it, and no others. */
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
