import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { createClient } from '@redis/client';
import { createMemoryStore, createWallet, type Quote } from 'countersign';
import { createSandbox } from 'countersign-sandbox';
import { createSandboxControl } from 'countersign-sandbox/testing';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paymentBetween } from '../sample-customer.ts';
import { createRedisRelayStore } from '../../src/relay/redis.ts';
import { createTicket } from '../../src/wallet-page/ticket.ts';
import { relayStoreContract } from '../../sandbox/src/testing/index.ts';
import { eventually } from '../eventually.ts';
import { ada, ask, createFakeService, outcome, pageOrigin, type FakeService } from '../relay/service.ts';
import { startCommand, type RunningCommand } from '../../server/test/command.ts';
import { identifyAs, open, runForTest, sendOverHttp, type RunningProcess } from '../../server/test/process.ts';
import { startRedis, type RedisServer } from '../../server/test/redis-server.ts';

let redis: RedisServer;
beforeAll(async () => void (redis = await startRedis()));
afterAll(() => redis.stop());

describe('the store in Redis', () => {
  test.each(relayStoreContract)('by redis: $title', async ({ run }) => {
    const [one, two] = [createClient({ url: redis.url }), createClient({ url: redis.url })];
    await Promise.all([one.connect(), two.connect()]);
    await run({ store: createRedisRelayStore({ client: one }), other: createRedisRelayStore({ client: two }) });
    await Promise.all([one.close(), two.close()]);
  });

  test.each(relayStoreContract)('by ioredis: $title', async ({ run }) => {
    const [one, two] = [new Redis(redis.url), new Redis(redis.url)];
    await run({ store: createRedisRelayStore({ client: one }), other: createRedisRelayStore({ client: two }) });
    one.disconnect();
    two.disconnect();
  });

  test('keys begin with the prefix, and each has an expiry', async () => {
    const client = new Redis(redis.url);
    await client.flushall();
    const store = createRedisRelayStore({ client, prefix: 'platform:relay:' });
    await store.put('a', 'one', { ttlMs: 60_000.5 });
    await store.increment('b', { ttlMs: 60_000 });
    const keys = (await client.keys('*')).sort();
    expect(keys).toEqual(['platform:relay:a', 'platform:relay:b']);
    for (const key of keys) expect(await client.pttl(key)).toBeGreaterThan(50_000);
    client.disconnect();
  });

  test.each([
    [{}, 'client'],
    [{ client: { get: () => null } }, 'client'],
    [{ client: { eval: () => null }, prefix: 1 }, 'prefix'],
    [null, 'options'],
  ])('wrong options are refused: %j', (options, name) => {
    expect(() => createRedisRelayStore(options as never)).toThrow(new RegExp(`createRedisRelayStore: ${name} must`));
  });
});

