import { type Bytes, decodeDer } from '../encoding/index.ts';
import { ECDSA, ECDSA_SHA256, engine } from './engine.ts';
import { isScalar } from './scalar-range.ts';

/**
 * Verifies an ECDSA P-256 signature over SHA-256 of the message, by a checked 65-byte point. High s is as good as low s.
 *
 * @throws {@link EncodingError} `DER_INVALID` when the signature is not canonical DER.
 */
export async function verifySignature(der: Uint8Array, message: Bytes, signer: Bytes): Promise<boolean> {
  const rawSignature = decodeDer(der);
  // FIPS 186-5, section 6.4.2: r and s from 1 to n - 1.
  if (!isScalar(rawSignature.subarray(0, 32)) || !isScalar(rawSignature.subarray(32))) return false;
  return engine(async (subtle) => {
    const key = await subtle.importKey('raw', signer, ECDSA, false, ['verify']);
    return subtle.verify(ECDSA_SHA256, key, rawSignature, message);
  });
}
