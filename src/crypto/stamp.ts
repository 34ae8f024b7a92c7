import { encodeBinaryAsBase64url, encodeDer, encodeHex } from '../encoding/index.ts';
import { requireObject, requirePrivateKey } from './arguments.ts';
import { ECDSA, ECDSA_SHA256, engine } from './engine.ts';
import { payloadBytes } from './payload-text.ts';
import type { SessionSigningKey } from './signing-key.ts';

/** The only scheme of a stamp: ECDSA on P-256 over SHA-256. */
export const STAMP_SCHEME = 'SIGNATURE_SCHEME_TK_API_P256';

/**
 * Signs the UTF-8 bytes of a payload exactly as received and returns the value of the signature header
 * (wire facts, section 3.1): unpadded base64url of JSON.
 *
 * @throws {@link CryptoError} `PAYLOAD_INVALID` for a payload that is empty, too long (8 Mi characters) or holds a lone surrogate.
 */
export async function stamp(payloadToSign: string, key: SessionSigningKey): Promise<string> {
  const message = payloadBytes(payloadToSign, 'payloadToSign');
  requireObject(key, 'key');
  const { compressedPublicKeyHex: publicKey, signingKey } = key;
  requirePrivateKey(signingKey, ECDSA, 'key.signingKey');
  if (typeof publicKey !== 'string' || !/^0[23][0-9a-f]{64}$/.test(publicKey)) {
    throw new TypeError('key.compressedPublicKeyHex must be 66 lower-case hex digits, 02 or 03 first.');
  }
  const rawSignature = await engine((subtle) => subtle.sign(ECDSA_SHA256, signingKey, message));
  const signature = encodeHex(encodeDer(new Uint8Array(rawSignature)));
  // Hex and capitals: every character is a byte.
  return encodeBinaryAsBase64url(JSON.stringify({ publicKey, scheme: STAMP_SCHEME, signature }));
}
