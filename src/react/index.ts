/** The wallet in React: a provider that survives StrictMode, Fast Refresh and server rendering, and three hooks. */
export { useAction } from './use-action.ts';
export type { Action, ActionOptions } from './use-action.ts';
export { useWallet, useWalletState, WalletProvider } from './wallet-provider.ts';
export type { WalletProviderProps } from './wallet-provider.ts';
