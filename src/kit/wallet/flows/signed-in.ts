/** Lazy entry for the flows that need a session, and for those of passkeys, which also change credentials. */
export { authorizeQuote, resendAuthorization } from './authorization.ts';
export { closeCard, freezeCard, unfreezeCard } from './card.ts';
export { listCredentials } from './credential-list.ts';
export { addEmailOtp, addIdentity, addSmsOtp, changeEmail, changePhone, removeCredential } from './credentials.ts';
export { customSignedRetry } from './custom.ts';
export { createDelegatedKey, listDelegatedKeys, revokeDelegatedKey } from './delegated-key.ts';
export { exportAccount } from './export.ts';
export { preparePasskey, preparePasskeyAdd } from './passkey.ts';
export { passkeyAvailability } from '../../passkey/index.ts';
export { executeQuote, lookForQuote } from './quote.ts';
export {
  endFromMemory,
  listSessions,
  refreshInBackground,
  refreshSession,
  revokeByOwnKey,
  revokeOther,
} from './sessions.ts';
