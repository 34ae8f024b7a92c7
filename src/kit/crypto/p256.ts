/**
 * P-256, also secp256r1: points, scalars and signatures that arrive from outside, checked before a browser sees them.
 *
 * WebKit imports points that are not on the curve and answers deriveBits with them, and refuses compressed ones. WebKit imports
 * the scalars 0 and n and signs with them; Firefox imports them.
 */
import { type Bytes, concatBytes, decodeDer, decodeHex, encodeHex } from '../encoding/index.ts';
import { b, isPointOnCurve, p } from '../encoding/p256.ts';
import { CryptoError } from './crypto-error.ts';
import { ECDSA, ECDSA_SHA256, webCrypto } from './web-crypto.ts';

/** The order of the group (SEC 2, section 2.4.2). */
const n = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** The base point, uncompressed (SEC 2, section 2.4.2). */
export const basePointHex =
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';

/** Parameters of the curve. */
export const curve: Readonly<Record<'p' | 'n' | 'b', bigint> & { basePointHex: string }> = { p, n, b, basePointHex };

/**
 * Checks a point of 65 bytes (uncompressed) or 33 (compressed, SEC 1, section 2.3.4) and returns its 65-byte form
 * (SP 800-56A Rev. 3, section 5.6.2.3.3). Public values only: the arithmetic isn't constant-time.
 *
 * @throws {@link CryptoError} `POINT_INVALID` for any other length or prefix, a coordinate of p or more, a point off the curve.
 */
export function readPoint(encoded: Uint8Array): Bytes {
  const [prefix] = encoded;
  if (isPointOnCurve(encodeHex(encoded))) return new Uint8Array(encoded);
  const x = integer(encoded.subarray(1, 33));
  const square = mod(mod(x * x + p - 3n) * x + b);
  if (encoded.length === 33 && (prefix === 2 || prefix === 3)) {
    const root = squareRoot(square);
    if (x < p && mod(root * root) === square) {
      const y = Number(root & 1n) === (prefix & 1) ? root : p - root;
      return concatBytes([4], encoded.subarray(1), decodeHex(y.toString(16).padStart(64, '0')));
    }
  }
  throw new CryptoError(
    'POINT_INVALID',
    'The public key is not a point of P-256: 65 bytes uncompressed or 33 compressed.',
  );
}

/**
 * Reads a point in hex of either case and either form, into 65 bytes.
 *
 * @throws {@link CryptoError} `POINT_INVALID`.
 */
export function readPointHex(hex: string): Bytes {
  return readPoint(/^([0-9a-f]{66}|[0-9a-f]{130})$/i.test(hex) ? decodeHex(hex) : new Uint8Array());
}

/** Checks that 32 big-endian bytes hold a number from 1 to n - 1 (SP 800-56A Rev. 3, section 5.6.2.1.2). */
export function isScalar(bytes: Uint8Array): boolean {
  if (bytes.length !== 32) return false;
  const value = readScalar(bytes);
  return value > 0n && value < n;
}

/** @throws {@link CryptoError} `SCALAR_INVALID` for anything but 32 bytes with 1 <= d < n. */
export function requireScalar(scalar: Uint8Array): void {
  if (!isScalar(scalar)) {
    throw new CryptoError('SCALAR_INVALID', 'The private key is not 32 bytes from 1 to n - 1.');
  }
}

/** Reads 32 big-endian bytes without a string in between, which couldn't be wiped. */
export function readScalar(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, 32);
  let value = 0n;
  for (let offset = 0; offset < 32; offset += 8) value = (value << 64n) | view.getBigUint64(offset);
  return value;
}

/**
 * Verifies an ECDSA P-256 signature over SHA-256 of the message, by a checked 65-byte point. High s is as good as low s.
 *
 * @throws SyntaxError when the signature is not canonical DER.
 */
export async function verifySignature(der: Uint8Array, message: Bytes, signer: Bytes): Promise<boolean> {
  const rawSignature = decodeDer(der);
  // FIPS 186-5, section 6.4.2: r and s from 1 to n - 1.
  if (!isScalar(rawSignature.subarray(0, 32)) || !isScalar(rawSignature.subarray(32))) return false;
  return webCrypto(async (subtle) => {
    const key = await subtle.importKey('raw', signer, ECDSA, false, ['verify']);
    return subtle.verify(ECDSA_SHA256, key, rawSignature, message);
  });
}

function integer(bigEndian: Uint8Array): bigint {
  return BigInt(`0x0${encodeHex(bigEndian)}`);
}

function mod(value: bigint): bigint {
  return value % p;
}

// p = 3 mod 4, so a square's root is its power (p + 1) / 4; the caller checks that it was a square.
function squareRoot(square: bigint): bigint {
  let root = 1n;
  for (const bit of ((p + 1n) / 4n).toString(2)) {
    root = mod(root * root);
    if (bit === '1') root = mod(root * square);
  }
  return root;
}
