import { request as send, type RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import {
  createMemoryRelayStore,
  createRelay,
  type CreateRelayOptions,
  type Relay,
  type RelayIdentity,
} from '../../../src/relay/index.ts';
import { toNodeListener } from '../../../src/relay/node.ts';
import { runRelayCheck } from '../../src/relay-check/node.ts';
import { relayPromises } from '../../src/relay-check/relay-promises.ts';
import { documented } from '../../../test/relay/document.ts';
import { checkListener, cookies, optionsFor, withServer, type CheckFacts } from './check-relay.ts';

const all = ['wallet', 'addresses', 'payments', 'authorizations'] as const;

/** A relay with other options, and with something before it. */
const relay =
  (
    change: (options: CreateRelayOptions, facts: CheckFacts) => Partial<CreateRelayOptions>,
    wrap = (one: Relay) => one,
  ) =>
  (facts: CheckFacts): RequestListener => {
    const options = optionsFor(facts);
    return toNodeListener(wrap(createRelay({ ...options, groups: all, ...change(options, facts) })));
  };

/** A service that takes its time to end a session, while a wallet goes on without waiting for it. */
const endsSlowly: CreateRelayOptions['fetch'] = async (request) => {
  const turns = request.method === 'DELETE' ? 500 : 0;
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
  return fetch(request);
};

const claimed =
  "each route refuses who only says that they are somebody: in an identity header, a token that nobody signed, the query, the body, or the person's own id";
/** Without the promise that takes longest: no profile changes it, and mutants of their own break it. */
const quick = relayPromises.filter(({ says }) => says !== claimed);

test.for([
  ['spec', relayPromises],
  ['grid', quick],
] as const)('the relay keeps its promises in the profile %s', async ([profile, promises]) => {
  const listener = relay(() => ({ fetch: endsSlowly }), documented);
  const { code, findings } = await checkListener(listener, { profile, promises });
  expect(findings.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
  expect([code, findings.length]).toEqual([0, promises.length]);
});

test('of a relay with the group wallet alone it says in words what is kept, what is not checked and what it can’t see', async () => {
  const lines: string[] = [];
  let isSet = false;
  const code = await withServer((url, use) => {
    const people = Object.entries(cookies).flatMap(([name, cookie]) => [`--${name}`, `Cookie: ${cookie}`]);
    return runRelayCheck({
      args: [url, '--port', '0', ...people],
      print(line) {
        lines.push(line);
        const text = lines.join('\n');
        const [user, other] = [...text.matchAll(/^ {2}(\{.*)$/gm)].map(
          ([, said = '']) => JSON.parse(said) as RelayIdentity,
        );
        if (user === undefined || other === undefined || isSet) return;
        isSet = true;
        const read = (name: string): string => new RegExp(`^  ${name} +(.*)$`, 'm').exec(text)?.[1] ?? '';
        const [baseUrl, clientId, clientSecret] = ['baseUrl', 'clientId', 'clientSecret'].map(read);
        const facts = { baseUrl, clientId, clientSecret, profile: 'spec', origins: [read('origins')], user, other };
        use(relay(() => ({ groups: ['wallet'] }))(facts as CheckFacts));
      },
    });
  });
  expect([code, lines.at(-1)]).toEqual([0, `${String(relayPromises.length)} promises kept, 0 broken`]);
  expect(lines.filter((line) => line.startsWith('kept'))).toEqual(relayPromises.map(({ says }) => `kept    ${says}`));
  for (const said of [/^The group payments is off/, /identify believes/, /cookie is HttpOnly.*TLS ends/, /logs hold/]) {
    expect(lines).toContainEqual(expect.stringMatching(said));
  }
});

/** Adds the credentials and passes everything on, both ways. */
function transparentProxy({ baseUrl, clientId, clientSecret }: CheckFacts): RequestListener {
  const { pathname, port } = new URL(baseUrl);
  return (incoming, outgoing) => {
    const path = pathname + (incoming.url ?? '').replace(/^\/wallet/, '');
    const headers = { ...incoming.headers, authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` };
    const going = send({ host: '127.0.0.1', port, method: incoming.method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    going.on('error', () => outgoing.destroy());
    incoming.pipe(going);
  };
}

test('a transparent proxy signs people in and pays, and breaks most of the promises', async () => {
  const { code, findings, broken } = await checkListener(transparentProxy, { promises: quick });
  expect(code).toBe(1);
  const kept = findings.map(({ promise }) => promise).filter((promise) => !broken.includes(promise));
  expect(kept).toEqual([
    'a person signs in by a code, and finds the session in the list',
    'a signed payment is executed',
    'a payment whose answer was lost is paid once, and found out',
    'a card is frozen and unfrozen',
    'a session is refreshed',
    "each record of a person's own is read",
    'no answer opens itself to another site',
    'the service gets the very bytes that were checked',
    'a session is revoked',
  ]);
});

/** A relay that lets somebody in whom identify doesn't know. */
const alsoLetsIn = (who: (request: Request, facts: CheckFacts) => RelayIdentity | null | undefined) =>
  relay(({ identify }, facts) => ({
    identify: (request, context) => who(request, facts) ?? identify(request, context),
  }));
/** A relay that takes an origin for its own. */
const alsoTakes = (isTaken: (request: Request) => boolean) =>
  relay(
    () => ({}),
    (one) => (request) => {
      if (!isTaken(request)) return one(request);
      const headers = new Headers(request.headers);
      headers.set('Origin', new URL(request.url).origin);
      return one(new Request(request, { headers }));
    },
  );
const pages = "each route refuses the page of another origin, also one that begins or ends like the platform's";
const others = 'each route refuses another person, with a stamp and without one';
const secondLegs = "a second leg is about the person's own, whatever its first was about";

interface Mutant {
  readonly make: (facts: CheckFacts) => RequestListener;
  readonly broken: readonly string[];
  /** Arguments of its check. */
  readonly more?: readonly string[];
}

describe('a mutant is found out, for its reason', () => {
  const bearers = { user: 'sample-user', other: 'sample-other' };
  const mutants: Readonly<Record<string, Mutant>> = {
    'believes an identity header more than the cookie': {
      make: alsoLetsIn(({ headers }, { user }) => (headers.get('X-User-Id') === user.userId ? user : null)),
      broken: [claimed],
    },
    'lets whoever is signed in choose an account by a header': {
      make: relay(({ identify }, { user }) => ({
        async identify(request, context) {
          const found = await identify(request, context);
          return found && request.headers.get('X-Account-Id') === user.accountIds[0] ? user : found;
        },
      })),
      broken: [claimed],
    },
    "takes the user's id in a cookie that nobody signed": {
      make: alsoLetsIn(({ headers }, { user }) =>
        headers.get('Cookie')?.split('; ').includes(`uid=${user.userId}`) ? user : null,
      ),
      broken: [claimed],
    },
    "takes the user's id for a token": {
      make: alsoLetsIn(({ headers }, { user }) =>
        headers.get('Authorization') === `Bearer ${user.userId}` ? user : null,
      ),
      broken: [claimed],
    },
    "takes the user's id in the query": {
      make: alsoLetsIn(({ url }, { user }) => (new URL(url).searchParams.get('user') === user.userId ? user : null)),
      broken: [claimed],
    },
    'takes the customer whom the body names': {
      make: relay(({ identify }, { user }) => ({
        async identify(request, context) {
          const text = request.method === 'GET' ? '' : await request.clone().text();
          return text.includes(`"customer":"${user.customerId}"`) ? user : identify(request, context);
        },
      })),
      broken: [claimed],
    },
    'reads a bearer without its signature, where sessions are bearers': {
      make: relay((_options, { user, other }) => ({
        identify({ headers }) {
          const token = headers.get('Authorization')?.replace('Bearer ', '') ?? '';
          if (token === bearers.user || token === bearers.other) return token === bearers.user ? user : other;
          const [, part = ''] = /^[\w-]+\.([\w-]+)\.$/.exec(token) ?? [];
          const { sub, exp } = (part === '' ? {} : JSON.parse(atob(part))) as { sub?: string; exp?: number };
          return sub === user.userId && Number(exp) * 1000 > Date.now() ? user : null;
        },
      })),
      more: ['--user', `Authorization: Bearer ${bearers.user}`, '--other', `Authorization: Bearer ${bearers.other}`],
      broken: [claimed],
    },
    'opens challenge and verify to whoever is not signed in': {
      make: alsoLetsIn(({ headers, url }, { user }) =>
        /\/(?:challenge|verify)$/.test(url) && !headers.has('Cookie') ? user : null,
      ),
      broken: ['each route refuses whoever is signed in as nobody', claimed],
    },
    'lets a signature header stand for ownership': {
      make: relay(({ identify }, { user, other }) => ({
        async identify(request, context) {
          const found = await identify(request, context);
          const isSigned = request.headers.has('Service-Wallet-Signature');
          return found && isSigned ? { ...found, accountIds: [...user.accountIds, ...other.accountIds] } : found;
        },
      })),
      broken: [others, secondLegs],
    },
    'compares origins by their end': {
      make: alsoTakes(({ headers, url }) => headers.get('Origin')?.endsWith(new URL(url).host) ?? false),
      broken: [pages],
    },
    'asks no POST for its origin': {
      make: alsoTakes(({ method }) => method === 'POST'),
      broken: [pages],
    },
    "takes every page for one of the platform's": {
      make: relay(
        () => ({}),
        (one) => (request) => {
          const headers = new Headers(request.headers);
          headers.delete('Sec-Fetch-Site');
          headers.set('Origin', new URL(request.url).origin);
          return one(new Request(request, { headers }));
        },
      ),
      broken: [
        pages,
        "the wallet can tell the relay's refusals from the service's: a code that begins with RELAY_, and Relay-Refusal: not-forwarded",
      ],
    },
    "says that everybody's accounts are each person's": {
      make: relay(({ identify }, { user, other }) => ({
        async identify(request, context) {
          const found = await identify(request, context);
          return found && { ...found, accountIds: [...user.accountIds, ...other.accountIds] };
        },
      })),
      broken: [
        claimed,
        others,
        secondLegs,
        "somebody else's record is neither read nor changed by its id in the path, and looks like none",
        "a list is of the person's own, whose owner is named once",
        "an id in a body is the person's own",
      ],
    },
    'forgets that a passkey challenge was used': {
      make: relay(() => {
        const store = createMemoryRelayStore();
        const put = new Map<string, string>();
        return {
          store: {
            ...store,
            put: (key, value) => Promise.resolve(void put.set(key, value)),
            take: (key) => Promise.resolve(put.get(key) ?? null),
          },
        };
      }),
      broken: [
        'a passkey challenge serves both legs of one request, and no third',
        'of two requests at once with one passkey challenge one gets through',
      ],
    },
    'reads a body as JSON.parse does, and writes it anew': {
      make: relay(
        () => ({}),
        (one) => async (request) => {
          const text = await request.clone().text();
          try {
            return await one(new Request(request, { method: request.method, body: JSON.stringify(JSON.parse(text)) }));
          } catch {
            return one(request);
          }
        },
      ),
      broken: ['a body that two readers could read differently is refused'],
    },
    'answers an Idempotency-Key anew from what it answered first, whoever sends it': {
      make: relay(
        () => ({}),
        (one) => {
          const answers = new Map<string, Promise<Response>>();
          return async (request) => {
            const key = request.headers.get('Idempotency-Key');
            // A person's own second try goes through.
            const known = request.headers.get('Cookie') === cookies.user ? undefined : answers.get(key ?? '');
            const answer = known ?? one(request);
            if (key !== null) answers.set(key, answer);
            return (await answer).clone();
          };
        },
      ),
      broken: ["an Idempotency-Key is the person's own at the service: the same for each try, and never another's"],
    },
    'opens its answers to origins that end like its own': {
      make: relay(
        () => ({}),
        (one) => async (request) => {
          const origin = request.headers.get('Origin') ?? '';
          const answer = await one(request);
          if (origin.endsWith(new URL(request.url).host)) answer.headers.set('Access-Control-Allow-Origin', origin);
          return answer;
        },
      ),
      broken: ['no answer opens itself to another site'],
    },
    "sends the service the headers of the person's request": {
      make: (facts) => {
        let headers = new Headers();
        return relay(
          () => ({
            fetch: (request) => {
              const sent = new Request(request);
              for (const [name, value] of headers) if (!sent.headers.has(name)) sent.headers.set(name, value);
              return fetch(sent);
            },
          }),
          (one) => (request) => {
            headers = new Headers(request.headers);
            for (const name of ['host', 'connection', 'content-length', 'te', 'accept-encoding']) headers.delete(name);
            return one(request);
          },
        )(facts);
      },
      broken: [
        'no header but the signature, Request-Id and Idempotency-Key reaches the service, beside the credentials of the platform',
      ],
    },
  };

  test.for(Object.keys(mutants))('one that %s', async (name) => {
    const { make, broken, more = [] }: Mutant = mutants[name] ?? { make: transparentProxy, broken: [] };
    // The first signs in. All of them, with each mutant, would take two minutes.
    const promises = relayPromises.filter(({ says }, at) => at === 0 || broken.includes(says));
    const outcome = await checkListener(make, { more, promises });
    expect(outcome.broken).toEqual(broken);
    expect(outcome.code).toBe(1);
  });
});

describe('the command', () => {
  const run = async (...args: readonly string[]) => {
    const lines: string[] = [];
    const code = await runRelayCheck({ args, print: (line) => void lines.push(line) });
    return { code, text: lines.join('\n') };
  };
  const people = ['--user', 'Cookie: a=1', '--other', 'Cookie: a=2'];

  test('says what the relay must be set to, what is missing, and ends with 2 where nothing answers in time', async () => {
    const { code, text } = await run('http://127.0.0.1:9/wallet', '--port', '0', '--wait', '0', ...people);
    expect(code).toBe(2);
    expect(text).toMatch(/baseUrl +http:\/\/127\.0\.0\.1:\d+\/2025-10-13\n[^]*clientSecret +sandbox-secret/);
    expect(text).toMatch(/--user[^]*"customerId":"Customer:[^]*--other[^]*"customerId":"Customer:/);
    expect(text).toContain('nothing answers');
  });

  test.for([
    [['wallet', ...people], 'the one address of the relay'],
    [['http://localhost/wallet', '--user', 'a', '--other', 'Cookie: b'], '--user must be a header'],
    [['http://localhost/wallet', '--user', 'Cookie: a', '--other', 'Cookie: a'], 'the sessions of two people'],
    [['http://localhost/wallet', ...people, '--port', '99999'], '--port must be 0 to 65535'],
    [['http://localhost/wallet', ...people, '--profile', 'other'], '--profile must be spec or grid'],
    [['http://localhost/wallet', ...people, '--unknown'], /^There is no option --unknown\.\n\nUsage: /],
    [['http://localhost/wallet', ...people, '--wait'], /^--wait needs a value\./],
  ] as const)('refuses %j, and says why', async ([args, why]) => {
    await expect(run(...args)).rejects.toThrow(why);
  });
});
