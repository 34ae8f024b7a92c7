/** Codecs of the wire: pure, synchronous, and strict in what they read. */
export { decodeBase58check, encodeBase58check } from './base58check.ts';
export { decodeBase64url, encodeBase64url } from './base64url.ts';
export { type Bytes, concatBytes, equalBytes } from './bytes.ts';
export { decodeDer, encodeDer } from './der.ts';
export { EncodingError, type EncodingErrorCode } from './encoding-error.ts';
export { decodeHex, encodeHex } from './hex.ts';
export { decodeUtf8, encodeUtf8 } from './utf8.ts';
