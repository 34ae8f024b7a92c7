import { CountersignError } from '../errors.ts';

/** What a decoder or encoder refused. */
export type EncodingErrorCode =
  | 'HEX_INVALID'
  | 'BASE64URL_INVALID'
  | 'BASE58CHECK_INVALID'
  | 'UTF8_INVALID'
  | 'DER_INVALID';

/** Refused text or bytes; the message never repeats the input. */
export class EncodingError extends CountersignError<EncodingErrorCode> {
  override readonly name = 'EncodingError';

  constructor(code: EncodingErrorCode, message: string) {
    super(code, message, { nextStep: 'fix-input' });
  }
}
