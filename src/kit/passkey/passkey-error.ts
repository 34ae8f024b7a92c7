/** Errors of passkey ceremonies. */
import type { CodeOf } from '../error-catalogue/index.ts';
import { CountersignError } from '../errors.ts';

/** Codes of {@link PasskeyError}. `CANCELLED` is a decision of the person, not a failure to report. */
export type PasskeyErrorCode = CodeOf<'PasskeyError'>;

/** A passkey ceremony that brought no passkey; nothing was signed or changed. */
export class PasskeyError<Code extends PasskeyErrorCode = PasskeyErrorCode> extends CountersignError<Code> {
  override readonly name = 'PasskeyError';
}
