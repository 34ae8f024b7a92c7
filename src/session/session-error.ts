/** What the session room throws. */
import { CountersignError, type NextStep } from '../errors.ts';

/** Codes of {@link SessionError}. */
export type SessionErrorCode =
  | 'STORE_UNAVAILABLE'
  | 'SIGNED_OUT'
  | 'SESSION_EXPIRED'
  | 'SESSION_LIFETIME_INVALID'
  | 'CLOCK_UNCERTAIN'
  | 'KEY_NOT_DELETED';

const facts: Readonly<Record<SessionErrorCode, { readonly nextStep: NextStep; readonly message: string }>> = {
  STORE_UNAVAILABLE: {
    nextStep: 'unsupported',
    message: 'This browser keeps no keys for this page: its storage is missing, blocked, full or closed.',
  },
  SIGNED_OUT: { nextStep: 'reauthenticate', message: 'Nobody is signed in to this wallet account.' },
  SESSION_EXPIRED: {
    nextStep: 'reauthenticate',
    message: 'The session has ended and its key is deleted: sign in again.',
  },
  SESSION_LIFETIME_INVALID: {
    nextStep: 'restart',
    message: 'The service gave the session a lifetime outside 0 to 24 hours: it is not used.',
  },
  CLOCK_UNCERTAIN: {
    nextStep: 'retry',
    message: "This device's clock jumped and the service could not be asked whether the session still lives.",
  },
  KEY_NOT_DELETED: {
    nextStep: 'retry',
    message:
      'This page has forgotten the session key, but the browser did not confirm deleting it: clear the data of this site.',
  },
};

/** A session that can't be kept or used; `cause` is a failure of storage or of asking the service, never a value. */
export class SessionError extends CountersignError<SessionErrorCode> {
  override readonly name = 'SessionError';

  constructor(code: SessionErrorCode, options: { readonly cause?: unknown } = {}) {
    super(code, facts[code].message, { nextStep: facts[code].nextStep, cause: options.cause });
  }
}
