/** Calls the service, and lets nothing come back that isn't its JSON. */
import { concatBytes, decodeUtf8, encodeHex, encodeUtf8 } from '../encoding/index.ts';
import { readRetryAfter } from '../encoding/retry-after.ts';
import { withoutContent } from '../errors.ts';
import type { ErrorBody } from '../wire.ts';
import { startDeadline, type CompleteClock } from './clock.ts';
import { readDate, type AnswerFacts } from './headers.ts';
import { RelayError } from './relay-error.ts';

/** Where the service is and how to be let in. */
export interface UpstreamOptions {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly clock: CompleteClock;
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
}

/** One call. `path` begins with a slash and is already checked. */
export interface UpstreamCall {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | undefined;
  readonly signal: AbortSignal;
  /** Whether nobody but the relay signs in by this call, so that a 401 can only be about its own credentials. */
  readonly signsInAlone: boolean;
}

/** An answer of the service: `body` is undefined when it was empty. */
export interface UpstreamAnswer extends AnswerFacts {
  readonly body: unknown;
}

/**
 * Sends one call with the platform's credentials (specification, Authentication 1).
 * @throws RelayError `RELAY_UPSTREAM_UNREACHABLE`, `RELAY_UPSTREAM_TIMED_OUT`, `RELAY_UPSTREAM_INVALID`,
 *   `RELAY_UPSTREAM_REFUSED`, `RELAY_CLIENT_CLOSED`; none holds a word of the answer.
 */
export type CallUpstream = (call: UpstreamCall) => Promise<UpstreamAnswer>;

/** Creates the function that calls the service. */
export function createUpstream(options: UpstreamOptions): CallUpstream {
  const credentials = `${options.clientId}:${options.clientSecret}`;
  const basic = encodeBase64(credentials);
  // A secret too short to be one would be found in any answer.
  const secrets = [...formsOf(credentials), ...formsOf(options.clientSecret)].filter((secret) => secret.length >= 8);
  const { fetch } = options;

  return async (call) => {
    const deadline = startDeadline(options.clock, options.timeoutMs, call.signal);
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
      return judge(response, bytes, call, secrets);
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

function judge(response: Response, bytes: Uint8Array, call: UpstreamCall, secrets: readonly string[]): UpstreamAnswer {
  const { status } = response;
  // An opaque redirect has status 0 where the runtime hides it.
  if (response.redirected || status < 200 || (status >= 300 && status < 400)) throw invalid('is a redirect');
  const { text, body } = parse(bytes, response.headers);
  if (holdsAny(secrets, text, body)) throw invalid("holds the relay's own credentials");
  const date = readDate(response.headers.get('Date'));
  const retryAfter = readRetryAfter(response.headers.get('Retry-After'), date === null ? null : Date.parse(date));
  if (status < 400) return { status, text, body, date, retryAfter };
  if (status === 401 ? call.signsInAlone : status === 403 && call.method === 'GET') {
    throw new RelayError('RELAY_UPSTREAM_REFUSED', "The service refused the relay's own credentials.", { status: 502 });
  }
  const said = readRefusal(body, status);
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

/** The service's flat error body (specification, Errors), without whatever else it holds; null when it isn't one. */
function readRefusal(body: unknown, status: number): ErrorBody | null {
  if (typeof body !== 'object' || body === null) return null;
  const { code, message, status: said, details } = body as Record<string, unknown>;
  if (typeof code !== 'string' || !/^(?!RELAY_)[A-Z][A-Z0-9_]{1,63}$/.test(code)) return null;
  if (typeof message !== 'string' || said !== status) return null;
  // What a failing service says about itself is for its operator, not for a browser.
  if (status >= 500) return { status, code, message: 'The service failed.' };
  const known = typeof details === 'object' && details !== null ? { details: details as Record<string, unknown> } : {};
  return { status, code, message, ...known };
}

/** A text as an answer may echo it. */
function formsOf(text: string): readonly string[] {
  const base64 = encodeBase64(text).replace(/=+$/, '');
  const base64url = base64.replaceAll('+', '-').replaceAll('/', '_');
  return [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    encodeHex(encodeUtf8(text)),
    base64,
    base64url,
  ];
}

function encodeBase64(text: string): string {
  return btoa(String.fromCharCode(...encodeUtf8(text)));
}

/** Looks in the text, and where it has escapes, in what it stands for. */
function holdsAny(secrets: readonly string[], text: string, body: unknown): boolean {
  const texts = [text, text.toLowerCase(), ...(text.includes('\\') ? [JSON.stringify(body)] : [])];
  return secrets.some((secret) => texts.some((one) => one.includes(secret)));
}

function invalid(what: string): RelayError {
  return new RelayError('RELAY_UPSTREAM_INVALID', `The service's answer ${what}.`, { status: 502 });
}
