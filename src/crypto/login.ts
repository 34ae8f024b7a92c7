/** The door of an e-mail login: key pairs, the check of the enclave's bundle, the encryption of the code. */
export { verifyEnclaveBundle, type VerifyEnclaveBundleOptions } from './enclave-bundle.ts';
export {
  type ClientAgreementKeyPair,
  type ClientKeyPair,
  generateClientKeyPair,
  type KeyPairFor,
  type KeyPairOptions,
} from './key-pair.ts';
export { encryptOtp, type EncryptOtpOptions } from './otp-bundle.ts';
