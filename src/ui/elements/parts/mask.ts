/** An address or a number in part: its owner knows it by that, and nobody else can write to it. */

/** `s…@example.com`, or the last digits of a number. */
export function mask(address: string): string {
  const at = address.lastIndexOf('@');
  return at > 0 ? `${Array.from(address)[0] ?? ''}…${address.slice(at)}` : `…${address.slice(-4)}`;
}
