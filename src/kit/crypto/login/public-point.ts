import { weierstrass } from '@noble/curves/abstract/weierstrass.js';
import type { Bytes } from '../../encoding/index.ts';
import type { curve } from '../p256.ts';

/**
 * Computes the public point of a scalar in JavaScript, 65 bytes, where WebCrypto can't. The scalar is a number from 1 to n - 1, which the
 * caller has checked; it can't be wiped.
 */
export function publicPoint({ p, n, b, basePointHex }: typeof curve, scalar: bigint): Bytes {
  const [Gx, Gy] = [BigInt(`0x${basePointHex.slice(2, 66)}`), BigInt(`0x${basePointHex.slice(66)}`)];
  const Point = weierstrass({ p, n, b, a: p - 3n, h: 1n, Gx, Gy });
  // A point of our own, not `Point.BASE`: its first use builds tables and blocks a page for more than 50 ms.
  const base = new Point(Gx, Gy, 1n);
  return new Uint8Array(base.multiply(scalar).toBytes(false));
}
