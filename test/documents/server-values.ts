/** Values that the documents' servers leave to the reader, and uses of their exports. */
import { paymentBetween } from '../sample-customer.ts';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { expect } from 'vitest';
import { createMemoryStore, createWallet } from 'countersign';
import { createRelay, type Identify, type Relay, type RelayStore } from 'countersign/relay';
import { createWalletPage, type Entrance } from 'countersign/wallet-page';
import { createSandbox } from 'countersign-sandbox';
import { listen } from 'countersign-sandbox/node';
import { createSandboxControl } from 'countersign-sandbox/testing';

/** The service of the tests, with a person whom the cookie `person=1` names. */
export interface Service {
  readonly baseUrl: string;
  readonly relay: Relay;
  /** The address of another sandbox, which a block may do anything to. */
  readonly startedByHand: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Signs in and pays through a handler of the relay's requests. */
  pay(handle: (request: Request) => Promise<Response> | Response): Promise<string>;
  close(): Promise<void>;
}

const origin = 'https://app.example.com';
const walletOrigin = 'https://wallet.example.com';
/** The base point of P-256, in place of the key of a service that is no sandbox. */
const enclaveKeys = [
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
];

/** Reads the first page, and a file of it. */
async function showsPage(handle: (request: Request) => Promise<Response> | Response): Promise<void> {
  const home = await handle(new Request(`${walletOrigin}/`));
  const [, script = ''] = /src="(\/assets\/[^"]+)"/.exec(await home.text()) ?? [];
  expect((await handle(new Request(walletOrigin + script))).status).toBe(200);
}

