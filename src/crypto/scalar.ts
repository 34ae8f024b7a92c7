/**
 * Private scalars that arrive from outside.
 *
 * WebKit imports the scalars 0 and n and signs with them, Firefox imports them; and no engine but Chromium tells when a
 * public key doesn't belong to its scalar. So the range is checked here, and the public key computed, never taken on trust.
 */
import { type Bytes, equalBytes } from '../encoding/index.ts';
import { ECDH, engine } from './engine.ts';
import { encodePkcs8, encodePkcs8WithoutPoint } from './private-key.ts';
import type * as PublicPoint from './public-point.ts';
import { requireScalar } from './scalar-range.ts';

/**
 * Computes the public point of a scalar, 65 bytes: by the engine in constant time where it can, else as
 * `publicPoint` does, which is loaded then.
 * The bytes stay the caller's.
 *
 * @throws {@link CryptoError} `SCALAR_INVALID` for anything but 32 bytes with 1 <= d < n.
 */
export async function derivePoint(scalar: Uint8Array): Promise<Bytes> {
  requireScalar(scalar);
  return (await pointByEngine(scalar)) ?? (await loadArithmetic()).publicPoint(scalar);
}

/** Loads the arithmetic if this engine lacks it, so that no download stands between the delivery of a key and its use. */
export async function prepareToDerive(): Promise<void> {
  if ((await pointByEngine(new Uint8Array(32).fill(1))) === undefined) await loadArithmetic();
}

function loadArithmetic(): Promise<typeof PublicPoint> {
  return import('./public-point.ts');
}

// Chromium and WebKit compute the point of a scalar that they import without one, and export both; Node and Firefox export none.
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
