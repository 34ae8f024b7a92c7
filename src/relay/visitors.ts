/** Parts of the relay for the back-end of a wallet page, beside the public entry. */
export { parseBody, readBody } from './body.ts';
export { sha256Of } from './digest.ts';
export { checkOrigin } from './headers.ts';
export { readIdentity } from './identity.ts';
export { readMark, setMark } from './marks.ts';
export { aStore, checkSecrets, visitorRows, type CheckedRelayOptions } from './options.ts';
export { relatedOriginsPath } from './related-origins.ts';
export { internalRelayError } from './relay-error.ts';
export { createVisitorRelay, isForOperator } from './relay.ts';
export { createSetupNotices } from './setup-notices.ts';
export { isRecordId } from './shape.ts';
export { createTimedStore } from './timed-store.ts';
