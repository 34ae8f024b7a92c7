/** The way back from a wallet page: what came of it is put before the fragment, and nothing of the address is rewritten. */

import type { WalletReturnOutcome } from '../../wallet-link/index.ts';

/** Returns the address to go back to; unchanged without an outcome. */
export function returnAddress(returnTo: string, outcome: WalletReturnOutcome | undefined, id: string | null): string {
  if (outcome === undefined) return returnTo;
  const start = returnTo.indexOf('#');
  const end = start < 0 ? returnTo.length : start;
  const address = returnTo.slice(0, end);
  const said = `wallet-outcome=${outcome}${id === null ? '' : `&wallet-id=${id}`}`;
  return `${address}${address.includes('?') ? '&' : '?'}${said}${returnTo.slice(end)}`;
}
