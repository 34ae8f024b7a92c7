/** The sandbox's control plane as typed calls, over HTTP or in the same process. */
import { checkOptionNames } from '../../../src/kit/options.ts';
import type { FaultRule, LoggedRequest, Person, PersonOptions, Scenario, ScenarioName } from '../service/index.ts';
import { requireObjectArgument } from './require.ts';

/** Everything that a client needs to call the sandbox's API. */
export interface SandboxInfo {
  /** Base URL of the API. */
  readonly baseUrl: string;
  /** Name for HTTP Basic. */
  readonly clientId: string;
  /** Password for HTTP Basic. */
  readonly clientSecret: string;
  /** The key for `enclaveKeys`: hex, uncompressed. */
  readonly enclavePublicKeyHex: string;
  /** `spec` or `grid`. */
  readonly profile: 'spec' | 'grid';
}

/** A code that the sandbox has sent. */
export interface SentCode {
  /** Credential that it belongs to. */
  readonly credentialId: string;
  /** The code itself. */
  readonly otpCode: string;
  /** ISO 8601, sandbox time. */
  readonly expiresAt: string;
  /** How often a wrong one was tried. */
  readonly wrongAttempts: number;
}

/** Expectation about the requests so far; an absent member matches everything. */
export interface RequestExpectation {
  /** HTTP method. */
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path within the API; `*` stands for any run of characters but `/`. */
  readonly path?: string;
  /** 1: without a signature; 2: with one. */
  readonly leg?: 1 | 2;
  /** The status answered; null for a dropped answer. */
  readonly status?: number | null;
  /** Code of the error answered. */
  readonly code?: string;
  /** Only requests with a higher `number` than this. */
  readonly after?: number;
  /** How many; at least one where it is left out. */
  readonly times?: number;
}

