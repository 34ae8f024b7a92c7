/** What each action may look like when it comes back as a payload to sign. */

/** The wallet's own actions that are stamped. */
export type IntentName =
  | 'email-otp.verify'
  | 'session.refresh'
  | 'session.revoke'
  | 'quote.execute'
  | 'card.freeze'
  | 'card.unfreeze'
  | 'card.close'
  | 'credential.add-passkey'
  | 'credential.add-email-otp'
  | 'credential.remove-passkey'
  | 'credential.remove'
  | 'customer.change-email';

/** The forms of payload that fit an action. */
export interface IntentRule {
  /** Activity types that fit; none where the service publishes no activity for the action. */
  readonly activityTypes: readonly string[];
  /** Whether a login token (JWT) fits. */
  readonly token: boolean;
  /** Whether a payload fits that can't be read. */
  readonly opaque: boolean;
}

const rule = ({ activityTypes = [], token = false, opaque = false }: Partial<IntentRule>): IntentRule =>
  Object.freeze({ activityTypes: Object.freeze(activityTypes), token, opaque });

/** The table. */
export const intentRules: Readonly<Record<IntentName, IntentRule>> = Object.freeze({
  'email-otp.verify': rule({ token: true }),
  'session.refresh': rule({ activityTypes: ['ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2'] }),
  'session.revoke': rule({ activityTypes: ['ACTIVITY_TYPE_DELETE_API_KEYS'] }),
  'quote.execute': rule({ activityTypes: ['ACTIVITY_TYPE_SIGN_TRANSACTION_V2'], opaque: true }),
  'card.freeze': rule({ opaque: true }),
  'card.unfreeze': rule({ opaque: true }),
  'card.close': rule({ opaque: true }),
  'credential.add-passkey': rule({ activityTypes: ['ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2'] }),
  'credential.add-email-otp': rule({ activityTypes: ['ACTIVITY_TYPE_UPDATE_USER_EMAIL'] }),
  'credential.remove-passkey': rule({ activityTypes: ['ACTIVITY_TYPE_DELETE_AUTHENTICATORS'] }),
  'credential.remove': rule({ opaque: true }),
  'customer.change-email': rule({ activityTypes: ['ACTIVITY_TYPE_UPDATE_USER_EMAIL'] }),
});

// Families of activity that only the wallet's own flows sign: they hand over the wallet or change who may sign for it.
const reserved =
  /^ACTIVITY_TYPE_(EXPORT_|UPDATE_USER|CREATE_USER|DELETE_USER|CREATE_(OAUTH|AUTHENTICATORS|API_|READ_(ONLY|WRITE)_SESSION|POLIC)|DELETE_(OAUTH|AUTHENTICATORS|API_|POLIC)|UPDATE_(POLICY|ROOT_QUORUM)|INIT_|RECOVER_|SET_ORGANIZATION)/;

/** Whether an activity type is signed by the wallet's own flows only, never for a caller of `signedRetry`. */
export function isReserved(activityType: string): boolean {
  return reserved.test(activityType);
}
