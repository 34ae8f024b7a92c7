/** The button that signs in with an identity provider's ID token. */
import { useEffect, useRef } from 'react';
import type { OAuthBeginOptions, WalletState } from '../../kit/wallet/index.ts';
import { createNextAttempt, type NextAttempt } from '../next-attempt.ts';
import { useAction, type Action } from './use-action.ts';
import { walletBehind } from './wallet-maker.ts';
import { useWallet, useWalletState } from './wallet-provider.ts';

/** Options of {@link useIdentityProvider}. */
export interface UseIdentityProviderOptions {
  /** Asks the provider for an ID token whose claim `nonce` is this one, as in a popup. */
  readonly idToken: (nonce: string) => Promise<string>;
  /** Your client id at the provider: a token for another is refused before it is sent. */
  readonly audience?: string;
  /** Id of the identity; by default the account's only one, or the one last used in this browser. */
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
  audience,
  credentialId,
}: UseIdentityProviderOptions): Action<[], NonNullable<WalletState['session']>> {
  const wallet = useWallet();
  const isSignedOut = useWalletState(({ status }) => status === 'signed-out');
  const newest = useRef<NextAttempt>(undefined);
  useEffect(() => {
    const next = attemptWith(audience, credentialId);
    newest.current = next;
    if (isSignedOut) next.prepare(walletBehind(wallet));
    return next.forget;
  }, [wallet, isSignedOut, audience, credentialId]);
  return useAction(async (now, { signal }) => {
    const next = (newest.current ??= attemptWith(audience, credentialId));
    try {
      return await next.use(now, async (attempt) => {
        const token = await idToken(attempt.nonce);
        signal.throwIfAborted();
        return attempt.verify(token, { signal });
      });
    } finally {
      // The next press needs an attempt of its own.
      if (now.state().status === 'signed-out') next.prepare(now);
    }
  });
}

function attemptWith(audience: string | undefined, credentialId: string | undefined): NextAttempt {
  return createNextAttempt({ audience, credentialId } as OAuthBeginOptions);
}
