/**
 * Codecs of the wire: pure, synchronous and strict. They reject malformed input with a SyntaxError, like
 * `JSON.parse`, which repeats nothing of the input.
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
