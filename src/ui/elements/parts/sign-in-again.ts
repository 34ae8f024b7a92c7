/** Ends the session for a sign-in that must be recent: a page shows none while somebody is signed in. */
import type { Wallet } from '../../../kit/wallet/index.ts';

/** Signs out. A key that couldn't be deleted shows: the page goes on being signed in. */
export function signOutForSignIn(wallet: Wallet | undefined): void {
  wallet?.session.revoke().catch(() => undefined);
}
