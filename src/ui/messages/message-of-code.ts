/** Message and action for each error code. */
import type { KitErrorCode } from '../../kit/error-catalogue/index.ts';
import type { NextStep } from '../../kit/errors.ts';
import type { ActionKind, MessageKey } from './locale.ts';

/** A message and the action that goes with it; no action where there is nothing to do but read. */
export type Told = readonly [message: MessageKey, action?: ActionKind];

/** Codes that only a server or a test meets: the kit throws none of them in a page. */
type ServerCode = Extract<KitErrorCode, `RELAY_${string}` | `WEBHOOK_${string}`>;

/** The codes of the kit's own errors in a page. `REFUSED` says too little: its `platformCode` or its next step decides. */
export const messageOfCode: Readonly<Record<Exclude<KitErrorCode, ServerCode | 'REFUSED'>, Told>> = {
  ALREADY_REGISTERED: ['passkey-exists'],
  ANSWER_INVALID: ['service-failed', 'retry'],
  AUTHENTICATOR_FAILED: ['authenticator-failed', 'retry'],
  BUNDLE_KEY_NOT_PINNED: ['set-up', 'support'],
  BUNDLE_MALFORMED: ['back-end-untrusted', 'support'],
  BUNDLE_MISMATCH: ['back-end-untrusted', 'support'],
  BUNDLE_SIGNATURE_INVALID: ['back-end-untrusted', 'support'],
  BUSY: ['busy', 'retry'],
  CANCELLED: ['cancelled', 'retry'],
  CEREMONY_FAILED: ['authenticator-failed', 'retry'],
  CHALLENGE_EXPIRED: ['too-late', 'start-over'],
  CHUNK_UNAVAILABLE: ['page-outdated', 'reload'],
  CODE_EXHAUSTED: ['code-exhausted', 'new-code'],
  CODE_EXPIRED: ['code-expired', 'new-code'],
  CODE_WRONG: ['code-wrong', 'correct'],
  CREDENTIAL_IN_USE: ['credential-in-use', 'sign-in'],
  CREDENTIAL_NOT_FOUND: ['credential-missing', 'other-way'],
  DOMAIN_INVALID: ['set-up', 'support'],
  ENGINE_FAILED: ['unsupported', 'other-way'],
  ENGINE_UNAVAILABLE: ['set-up', 'support'],
  FACTOR_UNSUPPORTED: ['factor-unsupported', 'support'],
  ID_TOKEN_EXPIRED: ['too-late', 'start-over'],
  ID_TOKEN_INVALID: ['sign-in-interrupted', 'start-over'],
  ID_TOKEN_MISMATCH: ['sign-in-interrupted', 'start-over'],
  INSECURE_CONTEXT: ['set-up', 'support'],
  KEY_NOT_DELETED: ['key-not-deleted', 'retry'],
  NETWORK_FAILED: ['offline', 'retry'],
  NOT_APPROVED: ['not-approved', 'start-over'],
  OAUTH_CHOICE_REQUIRED: ['identity-choice', 'correct'],
  OTP_INVALID: ['code-malformed', 'correct'],
  OUTCOME_UNKNOWN: ['outcome-unknown', 'look'],
  PASSKEY_BUSY: ['passkey-busy', 'retry'],
  PASSKEY_CHOICE_REQUIRED: ['passkey-choice', 'correct'],
  PASSKEY_NOT_FOUND: ['passkey-not-here', 'other-way'],
  PASSKEY_TIMED_OUT: ['passkey-timed-out', 'retry'],
  PAYLOAD_INVALID: ['payload-refused', 'support'],
  PAYLOAD_MISMATCH: ['payload-refused', 'support'],
  PLATFORM_LOGIN_REQUIRED: ['logged-out', 'log-in'],
  POINT_INVALID: ['set-up', 'support'],
  QUOTE_EXPIRED: ['quote-expired', 'new-quote'],
  QUOTE_FAILED: ['payment-failed', 'look'],
  QUOTE_NOT_SIGNABLE: ['start-over', 'new-quote'],
  RATE_LIMITED: ['too-many', 'retry'],
  REDIRECTED: ['logged-out', 'log-in'],
  SANDBOX_KEY_PINNED: ['set-up', 'support'],
  SCALAR_INVALID: ['set-up', 'support'],
  SEALED_KEY_INVALID: ['sign-in-interrupted', 'start-over'],
  SERVICE_FAILED: ['service-failed', 'retry'],
  SESSION_EXPIRED: ['session-ended', 'sign-in'],
  SESSION_LIFETIME_INVALID: ['sign-in-interrupted', 'start-over'],
  SIGNATURE_NOT_EXPECTED: ['set-up', 'support'],
  SIGNED_OUT: ['signed-out', 'sign-in'],
  STAMP_INVALID: ['set-up', 'support'],
  STAMP_MALFORMED: ['set-up', 'support'],
  STORE_UNAVAILABLE: ['storage-blocked'],
  TIMED_OUT: ['slow', 'retry'],
  UNSUPPORTED: ['passkeys-missing', 'other-way'],
  VERIFICATION_UNAVAILABLE: ['screen-lock-missing', 'other-way'],
  WALLET_CLOSED: ['page-outdated', 'reload'],
};

/** Codes of the service and of the relay, as they arrive in `platformCode`; an open set, so that others go by their next step. */
export const messageOfPlatformCode: Readonly<Record<string, Told>> = {
  ACCOUNT_LOCKED: ['too-many', 'retry'],
  CARD_ALREADY_CLOSED: ['card-closed'],
  CARD_NOT_MUTABLE: ['card-not-ready', 'retry'],
  CARDHOLDER_KYC_NOT_APPROVED: ['not-allowed', 'support'],
  DAILY_VOLUME_LIMIT_EXCEEDED: ['limit-reached', 'correct'],
  EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS: ['credential-exists'],
  EMAIL_OTP_EMAIL_ALREADY_EXISTS: ['address-taken', 'correct'],
  FORBIDDEN: ['not-allowed', 'support'],
  INSUFFICIENT_BALANCE: ['insufficient-funds', 'correct'],
  INSUFFICIENT_FUNDS: ['insufficient-funds', 'correct'],
  INVALID_INPUT: ['input-invalid', 'correct'],
  INVALID_STATE_TRANSITION: ['card-changed', 'look'],
  PASSKEY_CREDENTIAL_ALREADY_EXISTS: ['passkey-exists'],
  QUOTE_EXPIRED: ['quote-expired', 'new-quote'],
  RELAY_CHALLENGE_INVALID: ['too-late', 'start-over'],
  RELAY_SIGN_IN_REQUIRED: ['sign-in-again', 'sign-in'],
  RELAY_UNAUTHENTICATED: ['logged-out', 'log-in'],
  SMS_OTP_CREDENTIAL_ALREADY_EXISTS: ['credential-exists'],
  TRANSACTION_SIZE_LIMIT_EXCEEDED: ['limit-reached', 'correct'],
  VELOCITY_LIMIT_EXCEEDED: ['limit-reached', 'correct'],
};

/** Message of a next step by itself. */
export const messageOfNextStep: Readonly<Record<NextStep, Told>> = {
  retry: ['service-failed', 'retry'],
  reauthenticate: ['session-ended', 'sign-in'],
  'log-in': ['logged-out', 'log-in'],
  restart: ['start-over', 'start-over'],
  'fix-input': ['input-invalid', 'correct'],
  configure: ['set-up', 'support'],
  unsupported: ['not-allowed', 'other-way'],
};
