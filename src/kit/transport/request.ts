/** One request to the relay and its answer, read defensively: its meaning for the action behind it, and the error for a failure. */
import { elapsedMs, onAbort, unlessAborted, readInstant, type Clock, type Instant } from '../waiting.ts';
import { readRetryAfter } from '../encoding/retry-after.ts';
import { errorTexts, readErrorBody } from '../error-body.ts';
import type { NextStep } from '../errors.ts';
import { readFieldErrors } from '../field-errors.ts';
import { withoutContent } from '../foreign-error.ts';
import { bare } from '../own-members.ts';
import { relayNextStepHeader, relayPayeeHeader, relayRefusalHeader } from '../relay-headers.ts';
import { uuidPattern } from '../wire.ts';
import { TransportError } from './transport-error.ts';

/** Options of {@link createTransport}. */
export interface CreateTransportOptions {
  /** Base URL of the relay, absolute or relative to the page, without a trailing slash. */
  readonly baseUrl: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly clock: Clock;
  /** How long one answer may take, ms. */
  readonly timeoutMs: number;
  /** Ends the transport: requests under way and later ones reject with its reason. */
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
  /** Whether the relay answers this path by itself: then `Date` is the time of its clock, not of the service's. */
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

const uuid = new RegExp(`^${uuidPattern}$`);

/** Creates the transport of one wallet. */
export function createTransport(options: CreateTransportOptions): Transport {
  // Called without a receiver, as the page's own must be.
  const { clock, fetch } = options;
  let lastDate: { readonly date: number; readonly at: Instant } | null = null;

  const exchange = async (request: TransportRequest, signal: AbortSignal): Promise<Answer> => {
    const startedAt = readInstant(clock);
    const query = request.query === undefined ? '' : `?${new URLSearchParams(request.query).toString()}`;
    const headers: Record<string, string> = bare({ Accept: 'application/json', ...request.headers });
    if (request.body !== undefined) headers['Content-Type'] = 'application/json';
    const init: RequestInit = bare({
      method: request.method,
      headers,
      ...(request.body === undefined ? {} : { body: request.body }),
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      signal,
    });
    const response = await fetch(`${options.baseUrl}${request.path}${query}`, init);
    const text = await response.text();
    const dateHeader = Date.parse(response.headers.get('Date') ?? '');
    const date = Number.isNaN(dateHeader) ? null : dateHeader;
    const retryAfter = response.headers.get('Retry-After');
    const notForwarded = response.headers.get(relayRefusalHeader) === 'not-forwarded';
    if (date !== null && !notForwarded && request.isRelays !== true) lastDate = { date, at: readInstant(clock) };
    return {
      status: response.status,
      body: parseJson(text),
      empty: text === '',
      isPage: response.headers.get('Content-Type')?.startsWith('text/html') === true,
      date,
      retryAfter: retryAfter === null ? null : readRetryAfter(retryAfter, date),
      notForwarded,
      isMisconfigured: response.headers.get(relayNextStepHeader) === 'configure',
      isNewPayee: response.headers.get(relayPayeeHeader) === 'new',
      requestId: uuid.exec(response.headers.get('X-Request-Id') ?? '')?.[0],
      startedAt,
    };
  };

  return {
    async send(given: TransportRequest): Promise<Answer> {
      const request = bare(given);
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
          const message = `The relay at ${options.baseUrl} gave no answer within ${options.timeoutMs / 1000} s.`;
          throw new TransportError('TIMED_OUT', message, { nextStep: 'retry' });
        }
        // The page may have given a `fetch` of its own, whose errors could hold headers and body.
        const message = `The relay at ${options.baseUrl} could not be reached: check the connection, and that the relay runs.`;
        throw new TransportError('NETWORK_FAILED', message, { nextStep: 'retry', cause: withoutContent(cause) });
      } finally {
        cancelTimer();
        for (const stop of stops) stop();
      }
    },
    serviceTime: () => (lastDate === null ? null : lastDate.date + elapsedMs(lastDate.at, readInstant(clock))),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** One answer. `body` is undefined when it was empty or wasn't JSON. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly empty: boolean;
  /** Whether it says that it is a web page. */
  readonly isPage: boolean;
  /** The answer's `Date`, epoch ms. */
  readonly date: number | null;
  /** Seconds, from `Retry-After`. */
  readonly retryAfter: number | null;
  /** Whether the relay refused by itself, so that the service has never seen the request. */
  readonly notForwarded: boolean;
  /** Whether the relay says that a setting is wrong. */
  readonly isMisconfigured: boolean;
  /** Whether the relay says that the account that was read has not been paid yet. */
  readonly isNewPayee: boolean;
  /** The relay's `X-Request-Id`, where it has the form of one. */
  readonly requestId: string | undefined;
  /** When the request was sent. */
  readonly startedAt: Instant;
}

