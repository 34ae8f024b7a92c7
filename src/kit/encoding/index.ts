/**
 * Codecs of the wire: pure, synchronous, and strict in what they read. What they refuse is a SyntaxError, as with
 * `JSON.parse`, that repeats nothing of the input.
 */
export {
  type Bytes,
  concatBytes,
  decodeBase64url,
  decodeBinary,
  decodeHex,
  decodeUtf8,
  encodeBase64url,
  encodeBinary,
  encodeBinaryAsBase64url,
  encodeHex,
  encodeUtf8,
  equalBytes,
} from './bytes.ts';
export { decodeDer, encodeDer } from './der.ts';
