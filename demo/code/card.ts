import type { Card, Wallet } from 'countersign';

/** Freezes an active card and unfreezes a frozen one, each by a signature of this browser. */
export async function toggleCard(wallet: Wallet, { id, state }: Card): Promise<Card> {
  return state === 'FROZEN' ? wallet.card.unfreeze(id) : wallet.card.freeze(id);
}
