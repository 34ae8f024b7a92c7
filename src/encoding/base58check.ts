/** Base58 with a checksum, as Bitcoin's addresses and wallet files have it. */
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import type { Bytes } from './bytes.ts';

/** Writes bytes as base58 with the four-byte checksum of a double SHA-256. */
export function encodeBase58check(bytes: Uint8Array): string {
  return createBase58check(sha256).encode(bytes);
}

/**
 * Reads base58check. The work grows with the square of the length: the caller caps it.
 *
 * @throws SyntaxError for a foreign character or a wrong checksum.
 */
export function decodeBase58check(text: string): Bytes {
  try {
    return new Uint8Array(createBase58check(sha256).decode(text));
  } catch {
    // The library's message repeats the text, which may be a sealed key.
    throw new SyntaxError('The text is not base58 with a valid checksum.');
  }
}
