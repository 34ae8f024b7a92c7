/** Public keys of P-256, checked where no engine can be asked because nothing may be awaited. */
import { encodeHex } from '../encoding/index.ts';

// SEC 2, 2.4.2: the field's prime and the coefficient b; a is -3.
const p = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/** Whether 65 bytes are an uncompressed point on the curve (SEC 1, 3.2.2.1; the cofactor is 1). Public keys only: not constant-time. */
export function isPointOnCurve(bytes: Uint8Array): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  const x = BigInt(`0x${encodeHex(bytes.subarray(1, 33))}`);
  const y = BigInt(`0x${encodeHex(bytes.subarray(33))}`);
  return x < p && y < p && (y * y - (x * x * x - 3n * x + b)) % p === 0n;
}
