/** Base58 with a checksum, as Bitcoin's addresses and wallet files have it; WebCrypto computes the digests. */
import { type Bytes, concatBytes, decodeHex, encodeHex, equalBytes } from '../../encoding/index.ts';
import { webCrypto } from '../web-crypto.ts';

const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Writes bytes as base58 with the four-byte checksum of a double SHA-256. */
export async function encodeBase58check(bytes: Bytes): Promise<string> {
  const hex = encodeHex(concatBytes(bytes, await checksum(bytes)));
  let text = '';
  for (let rest = BigInt(`0x${hex}`); rest > 0n; rest /= 58n) text = digits.charAt(Number(rest % 58n)) + text;
  // A number has no leading zeros: each zero byte in front is a digit of its own.
  const zeros = hex.length - hex.replace(/^(?:00)+/, '').length;
  return '1'.repeat(zeros / 2) + text;
}

/**
 * Reads base58check. The work grows with the square of the length: the caller caps it.
 *
 * @throws SyntaxError for a foreign character or a wrong checksum.
 */
export async function decodeBase58check(text: string): Promise<Bytes> {
  const whole = decodeBase58(text);
  const bytes = whole.slice(0, -4);
  if (!equalBytes(await checksum(bytes), whole.subarray(-4))) throw invalid();
  return bytes;
}

function decodeBase58(text: string): Bytes {
  let value = 0n;
  for (const letter of text) {
    const digit = digits.indexOf(letter);
    if (digit < 0) throw invalid();
    value = value * 58n + BigInt(digit);
  }
  // Zeros alone never have the right checksum.
  const hex = value.toString(16);
  const zeros = text.length - text.replace(/^1+/, '').length;
  return decodeHex('00'.repeat(zeros) + (hex.length % 2 === 0 ? '' : '0') + hex);
}

async function checksum(bytes: Bytes): Promise<Bytes> {
  const digest = await webCrypto(async (subtle) => subtle.digest('SHA-256', await subtle.digest('SHA-256', bytes)));
  return new Uint8Array(digest, 0, 4);
}

function invalid(): SyntaxError {
  return new SyntaxError('The text is not base58 with a valid checksum.');
}