/** Options of {@link createSandboxControl}. */
export interface CreateSandboxControlOptions {
  /**
   * Sends the requests; the global `fetch` by default. For a sandbox in this process:
   * `(url, init) => sandbox.fetch(new Request(url, init))`.
   */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** The calls. Each rejects with an Error that names the call, the status and the sandbox's reason. */
export interface SandboxControl {
  /** Origin, without a path. */
  readonly url: string;
  /** Everything that a relay needs. */
  info(): Promise<SandboxInfo>;
  /** Back to the start: no customer, no fault, no request; the same ids again. */
  reset(): Promise<SandboxInfo>;
  /** Makes a person with wallet, money, bank account, card or passkey, as asked. */
  seedPerson(options?: PersonOptions): Promise<Person>;
  /** Adds a named scenario. */
  addScenario(name: ScenarioName): Promise<Scenario>;
  /** The sandbox's time, epoch ms. */
  now(): Promise<number>;
  /** Moves the clock forward by so many ms, and runs due events. Returns the new time, epoch ms. */
  advance(ms: number): Promise<number>;
  /** Makes the next request that fits fail, or as many as `count` says. */
  fail(rule: Partial<FaultRule>): Promise<void>;
  /** The rules that are still to be met. */
  faults(): Promise<readonly FaultRule[]>;
  /** Drops all rules. */
  heal(): Promise<void>;
  /** The last requests, oldest first. */
  requests(): Promise<readonly LoggedRequest[]>;
  /** Returns the fitting requests. Rejects with the actual ones if their number differs. */
  expectRequests(expected: RequestExpectation): Promise<readonly LoggedRequest[]>;
  /** The code that was sent last for a credential. */
  sentCode(credentialId: string): Promise<SentCode>;
  /** Ends a session at the service, as another device would. */
  endSession(sessionId: string): Promise<void>;
  /** Removes a credential at the service. */
  removeCredential(credentialId: string): Promise<void>;
  /** The whole state as JSON, for {@link SandboxControl.restore}. */
  snapshot(): Promise<unknown>;
  /** Puts a snapshot in place of the state. */
  restore(snapshot: unknown): Promise<void>;
  /** Any further call of the control plane; `path` is below `/_sandbox`. */
  call<Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer>;
}

/**
 * Creates the client of one sandbox.
 *
 * @example
 * const sandbox = createSandboxControl('http://127.0.0.1:4600');
 * const person = await sandbox.seedPerson({ card: 'active' });
 * await sandbox.fail({ method: 'POST', path: '/quotes', status: 500 });
 *
 * @throws TypeError for anything but a URL
 */
export function createSandboxControl(baseUrl: string, options: CreateSandboxControlOptions = {}): SandboxControl {
  if (typeof baseUrl !== 'string' || !/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new TypeError('createSandboxControl: baseUrl must be the URL of a sandbox, such as "http://127.0.0.1:4600"');
  }
  requireObjectArgument('createSandboxControl: options', options);
  const { fetch = (url: string, init: RequestInit) => globalThis.fetch(url, init) } = options;
  checkOptionNames(options, { fetch }, 'createSandboxControl');
  if (typeof fetch !== 'function') throw new TypeError('createSandboxControl: fetch must be a function');
  const { origin } = new URL(baseUrl);

  const call = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const json =
      body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await fetch(`${origin}/_sandbox${path}`, { method, ...json }).catch((cause: unknown) => {
      throw new Error(`No sandbox answers at ${origin}. Start one: npx countersign-sandbox start`, { cause });
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} /_sandbox${path}: ${String(answer.status)} ${reasonOf(text)}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  };
  const list = async <Item>(method: string, path: string, body?: unknown): Promise<readonly Item[]> =>
    (await call<{ readonly data: readonly Item[] }>(method, path, body)).data;
  const time = async (method: string, body?: unknown): Promise<number> =>
    Date.parse((await call<{ readonly now: string }>(method, '/clock', body)).now);

  return Object.freeze({
    url: origin,
    info: () => call<SandboxInfo>('GET', ''),
    reset: () => call<SandboxInfo>('POST', '/reset'),
    seedPerson: (person: PersonOptions = {}) => call<Person>('POST', '/people', person),
    addScenario: (name: ScenarioName) => call<Scenario>('POST', '/scenarios', { name }),
    now: () => time('GET'),
    advance: (ms: number) => time('POST', { advanceMs: ms }),
    fail: async (rule: Partial<FaultRule>) => void (await call('POST', '/faults', rule)),
    faults: () => list<FaultRule>('GET', '/faults'),
    heal: () => call<void>('DELETE', '/faults'),
    requests: () => list<LoggedRequest>('GET', '/requests'),
    expectRequests: (expected: RequestExpectation) => list<LoggedRequest>('POST', '/requests/expect', expected),
    sentCode: (credentialId: string) => call<SentCode>('GET', `/otp?credentialId=${encodeURIComponent(credentialId)}`),
    endSession: (sessionId: string) => call<void>('DELETE', `/sessions/${sessionId}`),
    removeCredential: (credentialId: string) => call<void>('DELETE', `/credentials/${credentialId}`),
    snapshot: () => call('GET', '/snapshot'),
    restore: (snapshot: unknown) => call<void>('PUT', '/snapshot', snapshot),
    call,
  });
}

/**
 * Makes a person in one call: customer, wallet, money, bank account, card or passkey. The same calls to a fresh sandbox make the same ids.
 *
 * @example
 * const person = await seedPerson(sandbox, { balance: 25_000_000, card: 'active' });
 *
 * @throws TypeError for anything but a {@link SandboxControl}, or for options that aren't an object
 */
export async function seedPerson(
  sandbox: Pick<SandboxControl, 'seedPerson'>,
  options: PersonOptions = {},
): Promise<Person> {
  requireObjectArgument('seedPerson: options', options);
  if (typeof sandbox?.seedPerson !== 'function') {
    throw new TypeError('seedPerson: sandbox must be what createSandboxControl returns');
  }
  return sandbox.seedPerson(options);
}

function reasonOf(text: string): string {
  try {
    const { code, message, details } = JSON.parse(text) as Readonly<Record<'code' | 'message' | 'details', unknown>>;
    return [code, message, details === undefined ? '' : JSON.stringify(details)].join(' ').trim();
  } catch {
    return '(no JSON: is this a sandbox?)';
  }
}
