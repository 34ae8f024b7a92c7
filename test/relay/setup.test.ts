import { afterEach, describe, expect, test, vi } from 'vitest';
import { createMemoryRelayStore, RelayError, type CreateRelayOptions } from '../../src/relay/index.ts';
import { ada, ask, id, json, openRelay, outcome } from './service.ts';

const account = ada.accountIds[0] ?? '';
const sessions = `GET /auth/sessions?accountId=${account}`;

/** A relay without an audit, as a developer has it on the first day. */
const firstRelay = (options: Partial<CreateRelayOptions> = {}) =>
  openRelay({ audit: undefined as never, groups: ['wallet'], ...options });

const lines: string[] = [];
const console = vi.spyOn(globalThis.console, 'warn').mockImplementation((line: string) => void lines.push(line));
afterEach(() => {
  lines.length = 0;
  console.mockClear();
});

describe('a mistake in the set-up', () => {
  test('is a memory of payees that ends with the process, also beside an audit', () => {
    openRelay({ recentSignInMs: { firstPaymentToPayee: 60_000 } });
    expect(lines).toEqual([expect.stringMatching(/^countersign\/relay: store: is not set/)]);
    openRelay({ recentSignInMs: { firstPaymentToPayee: 60_000 }, store: createMemoryRelayStore() });
    expect(lines).toHaveLength(1);
  });

  test('is one line on the console, however often it happens, and without a word of the request', async () => {
    const { relay } = firstRelay();
    for (const path of ['/wallet/secret-path', '/other', '/wallet/quotes/x'])
      await relay(ask(`GET ${path}?token=secret`));
    await relay(
      ask(`DELETE /wallet/auth/sessions/${id('Session', '1')}`, { headers: { Origin: 'https://evil.example' } }),
    );
    expect(lines).toEqual([
      'countersign/relay: RELAY_ROUTE_NOT_FOUND: The relay has no such route; it is mounted at /wallet.',
      expect.stringMatching(
        /^countersign\/relay: RELAY_ORIGIN_REFUSED: .* set the relay's origins\. \(came: https:\/\/evil\.example; allowed: https:\/\/app\.example\.com\)$/,
      ),
    ]);
  });

  test.each([
    ['https://app.example.com/secret', 'a malformed origin'],
    [`https://${'a'.repeat(200)}.example`, 'a malformed origin'],
    ['null', 'no origin'],
  ])('is a refused origin, once whatever comes next, and %j is not repeated', async (origin, came) => {
    const { relay } = firstRelay();
    for (const Origin of [origin, 'https://other.example.com'])
      await relay(ask(`DELETE /wallet/auth/sessions/${id('Session', '1')}`, { headers: { Origin } }));
    expect(lines).toEqual([expect.stringContaining(`(came: ${came}; allowed: https://app.example.com)`)]);
  });

  test('says where a proxy keeps the origin back', async () => {
    const request = ask(`DELETE /wallet/auth/sessions/${id('Session', '1')}`);
    request.headers.delete('Origin');
    await firstRelay().relay(request);
    expect(lines).toEqual([expect.stringContaining('(came: no Origin header, which a proxy has to pass on; allowed:')]);
  });

  test('names the baseUrl where the service knows none of its own lists, also for the first request of a sign-in', async () => {
    const { send, says, service } = firstRelay();
    const credentials = `GET /auth/credentials?accountId=${account}`;
    service.on(credentials, { status: 404, code: 'NOT_FOUND', message: 'x' }, 404);
    const response = await send(credentials);
    expect(response.headers.get('Relay-Next-Step')).toBe('configure');
    expect(await outcome(response)).toBe('502 RELAY_BASE_URL_REFUSED');
    expect(lines).toEqual([expect.stringContaining("below the relay's baseUrl") as string]);
    service.on(sessions, () => new Response('<h1>Not found</h1>', { status: 404 }));
    expect(await says(sessions)).toBe('502 RELAY_BASE_URL_REFUSED');
  });

  test('is a page of another site than the relay’s, also where its origin is allowed', async () => {
    const { send, service } = firstRelay();
    const headers = { Origin: 'https://app.example.com', 'Sec-Fetch-Site': 'cross-site' };
    const response = await send(sessions, { headers });
    expect(response.headers.get('Relay-Next-Step')).toBe('configure');
    expect(await outcome(response)).toBe('403 RELAY_SITE_REFUSED');
    expect(lines).toEqual([expect.stringContaining('hosts of one site') as string]);
    expect(service.calls).toEqual([]);
  });

  test('names the credentials that the service refuses, and holds none of them', async () => {
    const { send, service } = firstRelay();
    service.on(sessions, () => json({ status: 401, code: 'UNAUTHORIZED', message: 'client very-secret' }, 401));
    await send(sessions);
    expect(lines).toEqual([
      "countersign/relay: RELAY_UPSTREAM_REFUSED: The service refused the relay's own credentials.",
    ]);
  });

  test('is told for each of the mistakes that have one code: a wrong path, a group that is off, a page of another origin', async () => {
    const { relay, send, says } = firstRelay();
    const preflight = { headers: { Origin: 'https://other.example.com', 'Access-Control-Request-Method': 'DELETE' } };
    for (let time = 0; time < 2; time += 1) {
      await relay(ask('GET /other'));
      expect(await says('POST /quotes', { body: {} })).toBe('404 RELAY_ROUTE_NOT_FOUND');
      await send(`PATCH /customers/${ada.customerId}`, { body: {} });
      await send(`OPTIONS /auth/sessions/${id('Session', '1')}`, preflight);
    }
    expect(lines).toEqual([
      expect.stringContaining('it is mounted at /wallet') as string,
      expect.stringContaining("Name 'payments' in the relay's groups") as string,
      expect.stringContaining("Name 'addresses' in the relay's groups") as string,
      expect.stringContaining('the relay sends no CORS headers') as string,
    ]);
  });

  test('is told to the audit alone where there is one', async () => {
    const codes: unknown[] = [];
    const { relay } = firstRelay({ audit: ({ code }) => void codes.push(code) });
    await relay(ask('GET /other'));
    expect([codes, lines]).toEqual([['RELAY_ROUTE_NOT_FOUND'], []]);
  });

  test('is not what every day brings: an unknown record, nobody signed in, a body that is wrong', async () => {
    const { send } = firstRelay();
    await send(`GET /quotes/${id('Quote', '7')}`);
    await send(`PATCH /cards/${id('Card', '1')}`, { body: { state: 'MELTED' } });
    await firstRelay({ identify: () => null }).send(sessions);
    expect(lines).toEqual([]);
  });

  test('is a missing userHandleSecret, once a passkey is to be added', async () => {
    const { send } = firstRelay();
    const add = (): Promise<Response> => send('POST /passkey-challenge', { body: { accountId: account } });
    await add();
    await add();
    expect(lines).toEqual([expect.stringMatching(/^countersign\/relay: userHandleSecret: is not set/)]);
  });

  test('is a missing userHandleSecret beside an audit too, whose events don’t say so', async () => {
    const codes: unknown[] = [];
    const { send } = firstRelay({ audit: ({ code }) => void codes.push(code) });
    await send('POST /passkey-challenge', { body: { accountId: account } });
    expect(codes).toEqual([null]);
    expect(lines).toEqual([expect.stringMatching(/^countersign\/relay: userHandleSecret: is not set/)]);
  });
});

