/** What the wallet signs once somebody is signed in, action by action: the payloads that fit, and what the caller expects of them. */
import {
  createOAuthProvider,
  createPasskey,
  openSession,
  customActivity,
  deletePasskey,
  deleteSession,
  signTransaction,
  updateEmail,
  updatePhoneNumber,
  type SubmittedPasskey,
} from './activities.ts';
import type { IntentName } from '../flows/facts.ts';
import { intentOf, type Expectation, type Intent } from './intent.ts';

/** The intent of each action but the sign-in by code. */
export const intents = {
  refresh: (publicKeyHex: string, maxSessionMs: number): Intent =>
    intentOf('session.refresh', { publicKeyHex }, { activities: [openSession(publicKeyHex, maxSessionMs)] }),
  revoke: (sessionId: string, cause: Intent['cause'] = 'caller'): Intent =>
    intentOf('session.revoke', { sessionId }, { activities: [deleteSession(sessionId)], cause }),
  execute: (expectation: Expectation): Intent =>
    intentOf('quote.execute', expectation, { activities: [signTransaction()], isOpaque: true }),
  /** `isAsked`: whether the profile's service asks for a signature at all. */
  changeCard: (
    name: Extract<IntentName, `card.${string}`>,
    { cardId, state, isAsked }: { readonly cardId: string; readonly state: string; readonly isAsked: boolean },
  ): Intent => intentOf(name, { cardId, state }, { isOpaque: true, isUnexpected: !isAsked }),
  addPasskey: (passkey: SubmittedPasskey): Intent =>
    intentOf('credential.add-passkey', { passkey }, { activities: [createPasskey(passkey)] }),
  addEmailOtp: (email: string): Intent =>
    intentOf('credential.add-email-otp', { email }, { activities: [updateEmail(email)] }),
  addSmsOtp: (phoneNumber: string): Intent =>
    intentOf('credential.add-sms-otp', { phoneNumber }, { activities: [updatePhoneNumber(phoneNumber)] }),
  /** The token is compared and told to nobody: an expectation goes to `approve` and to reports. */
  addOAuth: (idToken: string): Intent =>
    intentOf('credential.add-oauth', {}, { activities: [createOAuthProvider(idToken)] }),
  removeCredential: (credentialId: string, type: string): Intent =>
    intentOf(
      'credential.remove',
      { credentialId, type },
      type === 'PASSKEY' ? { activities: [deletePasskey(credentialId)] } : { isOpaque: true },
    ),
  changeEmail: (customerId: string, email: string): Intent =>
    intentOf('customer.change-email', { customerId, email }, { activities: [updateEmail(email)] }),
  /** A passkey signs a hash: what it stands for can't be read. */
  signInByPasskey: (credentialId: string): Intent => intentOf('passkey.sign-in', { credentialId }, { isOpaque: true }),
  custom: (activityTypes: readonly string[], expect: Expectation): Intent =>
    intentOf('custom', expect, { activities: activityTypes.map((type) => customActivity(type, expect)) }),
  customOpaque: (): Intent => intentOf('custom', {}, { isOpaque: true }),
} as const;
