/** How a passkey ceremony can end without a passkey. */
import { CountersignError } from '../errors.ts';

/** Codes of {@link PasskeyError}. `CANCELLED` is a decision of the person, not a failure to report. */
export type PasskeyErrorCode =
  | 'ALREADY_REGISTERED'
  | 'AUTHENTICATOR_FAILED'
  | 'BUSY'
  | 'CANCELLED'
  | 'CEREMONY_FAILED'
  | 'DOMAIN_INVALID'
  | 'PASSKEY_NOT_FOUND'
  | 'TIMED_OUT'
  | 'UNSUPPORTED'
  | 'VERIFICATION_UNAVAILABLE';

/** A passkey ceremony that brought no passkey; nothing was signed or changed. */
export class PasskeyError extends CountersignError<PasskeyErrorCode> {
  override readonly name = 'PasskeyError';
}
