/** Headers: those of a request that are checked, those that go to the service, and those that go back to the browser. */
import { relayNextStepHeader, relayPayeeHeader, relayRefusalHeader } from '../../kit/relay-headers.ts';
import { encodeUtf8 } from '../../kit/encoding/index.ts';
import { sha256Of } from '../digest.ts';
import { RelayError, type RelayErrorCode } from '../relay-error.ts';

/** Options of {@link pickHeaders}. */
export interface PickHeadersOptions {
  /** The wallet signature header of the profile. */
  readonly signatureHeader: string;
  /** Id of the signed-in user. */
  readonly userId: string;
}

const patterns = {
  signature: /^[A-Za-z0-9_-]{1,2048}$/,
  'Request-Id': /^[A-Za-z0-9:_-]{1,128}$/,
  'Idempotency-Key': /^[\x21-\x7e]{1,255}$/,
} as const;

/** Reads a request's headers. @throws TypeError where the object of a framework came in place of a `Request`. */
export function headersOf(request: unknown, place: string): Headers {
  const { headers } = (request ?? {}) as Partial<Request>;
  if (typeof headers?.get === 'function') return headers;
  const remedy = `in Express and Node mount toNodeListener(${place}), in Hono pass context.req.raw`;
  throw new TypeError(`${place}: request must be a Request; ${remedy}`);
}

/**
 * Refuses requests from other sites' pages: an unsafe method needs an allowed `Origin`, a safe one no foreign
 * `Origin` and no cross-site fetch metadata (Fetch standard, Origin header; Fetch Metadata, `Sec-Fetch-Site`).
 * @throws RelayError `RELAY_ORIGIN_REFUSED`; `RELAY_SITE_REFUSED` where the origin is allowed, and only the site is another.
 */
export function checkOrigin(request: Request, origins: readonly string[]): void {
  const origin = request.headers.get('Origin');
  const site = request.headers.get('Sec-Fetch-Site');
  const safe = request.method === 'GET';
  const knownSite = site === null || site === 'same-origin' || site === 'same-site' || site === 'none';
  const knownOrigin = origin === null ? safe : origins.includes(origin);
  if (knownSite && knownOrigin) return;
  if (knownOrigin && origin !== null) {
    const message = 'The page and the relay are on different sites. Serve both from hosts of one site.';
    throw new RelayError('RELAY_SITE_REFUSED', message, { status: 403 });
  }
  throw new RelayError(
    'RELAY_ORIGIN_REFUSED',
    "This request doesn't come from a page of this platform. Behind a TLS proxy or a development server, set the relay's origins.",
    { status: 403 },
  );
}

/** Says which origin came and which are allowed. A text that browsers don't send as an origin isn't repeated. */
export function originsOf({ url, headers }: Request, origins: readonly string[] = [new URL(url).origin]): string {
  const origin = headers.get('Origin');
  const isOrigin = origin !== null && origin.length <= 200 && URL.canParse(origin) && new URL(origin).origin === origin;
  const came = origin === 'null' ? 'no origin' : isOrigin ? origin : 'a malformed origin';
  return `came: ${origin === null ? 'no Origin header, which a proxy has to pass on' : came}; allowed: ${origins.join(', ')}`;
}

/**
 * Picks the headers that go to the service with a change: the signature, `Request-Id` and `Idempotency-Key`, nothing else.
 * @throws RelayError `RELAY_HEADER_INVALID` naming the header; one that was sent twice is invalid too.
 */
export async function pickHeaders(
  request: Request,
  { signatureHeader, userId }: PickHeadersOptions,
): Promise<Readonly<Record<string, string>>> {
  const picked: Record<string, string> = {};
  if (request.method === 'GET') return picked;
  const wanted = [
    [signatureHeader, patterns.signature],
    ['Request-Id', patterns['Request-Id']],
    ['Idempotency-Key', patterns['Idempotency-Key']],
  ] as const;
  for (const [name, pattern] of wanted) {
    const value = request.headers.get(name);
    if (value === null) continue;
    if (!pattern.test(value)) {
      throw new RelayError('RELAY_HEADER_INVALID', `${name} is too long or malformed.`, { status: 400 });
    }
    // The service keeps one set of keys for the whole platform. Hashed with the user's id, a key can't equal another user's.
    picked[name] = name === 'Idempotency-Key' ? await sha256Of(encodeUtf8(`${userId}\n${value}`)) : value;
  }
  return picked;
}

/** Parts of the service's answer that go back to the browser. */
export interface AnswerFacts {
  readonly status: number;
  /** JSON text, or empty. */
  readonly text: string;
  readonly date: string | null;
  /** Seconds. */
  readonly retryAfter: number | null;
  /** Whether it is an account that the user has not paid yet. */
  readonly isNewPayee?: boolean;
}

/** Input of {@link createAnswer}: the service's answer, and the relay's own id of the request. */
export interface AnswerParts extends AnswerFacts {
  readonly requestId: string;
}

/** Builds the answer to the browser: JSON that no cache stores and no page of another origin reads. */
export function createAnswer(facts: AnswerParts): Response {
  const headers = new Headers({
    'Cache-Control': 'no-store',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': facts.requestId,
  });
  if (facts.date !== null) headers.set('Date', facts.date);
  if (facts.retryAfter !== null) headers.set('Retry-After', String(facts.retryAfter));
  if (facts.isNewPayee === true) headers.set(relayPayeeHeader, 'new');
  if (facts.text === '') return new Response(null, { status: facts.status, headers });
  headers.set('Content-Type', 'application/json');
  return new Response(facts.text, { status: facts.status, headers });
}

/** A person may come to a refusal by a link: nothing on it runs, frames it or keeps its opener. */
const refusalHeaders = Object.entries({
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Document-Policy': 'force-load-at-top',
  'Referrer-Policy': 'no-referrer',
});

/** Options of {@link createRefusal}. */
export interface CreateRefusalOptions {
  /** Whether the request, or the look-up that stands for it, may have reached the service. */
  readonly forwarded: boolean;
  readonly requestId: string;
}

/** Builds the answer to a refused request, in the service's flat error body. */
export function createRefusal(error: RelayError, { forwarded, requestId }: CreateRefusalOptions): Response {
  const body: { status: number; code: RelayErrorCode; message: string } = {
    status: error.status,
    code: error.code,
    message: error.message,
  };
  const response = createAnswer({
    status: error.status,
    text: JSON.stringify(body),
    date: null,
    retryAfter: error.retryAfter ?? null,
    requestId,
  });
  for (const [name, value] of refusalHeaders) response.headers.set(name, value);
  if (!forwarded) response.headers.set(relayRefusalHeader, 'not-forwarded');
  if (error.nextStep === 'configure') response.headers.set(relayNextStepHeader, 'configure');
  return response;
}

/**
 * Keeps the `Date` of the service's answer in the form of servers (RFC 9110, 5.6.7): engines also take free text with
 * a year for a date.
 */
export function readDate(value: string | null): string | null {
  const at = Date.parse(value ?? '');
  return !Number.isNaN(at) && new Date(at).toUTCString() === value ? value : null;
}
