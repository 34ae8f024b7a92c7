import { type Bytes, decodeHex, decodeUtf8, encodeHex, encodeUtf8, equalBytes } from '../../encoding/index.ts';
import { requireObject, requireText } from '../arguments.ts';
import { CryptoError } from '../crypto-error.ts';
import { readPointHex, verifySignature } from '../p256.ts';
import { parseStrictJson } from '../strict-json.ts';
import { seal } from './hpke.ts';

const MAX_BUNDLE_LENGTH = 65_536;

/** Options of {@link verifyEnclaveBundle}. */
export interface VerifyEnclaveBundleOptions {
  /** Quorum keys of the enclave that this purpose trusts: hex, at least one. There is no default. */
  readonly enclaveKeys: readonly string[];
}

/**
 * Checks that an enclave bundle was signed by a pinned quorum key and returns the signed data, frozen.
 * The key that travels in the bundle is only compared: it proves nothing. Freshness is *not* checked: the bundle has no date.
 *
 * @throws {@link CryptoError} `BUNDLE_MALFORMED`, `BUNDLE_KEY_NOT_PINNED` or `BUNDLE_SIGNATURE_INVALID`.
 */
export async function verifyEnclaveBundle(
  bundle: string,
  options: VerifyEnclaveBundleOptions,
): Promise<Readonly<Record<string, unknown>>> {
  requireText(bundle, 'bundle');
  const pins = readPins(options);
  const { data, dataSignature, signer } = await readBundle(bundle);
  if (!pins.some((pin) => equalBytes(pin, signer))) {
    throw new CryptoError(
      'BUNDLE_KEY_NOT_PINNED',
      'The bundle is by a key that is not among enclaveKeys; nothing was encrypted to it.',
    );
  }
  if (!(await orMalformed(() => verifySignature(dataSignature, data, signer)))) {
    throw new CryptoError(
      'BUNDLE_SIGNATURE_INVALID',
      "The bundle's signature does not verify; nothing was encrypted to it.",
    );
  }
  return orMalformed(() => parseObject(decodeUtf8(data)));
}

/** Options of {@link encryptOtp}. */
export interface EncryptOtpOptions extends VerifyEnclaveBundleOptions {
  /** The code as the person typed it: 4 to 12 letters and digits. */
  readonly otpCode: string;
  /** The client's public key, uncompressed: 130 hex digits. */
  readonly publicKeyHex: string;
}

/**
 * Encrypts a one-time code, with the client's public key, to the target of a bundle after the bundle's signature was checked.
 * The result is the JSON text for `encryptedOtpBundle`, to be sent as one string.
 *
 * @throws {@link CryptoError} `OTP_INVALID`, `POINT_INVALID`, or the codes of {@link verifyEnclaveBundle}.
 */
export async function encryptOtp(otpEncryptionTargetBundle: string, options: EncryptOtpOptions): Promise<string> {
  requireText(otpEncryptionTargetBundle, 'otpEncryptionTargetBundle');
  requireObject(options, 'options');
  const { otpCode, publicKeyHex } = options;
  requireText(otpCode, 'options.otpCode');
  requireText(publicKeyHex, 'options.publicKeyHex');
  if (!/^[0-9A-Za-z]{4,12}$/.test(otpCode))
    throw new CryptoError('OTP_INVALID', 'A code has 4 to 12 letters and digits.');
  if (publicKeyHex.length !== 130)
    throw new CryptoError('POINT_INVALID', 'The public key to send with the code must be uncompressed.');
  const { targetPublic } = await verifyEnclaveBundle(otpEncryptionTargetBundle, options);
  const target = readTarget(targetPublic);
  const publicKey = encodeHex(readPointHex(publicKeyHex));
  const plaintext = encodeUtf8(JSON.stringify({ otp_code: otpCode, public_key: publicKey }));
  try {
    const { enc, ciphertext } = await seal(plaintext, target);
    return JSON.stringify({ encappedPublic: encodeHex(enc), ciphertext: encodeHex(ciphertext) });
  } finally {
    plaintext.fill(0);
  }
}

function readTarget(targetPublic: unknown): Bytes {
  if (typeof targetPublic === 'string' && targetPublic.length === 130) return readPointHex(targetPublic);
  throw new CryptoError('BUNDLE_MALFORMED', 'The enclave bundle names no uncompressed target key.');
}

function readPins(options: unknown): readonly Bytes[] {
  requireObject(options, 'options');
  const { enclaveKeys } = options;
  if (!Array.isArray(enclaveKeys) || enclaveKeys.length === 0 || !enclaveKeys.every((key) => typeof key === 'string')) {
    throw new TypeError('options.enclaveKeys must list at least one hex public key.');
  }
  return enclaveKeys.map((key) => readPointHex(key));
}

async function readBundle(bundle: string): Promise<{ data: Bytes; dataSignature: Bytes; signer: Bytes }> {
  return orMalformed(() => {
    if (bundle.length > MAX_BUNDLE_LENGTH) throw new RangeError();
    const { data, dataSignature, enclaveQuorumPublic } = parseObject(bundle);
    if (typeof data !== 'string' || typeof dataSignature !== 'string' || typeof enclaveQuorumPublic !== 'string')
      throw new TypeError();
    return {
      data: decodeHex(data),
      dataSignature: decodeHex(dataSignature),
      signer: readPointHex(enclaveQuorumPublic),
    };
  });
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value = parseStrictJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError();
  return value as Readonly<Record<string, unknown>>;
}

async function orMalformed<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof CryptoError && error.code !== 'POINT_INVALID') throw error;
    throw new CryptoError('BUNDLE_MALFORMED', 'The enclave bundle can not be read.');
  }
}
