/** Keys, enclave bundles, one-time codes, sealed session keys and stamps of an embedded wallet: the entry `countersign/crypto`. */
export type { NextStep } from '../error-catalogue/index.ts';
export { CountersignError } from '../errors.ts';
export { CryptoError, type CryptoErrorCode } from './crypto-error.ts';
export {
  encryptOtp,
  type EncryptOtpOptions,
  verifyEnclaveBundle,
  type VerifyEnclaveBundleOptions,
} from './login/enclave-bundle.ts';
export {
  type ClientAgreementKeyPair,
  type ClientKeyPair,
  generateClientKeyPair,
  importClientKeyPair,
  type KeyPairFor,
  type KeyPairOptions,
} from './login/key-pair.ts';
export type { KeyUse } from './login/private-key.ts';
export { openSessionSigningKey } from './login/sealed-key.ts';
export { verifyStamp } from './service/verify-stamp.ts';
export {
  inspectPayload,
  type ComparedValue,
  type InspectPayloadOptions,
  type PayloadSummary,
} from './signing/payload.ts';
export { type ClientSigningKeyPair, type PublicKeyForms, type SessionSigningKey, stamp } from './signing/stamp.ts';
export type { JsonObject } from './signing/payload.ts';
