/** Announces what an action may have changed, to all that show it. */
import { changesOfPage } from '../../session/changes.ts';
import type { WalletContext } from '../context.ts';
import { changesOf } from '../facts.ts';

/** Announces the lists that an action changes, once it has ended and may have been done. */
export function announce({ accountId }: WalletContext, action: keyof typeof changesOf): void {
  changesOfPage().announce(accountId, changesOf[action]);
}