/** Starts a sandbox with one funded person. */
export async function startService(): Promise<Service> {
  const sandbox = createSandbox();
  const { url, close } = await listen(sandbox);
  const { clientId, clientSecret } = sandbox;
  const baseUrl = `${url}/2025-10-13`;
  const headers = { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`, 'Content-Type': 'application/json' };
  const post = async (to: string, body: object): Promise<Record<string, string>> =>
    (await (await fetch(to, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as Record<string, string>;
  const person = await post(`${url}/_sandbox/people`, { balance: 100_000_000, bankAccount: 'active' });
  const { customerId = '', accountId = '' } = person;
  const identity = { userId: 'person-1', id: 'person-1', customerId, accountIds: [accountId] };
  const isKnown = (cookie: string | null): boolean => cookie === 'person=1';
  const identify = (request: Request) => Promise.resolve(isKnown(request.headers.get('Cookie')) ? identity : null);
  const relay = createRelay({ baseUrl, clientId, clientSecret, identify, mountPath: '/wallet', origins: [origin] });
  const another = await listen(createSandbox());
  return {
    baseUrl,
    relay,
    startedByHand: another.url,
    values: {
      relay,
      accountId,
      customerId,
      settings: { baseUrl, clientId, clientSecret, userHandleSecret: 'user handles of the documents, no secret' },
      tls: {},
      client: { eval: () => Promise.resolve(null) },
      store: {
        get: async () => null,
        take: async () => null,
        put: async () => undefined,
        increment: async () => ({ count: 1, remainingMs: 1 }),
      },
      findUser: (cookie: string | null) => Promise.resolve(isKnown(cookie) ? identity : null),
      handle: () => Promise.resolve(),
      baseUrl,
      clientId,
      clientSecret,
      identify,
      person,
      sandbox: createSandboxControl(another.url),
      log: () => undefined,
      displayNameOf: () => Promise.resolve('Sample Payee'),
      walletPage: createWalletPage({
        baseUrl,
        clientId,
        clientSecret,
        origin: walletOrigin,
        apps: [origin],
        enter: identify,
        brand: { name: 'Sample' },
        enclaveKeys,
      }),
      enclaveKeys,
      request: new Request(`${walletOrigin}/`),
      startBackEnd: () => Promise.resolve({ port: 3000, close: () => Promise.resolve() }),
    },
    async pay(handle) {
      const wallet = createWallet({
        relay: `${origin}/wallet`,
        accountId,
        enclaveKeys: [sandbox.enclavePublicKeyHex],
        environment: 'sandbox',
        store: createMemoryStore(),
        fetch: async (to, init) => {
          const request = new Request(to, init);
          request.headers.set('Origin', origin);
          request.headers.set('Cookie', 'person=1');
          return handle(request);
        },
      });
      await (await wallet.emailOtp.begin()).verify('000000');
      const quote = await post(`${baseUrl}/quotes`, paymentBetween(accountId, person['bankAccountId'], 1_000_000));
      const { status } = await wallet.quote.execute(quote as never);
      wallet.close();
      return status;
    },
    async close() {
      await close();
      await another.close();
    },
  };
}

type Export = (value: never, service: Service) => Promise<void>;

/** Use of each name that a block exports: a name without an entry fails. */
export const uses: Readonly<Record<string, Export>> = {
  identify: async (identify: Identify) => {
    const user = { id: 'person-1', customerId: 'Customer:1', accountIds: [] };
    expect(await identify(new Request(origin), { node: { user } })).toMatchObject({ userId: 'person-1' });
    expect(await identify(new Request(origin), { node: {} })).toBeUndefined();
  },
  default: async (
    worker: { fetch(request: Request, bindings: object, context: object): Promise<Response> },
    service,
  ) => {
    const context = { waitUntil: () => undefined };
    expect(await service.pay((request) => worker.fetch(request, {}, context))).toBe('PROCESSING');
  },
  app: async (app: { request(request: Request): Promise<Response> }, service) => {
    expect(await service.pay((request) => app.request(request))).toBe('PROCESSING');
  },
  POST: async (handle: (request: Request) => Promise<Response>, service) => {
    const isPage = (await handle(new Request(`${walletOrigin}/`))).ok;
    if (isPage) return showsPage(handle);
    expect(await service.pay(handle)).toBe('PROCESSING');
  },
  handleFromPage: async (handle: (request: Request) => Promise<Response>, service) => {
    const headers = { Origin: origin, 'Access-Control-Request-Method': 'POST' };
    const preflight = await handle(new Request(`${origin}/wallet/auth/credentials`, { method: 'OPTIONS', headers }));
    expect([preflight.status, preflight.headers.get('Access-Control-Allow-Origin')]).toEqual([204, origin]);
    expect(await service.pay(handle)).toBe('PROCESSING');
  },
  passOn: async (passOn: (request: Request) => Promise<Response>) => {
    const passed = async (headers: Record<string, string>): Promise<number> => {
      const init = { method: 'POST', headers, body: '{"advanceMs":1000}' };
      return (await passOn(new Request(`${origin}/api/sandbox/clock`, init))).status;
    };
    const json = { 'Content-Type': 'application/json' };
    expect(await passed({ ...json, Origin: origin })).toBe(200);
    expect(await passed({ ...json, Origin: 'https://evil.example' })).toBe(403);
    expect(await passed({ 'Content-Type': 'text/plain' })).toBe(415);
    const read = await passOn(
      new Request(`${origin}/api/sandbox/clock`, { headers: { 'Sec-Fetch-Site': 'cross-site' } }),
    );
    expect(read.status).toBe(403);
  },
  start: async (start: (service: object) => Promise<object>) => {
    expect(await start({})).toMatchObject({ url: 'http://localhost:3000' });
  },
  receive: async (receive: (request: Request) => Promise<Response>) => {
    const request = new Request('https://api.example.com/webhooks', { method: 'POST', body: '{}' });
    expect((await receive(request)).status).toBe(401);
  },
  store: async (store: RelayStore) => {
    const key = randomUUID();
    await store.put(key, 'once', { ttlMs: 1000 });
    expect([await store.take(key), await store.take(key)]).toEqual(['once', null]);
    expect(await store.increment(key, { ttlMs: 1000 })).toMatchObject({ count: 1 });
  },
  server: async (server: Server, service) => {
    if (!server.listening) await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const status = await service.pay((request) => {
      const { pathname, search } = new URL(request.url);
      return fetch(`http://127.0.0.1:${port}${pathname}${search}`, request);
    });
    expect(status).toBe('PROCESSING');
  },
  walletServer: async (server: Server) => {
    if (!server.listening) await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await showsPage(({ url }) => fetch(`http://127.0.0.1:${port}${new URL(url).pathname}`));
  },
  walletApp: async (app: { request(request: Request): Promise<Response> }) => {
    await showsPage((request) => app.request(request));
  },
  makePayLink: async (makePayLink: (request: Request, quoteId: string) => Promise<Response>) => {
    const quoteId = `Quote:${randomUUID()}`;
    expect((await makePayLink(new Request(origin), quoteId)).status).toBe(401);
    const answer = await makePayLink(new Request(origin, { headers: { Cookie: 'person=1' } }), quoteId);
    const { href } = (await answer.json()) as { readonly href: string };
    expect(href).toMatch(/^https:\/\/wallet\.example\.com\/pay\?quote=.*#ticket=[\w-]{43}$/);
  },
  entrance: async (entrance: Entrance) => {
    const navigation = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
    const ask = async (headers: Record<string, string>): Promise<string | null> =>
      (await entrance(new Request(`${origin}/to-wallet`, { headers }))).headers.get('Location');
    expect(await ask(navigation)).toBe('/log-in?next=%2Fto-wallet');
    expect(await ask({ ...navigation, Cookie: 'person=1' })).toMatch(/^https:\/\/wallet\.example\.com\/#ticket=/);
  },
  logOut: async (logOut: (userId: string) => Promise<void>) => {
    await expect(logOut('user-1')).resolves.toBeUndefined();
  },
  secureServer: () => Promise.resolve(),
};
