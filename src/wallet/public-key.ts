/** P-256 public keys as the wire writes them. */

/** The compressed form of a point in lower-case hex, in which each key has one spelling; null for anything else. */
export function compress(hex: string): string | null {
  if (/^0[23][0-9a-f]{64}$/.test(hex)) return hex;
  if (!/^04[0-9a-f]{128}$/.test(hex)) return null;
  const odd = Number.parseInt(hex.slice(-1), 16) % 2;
  return `0${2 + odd}${hex.slice(2, 66)}`;
}
