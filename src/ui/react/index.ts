/** The wallet in React: a provider that survives StrictMode, Fast Refresh and server rendering, and hooks. */
'use client';
export { useAction } from './use-action.ts';
export type { Action, ActionOptions } from './use-action.ts';
export { useCodeEntry } from './use-code-entry.ts';
export type { UsedCodeEntry } from './use-code-entry.ts';
export { useCountdown } from './use-countdown.ts';
export type { UseCountdownOptions } from './use-countdown.ts';
export { useIdentityProvider } from './use-identity-provider.ts';
export type { UseIdentityProviderOptions } from './use-identity-provider.ts';
export { usePasskeySignIn } from './use-passkey-sign-in.ts';
export type { UsedPasskeySignIn, UsePasskeySignInOptions } from './use-passkey-sign-in.ts';
export { useWallet, useWalletState, WalletProvider } from './wallet-provider.ts';
export type { WalletProviderProps } from './wallet-provider.ts';
