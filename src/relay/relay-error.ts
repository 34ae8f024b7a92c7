/** Why the relay refused a request, or a webhook verifier a delivery. */
import { errorCatalogue, type CodeOf } from '../kit/error-catalogue/index.ts';
import { BaseError, type CountersignError } from '../kit/errors.ts';

/** Codes of the relay's own answers and of the webhook verifier. Answers of the service keep the service's codes. */
export type RelayErrorCode = CodeOf<'RelayError'>;

/** Options of {@link RelayError}. */
export interface RelayErrorOptions {
  /** HTTP status of the answer that says so. */
  readonly status: number;
  /** The error behind this one; never one that may hold a secret. */
  readonly cause?: unknown;
  /** Seconds until the same request can succeed. */
  readonly retryAfter?: number | undefined;
}

/** A refusal. The message is meant for the browser: it names no other user's data and nothing that was sent. */
export type RelayError<Code extends RelayErrorCode = RelayErrorCode> = Code extends RelayErrorCode
  ? CountersignError<Code> & {
      readonly name: 'RelayError';
      readonly status: number;
      readonly retryAfter: number | undefined;
    }
  : never;

/** The class of {@link RelayError}. */
export const RelayError: {
  new <Code extends RelayErrorCode>(code: Code, message: string, options: RelayErrorOptions): RelayError<Code>;
  readonly prototype: RelayError;
} = class RelayError extends BaseError {
  override readonly name = 'RelayError';
  readonly status: number;
  readonly retryAfter: number | undefined;

  constructor(code: RelayErrorCode, message: string, options: RelayErrorOptions) {
    super(code, message, { ...options, nextStep: errorCatalogue.RelayError[code].nextSteps[0] });
    this.status = options.status;
    this.retryAfter = options.retryAfter;
  }
} as never;

/** Options of {@link internalRelayError}. */
export interface InternalErrorOptions {
  /** The part that threw; the relay itself by default. */
  readonly part?: 'identify' | 'nameAccount' | 'store';
  /** 500 by default. */
  readonly status?: number;
  /** Seconds until the same request can succeed. */
  readonly retryAfter?: number;
}

/** The relay's own error for any error of `identify`, `nameAccount` or `store`, whose text could hold sent data. */
export function internalRelayError(cause: unknown, options: InternalErrorOptions = {}): RelayError {
  const { part, status = 500, retryAfter } = options;
  const message = `The relay${part === undefined ? '' : `'s ${part}`} failed.`;
  return new RelayError('RELAY_INTERNAL_ERROR', message, { status, cause, retryAfter });
}
