/** base64 with padding (RFC 4648, section 4). */
import { decodeBinary, encodeBinary } from './bytes.ts';
import type { Bytes } from './bytes.ts';

/** Writes bytes as base64. */
export function encodeBase64(bytes: Uint8Array): string {
  return btoa(encodeBinary(bytes));
}

/** Reads base64 in its one canonical form; null for anything else. */
export function decodeBase64(text: string): Bytes | null {
  try {
    const binary = atob(text);
    return btoa(binary) === text ? decodeBinary(binary) : null;
  } catch {
    return null;
  }
}
