/**
 * Private scalars that arrive from outside.
 *
 * WebKit imports the scalars 0 and n and signs with them, Firefox imports them; and no engine but Chromium tells when a
 * public key doesn't belong to its scalar. So the range is checked here, and the public key computed, never taken on trust.
 */
import { weierstrass } from '@noble/curves/abstract/weierstrass.js';
import { type Bytes, encodeHex } from '../encoding/index.ts';
import { CryptoError } from './crypto-error.ts';
import { curve } from './curve.ts';
import { isScalar } from './scalar-range.ts';

/**
 * Computes the public point of a scalar, 65 bytes. The big integer that holds the scalar meanwhile can't be wiped; the
 * bytes stay the caller's.
 *
 * @throws {@link CryptoError} `SCALAR_INVALID` for anything but 32 bytes with 1 <= d < n.
 */
export function publicPoint(scalar: Uint8Array): Bytes {
  if (!isScalar(scalar))
    throw new CryptoError('SCALAR_INVALID', 'The private key is not a number from 1 to n - 1 in 32 bytes.');
  const Point = weierstrass(curve);
  // A point of our own, not `Point.BASE`: its first use builds tables and blocks a page for more than 50 ms.
  const base = new Point(curve.Gx, curve.Gy, 1n);
  return new Uint8Array(base.multiply(BigInt(`0x${encodeHex(scalar)}`)).toBytes(false));
}
