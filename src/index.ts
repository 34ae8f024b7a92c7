/** Countersign: sign in to an embedded wallet and sign its actions, in the browser. */
import type { CryptoError } from './kit/crypto/crypto-error.ts';
import { CountersignError } from './kit/errors.ts';
import type { PasskeyError } from './kit/passkey/passkey-error.ts';
import type { RelayError } from './relay/relay-error.ts';
import type { SessionError } from './kit/session/index.ts';
import type { TransportError } from './kit/transport/transport-error.ts';
import type { OAuthChoiceError, PasskeyChoiceError, WalletError, WalletErrorCode } from './kit/wallet/index.ts';

export { createWallet, OAuthChoiceError, PasskeyChoiceError, WalletError } from './kit/wallet/index.ts';
export type {
  AccountExportOptions,
  AccountGetOptions,
  ActionOutcome,
  ActionPhase,
  PhaseChanged,
  ApprovalQuestion,
  CallBegan,
  CallEnded,
  CallFacts,
  CardCloseOptions,
  ChangeEmailOptions,
  CodeAttempt,
  CodeBeginOptions,
  ComparedValues,
  CreateWalletOptions,
  CredentialRemoveOptions,
  CustomIntent,
  DelegatedKeyCreateOptions,
  Expectation,
  Finding,
  IntentName,
  KeptCodeAttempt,
  KeptOAuthAttempt,
  ListedSession,
  OAuthAttempt,
  OAuthBeginOptions,
  OAuthVerifyOptions,
  PasskeyAdd,
  PasskeyPrepareAddOptions,
  PasskeyPrepareOptions,
  PasskeySignIn,
  Payee,
  PayloadReport,
  PayloadVerdict,
  QuoteExecuteOptions,
  RequestEnded,
  RequestToSign,
  Revocation,
  RevokeOptions,
  SignalOptions,
  TransactionListOptions,
  TransactionPage,
  SignedRetryOptions,
  SignedRetryRequest,
  SignedRetryResult,
  StateChanged,
  Verdict,
  Wallet,
  WalletErrorCode,
  WalletEvent,
  WalletEventListener,
  WalletFlow,
} from './kit/wallet/index.ts';
export { createIndexedDbStore, createMemoryStore, onExpiring, SessionError } from './kit/session/index.ts';
export type {
  Announcement,
  EndReason,
  ExpiringOptions,
  ExpiringWallet,
  SessionErrorCode,
  SessionState,
  Store,
  TabChannel,
  WalletState,
} from './kit/session/index.ts';
export type { Clock, Instant, PartialClock } from './kit/waiting.ts';
export { TransportError } from './kit/transport/transport-error.ts';
export type { TransportErrorCode, TransportErrorOptions } from './kit/transport/transport-error.ts';
export { CryptoError } from './kit/crypto/crypto-error.ts';
export type { ComparedValue, CryptoErrorCode, PayloadSummary } from './kit/crypto/signing/index.ts';
export { PasskeyError } from './kit/passkey/passkey-error.ts';
export type { PasskeyAvailability, PasskeyErrorCode } from './kit/passkey/index.ts';
export { CountersignError } from './kit/errors.ts';
export type { CountersignErrorOptions } from './kit/errors.ts';
export type { CodeOf, ErrorClassName, KitErrorCode, NextStep, NextStepOf } from './kit/error-catalogue/index.ts';
export { sandboxEnclavePublicKeyHex, wireProfiles } from './kit/wire.ts';
export type {
  AuthMethod,
  AuthSession,
  Card,
  CardDeclinedReason,
  CardState,
  CardTransaction,
  CredentialType,
  Currency,
  CurrencyAmount,
  DelegatedKey,
  ErrorBody,
  ExternalAccount,
  FieldError,
  InternalAccount,
  OtpChallenge,
  OtpType,
  Page,
  PaymentInstructions,
  Quote,
  QuoteExecution,
  QuoteStatus,
  ScaChallenge,
  SessionKeys,
  SignedRetryChallenge,
  Transaction,
  TransactionStatus,
  WireProfile,
  WireProfileName,
} from './kit/wire.ts';

/** Every error of the kit; comparing `code` narrows it to its class. The relay throws its own on a server only. */
export type KitError =
  | CryptoError
  | PasskeyError
  | RelayError
  | SessionError
  | TransportError
  | WalletError<Exclude<WalletErrorCode, 'PASSKEY_CHOICE_REQUIRED' | 'OAUTH_CHOICE_REQUIRED'>>
  | OAuthChoiceError
  | PasskeyChoiceError;

/**
 * Detects an error of the kit. Anything else that was thrown is a mistake in the calling code, or an abort.
 *
 * @example
 * try {
 *   await wallet.quote.execute(quote);
 * } catch (error) {
 *   if (!isKitError(error)) throw error;
 *   if (error.nextStep === 'reauthenticate') askToSignIn();
 * }
 */
export function isKitError(error: unknown): error is KitError {
  return error instanceof CountersignError;
}
