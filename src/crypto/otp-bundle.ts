import { type Bytes, encodeHex, encodeUtf8 } from '../encoding/index.ts';
import { requireObject, requireText } from './arguments.ts';
import { CryptoError } from './crypto-error.ts';
import { verifyEnclaveBundle, type VerifyEnclaveBundleOptions } from './enclave-bundle.ts';
import { seal } from './hpke.ts';
import { readPointHex } from './point.ts';

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
