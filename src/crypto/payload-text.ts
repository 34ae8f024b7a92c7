import { requireText } from './arguments.ts';
import { CryptoError } from './crypto-error.ts';

const MAX_PAYLOAD_LENGTH = 8 * 1024 * 1024;

/**
 * Checks that a text has one UTF-8 form: whole surrogate pairs, not empty, at most 8 Mi characters.
 *
 * @throws {@link CryptoError} `PAYLOAD_INVALID`; TypeError that names the argument.
 */
export function checkPayload(payload: unknown, argument: string): asserts payload is string {
  requireText(payload, argument);
  if (payload === '' || payload.length > MAX_PAYLOAD_LENGTH || /[\uD800-\uDFFF]/u.test(payload)) {
    throw invalidPayload();
  }
}

/** The refusal of a payload, without a word of it. */
export function invalidPayload(): CryptoError {
  return new CryptoError('PAYLOAD_INVALID', 'The payload to sign can not be read safely; nothing was signed.');
}
