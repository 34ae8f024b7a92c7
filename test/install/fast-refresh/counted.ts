/** What all wallets of the page hold, counted from before the first is made; an edit of the component leaves this file alone. */
import type { WalletEvent } from 'countersign';
import { countHoldings } from '../../react/holdings.ts';

const holdings = countHoldings();
const made = new Set<string>();
const closed = new Set<string>();

/** Options of every wallet: each tells what becomes of it. */
export const given = {
  clock: holdings.clock,
  onEvent(event: WalletEvent) {
    made.add(event.tab);
    if (event.step === 'state' && event.outcome === 'closed') closed.add(event.tab);
  },
};

/** The account of the example's person. */
export const { accountId } = (await (await fetch('/account')).json()) as { accountId: string };

/** How many wallets were made and not closed, and what the page holds for them. */
export const count = () => ({ made: made.size, wallets: made.size - closed.size, ...holdings.count() });
