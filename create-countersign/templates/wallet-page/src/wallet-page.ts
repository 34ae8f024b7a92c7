/** The way to the wallet page, where the customer signs in and confirms, and back. */
import type { Quote } from 'countersign';
import { readWalletReturn } from 'countersign/wallet-link';

export type WalletPageLink =
  | { readonly page: 'pay'; readonly id: string }
  | { readonly page: 'card'; readonly id: string; readonly to: 'frozen' | 'active' | 'closed' }
  | { readonly page: 'home' | 'signInMethods' | 'sessions' | 'signOut' };

/** Leads there, with a ticket that your back-end makes for this visit. */
export async function follow(link: WalletPageLink): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch('/api/link', { method: 'POST', headers, body: JSON.stringify(link) });
  if (!response.ok) throw new Error(`link was answered with ${response.status}`);
  const { href } = (await response.json()) as { href: string };
  location.assign(href);
}

/** The quote that the customer comes back from. The address only names it: your back-end says what became of it. */
export function returnedQuote(): string | undefined {
  const back = readWalletReturn(location);
  if (back === null) return undefined;
  history.replaceState(null, '', location.pathname);
  return back.id?.startsWith('Quote:') ? back.id : undefined;
}

export const isPaid = ({ status }: Quote) => status !== 'PENDING' && status !== 'EXPIRED';