/**
 * Meaning of an answer for the action behind it:
 * - `success`: 2xx with a readable body, or 204, which has none;
 * - `refusal`: it says that this request did nothing and won't: a 4xx of the service but the following, or the relay's own refusal;
 * - `end-state`: 401, 404, 409: it may have been done before, by a request that a browser has sent twice; the end state decides;
 * - `unclear`: anything else (408, 425, 429, 5xx, a redirect, HTML, truncated JSON, a gateway's JSON, an operation in progress).
 */
export type Verdict = 'success' | 'refusal' | 'end-state' | 'unclear';

const unclear: ReadonlySet<number> = new Set([408, 425, 429]);
const endState: ReadonlySet<number> = new Set([401, 404, 409]);
const operationInProgress = 'OPERATION_IN_PROGRESS';

/** Judges an answer by its status and shape. */
export function judge(answer: Answer): Verdict {
  const { status } = answer;
  if (status >= 200 && status < 300) {
    return answer.body !== undefined || (answer.empty && status === 204) ? 'success' : 'unclear';
  }
  if (answer.notForwarded) return 'refusal';
  if (status < 400 || status >= 500 || unclear.has(status)) return 'unclear';
  const body = readErrorBody(answer.body, status);
  // An operation in progress may be this very one.
  if (body === null || body.code === operationInProgress) return 'unclear';
  return endState.has(status) ? 'end-state' : 'refusal';
}

// Words in capitals. A key, a code or a stamp has digits where these have none, or lacks underscores.
const codePattern = /^(?=.{2,64}$)[A-Z]{2,24}(_([A-Z]{1,24}|[A-Z]?\d{1,3}))*$/;

const signatureMissing = 'WALLET_SIGNATURE_MISSING';

/** Setting to look at, by the code of the relay's or the service's refusal. */
const settings: Readonly<Record<string, string>> = {
  RELAY_BODY_CONSUMED: 'mount the relay before any body parser',
  RELAY_IDENTITY_INVALID: 'look at what `identify` returns',
  RELAY_ORIGIN_REFUSED: "add this page's origin to the relay's `origins`",
  RELAY_ROUTE_NOT_FOUND:
    "compare the wallet's `relay` with the relay's `mountPath` and `groups`, and the `profile` of both",
  RELAY_SITE_REFUSED: 'serve page and relay from hosts of one site',
  RELAY_BASE_URL_REFUSED: "set the relay's `baseUrl` to the service's address with its version",
  RELAY_UPSTREAM_REFUSED: "check the relay's `clientId` and `clientSecret`",
  // A stamp was sent, in a header that the relay or the service doesn't know.
  [signatureMissing]: 'use one `profile` in page, relay and service',
};

/** The only text of an answer that is looked for and kept, as others could hold anything: the code has expired. */
export const codeExpired = 'OTP expired';

/** Options of {@link toError}. */
export interface ToErrorOptions {
  /** Next step of a 401; a fresh sign-in unless said otherwise. */
  readonly unauthorized?: NextStep;
  /** Next step of a 404, when the path's record is missing; `restart` by default. */
  readonly gone?: NextStep;
  /** Next steps by the service's own codes, before anything else counts. */
  readonly codes?: Readonly<Record<string, NextStep>>;
}

/**
 * The error for an answer that reports a failure. It leaves out the service's own sentence, which could echo the
 * request. Its code is kept only if it looks like one, and of `details` the list of invalid fields.
 */
export function toError(answer: Answer, given: ToErrorOptions = {}): TransportError {
  const options = bare(given);
  if (isRedirect(answer)) {
    const message =
      "The answer was a redirect, which the kit doesn't follow: log in to the platform, whose session may be over; or compare the wallet's `relay` with the path where it is mounted, to the last slash.";
    return new TransportError('REDIRECTED', message, { nextStep: 'log-in' });
  }
  const { status } = answer;
  const body = readErrorBody(answer.body, status);
  /** Empty where the answer has none. */
  const platformCode = body !== null && codePattern.test(body.code) ? body.code : '';
  const errors = readFieldErrors(body?.details);
  const texts = body === null ? [] : [...body.texts, ...errorTexts(body.details)];
  const expiry = texts.includes(codeExpired) ? { reason: codeExpired } : undefined;
  const facts = {
    status,
    ...(platformCode !== '' && { platformCode }),
    ...((errors ?? expiry) && { details: { ...(errors && { errors }), ...expiry } }),
    ...(answer.retryAfter !== null && { retryAfter: answer.retryAfter }),
  };
  const said = `${status} ${platformCode}`.trim();
  const who = platformCode.startsWith('RELAY_') ? 'relay' : 'service';
  if (answer.isMisconfigured || platformCode === signatureMissing) {
    const known = Object.hasOwn(settings, platformCode) ? settings[platformCode] : "look at the relay's settings";
    const message = `The ${who} refused the request (${said}): ${known}.`;
    return new TransportError(status >= 500 ? 'SERVICE_FAILED' : 'REFUSED', message, {
      nextStep: 'configure',
      ...facts,
    });
  }
  if (status === 429) {
    const wait = answer.retryAfter === null ? 'a little later' : `in ${answer.retryAfter} s`;
    return new TransportError('RATE_LIMITED', `Too many requests: try again ${wait}.`, { nextStep: 'retry', ...facts });
  }
  if (status >= 500 || (body !== null && (status === 408 || status === 425))) {
    // A relay passes on JSON alone: a proxy in front of it has answered.
    const failed = body === null ? 'No relay answered' : `The ${who} failed`;
    const message = `${failed} (${said}): ${body === null ? 'look whether it runs' : 'try again'}.`;
    return new TransportError('SERVICE_FAILED', message, { nextStep: 'retry', ...facts });
  }
  if (body === null || status < 400) return unreadable(answer);
  if (answer.notForwarded && platformCode === 'RELAY_UNAUTHENTICATED') {
    const message =
      "The relay's `identify` knows nobody for this request: log in to the platform. A sign-in to the wallet doesn't help.";
    return new TransportError('PLATFORM_LOGIN_REQUIRED', message, { nextStep: 'log-in', ...facts });
  }
  const nextStep = nextStepOf(status, platformCode, options);
  const why = platformCode === 'RELAY_NOT_FOUND' ? ": no such record, or `identify` doesn't list its owner" : '';
  return new TransportError('REFUSED', `The ${who} refused the request (${said})${why}.`, { nextStep, ...facts });
}

