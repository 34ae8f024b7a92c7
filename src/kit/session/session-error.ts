/** Errors of storing a session. */
import type { CodeOf, NextStepOf } from '../error-catalogue/index.ts';
import { BaseError, type CountersignError } from '../errors.ts';

/** Codes of {@link SessionError}. */
export type SessionErrorCode = CodeOf<'SessionError'>;

const facts: {
  readonly [Code in SessionErrorCode]: readonly [nextStep: NextStepOf<Code>, message: string];
} = {
  STORE_UNAVAILABLE: [
    'unsupported',
    'This browser keeps no keys for this page: storage or locks are missing, blocked, full or closed.',
  ],
  SIGNED_OUT: ['reauthenticate', 'Nobody is signed in to this wallet account.'],
  SESSION_EXPIRED: ['reauthenticate', 'The session has ended: sign in again.'],
  SESSION_LIFETIME_INVALID: ['restart', "The session's lifetime is outside 0 to 24 hours: it is not used."],
  KEY_NOT_DELETED: ['retry', 'The browser did not confirm deleting the key: clear the data of this site.'],
  WALLET_CLOSED: ['restart', 'This wallet was closed.'],
};

/** A session that can't be stored or used. `cause` is a failure of storage or of a request, never a value. */
export type SessionError<Code extends SessionErrorCode = SessionErrorCode> = Code extends SessionErrorCode
  ? CountersignError<Code> & { readonly name: 'SessionError' }
  : never;

/** The class of {@link SessionError}. */
export const SessionError: {
  new <Code extends SessionErrorCode>(code: Code, options?: { readonly cause?: unknown }): SessionError<Code>;
  readonly prototype: SessionError;
} = class SessionError extends BaseError {
  override readonly name = 'SessionError';

  constructor(code: SessionErrorCode, options: { readonly cause?: unknown } = {}) {
    const [nextStep, message] = facts[code];
    super(code, message, { nextStep, cause: options.cause });
  }
} as never;
