/** The button that signs in with a passkey: prepared before the press, and anew where the preparation has grown old. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { onceShown } from '../../kit/shown.ts';
import { bare } from '../../kit/own-members.ts';
import type { PasskeySignIn, Wallet, WalletState } from '../../kit/wallet/index.ts';
import { useAction, type Action } from './use-action.ts';
import { walletBehind } from './wallet-maker.ts';
import { useWallet, useWalletState } from './wallet-provider.ts';

/** Options of {@link usePasskeySignIn}. */
export interface UsePasskeySignInOptions {
  /** Id of the passkey; by default the one last used in this browser, or the account's only one. */
  readonly credentialId?: string;
}

/** The button's action, and whether there is anything to press. */
export interface UsedPasskeySignIn extends Action<[], NonNullable<WalletState['session']>> {
  /** Whether a press opens the prompt at once: draw the button then. */
  readonly isReady: boolean;
  /**
   * Why it isn't ready: `CREDENTIAL_NOT_FOUND` where the account has no passkey, `PASSKEY_CHOICE_REQUIRED` where a `credentialId` is
   * needed, or any other error. `run` tries to prepare again.
   */
  readonly prepareError?: unknown;
}

/**
 * Prepares a passkey sign-in while signed out, and `run` does it: one press, also where the challenge has expired meanwhile,
 * since it is then prepared anew before the prompt. After a failure it is prepared for the next press. The wallet's `approve` is asked
 * while it prepares, as by `wallet.passkey.prepare`.
 *
 * @example
 * const passkey = usePasskeySignIn();
 * return passkey.isReady && <button onClick={() => passkey.run()}>Sign in with a passkey</button>;
 *
 * @throws Error without a {@link WalletProvider} above.
 */
export function usePasskeySignIn(options: UsePasskeySignInOptions = {}): UsedPasskeySignIn {
  const { credentialId } = bare(options);
  const wallet = useWallet();
  const isSignedOut = useWalletState(({ status }) => status === 'signed-out');
  const [prepared, show] = useState<Prepared>(none);
  const newest = useRef(prepared);
  const prepare = useCallback(
    (now: Wallet): Promise<PasskeySignIn> => {
      const handle = now.passkey.prepare(credentialId === undefined ? {} : { credentialId });
      const preparing: Prepared = { isReady: false, handle };
      newest.current = preparing;
      const showIfNewest = (next: Prepared): void => {
        if (newest.current === preparing) show((newest.current = next));
      };
      handle.then(
        (ready) => showIfNewest({ isReady: true, handle, ready }),
        (prepareError: unknown) => showIfNewest({ isReady: false, prepareError }),
      );
      return handle;
    },
    [credentialId],
  );
  useEffect(() => {
    if (!isSignedOut) return undefined;
    const stopWaiting = onceShown(() => void prepare(walletBehind(wallet)).catch(() => {}));
    return () => {
      stopWaiting();
      show((newest.current = none));
    };
  }, [wallet, isSignedOut, prepare]);
  const action = useAction(async (now, { signal }) => {
    const prepareAnew = (): Promise<PasskeySignIn> => {
      show(none);
      return prepare(now);
    };
    const { ready, handle } = newest.current;
    // Without an await before it where it is ready: the prompt needs the press.
    const signingIn = ready ?? (await (handle ?? prepareAnew()));
    try {
      return await signingIn.signIn({ signal });
    } catch (error) {
      const { code } = error as { readonly code?: unknown };
      // The handle still serves after a prompt that was closed.
      if (code === 'CANCELLED') throw error;
      const again = prepareAnew();
      if (code === 'CHALLENGE_EXPIRED') return (await again).signIn({ signal });
      again.catch(() => {});
      throw error;
    }
  });
  const { isReady, prepareError } = prepared;
  return { ...action, isReady, prepareError };
}

interface Prepared {
  readonly isReady: boolean;
  readonly handle?: Promise<PasskeySignIn>;
  readonly ready?: PasskeySignIn;
  readonly prepareError?: unknown;
}

const none: Prepared = { isReady: false };
