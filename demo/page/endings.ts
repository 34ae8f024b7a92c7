/** Why a session ended, in words for the person whose session it was. */

import type { WalletState } from 'countersign';

type EndReason = NonNullable<WalletState['ended']>['reason'];

const words: Readonly<Record<EndReason, string>> = {
  expired: 'Your session has run out. Sign in again, and you are back where you were.',
  revoked: 'Your session was ended from another place. Sign in again to go on here.',
  'signed-out': 'You signed out in another tab, so this one is signed out too.',
  'storage-lost': 'This browser emptied its storage, and your session with it. Sign in again to go on.',
};

/** What to say about an end that this page did not ask for. */
export function describeEnding(reason: EndReason | undefined): string {
  return reason === undefined ? 'Your session has ended. Sign in again to go on.' : words[reason];
}
