/** The door of what a wallet needs from the first moment: stamping, reading payloads, keys that only sign. */
import type { KeyPairOptions } from './key-pair.ts';
import { type ClientSigningKeyPair, generateSigningKeyPair } from './signing-key.ts';

export { CryptoError, type CryptoErrorCode } from './crypto-error.ts';
export { inspectPayload, type JsonObject, type PayloadSummary } from './payload.ts';
export type { ClientSigningKeyPair, SessionSigningKey } from './signing-key.ts';
export { stamp } from './stamp.ts';

/**
 * Generates a key pair that only signs; `generateClientKeyPair` of the login door makes the others.
 *
 * @throws {@link CryptoError} `ENGINE_UNAVAILABLE` or `ENGINE_FAILED`.
 */
export function generateClientKeyPair(_options: Required<KeyPairOptions<'sign'>>): Promise<ClientSigningKeyPair> {
  return generateSigningKeyPair();
}
