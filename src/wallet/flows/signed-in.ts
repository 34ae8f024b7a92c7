/** The lazy chunk of what a wallet does with the session that it has, and of passkeys, which change the credentials too. */
import { closeCard, freezeCard, unfreezeCard } from './card.ts';
import { listCredentials } from './credential-list.ts';
import { addEmailOtp, addSmsOtp, changeEmail, removeCredential } from './credentials.ts';
import { customSignedRetry } from './custom.ts';
import { preparePasskeyAdd } from './passkey-add.ts';
import { passkeyAvailable } from './passkey-ceremony.ts';
import { preparePasskey } from './passkey.ts';
import { executeQuote } from './quote.ts';
import { refreshSession } from './refresh.ts';
import { askForSession, listSessions, revokeLeaving } from './sessions.ts';

export { revokeOther } from './sessions.ts';

/** The flows by the names that events give them: methods of the wallet, and what it does by itself. */
export interface Flows {
  readonly 'passkey.prepare': typeof preparePasskey;
  readonly 'passkey.prepareAdd': typeof preparePasskeyAdd;
  readonly 'passkey.available': typeof passkeyAvailable;
  readonly 'quote.execute': typeof executeQuote;
  readonly 'session.refresh': typeof refreshSession;
  readonly 'session.list': typeof listSessions;
  readonly 'credentials.list': typeof listCredentials;
  readonly 'credentials.remove': typeof removeCredential;
  readonly 'credentials.addEmailOtp': typeof addEmailOtp;
  readonly 'credentials.addSmsOtp': typeof addSmsOtp;
  readonly 'credentials.changeEmail': typeof changeEmail;
  readonly 'card.freeze': typeof freezeCard;
  readonly 'card.unfreeze': typeof unfreezeCard;
  readonly 'card.close': typeof closeCard;
  readonly signedRetry: typeof customSignedRetry;
  readonly 'background.refresh': typeof refreshSession;
  readonly 'background.revoke': typeof revokeLeaving;
  readonly 'background.ask': typeof askForSession;
}

/** All of them. */
export const flows: Flows = {
  'passkey.prepare': preparePasskey,
  'passkey.prepareAdd': preparePasskeyAdd,
  'passkey.available': passkeyAvailable,
  'quote.execute': executeQuote,
  'session.refresh': refreshSession,
  'session.list': listSessions,
  'credentials.list': listCredentials,
  'credentials.remove': removeCredential,
  'credentials.addEmailOtp': addEmailOtp,
  'credentials.addSmsOtp': addSmsOtp,
  'credentials.changeEmail': changeEmail,
  'card.freeze': freezeCard,
  'card.unfreeze': unfreezeCard,
  'card.close': closeCard,
  signedRetry: customSignedRetry,
  'background.refresh': refreshSession,
  'background.revoke': revokeLeaving,
  'background.ask': askForSession,
};
