import { decodeBase64url, decodeHex, decodeUtf8 } from '../../encoding/index.ts';
import { requireText } from '../web-crypto.ts';
import { CryptoError } from '../crypto-error.ts';
import { readPoint, verifySignature } from '../p256.ts';
import { payloadBytes, parseStrictJson } from '../signing/payload.ts';
import { STAMP_SCHEME } from '../signing/stamp.ts';
import { copyOwn } from '../../own-members.ts';

const MAX_STAMP_LENGTH = 1024;

/**
 * Verifies a stamp against the exact payload and returns its key. The caller checks that this key may sign.
 *
 * @example
 * const { compressedPublicKeyHex } = await verifyStamp(request.headers.get('Service-Wallet-Signature') ?? '', payloadToSign);
 *
 * @throws {@link CryptoError} `STAMP_MALFORMED` for any other encoding, structure or field, `STAMP_INVALID` when it doesn't verify.
 */
export async function verifyStamp(
  stampValue: string,
  payload: string,
): Promise<{ readonly compressedPublicKeyHex: string }> {
  requireText(stampValue, 'stampValue');
  const message = payloadBytes(payload, 'payload');
  const { publicKey, signature } = readStamp(stampValue);
  let valid = false;
  try {
    valid = await verifySignature(decodeHex(signature), message, readPoint(decodeHex(publicKey)));
  } catch (error) {
    if (error instanceof CryptoError && error.code !== 'POINT_INVALID') throw error;
    throw malformed();
  }
  if (!valid) throw new CryptoError('STAMP_INVALID', 'The stamp does not verify for this payload.');
  return Object.freeze({ compressedPublicKeyHex: publicKey });
}

function readStamp(stampValue: string): { readonly publicKey: string; readonly signature: string } {
  if (stampValue.length > MAX_STAMP_LENGTH) throw malformed();
  try {
    const fields = parseStrictJson(decodeUtf8(decodeBase64url(stampValue))) as Record<string, unknown>;
    const { publicKey, scheme, signature } = copyOwn(fields);
    if (Object.keys(fields).length === 3 && scheme === STAMP_SCHEME && isLowerHex(signature)) {
      if (isLowerHex(publicKey) && publicKey.length === 66) return { publicKey, signature };
    }
  } catch {
    // Falls through to the one refusal.
  }
  throw malformed();
}

// Upper-case digits would give one signature many stamps.
function isLowerHex(value: unknown): value is string {
  return typeof value === 'string' && /^([0-9a-f]{2})+$/.test(value);
}

function malformed(): CryptoError {
  return new CryptoError('STAMP_MALFORMED', 'The stamp can not be read.');
}
