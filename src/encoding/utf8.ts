import type { Bytes } from './bytes.ts';

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
  if (decodeUtf8(bytes) !== text) throw invalid();
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
    throw invalid();
  }
}

function invalid(): SyntaxError {
  return new SyntaxError('The text or the bytes are not well-formed Unicode.');
}
