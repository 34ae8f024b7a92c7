/** Passkey ceremonies, JSON at the border. Loaded when first needed. */
export { assertPasskey } from './assert.ts';
export { passkeyAvailability } from './available.ts';
export type { PasskeyAvailability } from './available.ts';
export type { Assertion, AssertPasskeyOptions } from './assert.ts';
export type { CeremonyOptions } from './ceremony.ts';
export { PasskeyError } from './passkey-error.ts';
export type { PasskeyErrorCode } from './passkey-error.ts';
export { registerPasskey } from './register.ts';
export { checkRelyingParty } from './relying-party.ts';
export { canSignal, tellGone } from './signal.ts';
export type { Attestation, RegisterPasskeyOptions } from './register.ts';
