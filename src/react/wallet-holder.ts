/**
 * One wallet at a time for a mounted provider: made when it is mounted or first called, closed when it is unmounted, made anew
 * when it is mounted again. React mounts twice in StrictMode, and renders trees that it throws away: a render makes no wallet.
 */
import {
  createSnapshot,
  createWallet,
  loadingState,
  type CreateWalletOptions,
  type Wallet,
  type WalletState,
} from '../wallet/index.ts';

/** What a provider keeps over its renders. */
export interface WalletHolder {
  /** Passes each call on to the current wallet; the same object for the life of the provider. */
  readonly wallet: Wallet;
  /** The current wallet itself. */
  current(): Wallet;
  /** `loading` before there is a wallet: on the server and in the first render of the page. */
  state(): WalletState;
  subscribe(listener: () => void): () => void;
  /** Takes the options of a render: functions are called in their newest form, any other change asks for a new wallet. */
  use(options: CreateWalletOptions): void;
  close(): void;
}

/** Creates a holder without a wallet. */
export function createWalletHolder(): WalletHolder {
  let newest: CreateWalletOptions & Options;
  let isMounted = false;
  let made: { readonly wallet: Wallet; readonly options: CreateWalletOptions; readonly stop: () => void } | undefined;
  // A subscriber stays subscribed when a new wallet takes the place of the old one.
  const { get: state, set, subscribe } = createSnapshot(loadingState);
  const current = (): Wallet => {
    if (!isMounted) throw new Error('call the wallet in useEffect and handlers');
    if (!made) {
      const given: Options = { ...newest };
      // Functions of the newest render are called, whichever render the wallet was made in.
      for (const name in given)
        if (typeof given[name] === 'function')
          given[name] = (...all: unknown[]) => {
            // Without a receiver, which a page's own `fetch` refuses.
            const call = newest[name] as (...passed: unknown[]) => unknown;
            return call(...all);
          };
      const wallet = createWallet(given as unknown as CreateWalletOptions);
      const tell = (): void => set(wallet.state());
      made = { wallet, options: newest, stop: wallet.subscribe(tell) };
      tell();
    }
    return made.wallet;
  };
  const close = (): void => {
    made?.stop();
    made?.wallet.close();
    made = undefined;
    isMounted = false;
  };
  return {
    wallet: new Proxy({ subscribe } as Wallet, { get: (own, name: keyof Wallet) => own[name] ?? current()[name] }),
    current,
    state,
    subscribe,
    use(options) {
      if (made && !isSame(made.options, options)) close();
      newest = options as CreateWalletOptions & Options;
      isMounted = true;
      current();
    },
    close,
  };
}

type Options = { [name: string]: unknown };

/** Whether a wallet made with `before` serves `now` as well. */
function isSame(before: CreateWalletOptions, now: CreateWalletOptions): boolean {
  const names = Object.keys({ ...before, ...now }) as (keyof CreateWalletOptions)[];
  return names.every((name) => contentOf(before[name]) === contentOf(now[name]));
}

/** What is compared of an option: nothing of a function, of a list or another object its members as texts. */
function contentOf(option: unknown): unknown {
  if (typeof option === 'function') return '';
  return typeof option === 'object' ? String(Object.entries({ ...option })) : option;
}
