/** Runs `relay-check` against a relay that is made for the sandbox of the check. */
import { createServer, type RequestListener } from 'node:http';
import type { CreateRelayOptions, RelayIdentity } from '../../../src/relay/index.ts';
import { runRelayCheck } from '../../src/relay-check/node.ts';
import type { PromiseFinding, RelayPromise } from '../../src/relay-check/trial.ts';
import { listen } from '../../../test/listen.ts';

/** First facts of the check. */
export interface CheckFacts {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly profile: 'spec' | 'grid';
  readonly origins: readonly string[];
  readonly user: RelayIdentity;
  readonly other: RelayIdentity;
}

/** Outcome of a check. */
export interface CheckOutcome {
  readonly code: number;
  readonly findings: readonly PromiseFinding[];
  /** The promises that were broken. */
  readonly broken: readonly string[];
}

/** The cookies of the two people. */
export const cookies = { user: 'session=sample-user', other: 'session=sample-other' } as const;

const many = { limit: 100_000, windowMs: 60_000 };
/** Limits that a check reaches only where it means to. */
export const manyRequests = { reads: many, changes: many, ownerChecks: many } as const;

/** Options of a relay that knows the two people. */
export function optionsFor({ user, other, ...service }: CheckFacts): CreateRelayOptions {
  const people = new Map<string | null, RelayIdentity>([
    [cookies.user, user],
    [cookies.other, other],
  ]);
  return {
    ...service,
    mountPath: '/wallet',
    userHandleSecret: 'user handles of the tests, no secret',
    identify: (request) => people.get(request.headers.get('Cookie')) ?? null,
    // The check waits where a limit of a minute is reached.
    limits: manyRequests,
    // With an audit nothing is written to the console.
    audit: () => undefined,
  };
}

/** Options of {@link checkUrl}. */
export interface CheckUrlOptions {
  readonly profile?: 'spec' | 'grid';
  readonly more?: readonly string[];
  /** The promises to check; all by default. */
  readonly promises?: readonly RelayPromise[] | undefined;
  /** Makes the relay, once it is known what it must be set to. */
  readonly start: (facts: CheckFacts) => unknown;
}

/** Runs the check against an address. */
export async function checkUrl(
  url: string,
  { profile = 'spec', more = [], promises, start }: CheckUrlOptions,
): Promise<CheckOutcome> {
  const findings: PromiseFinding[] = [];
  const people = ['--user', `Cookie: ${cookies.user}`, '--other', `Cookie: ${cookies.other}`];
  const code = await runRelayCheck({
    args: [url, '--port', '0', '--json', '--profile', profile, ...people, ...more],
    ...(promises !== undefined && { promises }),
    print(line) {
      const said = JSON.parse(line) as CheckFacts | PromiseFinding;
      if ('baseUrl' in said) start(said);
      else if ('promise' in said) findings.push(said);
    },
  });
  const broken = findings.filter(({ breaches }) => breaches.length > 0).map(({ promise }) => promise);
  return { code, findings, broken };
}

/** Serves the listener that `use` has been called with, and 503 before. */
export async function withServer<Result>(
  run: (url: string, use: (listener: RequestListener) => void) => Promise<Result>,
): Promise<Result> {
  let listener: RequestListener = (_incoming, outgoing) => void outgoing.writeHead(503).end();
  const server = createServer((incoming, outgoing) => listener(incoming, outgoing));
  const port = await listen(server);
  try {
    return await run(`http://127.0.0.1:${String(port)}/wallet`, (given) => void (listener = given));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Runs the check against a listener in this process. */
export async function checkListener(
  createListener: (facts: CheckFacts) => RequestListener,
  options: Omit<CheckUrlOptions, 'start'> = {},
): Promise<CheckOutcome> {
  return withServer((url, use) => checkUrl(url, { ...options, start: (facts) => use(createListener(facts)) }));
}