describe('two processes that share a store', () => {
  const sessions = `GET /wallet/auth/sessions?accountId=${ada.accountIds[0]}`;
  const send = async (running: RunningProcess, line = sessions, body?: unknown): Promise<string> => {
    const request = ask(line, body === undefined ? {} : { body });
    return outcome(await sendOverHttp(request, { port: Number(new URL(running.url).port), cookie: 'session=1' }));
  };
  const run = (url: string, service: FakeService, settings: object = {}): Promise<RunningProcess> =>
    runForTest({ service, identify: identifyAs(() => ada), settings: { store: { redis: url }, ...settings } });
  /** Two in front of one service: others would share no key. */
  const runTwo = async (service: FakeService, settings: object = {}): Promise<[RunningProcess, RunningProcess]> => {
    const one = await run(redis.url, service, settings);
    return [one, await run(redis.url, service, { baseUrl: one.serviceUrl, ...settings })];
  };
  const ready = async ({ operationsUrl }: RunningProcess): Promise<number> =>
    (await fetch(`${operationsUrl}/readyz`)).status;

  test('limits count over both', async () => {
    const service = createFakeService();
    const limits = { reads: { limit: 3, windowMs: 60_000 } };
    const [one, two] = await runTwo(service, { limits });
    for (const each of [one, two]) await eventually(async () => expect(await ready(each)).toBe(200));
    const said = [await send(one), await send(two), await send(one), await send(two), await send(one)];
    expect(said).toEqual(['200', '200', '200', '429 RELAY_RATE_LIMITED', '429 RELAY_RATE_LIMITED']);
  });

  test('a challenge for a passkey that one gave is used once, by the other', async () => {
    const service = createFakeService().on('POST /auth/credentials', { id: 'none' }, 201);
    const [one, two] = await runTwo(service);
    for (const each of [one, two]) await eventually(async () => expect(await ready(each)).toBe(200));
    const given = await sendOverHttp(
      ask('POST /wallet/passkey-challenge', { body: { accountId: ada.accountIds[0] } }),
      {
        port: Number(new URL(one.url).port),
        cookie: 'session=1',
      },
    );
    const { challenge } = (await given.json()) as { challenge: string };
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const body = {
      type: 'PASSKEY',
      accountId: ada.accountIds[0],
      nickname: 'Sample key',
      challenge,
      attestation: {
        credentialId: 'AAAA',
        clientDataJson: encode({ type: 'webauthn.create', challenge }),
        attestationObject: 'AAAA',
      },
    };
    const line = 'POST /wallet/auth/credentials';
    const said = await Promise.all([send(one, line, body), send(two, line, body)]);
    expect(said.sort()).toEqual(['201', '409 RELAY_CHALLENGE_INVALID']);
    expect(service.lines()).toEqual(['POST /auth/credentials']);
  });

  test('a store that is away lets nothing through, and is used again when it is back', async () => {
    const own = await startRedis();
    const service = createFakeService();
    const running = await run(own.url, service);
    let again: RedisServer | undefined;
    try {
      await eventually(async () => expect(await ready(running)).toBe(200));
      await own.stop();
      await eventually(async () => expect(await ready(running)).toBe(503));
      expect(await send(running)).toBe('503 RELAY_INTERNAL_ERROR');
      expect(service.calls).toEqual([]);
      expect(running.log.at(-1)).toMatchObject({
        msg: 'request',
        cause: expect.stringMatching(/^store failed/) as string,
      });
      again = await startRedis(Number(new URL(own.url).port));
      await eventually(async () => expect(await ready(running)).toBe(200));
      expect(await send(running)).toBe('200');
    } finally {
      await again?.stop();
    }
  });

  test('a store that hangs lets nothing through', async () => {
    const own = await startRedis();
    const service = createFakeService();
    const running = await run(own.url, service);
    try {
      await eventually(async () => expect(await ready(running)).toBe(200));
      own.child.kill('SIGSTOP');
      expect(await send(running)).toBe('503 RELAY_STORE_TIMED_OUT');
      expect(service.calls).toEqual([]);
    } finally {
      own.child.kill('SIGCONT');
      await own.stop();
    }
  });
});

describe('one of two instances is killed in the middle of a payment', () => {
  test.each([
    ['before the service has the request', 'before'],
    ['after the service has done it', 'after'],
  ] as const)('%s: it is paid once, and told right', async (_title, moment) => {
    const sandbox = createSandbox({ settlementMs: 0, walletFunding: 'spendable' });
    const instances: RunningCommand[] = [];
    /** Kills the first instance, the first time; resolves with whether it did. */
    let kill = async (): Promise<boolean> => false;
    const service = await open((incoming, outgoing) => {
      const pass = async (): Promise<void> => {
        const request = toRequest(incoming);
        const isPayment = request.url.endsWith('/execute');
        if (isPayment && moment === 'before' && (await kill())) return void outgoing.destroy();
        const response = await sandbox.fetch(request);
        const body = await response.text();
        if (isPayment && moment === 'after' && (await kill())) return void outgoing.destroy();
        outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(body);
      };
      pass().catch(() => outgoing.destroy());
    });
    const control = createSandboxControl('http://localhost', {
      fetch: (url, init) => sandbox.fetch(new Request(url, init)),
    });
    const person = await control.seedPerson();
    const identity = { userId: 'sample', customerId: person.customerId, accountIds: [person.accountId] };
    const identify = await open(identifyAs(() => identity));
    const balancer = await open((incoming, outgoing) => balance(instances, incoming, outgoing));
    const config = {
      baseUrl: `${service.origin}/2025-10-13`,
      clientId: sandbox.clientId,
      clientSecret: sandbox.clientSecret,
      mountPath: '/wallet',
      origins: [pageOrigin],
      groups: ['wallet', 'payments'],
      userHandleSecret: 'user handles of the tests, no secret',
      identify: { url: `${identify.origin}/identify` },
      store: { redis: redis.url },
      port: 0,
      operationsPort: 0,
    };
    instances.push(await startCommand({ config }), await startCommand({ config }));
    for (const { operationsUrl } of instances) {
      await eventually(async () => expect((await fetch(`${operationsUrl}/readyz`)).status).toBe(200));
    }
    const page = (url: string, init: RequestInit): Promise<Response> =>
      fetch(url, { ...init, headers: { ...(init.headers as object), Origin: pageOrigin, Cookie: 'session=1' } });
    const wallet = createWallet({
      relay: `${balancer.origin}/wallet`,
      accountId: person.accountId,
      enclaveKeys: [sandbox.enclavePublicKeyHex],
      environment: 'sandbox',
      store: createMemoryStore(),
      refreshBefore: false,
      fetch: page,
    });
    try {
      await (await wallet.emailOtp.begin()).verify('000000');
      const response = await page(`${balancer.origin}/wallet/quotes`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(paymentBetween(person.accountId, person.bankAccountId, 10_000_000)),
      });
      expect(response.status).toBe(201);
      const quote = (await response.json()) as Quote;
      let killed = false;
      kill = async () => {
        if (killed) return false;
        killed = true;
        await instances.shift()?.end('SIGKILL');
        return true;
      };
      const paid = await wallet.quote.execute(quote).catch(() => wallet.quote.execute(quote));
      expect(killed).toBe(true);
      expect(paid.id).toBe(quote.id);
      const requests = await control.requests();
      const done = requests.filter(({ path, status }) => path.endsWith('/execute') && status === 200);
      expect(done).toHaveLength(1);
    } finally {
      wallet.close();
      for (const instance of instances) await instance.end('SIGTERM');
      for (const server of [balancer, identify, service]) await server.close();
    }
  });
});

