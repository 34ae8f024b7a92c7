import { weierstrass } from '@noble/curves/abstract/weierstrass.js';
import type { Bytes } from '../../encoding/index.ts';

type Curve = Readonly<Record<'p' | 'n' | 'h' | 'a' | 'b' | 'Gx' | 'Gy', bigint>>;

/**
 * Computes the public point of a scalar in JavaScript, 65 bytes, where WebCrypto can't. The scalar is a number from 1 to n - 1, which the
 * caller has checked; it can't be wiped.
 */
export function publicPoint(curve: Curve, scalar: bigint): Bytes {
  const Point = weierstrass(curve);
  // A point of our own, not `Point.BASE`: its first use builds tables and blocks a page for more than 50 ms.
  const base = new Point(curve.Gx, curve.Gy, 1n);
  return new Uint8Array(base.multiply(scalar).toBytes(false));
}
