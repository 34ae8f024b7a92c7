/** Bytes, and the texts in which the wire carries them. */

/**
 * Bytes on a buffer of their own, as WebCrypto takes them (never a view of shared memory): `Uint8Array<ArrayBuffer>`, written so that
 * TypeScript before 5.7, whose `Uint8Array` isn't generic, reads it too.
 */
export type Bytes = ReturnType<Uint8ArrayConstructor['of']>;

/** Joins byte arrays into a new one. */
export function concatBytes(...parts: readonly ArrayLike<number>[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** Compares all bytes before it answers; the lengths are not hidden. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length;
  for (const [index, byte] of left.entries()) difference |= byte ^ (right[index] ?? 0);
  return difference === 0;
}

/** Writes bytes as the text that `btoa` takes: each character, U+0000 to U+00FF, is a byte. */
export function encodeBinary(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return binary;
}

/** Reads such a text, as `atob` gives it. */
export function decodeBinary(binary: string): Bytes {
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

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

// Made with the first use and kept: making them takes longer than most of what they are used for.
let encoder: InstanceType<typeof TextEncoder> | undefined;
let decoder: InstanceType<typeof TextDecoder> | undefined;

/**
 * Writes text as UTF-8, byte for byte what was given.
 *
 * @throws SyntaxError for a lone surrogate, which TextEncoder would silently replace.
 */
export function encodeUtf8(text: string): Bytes {
  encoder ??= new TextEncoder();
  const bytes = encoder.encode(text);
  // Reading back, since WebKit's patterns overlook a lone trail surrogate after a character of U+F800 to U+FBFF.
  if (decodeUtf8(bytes) !== text) throw malformed();
  return bytes;
}

/**
 * Reads UTF-8 and keeps a leading byte order mark as a character.
 *
 * @throws SyntaxError for any malformed sequence.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  decoder ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytes);
  } catch {
    throw malformed();
  }
}

function malformed(): SyntaxError {
  return new SyntaxError('The text or the bytes are not well-formed Unicode.');
}
