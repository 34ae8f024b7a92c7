import { type Bytes, encodeUtf8 } from '../encoding/index.ts';
import { requireText } from './arguments.ts';
import { CryptoError } from './crypto-error.ts';

const MAX_PAYLOAD_LENGTH = 8 * 1024 * 1024;

/**
 * Writes a payload as UTF-8, its one form: whole surrogate pairs, not empty, at most 8 Mi characters.
 *
 * @throws {@link CryptoError} `PAYLOAD_INVALID`; TypeError that names the argument.
 */
export function payloadBytes(payload: string, argument: string): Bytes {
  requireText(payload, argument);
  if (payload === '' || payload.length > MAX_PAYLOAD_LENGTH) throw invalidPayload();
  try {
    return encodeUtf8(payload);
  } catch {
    throw invalidPayload();
  }
}

/** The refusal of a payload, without a word of it. */
export function invalidPayload(): CryptoError {
  return new CryptoError('PAYLOAD_INVALID', 'The payload to sign can not be read safely; nothing was signed.');
}
