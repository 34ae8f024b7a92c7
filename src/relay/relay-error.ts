/** Why the relay refused a request, or a webhook verifier a delivery. */
import { CountersignError, type NextStep } from '../errors.ts';

/** Codes of the relay's own answers; what the service answers keeps the service's code. */
export type RelayErrorCode =
  | 'RELAY_ROUTE_NOT_FOUND'
  | 'RELAY_NOT_FOUND'
  | 'RELAY_TARGET_INVALID'
  | 'RELAY_UNAUTHENTICATED'
  | 'RELAY_IDENTITY_INVALID'
  | 'RELAY_ORIGIN_REFUSED'
  | 'RELAY_SCOPE_REQUIRED'
  | 'RELAY_QUERY_INVALID'
  | 'RELAY_HEADER_INVALID'
  | 'RELAY_CONTENT_TYPE_UNSUPPORTED'
  | 'RELAY_BODY_TOO_LARGE'
  | 'RELAY_BODY_TIMED_OUT'
  | 'RELAY_BODY_NOT_CANONICAL'
  | 'RELAY_BODY_INVALID'
  | 'RELAY_BODY_CONSUMED'
  | 'RELAY_CHALLENGE_INVALID'
  | 'RELAY_RATE_LIMITED'
  | 'RELAY_CLIENT_CLOSED'
  | 'RELAY_UPSTREAM_UNREACHABLE'
  | 'RELAY_UPSTREAM_TIMED_OUT'
  | 'RELAY_UPSTREAM_INVALID'
  | 'RELAY_UPSTREAM_REFUSED'
  | 'RELAY_INTERNAL_ERROR'
  | 'WEBHOOK_SIGNATURE_MISSING'
  | 'WEBHOOK_SIGNATURE_MALFORMED'
  | 'WEBHOOK_SIGNATURE_INVALID'
  | 'WEBHOOK_BODY_INVALID'
  | 'WEBHOOK_REPLAYED';

/** Options of {@link RelayError}. */
export interface RelayErrorOptions {
  /** HTTP status of the answer that says so. */
  readonly status: number;
  readonly cause?: unknown;
  /** Seconds until the same request can succeed. */
  readonly retryAfter?: number | undefined;
}

/** A refusal. The message is meant for the browser: it names no other user's data and nothing that was sent. */
export class RelayError extends CountersignError<RelayErrorCode> {
  override readonly name = 'RelayError';
  readonly status: number;
  readonly retryAfter: number | undefined;

  constructor(code: RelayErrorCode, message: string, options: RelayErrorOptions) {
    super(code, message, { nextStep: nextStepOf(code, options.status), cause: options.cause });
    this.status = options.status;
    this.retryAfter = options.retryAfter;
  }
}

/** Codes that only a change of a setting, of the relay's or of what stands before it, can end. */
const setupMistakes: readonly RelayErrorCode[] = [
  'RELAY_ROUTE_NOT_FOUND',
  'RELAY_ORIGIN_REFUSED',
  'RELAY_BODY_CONSUMED',
  'RELAY_IDENTITY_INVALID',
  'RELAY_UPSTREAM_REFUSED',
];

function nextStepOf(code: RelayErrorCode, status: number): NextStep {
  if (setupMistakes.includes(code)) return 'configure';
  if (status === 401) return 'reauthenticate';
  if (status === 408 || status === 429 || status >= 499) return 'retry';
  return status === 404 ? 'restart' : 'fix-input';
}
