/** Countersign: sign in to an embedded wallet and sign its actions, in the browser. */
export { createWallet, PasskeyChoiceError, WalletError } from './wallet/index.ts';
export type {
  CardCloseOptions,
  CreateWalletOptions,
  CustomIntent,
  EmailOtpAttempt,
  EmailOtpBeginOptions,
  EnclaveKeys,
  Intent,
  IntentName,
  IntentRule,
  ListedSession,
  PasskeyAdd,
  PasskeyPrepareAddOptions,
  PasskeyPrepareOptions,
  PasskeySignIn,
  PayloadReport,
  QuoteExecuteOptions,
  Revocation,
  SessionSummary,
  SignalOptions,
  SignedRetryOptions,
  SignedRetryRequest,
  SignedRetryResult,
  Wallet,
  WalletErrorCode,
} from './wallet/index.ts';
export { createIndexedDbStore, createMemoryStore, onExpiring, SessionError } from './session/index.ts';
export type { Clock, ExpiringOptions, SessionErrorCode, Store, WalletState } from './session/index.ts';
export { TransportError } from './transport/transport-error.ts';
export type { TransportErrorCode } from './transport/index.ts';
export { CryptoError } from './crypto/crypto-error.ts';
export type { CryptoErrorCode, PayloadSummary } from './crypto/signing/index.ts';
export type { PasskeyError, PasskeyErrorCode } from './passkey/index.ts';
export { CountersignError } from './errors.ts';
export type { NextStep } from './errors.ts';
export { sandboxEnclavePublicKeyHex, wireProfiles } from './wire.ts';
export type * from './wire.ts';
