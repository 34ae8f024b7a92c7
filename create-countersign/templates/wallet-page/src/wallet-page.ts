/** The way to the wallet page, where the customer signs in and confirms, and back. */
import type { Quote } from 'countersign';
import { readWalletReturn, walletLinks } from 'countersign/wallet-link';

export type WalletPageLink =
  | { readonly page: 'pay' | 'card'; readonly id: string }
  | { readonly page: 'home' | 'signInMethods' | 'sessions' | 'signOut' };

const links = walletLinks('/to-wallet');

/** Leads there, through the entrance of your back-end, which knows who comes. */
export function follow(link: WalletPageLink): void {
  const options = { returnTo: `${location.origin}/` };
  if (link.page === 'pay') location.assign(links.pay(link.id, options));
  else if (link.page === 'card') location.assign(links.card(link.id, undefined, options));
  else location.assign(links[link.page](options));
}

/** The quote that the customer comes back from. The address only names it: your back-end says what became of it. */
export function returnedQuote(): string | undefined {
  const back = readWalletReturn(location);
  if (back === null) return undefined;
  history.replaceState(null, '', location.pathname);
  return back.id?.startsWith('Quote:') ? back.id : undefined;
}

export const isPaid = ({ status }: Quote) => status !== 'PENDING' && status !== 'EXPIRED';
