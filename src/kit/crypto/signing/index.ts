/** Lazy entry for every signature: stamps, keys that only sign, reading payloads. */
export { CryptoError, type CryptoErrorCode } from '../crypto-error.ts';
export type { JsonObject } from './payload.ts';
export { inspectPayload, type ComparedValue, type InspectPayloadOptions, type PayloadSummary } from './payload.ts';
export {
  type ClientSigningKeyPair,
  compressHex,
  generateSigningKeyPair,
  type SessionSigningKey,
  stamp,
} from './stamp.ts';
