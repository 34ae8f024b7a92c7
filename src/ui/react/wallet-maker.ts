/**
 * One wallet at a time for a mounted provider: made when it is mounted, closed when it is unmounted, made anew when it is
 * mounted again. React mounts twice in StrictMode, and renders trees that it throws away: a render makes no wallet.
 */
import {
  createSnapshot,
  createWallet,
  loadingState,
  type CreateWalletOptions,
  type Wallet,
} from '../../kit/wallet/index.ts';

/** State that a provider keeps over its renders. */
export interface WalletMaker {
  /** Passes each call on to the current wallet; the same object for the life of the provider. `loading` until there is a wallet. */
  readonly wallet: Wallet;
  /** Takes the options of a render: functions are called in their newest form, any other change makes a new wallet. */
  use(options: CreateWalletOptions): void;
  close(): void;
}

const behind: unique symbol = Symbol();

/** The wallet itself: the current one behind that of a maker. */
export function walletBehind(wallet: Wallet & { readonly [behind]?: Wallet }): Wallet {
  return wallet[behind] ?? wallet;
}

/** Creates a maker without a wallet. */
export function createWalletMaker(): WalletMaker {
  let newest: Options;
  let current: Wallet | undefined;
  let currentContent: string;
  // A subscriber stays subscribed when a new wallet takes the place of the old one.
  const { get: state, set, subscribe } = createSnapshot(loadingState);
  // Reports the current wallet only, whichever has changed: the later close of an old one plays no part.
  const tell = (): void => current && set(current.state());
  const close = (): void => {
    const old = current;
    current = undefined;
    old?.close();
  };
  const own = { subscribe, state, serverState: () => loadingState } as Wallet;
  return {
    wallet: new Proxy(own, {
      get(_, name: keyof Wallet) {
        if (own[name]) return own[name];
        if ((name as unknown) === behind) return current;
        if (!current) throw new Error('no WalletProvider mounted: call the wallet in useEffect and handlers');
        return current[name];
      },
    }),
    use(options) {
      newest = options as unknown as Options;
      const given = { ...newest };
      // Options are compared by content: functions as equal, lists and other objects by their members as texts.
      let content = '';
      for (const name of Object.keys(given)) {
        let option = newest[name];
        if (typeof option === 'function') {
          option = '';
          given[name] = (...all: unknown[]) => {
            // Calls the option of the newest render, without a receiver, which a page's own `fetch` refuses.
            const call = newest[name] as (...passed: unknown[]) => unknown;
            return call(...all);
          };
        }
        if (typeof option === 'object') option = Object.entries({ ...option });
        content += name + String(option);
      }
      if (current && content === currentContent) return;
      close();
      currentContent = content;
      current = createWallet(given as unknown as CreateWalletOptions);
      current.subscribe(tell);
      tell();
    },
    close,
  };
}

type Options = { [name: string]: unknown };
