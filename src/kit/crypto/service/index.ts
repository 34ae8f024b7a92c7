/** The service's side of the kit's messages, for the sandbox and for tests: opens codes, seals session keys, signs bundles. */
import {
  type Bytes,
  concatBytes,
  decodeHex,
  decodeUtf8,
  encodeDer,
  encodeHex,
  encodeUtf8,
} from '../../encoding/index.ts';
import { requireText } from '../web-crypto.ts';
import { encodeBase58check } from '../login/base58check.ts';
import { open, requireAgreementKeyPair, seal } from '../login/hpke.ts';
import { type ClientAgreementKeyPair, generateClientKeyPair } from '../login/key-pair.ts';
import { readPointHex } from '../p256.ts';
import { compressHex, publicKeyForms, type PublicKeyForms } from '../signing/stamp.ts';
import { parseStrictJson } from '../signing/payload.ts';

export { importClientKeyPair } from '../login/key-pair.ts';
export { readPoint, readPointHex } from '../p256.ts';
export { compressHex } from '../signing/stamp.ts';
export { verifyStamp } from './verify-stamp.ts';

const MAX_BUNDLE_LENGTH = 65_536;

/** The content of a client's `encryptedOtpBundle`. */
export interface OpenedOtp extends PublicKeyForms {
  readonly otpCode: string;
}

/** Options of {@link sealSessionKey}. */
export interface SealSessionKeyOptions {
  /** The recipient's key: hex, either form. */
  readonly recipientPublicKeyHex: string;
  /** The ephemeral key pair, for this one message; fresh when left out. */
  readonly ephemeral?: ClientAgreementKeyPair;
}

/** Options of {@link sealWalletCredentials}. */
export interface SealWalletCredentialsOptions extends SealSessionKeyOptions, SignEnclaveBundleOptions {
  readonly organizationId: string;
}

/** Options of {@link signEnclaveBundle}. */
export interface SignEnclaveBundleOptions {
  /** The quorum key's public half: hex, either form. */
  readonly enclavePublicKeyHex: string;
  /** Signs bytes with ECDSA P-256 over SHA-256 and returns `r || s`, 64 bytes. */
  readonly sign: (message: Bytes) => Uint8Array | Promise<Uint8Array>;
}

/**
 * Opens an `encryptedOtpBundle` with the key pair of its target; null for one that can't be opened, however far the opening came.
 */
export async function openOtpBundle(
  encryptedOtpBundle: string,
  target: ClientAgreementKeyPair,
): Promise<OpenedOtp | null> {
  requireText(encryptedOtpBundle, 'encryptedOtpBundle');
  requireAgreementKeyPair(target, 'target');
  try {
    if (encryptedOtpBundle.length > MAX_BUNDLE_LENGTH) throw new RangeError();
    const { encappedPublic, ciphertext } = parseStrictJson(encryptedOtpBundle) as Record<string, string>;
    const plaintext = await open(
      { enc: readPointHex(encappedPublic ?? ''), ciphertext: decodeHex(ciphertext ?? '') },
      target,
    );
    const { otp_code: otpCode, public_key: publicKey } = parseStrictJson(decodeUtf8(plaintext)) as Record<
      string,
      unknown
    >;
    if (typeof otpCode !== 'string') throw new TypeError();
    return Object.freeze({ otpCode, ...publicKeyForms(readPointHex(String(publicKey))) });
  } catch {
    return null;
  }
}

/**
 * Seals a session's scalar, 32 bytes, to a client as an `encryptedSessionSigningKey`. The scalar stays the caller's, and is not checked.
 *
 * @throws {@link CryptoError} `POINT_INVALID`.
 */
export async function sealSessionKey(scalar: Uint8Array, options: SealSessionKeyOptions): Promise<string> {
  const { enc, ciphertext } = await seal(
    new Uint8Array(scalar),
    readPointHex(options.recipientPublicKeyHex),
    options.ephemeral ?? (await generateClientKeyPair({ uses: ['agree'] })),
  );
  return encodeBase58check(concatBytes(decodeHex(compressHex(encodeHex(enc))), ciphertext));
}

/** Seals a wallet's phrase to a client, in a bundle that the enclave signs: the JSON text for `encryptedWalletCredentials`. */
export async function sealWalletCredentials(phrase: string, options: SealWalletCredentialsOptions): Promise<string> {
  const { enc, ciphertext } = await seal(
    encodeUtf8(phrase),
    readPointHex(options.recipientPublicKeyHex),
    options.ephemeral ?? (await generateClientKeyPair({ uses: ['agree'] })),
  );
  const { organizationId } = options;
  const data = { encappedPublic: encodeHex(enc), ciphertext: encodeHex(ciphertext), organizationId };
  return signEnclaveBundle(data, options);
}

/** Writes and signs a bundle of the enclave: the JSON text for `otpEncryptionTargetBundle` and its like. */
export async function signEnclaveBundle(
  data: Readonly<Record<string, unknown>>,
  options: SignEnclaveBundleOptions,
): Promise<string> {
  const message = encodeUtf8(JSON.stringify(data));
  return JSON.stringify({
    version: 'v1.0.0',
    data: encodeHex(message),
    dataSignature: encodeHex(encodeDer(await options.sign(message))),
    enclaveQuorumPublic: encodeHex(readPointHex(options.enclavePublicKeyHex)),
  });
}
