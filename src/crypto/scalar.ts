/**
 * Private scalars that arrive from outside.
 *
 * WebKit imports the scalars 0 and n and signs with them, Firefox imports them; and no engine but Chromium tells when a
 * public key doesn't belong to its scalar. So the range is checked here, and the public key computed, never taken on trust.
 */
import { weierstrass } from '@noble/curves/abstract/weierstrass.js';
import { type Bytes, equalBytes } from '../encoding/index.ts';
import { CryptoError } from './crypto-error.ts';
import { curve } from './curve.ts';
import { ECDH, engine } from './engine.ts';
import { encodePkcs8, encodePkcs8WithoutPoint } from './private-key.ts';
import { isScalar, readScalar } from './scalar-range.ts';

/**
 * Computes the public point of a scalar, 65 bytes: by the engine in constant time where it can, else as {@link publicPoint} does.
 * The bytes stay the caller's.
 *
 * @throws {@link CryptoError} `SCALAR_INVALID` for anything but 32 bytes with 1 <= d < n.
 */
export async function derivePoint(scalar: Uint8Array): Promise<Bytes> {
  requireScalar(scalar);
  return (await pointByEngine(scalar)) ?? publicPoint(scalar);
}

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

// An engine that imports a scalar without its point computes the point, and exports both; Firefox refuses the import.
async function pointByEngine(scalar: Uint8Array): Promise<Bytes | undefined> {
  const bare = encodePkcs8WithoutPoint(scalar);
  const buffers = [bare];
  try {
    const key = await engine((subtle) => subtle.importKey('pkcs8', bare, ECDH, true, ['deriveBits']));
    const whole = new Uint8Array(await engine((subtle) => subtle.exportKey('pkcs8', key)));
    const point = whole.slice(-65);
    const expected = encodePkcs8(scalar, point);
    buffers.push(whole, expected);
    return point[0] === 4 && equalBytes(whole, expected) ? point : undefined;
  } catch {
    return undefined;
  } finally {
    for (const buffer of buffers) buffer.fill(0);
  }
}

function requireScalar(scalar: Uint8Array): void {
  if (!isScalar(scalar)) {
    throw new CryptoError('SCALAR_INVALID', 'The private key is not a number from 1 to n - 1 in 32 bytes.');
  }
}
