import { weierstrass } from '@noble/curves/abstract/weierstrass.js';
import type { Bytes } from '../../encoding/index.ts';
import { curve, readScalar, requireScalar } from '../p256.ts';

/**
 * Computes the public point of a scalar in JavaScript. The big integer that holds the scalar meanwhile can't be wiped; the
 * bytes stay the caller's.
 *
 * @throws {@link CryptoError} `SCALAR_INVALID` for anything but 32 bytes with 1 <= d < n.
 */
export function publicPoint(scalar: Uint8Array): Bytes {
  requireScalar(scalar);
  const Point = weierstrass(curve);
  // A point of our own, not `Point.BASE`: its first use builds tables and blocks a page for more than 50 ms.
  const base = new Point(curve.Gx, curve.Gy, 1n);
  return new Uint8Array(base.multiply(readScalar(scalar)).toBytes(false));
}
