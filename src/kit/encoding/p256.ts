/** P-256, also secp256r1 (SEC 2, section 2.4.2): its numbers, and checks of public keys that need no engine. Not constant-time. */

/** The field's prime. */
export const p = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
/** The coefficient b; a is -3. */
export const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/** Checks that hex of either case is an uncompressed point on the curve (SEC 1, section 3.2.2.1; the cofactor is 1). */
export function isPointOnCurve(pointHex: string): boolean {
  if (!/^04[0-9a-f]{128}$/i.test(pointHex)) return false;
  const [x, y] = [BigInt(`0x${pointHex.slice(2, 66)}`), BigInt(`0x${pointHex.slice(66)}`)];
  return x < p && y < p && (y * y - x * x * x + 3n * x - b) % p === 0n;
}
