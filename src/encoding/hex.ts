import type { Bytes } from './bytes.ts';

// Made with the first use: looked up, not computed, since a stamp writes a hundred of them.
let pairs: readonly string[] | undefined;

/** Writes bytes as lower-case hex. */
export function encodeHex(bytes: Uint8Array): string {
  pairs ??= Array.from({ length: 0x100 }, (_, byte) => (byte + 0x100).toString(16).slice(1));
  let text = '';
  for (const byte of bytes) text += pairs[byte] ?? '';
  return text;
}

/**
 * Reads hex of either case; the empty text gives zero bytes.
 *
 * @throws SyntaxError for an odd length or any other character.
 */
export function decodeHex(text: string): Bytes {
  if (text.length % 2 !== 0 || /[^0-9a-fA-F]/.test(text)) {
    throw new SyntaxError('The text is not hexadecimal.');
  }
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = parseInt(text.slice(index * 2, index * 2 + 2), 16);
  return bytes;
}
