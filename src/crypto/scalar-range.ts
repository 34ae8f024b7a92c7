import { CryptoError } from './crypto-error.ts';
import { curve } from './curve.ts';

/** Whether 32 big-endian bytes hold a number from 1 to n - 1 (SP 800-56A Rev. 3, section 5.6.2.1.2). */
export function isScalar(bytes: Uint8Array): boolean {
  if (bytes.length !== 32) return false;
  const value = readScalar(bytes);
  return value > 0n && value < curve.n;
}

/** Reads 32 big-endian bytes as a number, without a string in between: neither could be wiped. */
export function readScalar(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, 32);
  let value = 0n;
  for (let offset = 0; offset < 32; offset += 8) value = (value << 64n) | view.getBigUint64(offset);
  return value;
}

/** @throws {@link CryptoError} `SCALAR_INVALID` for anything but 32 bytes with 1 <= d < n. */
export function requireScalar(scalar: Uint8Array): void {
  if (!isScalar(scalar)) {
    throw new CryptoError('SCALAR_INVALID', 'The private key is not a number from 1 to n - 1 in 32 bytes.');
  }
}
