/** The door of what a wallet does with the session that it has, and of passkeys, which change the credentials too. */
export { changeCard, closeCard } from './card.ts';
export { listCredentials } from './credential-list.ts';
export { addEmailOtp, changeEmail, removeCredential } from './credentials.ts';
export { preparePasskey, preparePasskeyAdd } from './passkey.ts';
export { executeQuote } from './quote.ts';
export { refreshSession } from './refresh.ts';
export { askForSession, listSessions, revokeAtService } from './session.ts';
export { customSignedRetry } from './signed-retry.ts';
