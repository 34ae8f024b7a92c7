/** A relay's promises, and the test of each: a request, its answer, and the calls to the service meanwhile. */
import { recordRules } from '../../../src/relay/ownership/records.ts';
import { relayRefusalHeader } from '../../../src/kit/relay-headers.ts';
import type { ObservedService, ServiceCall } from './observed-service.ts';
import type { Subject, Subjects } from './subjects.ts';
import { createCheckedWallet, type CheckedWallet } from './checked-wallet.ts';

/** One request to the relay. */
export interface RelayRequest {
  /** Method and target below the relay's address, such as `GET /quotes/Quote:...`. */
  readonly line: string;
  /** The whole target, where it doesn't begin with the relay's path; it is sent as it is. */
  readonly target?: string;
  /** Owner of the session that it carries; the user by default. */
  readonly by?: 'user' | 'other' | 'nobody';
  /** Beside or instead of those that a page sends; a list is one line for each value, null leaves a header out. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  /** Texts and bytes go as they are, anything else as JSON. */
  readonly body?: unknown;
}

/** The relay's answer; a connection that was closed without an answer has no status. */
export interface RelayAnswer {
  readonly status: number | null;
  readonly headers: Headers;
  readonly body: string;
}

/** A request, its answer, and the calls to the service in between. */
export interface RelayExchange {
  readonly request: RelayRequest;
  readonly answer: RelayAnswer;
  readonly calls: readonly ServiceCall[];
}

/** A broken promise. */
export interface Breach {
  /** The request, in words. */
  readonly request: string;
  readonly why: string;
}

/** One promise. */
export interface RelayPromise {
  /** A sentence that is true of a relay that keeps it. */
  readonly says: string;
  readonly check: (trial: Trial) => Promise<void>;
}

/** Options of {@link Trial.refuses}. */
export interface RefusesOptions {
  /** The statuses of a refusal. A proxy before the relay may refuse too. */
  readonly status: readonly number[];
  /** Whether the relay may look up a record's owner; by default it must not call the service. */
  readonly lookUps?: boolean;
}

/** Tools of a check. */
export interface Trial {
  readonly subjects: Subjects;
  readonly service: ObservedService;
  /** Path of the relay. */
  readonly path: string;
  /** Origin of the platform's pages. */
  readonly origin: string;
  readonly signatureHeader: string;
  /** The user's id on the platform. */
  readonly userId: string;
  /** The platform's credentials as HTTP Basic has them. */
  readonly basic: string;
  readonly clientSecret: string;
  /** Whether the group `payments` is on. */
  readonly hasPayments: boolean;
  /** Sends a request, once more where the relay says how long its limit lasts. */
  send(request: RelayRequest): Promise<RelayExchange>;
  /** Sends a request beside others, or up to a limit. */
  sendOnce(request: RelayRequest): Promise<RelayAnswer>;
  /** Sends what must be refused, and notes a breach where it isn't. */
  refuses(request: RelayRequest, options: RefusesOptions): Promise<RelayExchange>;
  /** Notes a breach unless this holds. */
  holds(isSo: boolean, exchange: RelayExchange, why: string): void;
  /** The user's wallet behind the relay. */
  readonly wallet: CheckedWallet;
}

/** Options of {@link createTrial}. */
export interface CreateTrialOptions extends Pick<
  Trial,
  | 'subjects'
  | 'service'
  | 'path'
  | 'origin'
  | 'signatureHeader'
  | 'userId'
  | 'basic'
  | 'clientSecret'
  | 'hasPayments'
  | 'sendOnce'
> {
  /** Waits so many seconds for a limit to end. */
  readonly waitFor: (seconds: number) => Promise<void>;
  readonly relay: string;
  readonly enclaveKeys: readonly string[];
  readonly profile: 'spec' | 'grid';
  /** Headers of a request that the user's page sends. */
  readonly pageHeaders: Readonly<Record<string, string>>;
}

/** Finding for one promise. */
export interface PromiseFinding {
  readonly promise: string;
  readonly breaches: readonly Breach[];
}

