import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { Hono } from 'hono';
import { afterEach, describe, expect, test } from 'vitest';
import { createRelay, type CreateRelayOptions, type RelayAuditEvent } from '../../src/relay/index.ts';
import { toNodeListener } from '../../src/relay/node.ts';
import { listen } from '../listen.ts';
import { says, sendBytes } from './attacks/run-attack.ts';
import { ada, createFakeService, createTestRelay, id, outcome, type FakeService } from './service.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function open(listener: RequestListener): Promise<{ url: string; port: number }> {
  const server = createServer(listener);
  const port = await listen(server);
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  });
  return { url: `http://127.0.0.1:${port}`, port };
}

interface Init {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
type Send = (path: string, init?: Init) => Promise<Response>;

/** The relay takes the origin from the request, as it does where nothing stands in front of it. */
const relayOver = (service: FakeService, options: Partial<CreateRelayOptions> = {}) =>
  createRelay({
    baseUrl: 'https://service.example.com/2025-10-13',
    clientId: 'client',
    clientSecret: 'very-secret-secret',
    identify: (request) => (request.headers.get('Cookie') === 'session=ada' ? ada : null),
    mountPath: '/wallet',
    audit: () => undefined,
    ...options,
    fetch: service.fetch,
  });

const overHttp = async (listener: RequestListener): Promise<Send> => {
  const { url } = await open(listener);
  return (path, init = {}) =>
    fetch(url + path, { ...init, headers: { Cookie: 'session=ada', Origin: url, ...init.headers } });
};

const mounts: readonly [string, (service: FakeService) => Promise<Send>][] = [
  ['a plain Node server', async (service) => overHttp(toNodeListener(relayOver(service)))],
  [
    'Express',
    async (service) => {
      const app = express();
      app.use('/wallet', toNodeListener(relayOver(service)));
      app.use(express.json());
      app.get('/other', (_request, response) => void response.send('other'));
      return overHttp(app);
    },
  ],
  [
    'Hono in Node',
    async (service) => {
      const relay = relayOver(service);
      const app = new Hono();
      app.all('/wallet/*', (context) => relay(context.req.raw));
      const listener = getRequestListener(app.fetch);
      return overHttp((incoming, outgoing) => void listener(incoming, outgoing));
    },
  ],
  [
    'a worker',
    async (service) => {
      const relay = relayOver(service, { origins: ['https://app.example.com'] });
      const worker = { fetch: (request: Request): Promise<Response> => relay(request) };
      const origin = 'https://app.example.com';
      return (path, init = {}) =>
        worker.fetch(
          new Request(origin + path, { ...init, headers: { Cookie: 'session=ada', Origin: origin, ...init.headers } }),
        );
    },
  ],
];

describe.each(mounts)('mounted in %s', (_title, mount) => {
  const refresh = `/auth/sessions/${id('Session', '1')}/refresh`;
  const body = JSON.stringify({ clientPublicKey: `02${'ab'.repeat(32)}` });
  const headers = { 'Content-Type': 'application/json' };

  test('the relay forwards a signed request, body and all', async () => {
    const service = createFakeService().on(`POST ${refresh}`, { id: id('Session', '2') }, 201);
    const send = await mount(service);
    const stamp = { ...headers, 'Service-Wallet-Signature': 'c3RhbXA', 'Request-Id': id('Request', '1') };
    const response = await send(`/wallet${refresh}`, { method: 'POST', headers: stamp, body });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ id: id('Session', '2') });
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(service.calls.at(-1)).toMatchObject({ body, headers: { 'service-wallet-signature': 'c3RhbXA' } });
  });

  test('the relay answers an empty success', async () => {
    const line = `DELETE /auth/sessions/${id('Session', '1')}`;
    const service = createFakeService().on(line, () => new Response(null, { status: 204 }));
    const response = await (await mount(service))(line.replace('DELETE ', '/wallet'), { method: 'DELETE' });
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
  });

  test('the relay refuses what it should, and goes on answering', async () => {
    const service = createFakeService().on(`POST ${refresh}`, {}, 202);
    const send = await mount(service);
    const post = (more: Init): Promise<Response> =>
      send(`/wallet${refresh}`, { method: 'POST', headers, body, ...more });
    const outcomes = [
      await outcome(await send(`/wallet${refresh}`, { method: 'PUT', headers, body })),
      await outcome(await post({ headers: { ...headers, Cookie: 'session=none' } })),
      await outcome(await post({ headers: { ...headers, Origin: 'https://evil.example' } })),
      await outcome(await post({ headers: { 'Content-Type': 'text/plain' } })),
      await outcome(await post({ body: 'x'.repeat(70_000) })),
      await outcome(await post({ body: `${body} ` })),
    ];
    expect(outcomes).toEqual([
      '404 RELAY_ROUTE_NOT_FOUND',
      '401 RELAY_UNAUTHENTICATED',
      '403 RELAY_ORIGIN_REFUSED',
      '415 RELAY_CONTENT_TYPE_UNSUPPORTED',
      '413 RELAY_BODY_TOO_LARGE',
      '400 RELAY_BODY_NOT_CANONICAL',
    ]);
    expect(service.calls).toEqual([]);
    expect((await post({})).status).toBe(202);
  });
});

