/** Lazy entry for a login: key pairs, the check of the enclave's bundle, the encryption of the code, opening a sealed key. */
export {
  encryptOtp,
  type EncryptOtpOptions,
  verifyEnclaveBundle,
  type VerifyEnclaveBundleOptions,
} from './enclave-bundle.ts';
export {
  type ClientAgreementKeyPair,
  type ClientKeyPair,
  generateClientKeyPair,
  importClientKeyPair,
  type KeyPairFor,
  type KeyPairOptions,
} from './key-pair.ts';
export { prepareToDerive } from './private-key.ts';
export { openSessionSigningKey } from './sealed-key.ts';
