/**
 * Public points that arrive from outside.
 *
 * WebKit imports points that are not on the curve and answers deriveBits with them, and refuses compressed ones; so every
 * point is checked and uncompressed here, before an engine sees it (SP 800-56A Rev. 3, section 5.6.2.3.3).
 */
import { type Bytes, concatBytes, decodeHex, encodeHex } from '../encoding/index.ts';
import { CryptoError } from './crypto-error.ts';
import { curve } from './curve.ts';

/**
 * Checks a point of 65 bytes (uncompressed) or 33 (compressed, SEC 1, section 2.3.4) and returns its 65-byte form.
 * Public values only: the arithmetic takes no constant time.
 *
 * @throws {@link CryptoError} `POINT_INVALID` for any other length or prefix, a coordinate of p or more, a point off the curve.
 */
export function readPoint(encoded: Uint8Array): Bytes {
  const [prefix] = encoded;
  const x = integer(encoded.subarray(1, 33));
  const square = mod(mod(x * x + curve.a) * x + curve.b);
  if (encoded.length === 65 && prefix === 4) {
    const y = integer(encoded.subarray(33));
    if (x < curve.p && y < curve.p && mod(y * y) === square) return new Uint8Array(encoded);
  }
  if (encoded.length === 33 && (prefix === 2 || prefix === 3)) {
    const root = squareRoot(square);
    if (x < curve.p && mod(root * root) === square) {
      const y = Number(root & 1n) === (prefix & 1) ? root : curve.p - root;
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

/** Shortens a checked 65-byte point to 33 bytes (SEC 1, section 2.3.3). */
export function compressPoint(point: Uint8Array): Bytes {
  return concatBytes([2 + ((point[64] ?? 0) & 1)], point.subarray(1, 33));
}

function integer(bigEndian: Uint8Array): bigint {
  return BigInt(`0x0${encodeHex(bigEndian)}`);
}

function mod(value: bigint): bigint {
  return value % curve.p;
}

// p = 3 mod 4, so a square's root is its power (p + 1) / 4; the caller checks that it was a square.
function squareRoot(square: bigint): bigint {
  let root = 1n;
  for (let bit = 1n << 253n; bit > 0n; bit >>= 1n) {
    root = mod(root * root);
    if ((((curve.p + 1n) >> 2n) & bit) !== 0n) root = mod(root * square);
  }
  return root;
}
