/** Calls the service, and passes back only its JSON. */
import { concatBytes, decodeUtf8, encodeUtf8, type Bytes } from '../encoding/index.ts';
import { encodeBase64 } from '../encoding/base64.ts';
import { readRetryAfter } from '../encoding/retry-after.ts';
import { withoutContent } from '../foreign-error.ts';
import type { Clock } from '../clock.ts';
import { startDeadline } from './deadline.ts';
import { readDate, type AnswerFacts } from './headers.ts';
import { RelayError } from './relay-error.ts';
import { createEchoCheck, type EchoCheck } from './secret-echo.ts';
import { readServiceRefusal } from './service-refusal.ts';

/** Where the service is and how to be let in. */
export interface UpstreamOptions {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
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
 * Sends one call with the platform's credentials (HTTP Basic, RFC 7617).
 * @throws RelayError `RELAY_UPSTREAM_UNREACHABLE`, `RELAY_UPSTREAM_TIMED_OUT`, `RELAY_UPSTREAM_INVALID`,
 *   `RELAY_UPSTREAM_REFUSED`, `RELAY_CLIENT_CLOSED`; none holds a word of the answer.
 */
export type CallUpstream = (call: UpstreamCall) => Promise<UpstreamAnswer>;

/** Creates the function that calls the service. */
export function createUpstream(options: UpstreamOptions): CallUpstream {
  const credentials = `${options.clientId}:${options.clientSecret}`;
  const basic = encodeBase64(encodeUtf8(credentials));
  const isFreeOfSecrets = createEchoCheck([credentials, options.clientSecret]);
  const { fetch, clock } = options;

  return async (call) => {
    const deadline = startDeadline(clock, options.timeoutMs, call.signal);
    try {
      const request = new Request(options.baseUrl + call.path, {
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
      const response = await deadline.race(fetch(request));
      const bytes = await readAnswer(response, options.maxAnswerBytes, (work) => deadline.race(work));
      return judge(response, bytes, { call, isFreeOfSecrets, now: clock.now() });
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
        // A platform's own `fetch` could put the request, and so the credentials, into what it throws.
        cause: withoutContent(cause),
      });
    } finally {
      deadline.clear();
    }
  };
}

async function readAnswer(
  response: Response,
  maxBytes: number,
  race: <T>(work: Promise<T>) => Promise<T>,
): Promise<Uint8Array> {
  if (response.body === null) return new Uint8Array(0);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await race(reader.read());
      if (done) return concatBytes(...chunks);
      size += value.length;
      if (size > maxBytes) throw invalid('is too large');
      chunks.push(value);
    }
  } catch (cause) {
    reader.cancel().catch(() => undefined);
    throw cause;
  }
}

interface JudgeOptions {
  readonly call: UpstreamCall;
  readonly isFreeOfSecrets: EchoCheck;
  readonly now: number;
}

function judge(response: Response, bytes: Uint8Array, { call, isFreeOfSecrets, now }: JudgeOptions): UpstreamAnswer {
  const { status } = response;
  // An opaque redirect has status 0 where the runtime hides it.
  if (response.redirected || status < 200 || (status >= 300 && status < 400)) throw invalid('is a redirect');
  const { text, body } = parse(bytes, response.headers);
  if (!isFreeOfSecrets(text, body)) throw invalid("holds the relay's own credentials");
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
    const text = decodeUtf8(bytes);
    return { text, body: JSON.parse(text) as unknown };
  } catch {
    throw invalid('is no JSON');
  }
}

function invalid(what: string): RelayError {
  return new RelayError('RELAY_UPSTREAM_INVALID', `The service's answer ${what}.`, { status: 502 });
}
