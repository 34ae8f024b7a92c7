import { type Bytes, concatBytes } from '../encoding/index.ts';
import { ECDH, ECDSA, engine } from './engine.ts';
import type { KeyUse } from './signing-key.ts';

// RFC 5958 PrivateKeyInfo around RFC 5915 ECPrivateKey, up to the scalar: P-256, public key present.
const BEFORE_SCALAR = [
  0x30, 0x81, 0x87, 0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08,
  0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x04, 0x6d, 0x30, 0x6b, 0x02, 0x01, 0x01, 0x04, 0x20,
];
const BEFORE_POINT = [0xa1, 0x44, 0x03, 0x42, 0x00];

/** The non-extractable halves of one scalar, as asked for. */
export interface PrivateHalves {
  readonly signingKey?: CryptoKey;
  readonly agreementKey?: CryptoKey;
}

/**
 * Imports a scalar once for each use, non-extractable. It goes in as PKCS#8, never as a JWK, whose string can't be wiped; with its
 * public point, since Firefox refuses PKCS#8 without one. Wipes its own buffer, not the caller's; checks neither argument.
 */
export async function importPrivateKey(
  scalar: Uint8Array,
  point: Uint8Array,
  uses: readonly KeyUse[],
): Promise<PrivateHalves> {
  const pkcs8 = concatBytes(BEFORE_SCALAR, scalar, BEFORE_POINT, point);
  try {
    return await importPkcs8(pkcs8, uses);
  } finally {
    pkcs8.fill(0);
  }
}

/** Imports PKCS#8 bytes that are known to be sound once for each use, non-extractable. Wipes nothing. */
export async function importPkcs8(pkcs8: Bytes, uses: readonly KeyUse[]): Promise<PrivateHalves> {
  const importAs = (algorithm: EcKeyAlgorithm, usage: KeyUsage): Promise<CryptoKey> =>
    engine((subtle) => subtle.importKey('pkcs8', pkcs8, algorithm, false, [usage]));
  return {
    ...(uses.includes('sign') && { signingKey: await importAs(ECDSA, 'sign') }),
    ...(uses.includes('agree') && { agreementKey: await importAs(ECDH, 'deriveBits') }),
  };
}
