/** One request to the relay and one answer, read defensively. */
import { onAbort, unlessAborted } from '../abort.ts';
import { readRetryAfter } from '../encoding/retry-after.ts';
import { readInstant, type Clock } from '../clock.ts';
import { withoutContent } from '../foreign-error.ts';
import { relayNextStepHeader, relayRefusalHeader, uuidPattern } from '../wire.ts';
import type { Answer } from './answer.ts';
import { TransportError } from './transport-error.ts';

/** Options of {@link createTransport}. */
export interface CreateTransportOptions {
  /** Base URL of the relay, absolute or relative to the page, without a trailing slash. */
  readonly baseUrl: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly clock: Clock;
  /** How long one answer may take, ms. */
  readonly timeoutMs: number;
  /** Ends everything: what is under way and what comes later rejects with its reason. */
  readonly life: AbortSignal;
}

/** One request. `body` is sent as the very bytes of this string. */
export interface TransportRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether the relay answers this path by itself, so that the `Date` is of its clock and not of the service's. */
  readonly isRelays?: boolean;
}

/** Sends requests to one relay. */
export interface Transport {
  /**
   * Sends one request and reads its answer, of whatever status.
   * @throws TransportError `NETWORK_FAILED` or `TIMED_OUT` when no whole answer came; the reason of the signal that aborted.
   */
  send(request: TransportRequest): Promise<Answer>;
  /** The service's time, epoch ms, carried on from the newest answer's `Date`; null before the first. */
  serviceTime(): number | null;
}

// An answer of the service is a few kilobytes; what is larger isn't one.
const maxAnswerChars = 4_000_000;

const uuid = new RegExp(`^${uuidPattern}$`);

/** Creates the transport of one wallet. */
export function createTransport(options: CreateTransportOptions): Transport {
  // Called without a receiver, as the page's own must be.
  const { clock, fetch } = options;
  let lastDate: { readonly date: number; readonly at: number } | null = null;

  const exchange = async (request: TransportRequest, signal: AbortSignal): Promise<Answer> => {
    const startedAt = readInstant(clock);
    const query = request.query === undefined ? '' : `?${new URLSearchParams(request.query).toString()}`;
    const headers: Record<string, string> = { Accept: 'application/json', ...request.headers };
    if (request.body !== undefined) headers['Content-Type'] = 'application/json';
    const response = await fetch(`${options.baseUrl}${request.path}${query}`, {
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
    const notForwarded = response.headers.get(relayRefusalHeader) === 'not-forwarded';
    if (date !== null && !notForwarded && request.isRelays !== true) lastDate = { date, at: clock.monotonic() };
    return {
      status: response.status,
      body: text.length > maxAnswerChars ? undefined : parseJson(text),
      empty: text === '',
      isPage: response.headers.get('Content-Type')?.startsWith('text/html') === true,
      date,
      retryAfter: readRetryAfter(response.headers.get('Retry-After'), date),
      notForwarded,
      isMisconfigured: response.headers.get(relayNextStepHeader) === 'configure',
      requestId: uuid.exec(response.headers.get('X-Request-Id') ?? '')?.[0],
      startedAt,
    };
  };

  return {
    async send(request: TransportRequest): Promise<Answer> {
      const signals = [options.life, request.signal];
      for (const signal of signals) signal?.throwIfAborted();
      const controller = new AbortController();
      const abort = (): void => controller.abort();
      let timedOut = false;
      const cancelTimer = clock.schedule(options.timeoutMs, () => {
        timedOut = true;
        abort();
      });
      const stops = signals.map((signal) => onAbort(signal, abort));
      try {
        // A page's own `fetch` may ignore signals; the wait for it ends at the same time.
        return await unlessAborted(exchange(request, controller.signal), controller.signal);
      } catch (cause) {
        for (const signal of signals) signal?.throwIfAborted();
        if (timedOut) {
          throw new TransportError('TIMED_OUT', `The service didn't answer within ${options.timeoutMs / 1000} s.`, {
            nextStep: 'retry',
          });
        }
        // The page may have given a `fetch` of its own, whose errors could hold headers and body.
        const message = 'The service could not be reached. Check the connection and try again.';
        throw new TransportError('NETWORK_FAILED', message, { nextStep: 'retry', cause: withoutContent(cause) });
      } finally {
        cancelTimer();
        for (const stop of stops) stop();
      }
    },
    serviceTime: () => (lastDate === null ? null : lastDate.date + clock.monotonic() - lastDate.at),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
