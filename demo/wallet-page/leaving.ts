/** Leaving the app: the wallet page ends its own session first, and leads back here, where the app ends its own. */

import { walletLinks, type WalletReturn } from 'countersign/wallet-link';

const mark = 'leaving';

/** Leads to the wallet page's sign-out. */
export function leaveByWalletPage(): void {
  sessionStorage.setItem(mark, 'yes');
  location.assign(walletLinks('/to-wallet').signOut({ returnTo: `${location.origin}/` }));
}

/** Tells once that the person comes back from there: without the mark it would be a link that anybody can write. */
export function comesBackLeaving(back: WalletReturn | null): boolean {
  const isMarked = sessionStorage.getItem(mark) !== null;
  sessionStorage.removeItem(mark);
  return isMarked && back?.outcome === 'done';
}
