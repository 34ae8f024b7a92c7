/** Public keys as the page shows them. */

/** The beginning and end of a public key in hex: enough to tell two apart. */
export function shortKey(publicKeyHex: string): string {
  return publicKeyHex.length <= 16 ? publicKeyHex : `${publicKeyHex.slice(0, 8)}…${publicKeyHex.slice(-6)}`;
}
