import type { Bytes } from './bytes.ts';

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
