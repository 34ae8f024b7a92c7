/** Parts of the relay for the back-end of a wallet page, beside the public entry. */
export { parseBody, readBody } from './request/body.ts';
export { sha256Of } from './digest.ts';
export { checkOrigin } from './request/headers.ts';
export { readIdentity } from './request/identity.ts';
export { readMark, setMark } from './store/marks.ts';
export { aStore, checkSecrets, visitorRows, type CheckedRelayOptions } from './options.ts';
export { relatedOriginsPath } from './passkeys/related-origins.ts';
export { internalRelayError } from './relay-error.ts';
export { createVisitorRelay, isForOperator } from './relay.ts';
export { createSetupNotices } from './setup-notices.ts';
export { isRecordId } from './routes/shape.ts';
export { createTimedStore, storeLimitMs } from './store/timed-store.ts';
