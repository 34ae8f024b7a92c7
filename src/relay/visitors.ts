/** Parts of the relay for the back-end of a wallet page, beside the public entry. */
export { parseBody, readBody } from './request/body.ts';
export { sha256Of } from './digest.ts';
export { checkOrigin, headersOf } from './request/headers.ts';
export { findIdentity, isUserId, readIdentity, type FindVisit, type Visit } from './request/identity.ts';
export { aStore, checkSecrets, isMountPath, visitorRows, type CheckedRelayOptions } from './options.ts';
export type { RecentSignIns } from './limits/sign-ins.ts';
export { relatedOriginsPath } from './passkeys/related-origins.ts';
export { internalRelayError } from './relay-error.ts';
export { createVisitorRelay, isForOperator } from './relay.ts';
export { createSetupNotices } from './setup-notices.ts';
export { isRecordId } from './routes/shape.ts';
export { createTimedStore, storeLimitMs } from './store/timed-store.ts';
