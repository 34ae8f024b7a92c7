/** Errors of passkey ceremonies. */
import type { CodeOf } from '../error-catalogue/index.ts';
import { BaseError, type CountersignError, type CountersignErrorOptions } from '../errors.ts';

/** Codes of {@link PasskeyError}. `CANCELLED` is a decision of the person, not a failure to report. */
export type PasskeyErrorCode = CodeOf<'PasskeyError'>;

/** A passkey ceremony that brought no passkey; nothing was signed or changed. */
export type PasskeyError<Code extends PasskeyErrorCode = PasskeyErrorCode> = Code extends PasskeyErrorCode
  ? CountersignError<Code> & { readonly name: 'PasskeyError' }
  : never;

/** The class of {@link PasskeyError}. */
export const PasskeyError: {
  new <Code extends PasskeyErrorCode>(
    code: Code,
    message: string,
    options: CountersignErrorOptions<Code>,
  ): PasskeyError<Code>;
  readonly prototype: PasskeyError;
} = class PasskeyError extends BaseError {
  override readonly name = 'PasskeyError';
} as never;
