/** Options of signing in for a test. */
import type { WireProfileName } from 'countersign';

/** Message of the script to the page. */
export interface InPageSignIn {
  /** The relay, as the application's `createWallet` names it. */
  readonly relay: string;
  /** The person's wallet. */
  readonly accountId: string;
  /** The sandbox's quorum key. */
  readonly enclaveKeys: readonly string[];
  /** The application's profile. */
  readonly profile: WireProfileName;
  /** The code that the sandbox takes. */
  readonly code: string;
}

/** Options of `signInScript` and `signIn`. */
export interface SignInOptions {
  /** The relay, as the application's `createWallet` names it; `/wallet` by default. */
  readonly relay?: string;
  /** The sandbox's quorum key; the published one by default. */
  readonly enclaveKeys?: readonly string[];
  /** The application's profile; `spec` by default. */
  readonly profile?: WireProfileName;
  /** The code that the sandbox takes; `000000` by default. */
  readonly code?: string;
}
