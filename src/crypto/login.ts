/** The door of a login: key pairs, the check of the enclave's bundle, the encryption of the code, the opening of a sealed key. */
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
export { prepareToDerive } from './scalar.ts';
export { openSessionSigningKey } from './sealed-key.ts';