/** Detects a read by which a relay finds a record's owner. */
function isLookUp(line: string): boolean {
  const reads = Object.values(recordRules).flatMap(({ list, path }) =>
    list === undefined ? (path ?? []) : `${list}\\?accountId=`,
  );
  return new RegExp(`^GET [^?]*(?:${reads.join('|')})[\\w%:-]+$`).test(line);
}

// Limits of a minute end within it; a longer one is told as the answer.
const longestWait = 61;

/** Puts promises to the test, one after the other. */
export async function* runTrials(
  promises: readonly RelayPromise[],
  options: CreateTrialOptions,
): AsyncGenerator<PromiseFinding> {
  const { service, subjects } = options;
  const breaches: Breach[] = [];
  const send = async (request: RelayRequest): Promise<RelayExchange> => {
    service.takeCalls();
    let answer = await options.sendOnce(request);
    const seconds = Number(answer.headers.get('Retry-After'));
    if (answer.status === 429 && isRefusal(answer) && seconds > 0 && seconds <= longestWait) {
      await options.waitFor(seconds);
      answer = await options.sendOnce(request);
    }
    return { request, answer, calls: service.takeCalls() };
  };
  const holds: Trial['holds'] = (isSo, exchange, why) => {
    if (!isSo) breaches.push({ request: wordsOf(exchange, options.path), why });
  };
  const wallet = createCheckedWallet({ ...options, accountId: subjects.user.accountId });
  const trial: Trial = {
    ...options,
    send,
    holds,
    wallet,
    async refuses(request, { status, lookUps = false }) {
      const exchange = await send(request);
      const asked = exchange.calls.filter((call) => !(lookUps && isLookUp(call.line)));
      holds(asked.length === 0, exchange, `the service was asked ${asked.map(({ line }) => line).join(', ')}`);
      const { answer } = exchange;
      holds(answer.status === null || status.includes(answer.status), exchange, `it was answered ${said(answer)}`);
      for (const text of foreignFacts(request.by === 'other' ? subjects.user : subjects.other, request)) {
        holds(!answer.body.includes(text), exchange, `the answer holds ${text}`);
      }
      return exchange;
    },
  };
  for (const { says, check } of promises) {
    breaches.length = 0;
    try {
      await check(trial);
    } catch (error) {
      breaches.push({ request: wallet.lastRequest(), why: error instanceof Error ? reasonOf(error) : String(error) });
    }
    // The next check takes all calls to the service for its own.
    await wallet.rests();
    yield { promise: says, breaches: [...breaches] };
  }
  wallet.close();
}

/** Detects an answer that says that nothing of the request was sent to the service. */
export function isRefusal({ status, headers }: RelayAnswer): boolean {
  return status !== null && status >= 400 && headers.get(relayRefusalHeader) === 'not-forwarded';
}

/** The code in an error's body. */
export function codeOf({ body }: RelayAnswer): string {
  try {
    const { code } = JSON.parse(body) as { code?: unknown };
    return typeof code === 'string' ? code : '';
  } catch {
    return '';
  }
}

/** Status and code, in words. */
export function said(answer: RelayAnswer): string {
  return answer.status === null ? 'by a closed connection' : `${String(answer.status)} ${codeOf(answer)}`.trim();
}

/** Facts of the other person that an answer must not hold, unless the request named them. */
function foreignFacts(other: Subject, request: RelayRequest): readonly string[] {
  const sent = JSON.stringify([request.line, request.body]);
  return Object.values(other).filter((id) => !sent.includes(id));
}

function wordsOf({ request }: RelayExchange, path: string): string {
  const [method = '', target = ''] = request.line.split(' ');
  const body = request.body instanceof Uint8Array ? '<bytes>' : textOf(request.body);
  const headers = Object.entries(request.headers ?? {}).map(([name, value]) => `${name}: ${String(value ?? '(none)')}`);
  const parts = [method, request.target ?? path + target, body, ...headers.map((header) => `(${header})`)];
  const words = parts.filter((part) => part !== '').join(' ');
  const by = { user: '', other: ', sent by the other person', nobody: ', sent without a session' }[
    request.by ?? 'user'
  ];
  return (words.length > 300 ? `${words.slice(0, 300)}…` : words) + by;
}

function textOf(body: unknown): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function reasonOf(error: Error): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `${code}: ${error.message}` : error.message;
}
