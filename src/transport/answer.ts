/** One answer to a request, and what it says about the action behind it. */
import type { Instant } from '../clock.ts';
import { copyOwn } from '../own-members.ts';
import type { ErrorBody } from '../wire.ts';

/** One answer. `body` is undefined when it was empty or wasn't JSON. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly empty: boolean;
  /** The answer's `Date`, epoch ms. */
  readonly date: number | null;
  /** Seconds, from `Retry-After`. */
  readonly retryAfter: number | null;
  /** Whether the relay refused by itself, so that the service has never seen the request. */
  readonly notForwarded: boolean;
  /** Whether the relay says that a setting is wrong. */
  readonly isMisconfigured: boolean;
  /** The relay's `X-Request-Id`, where it has the form of one. */
  readonly requestId?: string | undefined;
  /** When the request was sent. */
  readonly startedAt: Instant;
}

/**
 * What an answer means for the action behind it:
 * - `success`: 2xx with a readable body, or 204, which has none;
 * - `refusal`: a 4xx of the service that says that this request did nothing and won't;
 * - `key-refused`: 401: the stamp's key is not accepted, or its request id was used before;
 * - `conflict`: 409: the record is in another state than expected, perhaps the wanted one;
 * - `throttled`: 429;
 * - `fault`: anything else (408, 425, 5xx, HTML, truncated JSON).
 */
export type Verdict = 'success' | 'refusal' | 'key-refused' | 'conflict' | 'throttled' | 'fault';

const verdicts: Readonly<Record<number, Verdict>> = {
  401: 'key-refused',
  408: 'fault',
  409: 'conflict',
  425: 'fault',
};

/** Judges an answer by its status and shape. */
export function judge(answer: Answer): Verdict {
  const { status } = answer;
  if (status >= 200 && status < 300) {
    return answer.body !== undefined || (answer.empty && status === 204) ? 'success' : 'fault';
  }
  if (status === 429) return 'throttled';
  if (status < 400 || status >= 500 || readErrorBody(answer.body) === null) return 'fault';
  return verdicts[status] ?? 'refusal';
}

/** Reads the service's flat error body; null when it isn't one. */
export function readErrorBody(body: unknown): ErrorBody | null {
  if (typeof body !== 'object' || body === null) return null;
  // Without a prototype, which may be polluted.
  const own = copyOwn<Partial<ErrorBody>>(body);
  const { code, message, status } = own;
  if (typeof code !== 'string' || typeof message !== 'string' || typeof status !== 'number') return null;
  return own as ErrorBody;
}
