/** Codecs of the wire: pure, synchronous, and strict in what they read. Base58check is a door of its own, as it brings libraries along. */
export { decodeBase64url, encodeBinaryAsBase64url, encodeBase64url } from './base64url.ts';
export { type Bytes, concatBytes, equalBytes } from './bytes.ts';
export { decodeDer, encodeDer } from './der.ts';
export { EncodingError, type EncodingErrorCode } from './encoding-error.ts';
export { decodeHex, encodeHex } from './hex.ts';
export { decodeUtf8, encodeUtf8 } from './utf8.ts';
