/** Gives a wallet to the components below it. */
import {
  createContext,
  createElement,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import type { CreateWalletOptions, Wallet, WalletState } from '../../kit/wallet/index.ts';
import { createWalletMaker } from './wallet-maker.ts';

/** Props of {@link WalletProvider}: `options`, or else a `wallet` that you have made. */
export type WalletProviderProps = {
  /** The components that use the wallet. */
  readonly children?: ReactNode;
} & (
  | {
      /**
       * As for `createWallet`. When a value changes (lists are compared by content), the wallet is closed and made anew. Functions
       * may change with each render: they are called in their newest form.
       */
      readonly options: CreateWalletOptions;
      readonly wallet?: never;
    }
  | {
      /** A wallet of `createWallet`, or a fake one of `createFakeWallet`; it stays yours to close. */
      readonly wallet: Wallet;
      readonly options?: never;
    }
);

// React 18 warns of a layout effect on a server, where effects don't run.
const useBeforeEffects = 'window' in globalThis ? useLayoutEffect : useEffect;

const WalletContext = createContext<Wallet | undefined>(undefined);

/**
 * Keeps the wallet of one account while it is mounted. On a server, and while a page hydrates, its state is `loading`.
 *
 * @example
 * <WalletProvider options={{ relay: '/wallet', accountId, enclaveKeys }}>
 *   <Balance />
 * </WalletProvider>
 */
export function WalletProvider({ options, wallet, children }: WalletProviderProps): ReactNode {
  const [maker] = useState(createWalletMaker);
  // Before the effects of components below, which may call the wallet.
  useBeforeEffects(() => (wallet ? maker.close() : maker.use(options)));
  // Not with the layout, which a Suspense boundary above takes down for as long as its fallback is shown: the wallet goes on.
  useEffect(() => maker.close, [maker]);
  return createElement(WalletContext.Provider, { value: wallet ?? maker.wallet }, children);
}

/**
 * The wallet, for `useEffect` and handlers: the same object for the life of the provider, also when the wallet behind it is made anew.
 *
 * @example
 * const wallet = useWallet();
 * return <button onClick={() => wallet.session.revoke()}>Sign out</button>;
 *
 * @throws Error without a {@link WalletProvider} above.
 */
export function useWallet(): Wallet {
  const wallet = useContext(WalletContext);
  if (!wallet) throw new Error('no WalletProvider above');
  return wallet;
}

/**
 * The wallet's state, or a part of it; renders again when that changes.
 *
 * @example
 * const status = useWalletState((state) => state.status);
 *
 * @throws Error without a {@link WalletProvider} above.
 */
export function useWalletState(): WalletState;
export function useWalletState<Part>(selector: (state: WalletState) => Part): Part;
export function useWalletState<Part>(
  selector: (state: WalletState) => Part | WalletState = (state) => state,
): Part | WalletState {
  const wallet = useWallet();
  const read = useMemo(() => keepPart(selector), [selector]);
  return useSyncExternalStore(
    wallet.subscribe,
    () => read(wallet.state()),
    () => read(wallet.serverState()),
  );
}

/** Keeps the last part for its state, so that a selector may make a new object each time. */
function keepPart<Part>(selector: (state: WalletState) => Part): (state: WalletState) => Part {
  let last: WalletState | undefined;
  let part: Part;
  return (state) => {
    if (last !== state) part = selector((last = state));
    return part;
  };
}
