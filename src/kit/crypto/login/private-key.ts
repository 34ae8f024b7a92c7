/**
 * Private scalars as bytes: their range, their public point, their import.
 *
 * WebKit imports the scalars 0 and n and signs with them, Firefox imports them; and no browser but Chromium tells when a
 * public key doesn't belong to its scalar. So the range is checked here, and the public key computed, never taken on trust.
 */
import { type Bytes, concatBytes, decodeHex } from '../../encoding/index.ts';
import { basePointHex, curve, readPoint, readScalar, requireScalar } from '../p256.ts';
import { ECDH, ECDSA, ECDSA_SHA256, webCrypto } from '../web-crypto.ts';
import type * as PublicPoint from './public-point.ts';

/** Uses of a private key: `sign` payloads, or `agree` on a secret with the party that seals to it. */
export type KeyUse = 'sign' | 'agree';

/** The non-extractable keys of one scalar, as asked for. */
export interface PrivateKeys {
  readonly signingKey?: CryptoKey;
  readonly agreementKey?: CryptoKey;
}

/**
 * Computes the public point of a scalar, 65 bytes: by WebCrypto in constant time where it can, else as `publicPoint` does, which is loaded
 * then. The bytes stay the caller's.
 *
 * @throws {@link CryptoError} `SCALAR_INVALID` for anything but 32 bytes with 1 <= d < n.
 */
export async function derivePoint(scalar: Uint8Array): Promise<Bytes> {
  requireScalar(scalar);
  return (await pointByWebCrypto(scalar)) ?? (await loadArithmetic()).publicPoint(curve, readScalar(scalar));
}

/** Loads the arithmetic if this browser lacks it, so that no download stands between the delivery of a key and its use. */
export async function prepareToDerive(): Promise<void> {
  if ((await pointByWebCrypto(new Uint8Array(32).fill(1))) === undefined) await loadArithmetic();
}

/**
 * Imports a scalar once for each use, non-extractable. It goes in as PKCS#8, never as a JWK, whose string can't be wiped; with its
 * public point, since Firefox refuses PKCS#8 without one. Wipes its own buffer, not the caller's; checks neither argument.
 */
export async function importPrivateKeys(
  scalar: Uint8Array,
  point: Uint8Array,
  uses: readonly KeyUse[],
): Promise<PrivateKeys> {
  const pkcs8 = encodePkcs8(scalar, point);
  try {
    return await importPkcs8(pkcs8, uses);
  } finally {
    pkcs8.fill(0);
  }
}

/** Imports PKCS#8 bytes that are known to be sound once for each use, non-extractable. Wipes nothing. */
export async function importPkcs8(pkcs8: Bytes, uses: readonly KeyUse[]): Promise<PrivateKeys> {
  const importAs = (algorithm: EcKeyAlgorithm, usage: KeyUsage): Promise<CryptoKey> =>
    webCrypto((subtle) => subtle.importKey('pkcs8', pkcs8, algorithm, false, [usage]));
  const keys = uses.map(async (use) =>
    use === 'sign' ? { signingKey: await importAs(ECDSA, use) } : { agreementKey: await importAs(ECDH, 'deriveBits') },
  );
  return Object.assign({}, ...(await Promise.all(keys))) as PrivateKeys;
}

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

// Agreeing with the base point gives x; which of the two points with that x is the scalar's tells a signature by the scalar.
async function pointByWebCrypto(scalar: Uint8Array): Promise<Bytes | undefined> {
  const basePoint = decodeHex(basePointHex);
  try {
    return await webCrypto(async (subtle) => {
      const [{ signingKey, agreementKey }, base] = await Promise.all([
        importWithoutPoint(scalar, basePoint),
        subtle.importKey('raw', basePoint, ECDH, false, []),
      ]);
      const [x, signature] = await Promise.all([
        subtle.deriveBits({ name: ECDH.name, public: base }, agreementKey, 256),
        subtle.sign(ECDSA_SHA256, signingKey, basePoint),
      ]);
      for (const prefix of [2, 3]) {
        const point = readPoint(concatBytes([prefix], new Uint8Array(x)));
        const signer = await subtle.importKey('raw', point, ECDSA, false, ['verify']);
        if (await subtle.verify(ECDSA_SHA256, signer, signature, basePoint)) return point;
      }
      return undefined;
    });
  } catch {
    return undefined;
  }
}

/**
 * Imports a scalar whose point isn't known yet. Chromium, Node and WebKitGTK take it without one; Firefox wants one, uses only the
 * scalar, and gets the base point. An engine that compares the two refuses both.
 */
async function importWithoutPoint(scalar: Uint8Array, anyPoint: Uint8Array): Promise<Required<PrivateKeys>> {
  const bare = concatBytes([0x30, 0x41, ...ALGORITHM, 0x04, 0x27, 0x30, 0x25, ...VERSION, 0x04, 0x20], scalar);
  const whole = encodePkcs8(scalar, anyPoint);
  const importAll = (pkcs8: Bytes) => importPkcs8(pkcs8, ['sign', 'agree']) as Promise<Required<PrivateKeys>>;
  try {
    return await importAll(bare).catch(() => importAll(whole));
  } finally {
    for (const buffer of [bare, whole]) buffer.fill(0);
  }
}

function loadArithmetic(): Promise<typeof PublicPoint> {
  return import('./public-point.ts');
}
