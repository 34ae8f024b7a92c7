/** Base58 with a checksum, as Bitcoin's addresses and wallet files have it; WebCrypto computes the digests. */
import { base58 } from '@scure/base';
import { type Bytes, concatBytes, equalBytes } from '../../encoding/index.ts';
import { webCrypto } from '../web-crypto.ts';

/** Writes bytes as base58 with the four-byte checksum of a double SHA-256. */
export async function encodeBase58check(bytes: Bytes): Promise<string> {
  return base58.encode(concatBytes(bytes, await checksum(bytes)));
}

/**
 * Reads base58check. The work grows with the square of the length: the caller caps it.
 *
 * @throws SyntaxError for a foreign character or a wrong checksum.
 */
export async function decodeBase58check(text: string): Promise<Bytes> {
  const whole = decodeBase58(text);
  const bytes = whole.slice(0, -4);
  if (whole.length < 4 || !equalBytes(await checksum(bytes), whole.subarray(-4))) throw invalid();
  return bytes;
}

function decodeBase58(text: string): Bytes {
  try {
    return new Uint8Array(base58.decode(text));
  } catch {
    // The library's message repeats the text, which may be a sealed key.
    throw invalid();
  }
}

async function checksum(bytes: Bytes): Promise<Bytes> {
  const digest = await webCrypto(async (subtle) => subtle.digest('SHA-256', await subtle.digest('SHA-256', bytes)));
  return new Uint8Array(digest, 0, 4);
}

function invalid(): SyntaxError {
  return new SyntaxError('The text is not base58 with a valid checksum.');
}
