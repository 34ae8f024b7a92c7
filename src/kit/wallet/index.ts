/** The wallet: the one folder that joins keys, sessions and transport. */
export { createWallet } from './wallet.ts';
export type * from './methods.ts';
export { createSnapshot, loadingState } from '../session/index.ts';
export { OAuthChoiceError, PasskeyChoiceError, WalletError } from './wallet-error.ts';
export type { WalletErrorCode } from './wallet-error.ts';
export type { ApprovalQuestion, CreateWalletOptions } from './options.ts';
export type {
  ActionOutcome,
  ActionPhase,
  PhaseChanged,
  CallBegan,
  CallEnded,
  CallFacts,
  RequestEnded,
  StateChanged,
  WalletEvent,
  WalletEventListener,
} from './events/events.ts';
export type { SignalOptions } from './context.ts';
export type { CardCloseOptions } from './flows/card.ts';
export type { ComparedValues, PayloadReport, PayloadVerdict, RequestToSign } from './payload/intent.ts';
export { flowFacts, type FlowsBy, type IntentName, type WalletFlow } from './facts.ts';
export type { Expectation } from './payload/intent.ts';
export type { ChangeEmailOptions, CredentialRemoveOptions } from './flows/credentials.ts';
export type { CustomIntent, SignedRetryOptions, SignedRetryRequest, SignedRetryResult } from './flows/custom.ts';
export type { KeptOAuthAttempt, OAuthAttempt, OAuthBeginOptions, OAuthVerifyOptions } from './flows/oauth.ts';
export type { CodeAttempt, CodeBeginOptions, KeptCodeAttempt } from './flows/one-time-code.ts';
export type { PasskeyAdd, PasskeyPrepareAddOptions } from './flows/passkey.ts';
export type { PasskeyPrepareOptions, PasskeySignIn } from './flows/passkey.ts';
export type { QuoteExecuteOptions } from './flows/quote.ts';
export type { AccountExportOptions } from './flows/export.ts';
export type { AccountGetOptions, Payee, TransactionListOptions, TransactionPage } from './flows/reads.ts';
export type { ListedSession } from './flows/sessions.ts';
export type { Revocation, RevokeOptions } from './flows/revoke.ts';
export type { WalletState } from '../session/index.ts';