describe('a failure', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7'), { code: 'ECONNREFUSED' });
  const fails = (thrown: Error) => () => Promise.reject(thrown);

  test.each<[string, Partial<CreateRelayOptions>, string]>([
    [
      'a service that can’t be reached',
      { fetch: fails(new TypeError('fetch failed', { cause: refused })) },
      'RELAY_UPSTREAM_UNREACHABLE: The service could not be reached. (TypeError: Error: ECONNREFUSED)',
    ],
    [
      'a service that answers with a page',
      { fetch: async () => new Response('<h1>10.0.0.7</h1>') },
      "RELAY_UPSTREAM_INVALID: The service's answer is no JSON.",
    ],
    [
      'an identify that throws',
      { identify: fails(new RangeError('10.0.0.7 knows no such session')) },
      "RELAY_INTERNAL_ERROR: The relay's identify failed. (RangeError: an audit hears the rest)",
    ],
    [
      'a store whose client is not connected',
      { store: { ...createMemoryRelayStore(), increment: fails(new Error('The client of 10.0.0.7 is closed')) } },
      "RELAY_INTERNAL_ERROR: The relay's store failed. (Error: an audit hears the rest; connect the store's client before the first request)",
    ],
  ])('is one line on the console where there is no audit, with no word of what was thrown: %s', async (...given) => {
    const [, options, line] = given;
    const { send } = firstRelay(options);
    for (let time = 0; time < 2; time += 1) await send(sessions);
    expect(lines).toEqual([`countersign/relay: ${line}`]);
  });

  test.each([401, 42])(
    'of identify is the relay’s own error, also where it throws a RelayError, here of status %i',
    async (status) => {
      const cause = new RelayError('RELAY_UNAUTHENTICATED', 'token-of-10.0.0.7\nis unknown', { status });
      const { send } = firstRelay({ identify: fails(cause) });
      const response = await send(sessions);
      expect(await response.json()).toEqual({
        status: 500,
        code: 'RELAY_INTERNAL_ERROR',
        message: "The relay's identify failed.",
      });
      const names = 'RelayError: RELAY_UNAUTHENTICATED';
      expect(lines).toEqual([
        `countersign/relay: RELAY_INTERNAL_ERROR: The relay's identify failed. (${names}: an audit hears the rest)`,
      ]);
    },
  );

  test('of identify or store is told with message and stack where the service is on this machine, each once', async () => {
    const baseUrl = 'http://localhost:4600/2025-10-13';
    const store = { ...createMemoryRelayStore(), increment: fails(new RangeError('no table counters')) };
    const identify = fails(new TypeError("Cannot read properties of null (reading 'customerId')"));
    const read = ask(sessions.replace(' ', ' /wallet'));
    const { relay } = firstRelay({ baseUrl, identify });
    for (let time = 0; time < 2; time += 1) await relay(read);
    await firstRelay({ baseUrl, store }).relay(read);
    expect(lines).toEqual([
      expect.stringMatching(
        /RELAY_INTERNAL_ERROR: The relay's identify failed.*TypeError: Cannot read properties of null .*\n\s+at .*setup\.test/s,
      ),
      expect.stringMatching(
        /RELAY_INTERNAL_ERROR: The relay's store failed.*RangeError: no table counters\n\s+at .*setup\.test.*; connect the store's client/s,
      ),
    ]);
  });

  test('is no line where an audit hears of it, nor where a browser goes away', async () => {
    const { send } = firstRelay({ identify: fails(new RangeError('no')), audit: () => undefined });
    await send(sessions);
    const gone = ask(sessions.replace(' ', ' /wallet'), { signal: AbortSignal.abort() });
    expect(await outcome(await firstRelay({ fetch: fails(refused) }).relay(gone))).toBe('499 RELAY_CLIENT_CLOSED');
    expect(lines).toEqual([]);
  });
});

describe('origins', () => {
  const change = (host: string): Request =>
    new Request(`${host}/wallet/auth/sessions/${id('Session', '1')}`, { method: 'DELETE', headers: { Origin: host } });
  const read = (host: string): Request => new Request(`${host}${sessions.replace('GET ', '/wallet')}`);

  test.each(['http://localhost:3000', 'http://app.localhost', 'http://127.0.0.1:8080', 'http://[::1]:8080'])(
    'may be left out at %s',
    async (host) => {
      const { relay } = firstRelay({ origins: undefined } as never);
      expect(await outcome(await relay(change(host)))).toBe('404 NOT_FOUND');
    },
  );

  test.each(['https://app.example.com', 'http://192.168.0.7', 'http://localhost.example.com'])(
    'must be set at %s, because a host name is what a request says it is',
    async (host) => {
      const { relay, service } = firstRelay({ origins: undefined } as never);
      for (const request of [change(host), read(host)]) {
        const response = await relay(request);
        expect(response.headers.get('Relay-Next-Step')).toBe('configure');
        expect(await outcome(response)).toBe('500 RELAY_ORIGINS_REQUIRED');
      }
      expect(service.calls).toEqual([]);
    },
  );
});