describe('two wallet pages that share a store', () => {
  test('a ticket of the app’s back-end is taken once, by either, and both know who came; a log holds neither', async () => {
    const sandbox = createSandbox();
    const service = await open((_incoming, outgoing) => void outgoing.writeHead(404).end());
    const config = {
      baseUrl: `${service.origin}/2025-10-13`,
      clientId: sandbox.clientId,
      clientSecret: sandbox.clientSecret,
      userHandleSecret: 'user handles of the tests, no secret',
      origin: 'http://wallet.demo.localhost',
      apps: ['http://app.demo.localhost'],
      brand: { name: 'Sample' },
      enclaveKeys: [sandbox.enclavePublicKeyHex],
      enter: 'ticket',
      store: { redis: redis.url },
      port: 0,
      operationsPort: 0,
    };
    const pages = [
      await startCommand({ command: 'wallet-page', config }),
      await startCommand({ command: 'wallet-page', config }),
    ] as const;
    const [one, two] = pages;
    for (const { operationsUrl } of pages)
      await eventually(async () => expect((await fetch(`${operationsUrl}/readyz`)).status).toBe(200));
    const client = new Redis(redis.url);
    const enter = (url: string, ticket: string): Promise<Response> =>
      fetch(`${url}/enter`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: config.origin },
        body: JSON.stringify({ ticket }),
      });
    const cookieOf = (response: Response): string => response.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    const whoIs = async (url: string, Cookie: string): Promise<unknown> => {
      const response = await fetch(`${url}/relay/me`, { headers: { Cookie } });
      return ((await response.json()) as { customerId?: string }).customerId ?? response.status;
    };

    const ticket = await createTicket({ store: createRedisRelayStore({ client }), origin: config.origin, user: ada });
    const both = await Promise.all([enter(one.url, ticket), enter(two.url, ticket)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([204, 403]));
    const cookie = cookieOf(both.find(({ ok }) => ok) ?? Response.error());
    expect([await whoIs(one.url, cookie), await whoIs(two.url, cookie)]).toEqual([ada.customerId, ada.customerId]);

    // As a back-end in another language does.
    const theirs = randomBytes(32).toString('base64url');
    const hashOf = (text: string): string =>
      createHash('sha256').update(`${config.origin}#${text}`).digest('base64url');
    const hash = hashOf(theirs);
    const epoch = await client.get(`countersign:epoch:${hashOf(ada.userId)}`);
    await client.set(`countersign:ticket:${hash}`, JSON.stringify({ ...ada, epoch }), 'PX', 30_000);
    expect((await enter(two.url, theirs)).status).toBe(204);
    expect(await client.get(`countersign:ticket:${hash}`)).toBeNull();

    client.disconnect();
    const said = await Promise.all(pages.map((page) => page.end('SIGTERM')));
    for (const { code, stdout, stderr } of said) {
      expect(code).toBe(0);
      for (const secret of [ticket, theirs, cookie.split('=')[1] ?? '']) expect(stdout + stderr).not.toContain(secret);
    }
    await service.close();
  });
});

function toRequest(incoming: IncomingMessage): Request {
  const { method = 'GET', url = '/', headers } = incoming;
  const init: RequestInit = { method, headers: Object.entries(headers) as [string, string][] };
  const body = method === 'GET' ? {} : { body: Readable.toWeb(incoming), duplex: 'half' };
  return new Request(`http://localhost${url}`, Object.assign(init, body));
}

/** Passes a request to the first instance; one that ends meanwhile takes the request with it. */
function balance(instances: readonly RunningCommand[], incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method = 'GET', url = '/', headers } = incoming;
  const passed = httpRequest((instances[0]?.url ?? '') + url, { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  passed.on('error', () => outgoing.destroy());
  incoming.pipe(passed);
}
