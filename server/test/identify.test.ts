import { type RequestListener, createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { createTestClock } from '../../test/relay/clock.ts';
import { ada, ask, bob, createFakeService, outcome } from '../../test/relay/service.ts';
import { identifyAs, identifySecret, runForTest, sendOverHttp, type RunningProcess } from './process.ts';

const sessions = `GET /wallet/auth/sessions?accountId=${ada.accountIds[0]}`;

const send = async ({ url }: RunningProcess, cookie = 'session=1', line = sessions): Promise<string> =>
  outcome(await sendOverHttp(ask(line), { port: Number(new URL(url).port), cookie }));

const answerWith =
  (status: number, type: string, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'Content-Type': type, ...headers }).end(body);
const json = (body: unknown): RequestListener => answerWith(200, 'application/json', JSON.stringify(body));

const fault = '500 RELAY_INTERNAL_ERROR';
const rejected: readonly (readonly [title: string, identify: RequestListener, says: string, cause: RegExp | null])[] = [
  ['hangs', () => undefined, '503 RELAY_IDENTIFY_TIMED_OUT', null],
  ['answers 200 with a page', answerWith(200, 'text/html', '<h1>Sign in</h1>'), fault, /else than application\/json/],
  ['answers 200 with a page that says it is JSON', answerWith(200, 'application/json', '<h1>'), fault, /isn't JSON/],
  ['answers 5 MB', json({ ...ada, padding: 'x'.repeat(5_000_000) }), fault, /more than 65536 bytes/],
  ['redirects', answerWith(302, 'text/plain', '', { Location: '/sign-in' }), fault, /answered 302/],
  ['fails', answerWith(500, 'application/json', JSON.stringify(ada)), fault, /answered 500/],
  ['answers with a list', json([ada]), fault, /no JSON object/],
  ['says more than who it is', json({ ...ada, isAdmin: true }), fault, /more than accountIds/],
  ['leaves the accounts out', json({ ...ada, accountIds: undefined }), '500 RELAY_IDENTITY_INVALID', null],
  ['names what is no account', json({ ...ada, accountIds: ['*'] }), '500 RELAY_IDENTITY_INVALID', null],
  ['closes the connection', (request) => request.socket.destroy(), fault, /could not be asked/],
];

test.each(rejected)(
  'an endpoint that %s lets nobody in, and the log says so',
  async (_title, identify, says, cause) => {
    const service = createFakeService();
    const running = await runForTest({ service, identify, settings: { identifyTimeoutMs: 200 } });
    expect(await send(running)).toBe(says);
    expect(service.calls).toEqual([]);
    const line = running.log.find(({ msg }) => msg === 'request');
    expect(line).toMatchObject({ outcome: 'failed', code: says.slice(4), userId: null });
    if (cause !== null) expect(line?.['cause']).toMatch(cause);
  },
);

test('an endpoint may begin its JSON with a byte order mark', async () => {
  const identify = answerWith(200, 'application/json', `\ufeff${JSON.stringify(ada)}`);
  expect(await send(await runForTest({ service: createFakeService(), identify }))).toBe('200');
});

const lies: readonly (readonly [title: string, later: object, cause: RegExp])[] = [
  ["another customer's account", { ...ada, accountIds: bob.accountIds }, /an account was another customer's before/],
  ['another customer', { ...bob, userId: ada.userId }, /this user was another customer before/],
  [
    'accounts of which none was theirs before',
    { ...ada, accountIds: ['InternalAccount:00000003-0000-7000-8000-00000000000a'] },
    /has none of them now/,
  ],
];

test.each(lies)('an endpoint that later names %s for the same user is not believed', async (_title, later, cause) => {
  const service = createFakeService();
  const clock = createTestClock();
  let said: object = bob;
  const running = await runForTest({ service, clock, identify: (...both) => json(said)(...both) });
  expect(await send(running, 'session=bob')).toBe('404 RELAY_NOT_FOUND');
  said = ada;
  expect(await send(running)).toBe('200');
  said = later;
  clock.advance(5001);
  expect(await send(running, 'session=1', `GET /wallet/auth/sessions?accountId=${bob.accountIds[0]}`)).toBe(fault);
  expect(running.log.at(-1)).toMatchObject({ outcome: 'failed', cause: expect.stringMatching(cause) as string });
  said = ada;
  expect(await send(running)).toBe('200');
});

test('the endpoint gets cookie, authorization and the shared secret, and nothing else of the request', async () => {
  const heard: unknown[] = [];
  const running = await runForTest({
    service: createFakeService(),
    identify(request, response) {
      const { host: _host, connection: _connection, ...headers } = request.headers;
      heard.push(`${request.method} ${request.url}`, headers);
      json(ada)(request, response);
    },
  });
  const port = Number(new URL(running.url).port);
  const headers = { Authorization: 'Bearer token', 'X-Forwarded-For': '127.0.0.9', 'Accept-Language': 'en' };
  await sendOverHttp(ask(sessions, { headers }), { port, cookie: 'session=1' });
  expect(heard).toEqual([
    'POST /identify',
    {
      accept: 'application/json',
      authorization: 'Bearer token',
      'content-length': '0',
      cookie: 'session=1',
      'relay-secret': identifySecret,
    },
  ]);
});

test('who is signed in is asked again after five seconds, who is not each time, and nobody without credentials', async () => {
  const clock = createTestClock();
  let asked = 0;
  let who: typeof ada | null = ada;
  const running = await runForTest({
    service: createFakeService(),
    clock,
    identify(request, response) {
      asked += 1;
      identifyAs(() => who)(request, response);
    },
  });
  expect([await send(running), await send(running), asked]).toEqual(['200', '200', 1]);
  expect([await send(running, 'session=2'), asked]).toEqual(['200', 2]);
  who = null;
  clock.advance(4999);
  expect([await send(running), asked]).toEqual(['200', 2]);
  clock.advance(1);
  expect([await send(running), await send(running), asked]).toEqual([
    '401 RELAY_UNAUTHENTICATED',
    '401 RELAY_UNAUTHENTICATED',
    4,
  ]);
  const response = await fetch(running.url + sessions.slice(4), { headers: { Origin: 'https://app.example.com' } });
  expect([response.status, asked]).toEqual([401, 4]);
});

test('the endpoint may be behind a Unix socket', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'identify-'));
  const server = createServer(json(ada));
  const socket = join(folder, 'identify.sock');
  await new Promise<void>((resolve) => void server.listen(socket, resolve));
  const settings = { identify: { url: `unix:${socket}:/identify` } };
  const running = await runForTest({ service: createFakeService(), identify: json(bob), settings });
  try {
    expect(await send(running)).toBe('200');
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  }
});

test('no cookie, token or secret is in the log', async () => {
  const running = await runForTest({ service: createFakeService(), identify: json(ada) });
  await send(running, 'session=a-cookie-of-somebody');
  await eventually(() => expect(running.log.length).toBeGreaterThan(0));
  expect(JSON.stringify(running.log)).not.toMatch(/a-cookie|very-secret|shared-secret/);
});
