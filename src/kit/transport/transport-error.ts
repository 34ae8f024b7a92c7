/** Errors between this page and the service. */
import type { CodeOf } from '../error-catalogue/index.ts';
import { BaseError, type CountersignError, type CountersignErrorOptions } from '../errors.ts';
import { bare } from '../own-members.ts';
import type { ErrorBody, FieldError } from '../wire.ts';

/** Codes of {@link TransportError}. `platformCode` has the service's own code. */
export type TransportErrorCode = CodeOf<'TransportError'>;

/** Options of {@link TransportError}. */
export interface TransportErrorOptions<
  Code extends TransportErrorCode = TransportErrorCode,
> extends CountersignErrorOptions<Code> {
  /** The HTTP status of the answer. */
  readonly status?: number;
  /** The service's or the relay's own code. */
  readonly platformCode?: string;
  /** Facts of the answer, such as the list of wrong fields. */
  readonly details?: ErrorBody['details'];
  /** How long to wait, seconds. */
  readonly retryAfter?: number;
}

/** A request without a usable answer, or one that the service refused. */
export type TransportError<Code extends TransportErrorCode = TransportErrorCode> = Code extends TransportErrorCode
  ? CountersignError<Code> & {
      readonly name: 'TransportError';
      /** HTTP status, where there was an answer. */
      readonly status: number | undefined;
      /** The service's own code, verbatim; an open set. */
      readonly platformCode: string | undefined;
      /** The service's `details`; `details.errors` lists invalid fields. */
      readonly details: { readonly errors?: readonly FieldError[]; readonly [detail: string]: unknown } | undefined;
      /** Seconds to wait before the same call can succeed, from `Retry-After`. */
      readonly retryAfter: number | undefined;
    }
  : never;

/** The class of {@link TransportError}. */
export const TransportError: {
  new <Code extends TransportErrorCode>(
    code: Code,
    message: string,
    options: TransportErrorOptions<Code>,
  ): TransportError<Code>;
  readonly prototype: TransportError;
} = class TransportError extends BaseError {
  override readonly name = 'TransportError';
  readonly status: number | undefined;
  readonly platformCode: string | undefined;
  readonly details: TransportErrorOptions['details'];
  readonly retryAfter: number | undefined;

  constructor(code: TransportErrorCode, message: string, options: TransportErrorOptions) {
    super(code, message, options);
    const { status, platformCode, details, retryAfter } = bare(options);
    this.status = status;
    this.platformCode = platformCode;
    this.details = details;
    this.retryAfter = retryAfter;
  }
} as never;
