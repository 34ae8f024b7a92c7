/** Calls the service, and passes back only its JSON. */
import { decodeUtf8, encodeUtf8, type Bytes } from '../../kit/encoding/index.ts';
import { encodeBase64 } from '../../kit/encoding/base64.ts';
import { readRetryAfter } from '../../kit/encoding/retry-after.ts';
import { withoutContent } from '../../kit/foreign-error.ts';
import type { Clock } from '../../kit/waiting.ts';
import { startDeadline } from '../deadline.ts';
import { readDate, type AnswerFacts } from '../request/headers.ts';
import { readBytes } from '../request/read-bytes.ts';
import { RelayError } from '../relay-error.ts';
import { createEchoCheck, type EchoCheck } from './secret-echo.ts';
import { readServiceRefusal } from './service-refusal.ts';

/** The service's address, and the credentials for it. */
export interface UpstreamOptions {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The runtime's own by default. */
  readonly fetch: ((request: Request) => Promise<Response>) | undefined;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/** One call. `path` begins with a slash and is already checked. */
export interface UpstreamCall {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Bytes | undefined;
  readonly signal: AbortSignal;
  /** Whether only the relay authenticates itself by this call, so that a 401 is about its own credentials. */
  readonly signsInAlone: boolean;
}

/** An answer of the service: `body` is undefined when it was empty. */
export interface UpstreamAnswer extends AnswerFacts {
  readonly body: unknown;
}

/**
 * Sends one call with the platform's credentials (HTTP Basic, RFC 7617). A read whose connection breaks before its answer
 * is sent once more.
 *
 * @throws RelayError `RELAY_UPSTREAM_UNREACHABLE`, `RELAY_UPSTREAM_TIMED_OUT`, `RELAY_UPSTREAM_INVALID`,
 *   `RELAY_UPSTREAM_REFUSED`, `RELAY_BASE_URL_REFUSED`, `RELAY_CLIENT_CLOSED`; none holds a word of the answer.
 */
export type CallUpstream = (call: UpstreamCall) => Promise<UpstreamAnswer>;

// The largest answer that is read.
const mostBytes = 1_048_576;

/** Creates the function that calls the service. */
export function createUpstream(options: UpstreamOptions): CallUpstream {
  const basic = encodeBase64(encodeUtf8(`${options.clientId}:${options.clientSecret}`));
  const isFreeOfSecret = createEchoCheck(options.clientId, options.clientSecret);
  const { fetch: given, clock } = options;
  // The runtime's own copies a Request, which takes as long again as to make it.
  const fetch = (url: string, init: RequestInit): Promise<Response> =>
    given === undefined ? globalThis.fetch(url, init) : given(new Request(url, init));

  return async (call) => {
    const deadline = startDeadline(clock, options.timeoutMs, call.signal);
    try {
      const ask = (): Promise<Response> =>
        fetch(options.baseUrl + call.path, {
          method: call.method,
          headers: {
            Accept: 'application/json',
            ...call.headers,
            Authorization: `Basic ${basic}`,
            ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
          },
          ...(call.body === undefined ? {} : { body: call.body }),
          redirect: 'manual',
          signal: deadline.signal,
        });
      const { race } = deadline;
      // A service may close an idle connection as a request arrives on it: a read is safe to repeat (RFC 9110, 9.2.2).
      const again = (cause: unknown): Promise<Response> => {
        if (call.method !== 'GET' || deadline.signal.aborted) throw cause;
        return ask();
      };
      const response = await race(ask().catch(again));
      const tooLarge = (): RelayError => invalid('is too large');
      const bytes = await readBytes(response.body, { maxBytes: mostBytes, race, tooLarge });
      return judge(response, bytes, { call, isFreeOfSecret, now: clock.now() });
    } catch (cause) {
      if (cause instanceof RelayError) throw cause;
      if (deadline.timedOut()) {
        throw new RelayError(
          'RELAY_UPSTREAM_TIMED_OUT',
          `The service didn't answer within ${options.timeoutMs / 1000} s.`,
          {
            status: 504,
          },
        );
      }
      if (call.signal.aborted) {
        throw new RelayError('RELAY_CLIENT_CLOSED', 'The request was given up before the answer came.', {
          status: 499,
        });
      }
      throw new RelayError('RELAY_UPSTREAM_UNREACHABLE', 'The service could not be reached.', {
        status: 502,
        // Errors of a platform's own `fetch` could hold the request, and so the credentials.
        cause: withoutContent(cause),
      });
    } finally {
      deadline.clear();
    }
  };
}

interface JudgeOptions {
  readonly call: UpstreamCall;
  readonly isFreeOfSecret: EchoCheck;
  readonly now: number;
}

function judge(response: Response, bytes: Uint8Array, { call, isFreeOfSecret, now }: JudgeOptions): UpstreamAnswer {
  const { status } = response;
  // An opaque redirect has status 0 where the runtime hides it.
  if (response.redirected || status < 200 || (status >= 300 && status < 400)) throw invalid('is a redirect');
  // Neither `fetch` nor Node minds one, but no `Response` can be made with it.
  if (status > 599) throw invalid('has a status that HTTP has not');
  // The service has these lists: a 404 for one comes from another server, or from another version of it.
  if (status === 404 && call.method === 'GET' && /^\/auth\/\w+\?/.test(call.path)) {
    const message =
      "Nothing below the relay's baseUrl knows the service's paths: set it to the address with the version.";
    throw new RelayError('RELAY_BASE_URL_REFUSED', message, { status: 502 });
  }
  const { text, body } = parse(bytes, response.headers);
  if (!isFreeOfSecret(text)) throw invalid("holds the relay's own credentials");
  const date = readDate(response.headers.get('Date'));
  const retryAfter = readRetryAfter(response.headers.get('Retry-After'), date === null ? now : Date.parse(date));
  if (status < 400) return { status, text, body, date, retryAfter };
  if (status === 401 ? call.signsInAlone : status === 403 && call.method === 'GET') {
    throw new RelayError('RELAY_UPSTREAM_REFUSED', "The service refused the relay's own credentials.", { status: 502 });
  }
  const said = readServiceRefusal(body, status);
  if (said === null) throw invalid("isn't an error body of the service");
  return { status, text: JSON.stringify(said), body: said, date, retryAfter };
}

function parse(bytes: Uint8Array, headers: Headers): { text: string; body: unknown } {
  if (bytes.length === 0) return { text: '', body: undefined };
  if (!/^application\/json\s*(;|$)/i.test(headers.get('Content-Type') ?? '')) throw invalid('is no JSON');
  try {
    // RFC 8259, 8.1: a reader may ignore a byte order mark. It isn't passed on.
    const text = decodeUtf8(bytes).replace(/^\ufeff/, '');
    return { text, body: JSON.parse(text) as unknown };
  } catch {
    throw invalid('is no JSON');
  }
}

function invalid(what: string): RelayError {
  return new RelayError('RELAY_UPSTREAM_INVALID', `The service's answer ${what}.`, { status: 502 });
}
