/** Base58 with a checksum, as Bitcoin's addresses and wallet files have it. */
import { sha256 } from '@noble/hashes/sha2.js';
import { type Bytes, concatBytes, equalBytes } from './bytes.ts';
import { EncodingError } from './encoding-error.ts';
import { decodeHex, encodeHex } from './hex.ts';

// Digits, upper and lower case without 0, O, I and l.
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const CHECKSUM_LENGTH = 4;

/** Writes bytes as base58 with the four-byte checksum of a double SHA-256. */
export function encodeBase58check(bytes: Uint8Array): string {
  const hex = encodeHex(concatBytes(bytes, checksum(bytes)));
  let text = '';
  for (let rest = BigInt(`0x${hex}`); rest > 0n; rest /= 58n) text = (ALPHABET[Number(rest % 58n)] ?? '') + text;
  // A number has no leading zeros: each zero byte is a digit of its own.
  return '1'.repeat(leading(/^(00)+/, hex) / 2) + text;
}

/**
 * Reads base58check. The work grows with the square of the length: the caller caps it.
 *
 * @throws {@link EncodingError} `BASE58CHECK_INVALID` for a foreign character or a wrong checksum.
 */
export function decodeBase58check(text: string): Bytes {
  const digits = Array.from(text, (letter) => ALPHABET.indexOf(letter));
  if (!digits.includes(-1)) {
    const hex = digits.reduce((value, digit) => value * 58n + BigInt(digit), 0n).toString(16);
    const number = decodeHex(hex.padStart(hex.length + (hex.length % 2), '0'));
    const checked = concatBytes(new Uint8Array(leading(/^1+/, text)), number);
    const bytes = checked.slice(0, -CHECKSUM_LENGTH);
    if (equalBytes(checksum(bytes), checked.subarray(-CHECKSUM_LENGTH))) return bytes;
  }
  throw new EncodingError('BASE58CHECK_INVALID', 'The text is not base58 with a valid checksum.');
}

/** How many letters at the start of a text match. */
function leading(pattern: RegExp, text: string): number {
  return pattern.exec(text)?.[0].length ?? 0;
}

function checksum(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes)).subarray(0, CHECKSUM_LENGTH);
}
