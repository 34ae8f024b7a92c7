/** The wallet: the one room that joins keys, sessions and transport. */
export { createWallet } from './wallet.ts';
export type { Wallet } from './wallet.ts';
export { PasskeyChoiceError, WalletError } from './wallet-error.ts';
export type { WalletErrorCode } from './wallet-error.ts';
export type { CreateWalletOptions } from './options.ts';
export type { SignalOptions } from './context.ts';
export type { CardCloseOptions } from './flows/card.ts';
export type { ChangeEmailOptions } from './flows/credentials.ts';
export type { Intent, PayloadReport } from './payload-check.ts';
export type { IntentName, IntentRule } from './intents.ts';
export type { EmailOtpAttempt, EmailOtpBeginOptions, SessionSummary } from './flows/email-otp.ts';
export type { PasskeyAdd, PasskeyPrepareAddOptions, PasskeyPrepareOptions, PasskeySignIn } from './flows/passkey.ts';
export type { QuoteExecuteOptions } from './flows/quote.ts';
export type { Revocation } from './flows/revoke.ts';
export type { ListedSession } from './flows/session.ts';
export type { CustomIntent, SignedRetryOptions, SignedRetryRequest, SignedRetryResult } from './flows/signed-retry.ts';
