import { type Bytes, decodeHex, decodeUtf8, encodeHex, encodeUtf8, equalBytes } from '../../encoding/index.ts';
import { requireObject, requireText } from '../web-crypto.ts';
import { CryptoError } from '../crypto-error.ts';
import { readPointHex, verifySignature } from '../p256.ts';
import { type JsonObject, parseStrictJson } from '../signing/payload.ts';
import { seal } from './hpke.ts';
import { generateClientKeyPair } from './key-pair.ts';
import { copyOwn } from '../../own-members.ts';

const MAX_BUNDLE_LENGTH = 65_536;
const VERSION = 'v1.0.0';

/**
 * Names that the data of a target for one-time codes may have (docs/protocol.md, section 2.1). The enclave's other
 * messages have others.
 */
const targetNames = ['targetPublic', 'organizationId', 'userId'];

/** Options of {@link verifyEnclaveBundle}. */
export interface VerifyEnclaveBundleOptions {
  /** Quorum keys of the enclave that this purpose trusts: hex, at least one. There is no default. */
  readonly enclaveKeys: readonly string[];
  /** Organization that the bundle must be for, if it names one. */
  readonly organizationId?: string | undefined;
  /** User that the bundle must be for, if it names one. */
  readonly userId?: string | undefined;
}

/**
 * Checks that an enclave bundle was signed by a pinned quorum key and returns the signed data, frozen.
 * The key that travels in the bundle is only compared: it proves nothing. Freshness is *not* checked: the bundle has no date.
 *
 * @example
 * const data = await verifyEnclaveBundle(bundle, { enclaveKeys: [quorumKeyHex] });
 *
 * @throws {@link CryptoError} `BUNDLE_MALFORMED` (which an unknown version is too), `BUNDLE_KEY_NOT_PINNED`, `BUNDLE_SIGNATURE_INVALID`,
 * or `BUNDLE_MISMATCH` for another organization or user.
 */
export async function verifyEnclaveBundle(bundle: string, options: VerifyEnclaveBundleOptions): Promise<JsonObject> {
  requireText(bundle, 'bundle');
  requireObject(options, 'options');
  const { enclaveKeys, organizationId, userId } = copyOwn<VerifyEnclaveBundleOptions>(options);
  const pins = readPins(enclaveKeys);
  const { data, dataSignature, signer } = await readBundle(bundle);
  if (!pins.some((pin) => equalBytes(pin, signer))) {
    throw new CryptoError(
      'BUNDLE_KEY_NOT_PINNED',
      "The bundle is by a key outside enclaveKeys: pin the service's key.",
    );
  }
  if (!(await orMalformed(() => verifySignature(dataSignature, data, signer)))) {
    throw new CryptoError('BUNDLE_SIGNATURE_INVALID', "The bundle's signature is wrong.");
  }
  const message = await orMalformed(() => parseObject(decodeUtf8(data)));
  const named = copyOwn(message);
  for (const [name, expected] of Object.entries({ organizationId, userId })) {
    if (expected !== undefined && named[name] !== undefined && named[name] !== expected) throw mismatch();
  }
  return message;
}

/** Options of {@link encryptOtp}. */
export interface EncryptOtpOptions extends VerifyEnclaveBundleOptions {
  /** The code as the person typed it: 4 to 12 letters and digits. */
  readonly otpCode: string;
  /** The client's public key, uncompressed: 130 hex digits. */
  readonly publicKeyHex: string;
}

/**
 * Encrypts a one-time code, with the client's public key, to the target of a bundle after the bundle's signature was checked. A message of
 * the enclave with other names than a target's is one for another purpose, and refused (`BUNDLE_MISMATCH`).
 * The result is the JSON text for `encryptedOtpBundle` (docs/protocol.md, section 2.3), to be sent as one string.
 *
 * @example
 * const { publicKeyHex } = await generateClientKeyPair();
 * const encryptedOtpBundle = await encryptOtp(otpEncryptionTargetBundle, { otpCode, publicKeyHex, enclaveKeys });
 *
 * @throws {@link CryptoError} `OTP_INVALID`, `POINT_INVALID`, or the codes of {@link verifyEnclaveBundle}.
 */
export async function encryptOtp(otpEncryptionTargetBundle: string, options: EncryptOtpOptions): Promise<string> {
  requireText(otpEncryptionTargetBundle, 'otpEncryptionTargetBundle');
  requireObject(options, 'options');
  const given = copyOwn(options);
  const { otpCode, publicKeyHex } = given;
  requireText(otpCode, 'options.otpCode');
  requireText(publicKeyHex, 'options.publicKeyHex');
  if (!/^[0-9A-Za-z]{4,12}$/.test(otpCode))
    throw new CryptoError('OTP_INVALID', 'A code has 4 to 12 letters and digits.');
  if (publicKeyHex.length !== 130) throw new CryptoError('POINT_INVALID', 'The public key must be uncompressed.');
  const [message, ephemeral] = await Promise.all([
    verifyEnclaveBundle(otpEncryptionTargetBundle, given),
    generateClientKeyPair({ uses: ['agree'] }),
  ]);
  const target = readTarget(message);
  const publicKey = encodeHex(readPointHex(publicKeyHex));
  const plaintext = encodeUtf8(JSON.stringify({ otp_code: otpCode, public_key: publicKey }));
  try {
    const { enc, ciphertext } = await seal(plaintext, target, ephemeral);
    return JSON.stringify({ encappedPublic: encodeHex(enc), ciphertext: encodeHex(ciphertext) });
  } finally {
    plaintext.fill(0);
  }
}

function readTarget(message: JsonObject): Bytes {
  if (!Object.keys(message).every((name) => targetNames.includes(name))) throw mismatch();
  const { targetPublic } = copyOwn(message);
  if (typeof targetPublic === 'string' && targetPublic.length === 130) return readPointHex(targetPublic);
  throw new CryptoError('BUNDLE_MALFORMED', 'The bundle has no uncompressed target key.');
}

function mismatch(): CryptoError {
  return new CryptoError('BUNDLE_MISMATCH', 'The bundle is for another organization, user or purpose.');
}

function readPins(enclaveKeys: unknown): readonly Bytes[] {
  if (!Array.isArray(enclaveKeys) || enclaveKeys.length === 0 || !enclaveKeys.every((key) => typeof key === 'string')) {
    throw new TypeError('options.enclaveKeys must list at least one hex public key.');
  }
  return enclaveKeys.map((key) => readPointHex(key));
}

type ReadableBundle = Readonly<Record<'version' | 'data' | 'dataSignature' | 'enclaveQuorumPublic', string>>;

async function readBundle(bundle: string): Promise<{ data: Bytes; dataSignature: Bytes; signer: Bytes }> {
  return orMalformed(() => {
    if (bundle.length > MAX_BUNDLE_LENGTH) throw new RangeError();
    // Anything but a text is not hex, or bytes that no pinned key has signed.
    const { version, data, dataSignature, enclaveQuorumPublic } = copyOwn(parseObject(bundle)) as ReadableBundle;
    if (version !== VERSION) throw new RangeError();
    return {
      data: decodeHex(data),
      dataSignature: decodeHex(dataSignature),
      signer: readPointHex(enclaveQuorumPublic),
    };
  });
}

function parseObject(text: string): JsonObject {
  const value = parseStrictJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError();
  return value as JsonObject;
}

async function orMalformed<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof CryptoError && error.code !== 'POINT_INVALID') throw error;
    throw new CryptoError('BUNDLE_MALFORMED', 'The bundle can not be read.');
  }
}
