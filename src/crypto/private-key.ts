import { type Bytes, concatBytes } from '../encoding/index.ts';
import { ECDH, ECDSA, engine } from './engine.ts';
import type { KeyUse } from './signing-key.ts';

// RFC 5958 PrivateKeyInfo of version 0 around RFC 5915 ECPrivateKey of version 1: ecPublicKey on prime256v1.
const ALGORITHM = [
  0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48,
  0xce, 0x3d, 0x03, 0x01, 0x07,
];
const VERSION = [0x02, 0x01, 0x01];

/** Writes PKCS#8 of a scalar and its 65-byte point: 138 bytes, which the caller wipes. */
export function encodePkcs8(scalar: Uint8Array, point: Uint8Array): Bytes {
  const head = [0x30, 0x81, 0x87, ...ALGORITHM, 0x04, 0x6d, 0x30, 0x6b, ...VERSION, 0x04, 0x20];
  return concatBytes(head, scalar, [0xa1, 0x44, 0x03, 0x42, 0x00], point);
}

/** Writes PKCS#8 of a scalar alone: 67 bytes, which the caller wipes. */
export function encodePkcs8WithoutPoint(scalar: Uint8Array): Bytes {
  return concatBytes([0x30, 0x41, ...ALGORITHM, 0x04, 0x27, 0x30, 0x25, ...VERSION, 0x04, 0x20], scalar);
}

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
  const pkcs8 = encodePkcs8(scalar, point);
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
