/** What the wallet signs, action by action: the payloads that fit, and what the caller expects of them. */
import {
  createPasskey,
  createSession,
  customActivity,
  deletePasskey,
  deleteSession,
  signTransaction,
  updateEmail,
  updatePhoneNumber,
  type SubmittedPasskey,
} from './activities.ts';
import type { OtpType } from '../wire.ts';
import type { ActivityShape } from './activity-shapes.ts';
import { copyOwn } from './options.ts';

/** The wallet's own actions that are stamped. */
export type IntentName =
  | 'email-otp.verify'
  | 'sms-otp.verify'
  | 'session.refresh'
  | 'session.revoke'
  | 'quote.execute'
  | 'card.freeze'
  | 'card.unfreeze'
  | 'card.close'
  | 'credential.add-passkey'
  | 'credential.add-email-otp'
  | 'credential.add-sms-otp'
  | 'credential.remove'
  | 'customer.change-email'
  | 'passkey.sign-in';

/** What the caller expects, as plain values: ids, amounts, addresses, the state a card is to have. */
export type Expectation = Readonly<Record<string, unknown>>;

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

function intent(name: Intent['name'], expectation: Expectation, more: Partial<Intent> = {}): Intent {
  const base = { activities: [], isOpaque: false, cause: 'caller' } as const;
  // Without a prototype, from which a page's other code could lend it what it doesn't have.
  return copyOwn({ ...base, ...more, name, expectation: Object.freeze(expectation) });
}

/** The intent of each action. */
export const intents = {
  verifyCode: (type: OtpType, publicKeyHex: string): Intent =>
    intent(
      type === 'EMAIL_OTP' ? 'email-otp.verify' : 'sms-otp.verify',
      { publicKeyHex },
      { tokenKeyHex: publicKeyHex },
    ),
  refresh: (publicKeyHex: string, maxSessionMs: number): Intent =>
    intent('session.refresh', { publicKeyHex }, { activities: [createSession(publicKeyHex, maxSessionMs)] }),
  revoke: (sessionId: string, cause: Intent['cause'] = 'caller'): Intent =>
    intent('session.revoke', { sessionId }, { activities: [deleteSession(sessionId)], cause }),
  execute: (expectation: Expectation): Intent =>
    intent('quote.execute', expectation, { activities: [signTransaction()], isOpaque: true }),
  /** `isAsked`: whether the profile's service asks for a signature at all. */
  changeCard: (
    name: Extract<IntentName, `card.${string}`>,
    { cardId, state, isAsked }: { readonly cardId: string; readonly state: string; readonly isAsked: boolean },
  ): Intent => intent(name, { cardId, state }, { isOpaque: true, isUnexpected: !isAsked }),
  addPasskey: (passkey: SubmittedPasskey): Intent =>
    intent('credential.add-passkey', { passkey }, { activities: [createPasskey(passkey)] }),
  addEmailOtp: (email: string): Intent =>
    intent('credential.add-email-otp', { email }, { activities: [updateEmail(email)] }),
  addSmsOtp: (phoneNumber: string): Intent =>
    intent('credential.add-sms-otp', { phoneNumber }, { activities: [updatePhoneNumber(phoneNumber)] }),
  removeCredential: (credentialId: string, type: string): Intent =>
    intent(
      'credential.remove',
      { credentialId, type },
      type === 'PASSKEY' ? { activities: [deletePasskey(credentialId)] } : { isOpaque: true },
    ),
  changeEmail: (customerId: string, email: string): Intent =>
    intent('customer.change-email', { customerId, email }, { activities: [updateEmail(email)] }),
  /** A passkey signs a hash: what it stands for can't be read. */
  signInByPasskey: (credentialId: string): Intent => intent('passkey.sign-in', { credentialId }, { isOpaque: true }),
  custom: (activityTypes: readonly string[], expect: Expectation): Intent =>
    intent('custom', expect, { activities: activityTypes.map((type) => customActivity(type, expect)) }),
  customOpaque: (): Intent => intent('custom', {}, { isOpaque: true }),
} as const;
