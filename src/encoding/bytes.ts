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
