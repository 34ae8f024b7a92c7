/** One request to the relay and one answer, read defensively. */
import { readRetryAfter } from '../encoding/retry-after.ts';
import { withoutContent } from '../errors.ts';
import type { Answer, Instant } from './answer.ts';
import { TransportError } from './transport-error.ts';

/** The clock as transport needs it: wall time in epoch ms, monotonic time in ms, and a timer that can be cancelled. */
export interface TransportClock {
  now(): number;
  monotonic(): number;
  schedule(delayMs: number, run: () => void): () => void;
}

/** Options of {@link createTransport}. */
export interface CreateTransportOptions {
  /** Base URL of the relay, absolute or relative to the page, without a trailing slash. */
  readonly baseUrl: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly clock: TransportClock;
  /** How long one answer may take, ms. */
  readonly timeoutMs: number;
}

/** One request. `body` is sent as the very bytes of this string. */
export interface TransportRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Sends requests to one relay. */
export interface Transport {
  /**
   * Sends one request and reads its answer, of whatever status.
   * @throws TransportError `NETWORK_FAILED` or `TIMED_OUT` when no whole answer came; the signal's reason when the caller aborted.
   */
  send(request: TransportRequest): Promise<Answer>;
  /** The service's time, epoch ms, carried on from the newest answer's `Date`; null before the first. */
  serviceTime(): number | null;
}

// An answer of the service is a few kilobytes; what is larger isn't one.
const maxAnswerChars = 4_000_000;

/** Creates the transport of one wallet. */
export function createTransport(options: CreateTransportOptions): Transport {
  const { clock } = options;
  let lastDate: { readonly date: number; readonly at: number } | null = null;

  const instant = (): Instant => ({ wall: clock.now(), monotonic: clock.monotonic() });

  const exchange = async (request: TransportRequest, signal: AbortSignal): Promise<Answer> => {
    const startedAt = instant();
    const query = request.query === undefined ? '' : `?${new URLSearchParams(request.query).toString()}`;
    const headers: Record<string, string> = { Accept: 'application/json', ...request.headers };
    if (request.body !== undefined) headers['Content-Type'] = 'application/json';
    const response = await options.fetch(`${options.baseUrl}${request.path}${query}`, {
      method: request.method,
      headers,
      ...(request.body === undefined ? {} : { body: request.body }),
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal,
    });
    const text = await response.text();
    const dateHeader = Date.parse(response.headers.get('Date') ?? '');
    const date = Number.isNaN(dateHeader) ? null : dateHeader;
    if (date !== null) lastDate = { date, at: clock.monotonic() };
    return {
      status: response.status,
      body: text.length > maxAnswerChars ? undefined : parseJson(text),
      empty: text === '',
      date,
      retryAfter: readRetryAfter(response.headers.get('Retry-After'), date),
      startedAt,
    };
  };

  return Object.freeze({
    async send(request: TransportRequest): Promise<Answer> {
      request.signal?.throwIfAborted();
      const controller = new AbortController();
      let timedOut = false;
      const abort = (): void => controller.abort();
      const cancelTimer = clock.schedule(options.timeoutMs, () => {
        timedOut = true;
        controller.abort();
      });
      request.signal?.addEventListener('abort', abort, { once: true });
      try {
        return await exchange(request, controller.signal);
      } catch (cause) {
        request.signal?.throwIfAborted();
        if (timedOut) {
          throw new TransportError('TIMED_OUT', `The service didn't answer within ${options.timeoutMs / 1000} s.`, {
            nextStep: 'retry',
          });
        }
        // The page may have given a `fetch` of its own, whose errors could hold headers and body.
        throw new TransportError(
          'NETWORK_FAILED',
          'The service could not be reached. Check the connection and try again.',
          {
            nextStep: 'retry',
            cause: withoutContent(cause),
          },
        );
      } finally {
        cancelTimer();
        request.signal?.removeEventListener('abort', abort);
      }
    },
    serviceTime: () => (lastDate === null ? null : lastDate.date + clock.monotonic() - lastDate.at),
  });
}

function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
