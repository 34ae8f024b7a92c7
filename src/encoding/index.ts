/**
 * Codecs of the wire: pure, synchronous, and strict in what they read. What they refuse is a SyntaxError, as with `JSON.parse`, that repeats
 * nothing of the input.
 */
export { decodeBase64url, encodeBinaryAsBase64url, encodeBase64url } from './base64url.ts';
export { decodeBinary, encodeBinary } from './binary.ts';
export { type Bytes, concatBytes, equalBytes } from './bytes.ts';
export { decodeDer, encodeDer } from './der.ts';
export { decodeHex, encodeHex } from './hex.ts';
export { decodeUtf8, encodeUtf8 } from './utf8.ts';
