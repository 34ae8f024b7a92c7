import { decodeBinary, encodeBinary } from './binary.ts';
import type { Bytes } from './bytes.ts';

/** Writes bytes as base64url without padding (RFC 4648, section 5). */
export function encodeBase64url(bytes: Uint8Array): string {
  return encodeBinaryAsBase64url(encodeBinary(bytes));
}

/** Writes text whose characters are its bytes, U+0000 to U+00FF, as base64url without padding. */
export function encodeBinaryAsBase64url(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Reads unpadded base64url in its one canonical form: unused bits are zero (RFC 4648, section 3.5).
 *
 * @throws SyntaxError for padding, white space, the characters `+` and `/`, or stray bits.
 */
export function decodeBase64url(text: string): Bytes {
  if (text.length % 4 !== 1 && !/[^\w-]/.test(text)) {
    const bytes = decodeBinary(atob(text.replaceAll('-', '+').replaceAll('_', '/')));
    const rest = bytes.length % 3;
    // Only the last group can hold unused bits, so re-encoding it alone settles the question.
    if (rest === 0 || text.endsWith(encodeBase64url(bytes.subarray(-rest)))) return bytes;
  }
  throw new SyntaxError('The text is not unpadded, canonical base64url.');
}
