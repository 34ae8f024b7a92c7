import type { ReactNode } from 'react';
import type { Card } from 'countersign';
import { useAction } from 'countersign/react';

/** A button that freezes the card, or unfreezes it. */
export function FreezeButton({ card }: { readonly card: Card }): ReactNode {
  const change = useAction((wallet, options, { id, state }: Card) =>
    state === 'FROZEN' ? wallet.card.unfreeze(id, options) : wallet.card.freeze(id, options),
  );
  const shown = change.result ?? card;
  return (
    <button disabled={change.pending} onClick={() => void change.run(shown)}>
      {shown.state === 'FROZEN' ? 'Unfreeze' : 'Freeze'}
    </button>
  );
}
