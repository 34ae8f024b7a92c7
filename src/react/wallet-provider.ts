/** Gives a wallet to the components below it. */
import {
  createContext,
  createElement,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ReactNode } from 'react';
import { loadingState, type CreateWalletOptions, type Wallet, type WalletState } from '../wallet/index.ts';
import { createWalletHolder, type WalletHolder } from './wallet-holder.ts';

/** Props of {@link WalletProvider}. */
export interface WalletProviderProps {
  /**
   * As for `createWallet`. When a value changes (lists are compared by content), the wallet is closed and made anew. Functions
   * may change with each render: they are called in their newest form.
   */
  readonly options: CreateWalletOptions;
  /** The components that use the wallet. */
  readonly children?: ReactNode;
}

// React 18 warns of a layout effect on a server, where effects don't run.
const useBeforeEffects = 'window' in globalThis ? useLayoutEffect : useEffect;

const HolderContext = createContext<WalletHolder | undefined>(undefined);

/**
 * Keeps the wallet of one account while it is mounted. On a server, and in the first render of a page, its state is `loading`.
 *
 * @example
 * <WalletProvider options={{ relay: '/wallet', accountId, enclaveKeys }}>
 *   <Balance />
 * </WalletProvider>
 */
export function WalletProvider({ options, children }: WalletProviderProps): ReactNode {
  const [holder] = useState(createWalletHolder);
  // Before the effects of components below, which may call the wallet.
  useBeforeEffects(() => holder.use(options));
  // Not with the layout, which a Suspense boundary above takes down for as long as its fallback is shown: the wallet goes on.
  useEffect(() => holder.close, [holder]);
  return createElement(HolderContext.Provider, { value: holder }, children);
}

/** What the provider above keeps. */
export function useHolder(): WalletHolder {
  const holder = useContext(HolderContext);
  if (!holder) throw new Error('no WalletProvider above');
  return holder;
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
  return useHolder().wallet;
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
export function useWalletState<Part>(selector: (state: WalletState) => Part | WalletState = whole): Part | WalletState {
  const holder = useHolder();
  // The last part is kept for its state, so that a selector may make a new object each time.
  const last = useRef<readonly [state: WalletState, selector: unknown, part: Part | WalletState]>(null);
  const read = (state: WalletState): Part | WalletState => {
    if (last.current?.[0] !== state || last.current[1] !== selector) last.current = [state, selector, selector(state)];
    return last.current[2];
  };
  return useSyncExternalStore(
    holder.subscribe,
    () => read(holder.state()),
    () => read(loadingState),
  );
}

function whole(state: WalletState): WalletState {
  return state;
}
