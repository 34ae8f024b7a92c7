import { encodeHex } from '../encoding/index.ts';
import { curve } from './curve.ts';

/** Whether 32 big-endian bytes hold a number from 1 to n - 1 (SP 800-56A Rev. 3, section 5.6.2.1.2). */
export function isScalar(bytes: Uint8Array): boolean {
  if (bytes.length !== 32) return false;
  const value = BigInt(`0x${encodeHex(bytes)}`);
  return value > 0n && value < curve.n;
}
