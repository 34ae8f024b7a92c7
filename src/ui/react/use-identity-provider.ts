/** The button that signs in with an identity provider's ID token. */
import { useEffect, useRef } from 'react';
import type { OAuthAttempt, Wallet, WalletState } from '../../kit/wallet/index.ts';
import { useAction, type Action } from './use-action.ts';
import { walletBehind } from './wallet-maker.ts';
import { useWallet, useWalletState } from './wallet-provider.ts';

/** Options of {@link useIdentityProvider}. */
export interface UseIdentityProviderOptions {
  /** Asks the provider for an ID token whose claim `nonce` is this one, as in a popup. */
  readonly idToken: (nonce: string) => Promise<string>;
  /** Your client id at the provider: a token for another is refused before it is sent. */
  readonly audience?: string;
  /** Which identity; by default the account's only one, or the one last used in this browser. */
  readonly credentialId?: string;
}

/**
 * Signs in by one press, which asks for the token first thing, by an attempt that was made before, and verifies it.
 *
 * @example
 * const idToken = async (nonce: string) => (await fetch(`/id-token?nonce=${nonce}`)).text();
 * const provider = useIdentityProvider({ idToken });
 * return <button onClick={() => provider.run()}>Continue with Sample ID</button>;
 *
 * @throws Error without a {@link WalletProvider} above.
 */
export function useIdentityProvider({
  idToken,
  ...options
}: UseIdentityProviderOptions): Action<[], NonNullable<WalletState['session']>> {
  const wallet = useWallet();
  const isSignedOut = useWalletState(({ status }) => status === 'signed-out');
  const next = useRef<Prepared | undefined>(undefined);
  const prepare = (now: Wallet): Prepared => {
    const own: Prepared = { making: now.oauth.begin(options) };
    const failed = (): void => void (next.current === own && (next.current = undefined));
    own.making.then((made) => void (own.made = made), failed);
    next.current = own;
    return own;
  };
  useEffect(() => {
    if (!isSignedOut) return undefined;
    prepare(walletBehind(wallet));
    return () => void (next.current = undefined);
  }, [wallet, isSignedOut, options.audience, options.credentialId]);
  return useAction(async (now, { signal }) => {
    const own = next.current ?? prepare(now);
    try {
      // Without an await before it where it was made before: browsers block a popup that opens later.
      const attempt = own.made ?? (await own.making);
      const token = await idToken(attempt.nonce);
      signal.throwIfAborted();
      return await attempt.verify(token, { signal });
    } finally {
      // The next press needs an attempt of its own.
      if (next.current === own) next.current = undefined;
      if (now.state().status === 'signed-out') prepare(now);
    }
  });
}

/** An attempt that was made when the button was drawn. */
interface Prepared {
  readonly making: Promise<OAuthAttempt>;
  made?: OAuthAttempt;
}
