/** The button that signs in with an identity provider's ID token. */
import type { WalletState } from '../../kit/wallet/index.ts';
import { useAction, type Action } from './use-action.ts';

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
 * Signs in by one press: makes the attempt, asks for the token, and verifies it.
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
  return useAction(async ({ oauth }, { signal }) => {
    const attempt = await oauth.begin({ ...options, signal });
    const token = await idToken(attempt.nonce);
    signal.throwIfAborted();
    return attempt.verify(token, { signal });
  });
}