/** Browsers hide what a redirect says: its status is 0. */
const isRedirect = ({ status }: Answer): boolean => status === 0 || (status >= 300 && status < 400);

/** The error for an answer whose shape is wrong; `what` names the field, never its value. */
export function invalidAnswer(what: string, status?: number): TransportError {
  return new TransportError('ANSWER_INVALID', `The answer isn't one of the service: ${what}. Try again.`, {
    nextStep: 'retry',
    ...(status !== undefined && { status }),
  });
}

/**
 * Another party than the relay has answered: a server without this path, one that answers any path with a page, or a
 * network's own page.
 */
function unreadable({ status, isPage }: Answer): TransportError {
  if (status !== 404 && status !== 405 && !(isPage && status === 200))
    return invalidAnswer('no JSON of the service', status);
  const message = "No relay answers at this address: compare the wallet's `relay` with where it is mounted.";
  return new TransportError('ANSWER_INVALID', message, { nextStep: 'configure', status });
}

/** Next steps of codes whose status says too little. */
const nextStepsOfCodes: Readonly<Record<string, NextStep>> = {
  RELAY_SIGN_IN_REQUIRED: 'reauthenticate',
  // The customer's own login for strong authentication is over.
  SCA_SESSION_REQUIRED: 'log-in',
  AUTH_CREDENTIAL_VERIFICATION_EXPIRED: 'restart',
  AUTH_CREDENTIAL_VERIFICATION_REQUIRED: 'unsupported',
  BANK_ACCOUNT_VALIDATION_PENDING: 'retry',
  CARD_LIMIT_REACHED: 'unsupported',
  DOCUMENTS_REQUIRED: 'unsupported',
  [operationInProgress]: 'retry',
  QUOTE_EXPIRED: 'restart',
  QUOTE_RATE_UNAVAILABLE: 'retry',
  WALLET_NOT_PROVISIONED: 'retry',
};

function nextStepOf(status: number, platformCode: string, options: ToErrorOptions): NextStep {
  for (const codes of [options.codes ?? {}, nextStepsOfCodes]) {
    if (Object.hasOwn(codes, platformCode)) return codes[platformCode] ?? 'restart';
  }
  // Locked for a while, after too many wrong codes.
  if (status === 423) return 'retry';
  if (status === 401) return options.unauthorized ?? 'reauthenticate';
  if (status === 404) return options.gone ?? 'restart';
  if (status === 409 || status === 410) return 'restart';
  if (status === 403 || status === 405 || status === 501) return 'unsupported';
  return 'fix-input';
}

/** Message and next step for an action whose outcome stays unknown. */
export interface UnknownOutcome {
  readonly message: string;
  /** `retry` by default: the same press finds the outcome. */
  readonly nextStep?: 'retry' | 'restart' | 'reauthenticate' | undefined;
}

/** The error for an unknown outcome, with the `retryAfter` of its cause. */
export function outcomeUnknown(outcome: UnknownOutcome, cause: unknown): TransportError {
  const { message, nextStep = 'retry' } = bare(outcome);
  const { retryAfter } = bare(Object(cause) as Partial<TransportError>);
  return new TransportError('OUTCOME_UNKNOWN', message, {
    nextStep,
    cause,
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** The error for an expired challenge, which was requested again if possible. */
export function challengeExpired(): TransportError {
  const message = 'What was to be signed has expired. Start again.';
  return new TransportError('CHALLENGE_EXPIRED', message, { nextStep: 'restart' });
}
