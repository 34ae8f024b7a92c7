/** How a session ended, in words for the person whose session it was. */

import type { WalletState } from 'countersign';
import { translate, type Text } from './language.ts';

/** Why a session ended, as the wallet tells it. */
export type EndReason = NonNullable<WalletState['ended']>['reason'];
/** What came of a sign-out, as `countersign-signed-out` tells it. */
export type Revocation = HTMLElementEventMap['countersign-signed-out']['detail'];

const words: Readonly<Record<EndReason, Text>> = {
  expired: 'Your session has run out. Sign in again, and you are back where you were.',
  revoked: 'Your session was ended from another place. Sign in again to go on here.',
  'signed-out': 'You are signed out in every tab of this browser.',
  'storage-lost': 'This browser emptied its storage, and your session with it. Sign in again to go on.',
};

/** What to say about an end; a sign-out's own words follow once the service has answered. */
export function describeEnding(reason: EndReason | undefined): string {
  return translate(reason === undefined ? 'Sign in again to continue.' : words[reason]);
}

/** What came of a sign-out that was pressed in this tab. */
export function describeSignOut({ service, localKeyDeleted }: Revocation): string {
  const ended = translate(
    localKeyDeleted
      ? 'You are signed out.'
      : 'You may not be signed out completely. To be sure, clear this site’s data.',
  );
  if (service === 'revoked') return ended;
  return translate('{ended} The service could not be told; the session there ends by itself.', { ended });
}