describe('in a Node server', () => {
  test('a body that a parser has read is refused, because its bytes are gone', async () => {
    const service = createFakeService();
    const app = express();
    app.use(express.json());
    app.use('/wallet', toNodeListener(relayOver(service)));
    const send = await overHttp(app);
    const init = { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: '{"state":"FROZEN"}' };
    expect(await outcome(await send(`/wallet/cards/${id('Card', '1')}`, init))).toBe('500 RELAY_BODY_CONSUMED');
    expect(service.calls).toEqual([]);
  });

  test.each([
    ['a length that is too large', ['Content-Length: 5000000'], '413 RELAY_BODY_TOO_LARGE'],
    ['no Host', [], '400'],
    ['two Hosts', ['Host: evil.example'], '400 RELAY_HEADER_INVALID'],
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked'], '400'],
  ])('a head with %s is answered without waiting for the body', async (title, more, expected) => {
    const service = createFakeService();
    const { port } = await open(toNodeListener(createTestRelay(service, { origins: ['http://localhost'] })));
    const head = [
      `PATCH /wallet/cards/${id('Card', '1')} HTTP/1.1`,
      ...(title === 'no Host' ? [] : ['Host: localhost']),
      'Origin: http://localhost',
      'Content-Type: application/json',
      ...(title === 'two Hosts' ? ['Connection: close'] : []),
      ...more,
    ];
    expect(says(await sendBytes(port, `${head.join('\r\n')}\r\n\r\n`))).toBe(expected);
    expect(service.calls).toEqual([]);
  });

  test('identify finds what the server’s own middleware has put on its request', async () => {
    const relay = relayOver(createFakeService(), {
      identify: (_request, { node }) => (node as { user?: typeof ada }).user ?? null,
    });
    const app = express();
    app.use((request, _response, next) => {
      if (request.headers.cookie === 'session=ada') Object.assign(request, { user: ada });
      next();
    });
    app.use('/wallet', toNodeListener(relay));
    const send = await overHttp(app);
    const path = `/wallet/auth/sessions?accountId=${ada.accountIds[0]}`;
    expect(await outcome(await send(path))).toBe('200');
    expect(await outcome(await send(path, { headers: { Cookie: 'session=none' } }))).toBe('401 RELAY_UNAUTHENTICATED');
  });

  test('a GET with a body is refused', async () => {
    const service = createFakeService();
    const { port } = await open(toNodeListener(relayOver(service)));
    const head = 'GET /wallet/cards HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n';
    expect(says(await sendBytes(port, `${head}{}`))).toBe('400 RELAY_BODY_INVALID');
    expect(service.calls).toEqual([]);
  });

  test.each([
    ['the listener', '/wallet/cards!', 400],
    ['the relay', '/wallet/nowhere', 404],
  ])('a refusal of %s runs nothing, is framed by nobody and keeps no opener', async (_, target, status) => {
    const send = await overHttp(toNodeListener(relayOver(createFakeService())));
    const answer = await send(target);
    expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([
      status,
      {
        'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'document-policy': 'force-load-at-top',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      },
    ]);
  });

  test('a target of five thousand characters is refused unread', async () => {
    const service = createFakeService();
    const send = await overHttp(toNodeListener(relayOver(service)));
    const target = `/wallet/cards?cardholderId=${ada.customerId}&cursor=${'a'.repeat(5000)}`;
    expect(await outcome(await send(target))).toBe('400 RELAY_TARGET_INVALID');
  });

  test('a browser that goes away takes its call to the service with it', async () => {
    const aborted = withResolvers();
    const service = createFakeService().on(`GET /auth/sessions?accountId=${ada.accountIds[0] ?? ''}`, (request) => {
      request.signal.addEventListener('abort', () => aborted.resolve());
      socket.destroy();
      return new Promise<Response>(() => undefined);
    });
    const events: RelayAuditEvent[] = [];
    const heard = withResolvers();
    const relay = createTestRelay(service, {
      audit: (event) => {
        events.push(event);
        heard.resolve();
      },
    });
    const { port } = await open(toNodeListener(relay));
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `GET /wallet/auth/sessions?accountId=${ada.accountIds[0] ?? ''} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      ),
    );
    await aborted.promise;
    await heard.promise;
    expect(events.map(({ outcome, code }) => [outcome, code])).toEqual([['failed', 'RELAY_CLIENT_CLOSED']]);
  });

  test('a redirect of a real service is not followed by the runtime’s own fetch', async () => {
    const reached: string[] = [];
    const elsewhere = await open((request, response) => {
      reached.push(request.url ?? '');
      response.end('{}');
    });
    const upstream = await open(
      (_request, response) => void response.writeHead(307, { Location: elsewhere.url }).end(),
    );
    const relay = createRelay({
      baseUrl: `${upstream.url}/2025-10-13`,
      clientId: 'client',
      clientSecret: 'very-secret-secret',
      identify: () => ada,
    });
    const url = `http://localhost:3000/auth/sessions?accountId=${ada.accountIds[0] ?? ''}`;
    expect(await outcome(await relay(new Request(url)))).toBe('502 RELAY_UPSTREAM_INVALID');
    expect(reached).toEqual([]);
  });

  test.each(['my_app:3000', 'app_server'])(
    'the host %s is taken: a container or a proxy may be named so',
    async (host) => {
      const service = createFakeService().on(`GET /auth/sessions?accountId=${ada.accountIds[0] ?? ''}`, { data: [] });
      const { port } = await open(toNodeListener(createTestRelay(service, { origins: ['http://localhost'] })));
      const path = `/wallet/auth/sessions?accountId=${ada.accountIds[0] ?? ''}`;
      const { status } = await sendBytes(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(status).toBe(200);
    },
  );

  test('a relay that fails altogether is a 500 without a word about why', async () => {
    const send = await overHttp(toNodeListener(() => Promise.reject(new Error('at /srv/app'))));
    const response = await send('/wallet/cards');
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('/srv');
  });
});

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
