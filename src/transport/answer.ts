/** What an answer says: success, refusal, or nothing that can be relied on. */
import type { NextStep } from '../errors.ts';
import type { ErrorBody } from '../wire.ts';
import { readFieldErrors } from './field-errors.ts';
import { TransportError } from './transport-error.ts';

/** A point in time on both clocks of this device: wall in epoch ms, monotonic in ms. */
export interface Instant {
  readonly wall: number;
  readonly monotonic: number;
}

/** One answer. `body` is undefined when it was empty or no JSON. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly empty: boolean;
  /** The answer's `Date`, epoch ms. */
  readonly date: number | null;
  /** Seconds, from `Retry-After`. */
  readonly retryAfter: number | null;
  /** When the request was sent. */
  readonly startedAt: Instant;
}

/**
 * What an answer means for the action behind it:
 * - `success`: 2xx with a readable body, or 204, which has none;
 * - `refusal`: 4xx with the service's error body: nothing was done;
 * - `throttled`: 429: nothing was done, and the same request may go again later;
 * - `fault`: anything else (5xx, HTML, truncated JSON): the action may or may not have been done.
 */
export type Verdict = 'success' | 'refusal' | 'throttled' | 'fault';

/** Judges an answer by its status and shape. */
export function judge(answer: Answer): Verdict {
  if (answer.status >= 200 && answer.status < 300)
    return answer.body !== undefined || (answer.empty && answer.status === 204) ? 'success' : 'fault';
  if (answer.status === 429) return 'throttled';
  if (answer.status >= 400 && answer.status < 500 && readErrorBody(answer.body) !== null) return 'refusal';
  return 'fault';
}

/** Reads the service's flat error body (specification, Errors); null when it isn't one. */
export function readErrorBody(body: unknown): ErrorBody | null {
  if (typeof body !== 'object' || body === null) return null;
  const { code, message, status } = body as Partial<ErrorBody>;
  if (typeof code !== 'string' || typeof message !== 'string' || typeof status !== 'number') return null;
  return body as ErrorBody;
}

// Words in capitals; a key, a code or a stamp has digits where such words have none, or no underscore.
const codePattern = /^(?=.{2,64}$)[A-Z]{2,24}(_([A-Z]{1,24}|[A-Z]?\d{1,3}))*$/;

/** Options of {@link toError}. */
export interface ToErrorOptions {
  /** Next step of a 401 `UNAUTHORIZED`; a fresh sign-in unless said otherwise. */
  readonly unauthorized?: NextStep;
  /** Next step of a 401 about a stamp or a passkey's signature; a fresh sign-in unless said otherwise. */
  readonly signature?: NextStep;
  /** Next step of a 404, when what the path names is gone; a restart unless said otherwise. */
  readonly gone?: NextStep;
  /** Next steps by the service's own codes, before anything else counts. */
  readonly codes?: Readonly<Record<string, NextStep>>;
}

/**
 * The error for an answer that is no success. The service's own sentence is left out: whoever answers could
 * echo what was sent. Its code is kept only if it looks like one, and of `details` the list of invalid fields.
 */
export function toError(answer: Answer, options: ToErrorOptions = {}): TransportError {
  const body = readErrorBody(answer.body);
  const platformCode = body !== null && codePattern.test(body.code) ? body.code : undefined;
  const errors = readFieldErrors(body?.details);
  const facts = {
    status: answer.status,
    ...(platformCode === undefined ? {} : { platformCode }),
    ...(errors === undefined ? {} : { details: { errors } }),
    ...(answer.retryAfter === null ? {} : { retryAfter: answer.retryAfter }),
  };
  const said = platformCode === undefined ? `${answer.status}` : `${answer.status} ${platformCode}`;
  switch (judge(answer)) {
    case 'throttled': {
      const wait = answer.retryAfter === null ? 'a little later' : `in ${answer.retryAfter} s`;
      return new TransportError('RATE_LIMITED', `Too many requests: try again ${wait}.`, {
        nextStep: 'retry',
        ...facts,
      });
    }
    case 'refusal':
      return new TransportError('REFUSED', `The service refused the request (${said}).`, {
        nextStep: nextStepOf(answer.status, platformCode, options),
        ...facts,
      });
    case 'fault':
      if (answer.status >= 500) {
        return new TransportError('SERVICE_FAILED', `The service failed (${said}). Try again.`, {
          nextStep: 'retry',
          ...facts,
        });
      }
      break;
    case 'success':
      break;
  }
  return invalidAnswer('no JSON of the service', answer.status);
}

/** The error for an answer whose shape is wrong; `what` names the field, never its value. */
export function invalidAnswer(what: string, status?: number): TransportError {
  return new TransportError('ANSWER_INVALID', `The answer isn't one of the service: ${what}. Try again.`, {
    nextStep: 'retry',
    ...(status === undefined ? {} : { status }),
  });
}

function nextStepOf(status: number, platformCode: string | undefined, options: ToErrorOptions): NextStep {
  const { codes = {} } = options;
  if (platformCode !== undefined && Object.hasOwn(codes, platformCode)) return codes[platformCode] ?? 'restart';
  if (status === 401) {
    if (platformCode === 'UNAUTHORIZED') return options.unauthorized ?? 'reauthenticate';
    const aboutStamp = /^(WALLET_SIGNATURE_.+|INVALID_SIGNATURE|REQUEST_ID_MISSING)$/.test(platformCode ?? '');
    return (aboutStamp ? options.signature : undefined) ?? 'reauthenticate';
  }
  if (status === 404) return options.gone ?? 'restart';
  if (status === 409 || status === 410) return 'restart';
  if (status === 403 || status === 405 || status === 501) return 'unsupported';
  return 'fix-input';
}
