/** Keys, enclave bundles, one-time codes, sealed session keys and stamps of an embedded wallet: the entry `countersign/crypto`. */
export { CountersignError, type NextStep } from '../errors.ts';
export { CryptoError, type CryptoErrorCode } from './crypto-error.ts';
export { verifyEnclaveBundle, type VerifyEnclaveBundleOptions } from './enclave-bundle.ts';
export { importClientKeyPair } from './import-key-pair.ts';
export {
  type ClientAgreementKeyPair,
  type ClientKeyPair,
  generateClientKeyPair,
  type KeyPairFor,
  type KeyPairOptions,
} from './key-pair.ts';
export { encryptOtp, type EncryptOtpOptions } from './otp-bundle.ts';
export { inspectPayload, type JsonObject, type PayloadSummary } from './payload.ts';
export { openSessionSigningKey } from './sealed-key.ts';
export type { ClientSigningKeyPair, KeyUse, PublicKeyNames, SessionSigningKey } from './signing-key.ts';
export { stamp } from './stamp.ts';
export { verifyStamp } from './verify-stamp.ts';
