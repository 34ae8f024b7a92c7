import { randomBytes, webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createRelay, type Identify, type Relay } from 'countersign/relay';
import type { Express, Request as ExpressRequest } from 'express';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readBlocks } from '../documents/blocks.ts';
import { startService, uses, type Service } from '../documents/server-values.ts';
import { run } from '../package/consumer.ts';
import { root } from '../source-tree.ts';
import { installForFile } from './installation.ts';

const packages = [
  'express@5',
  'fastify@5',
  'express-session@1',
  'passport@0.7',
  'jose@6',
  '@auth/core@0.41',
  'iron-session@9',
];
const types = ['@types/express@5', '@types/express-session@1', '@types/passport@1', '@types/node@20'];
const origin = 'https://app.example.com';
const installation = installForFile([...packages, ...types]);
let service: Service;
let person: { userId: string; customerId: string; accountIds: readonly string[] };
const servers: Server[] = [];

beforeAll(async () => {
  service = await startService();
  const { customerId, accountId } = service.values as { customerId: string; accountId: string };
  person = { userId: 'person-1', customerId, accountIds: [accountId] };
  const { publicKey, privateKey } = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  const random = (): string => randomBytes(32).toString('hex');
  Object.assign(globalThis, {
    settings: service.values['settings'],
    sessions: { secret: random(), resave: false, saveUninitialized: false, cookie: { sameSite: 'lax' } },
    findPerson: (userId: string) => Promise.resolve(userId === person.userId ? person : null),
    publicKey,
    privateKey,
    authSecret: random(),
    sealed: { password: random(), cookieName: 'sealed' },
  });
});

afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await service?.close();
});

/** As much of jose as signs a token. */
interface Jose {
  readonly SignJWT: new (claims: object) => Signing;
  readonly UnsecuredJWT: new (claims: object) => { setExpirationTime(time: string): { encode(): string } };
}
interface Signing {
  setProtectedHeader(header: object): Signing;
  setExpirationTime(time: string): Signing;
  sign(key: unknown): Promise<string>;
}

/** As much of iron-session as makes a cookie's value. */
interface IronSession {
  sealData(data: object, options: { readonly password: string }): Promise<string>;
}

/** A value that the blocks declare. */
const given = (name: string): never => (globalThis as unknown as Record<string, never>)[name] as never;

/** Runs the block of docs/relay.md that imports a package. */
async function recipe<Exports>(name: string): Promise<Exports> {
  const block = readBlocks().find(
    ({ title, code }) => title.startsWith('docs/relay.md') && code.includes(`from '${name}`),
  );
  const file = join(installation.folder, `${name.replace(/\W/g, '-')}.ts`);
  writeFileSync(file, block?.code ?? '');
  return (await import(/* @vite-ignore */ file)) as Exports;
}

/** Loads a package of the installation, as the recipes do. */
async function load<Module>(name: string): Promise<Module> {
  const file = join(installation.folder, 'load.ts');
  writeFileSync(file, `export const load = (name) => import(name);`);
  const { load } = (await import(/* @vite-ignore */ file)) as { load: (name: string) => Promise<Module> };
  return load(name);
}

/** The way of a page's requests: the relay of a recipe, with the credentials of its person. */
interface Mounted {
  readonly handle: (request: Request) => Promise<Response>;
  /** Header and value of somebody who has signed in to the platform. */
  readonly credentials: readonly [name: string, value: string];
  /** Others that nobody's back-end has made. */
  readonly forged: readonly string[];
}

/** Starts the Express application of a recipe with a log-in, and logs in. */
async function mount(app: Express, logIn: (request: ExpressRequest, done: () => void) => void): Promise<Mounted> {
  app.post('/log-in', (request, response) => logIn(request, () => void response.end()));
  const server = app.listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const handle = (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    return fetch(url + pathname + search, request);
  };
  const [cookie = ''] = (await fetch(`${url}/log-in`, { method: 'POST' })).headers.getSetCookie();
  const [value = ''] = cookie.split(';');
  return {
    handle,
    credentials: ['Cookie', value],
    forged: [value.replace(/.{8}$/, 'AAAAAAAA'), 'connect.sid=person-1'],
  };
}

function relayWith(identify: Identify): Relay {
  const settings = service.values['settings'] as Parameters<typeof createRelay>[0];
  return createRelay({ ...settings, mountPath: '/wallet', origins: [origin], identify, audit: () => undefined });
}

/** Each recipe, mounted, with its person logged in by the package itself. */
const recipes: Readonly<Record<string, () => Promise<Mounted>>> = {
  async 'express-session'() {
    const { app } = await recipe<{ app: Express }>('express-session');
    return mount(app, (request, done) => {
      Object.assign((request as unknown as { session: object }).session, { person });
      done();
    });
  },
  async passport() {
    const { app } = await recipe<{ app: Express }>('passport');
    return mount(app, (request, done) =>
      (request as unknown as { logIn(user: object, done: () => void): void }).logIn(person, done),
    );
  },
  async jose() {
    const { identify } = await recipe<{ identify: Identify }>('jose');
    const { SignJWT, UnsecuredJWT } = await load<Jose>('jose');
    const audience = origin;
    const issuer = 'https://login.example.com';
    const claims = { sub: person.userId, aud: audience, iss: issuer };
    const sign = (more: object, key: never = given('privateKey'), expires = '1h'): Promise<string> =>
      new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg: 'ES256' }).setExpirationTime(expires).sign(key);
    const another = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
    const forged = [
      await sign({}, another.privateKey as never),
      await sign({}, undefined, '-1h'),
      await sign({ aud: 'https://other.example.com' }),
      await sign({ iss: 'https://evil.example' }),
      new UnsecuredJWT(claims).setExpirationTime('1h').encode(),
      '',
    ];
    return {
      handle: relayWith(identify),
      credentials: ['Authorization', `Bearer ${await sign({})}`],
      forged: forged.map((token) => `Bearer ${token}`),
    };
  },
  async '@auth/core'() {
    const { identify } = await recipe<{ identify: Identify }>('@auth/core');
    const { Auth } = await load<{ Auth(request: Request, config: object): Promise<Response> }>('@auth/core');
    const { default: credentials } = await load<{ default(options: object): object }>(
      '@auth/core/providers/credentials',
    );
    const config = {
      basePath: '/auth',
      trustHost: true,
      secret: given('authSecret'),
      providers: [credentials({ credentials: {}, authorize: () => ({ id: person.userId }) })],
    };
    const cookiesOf = (response: Response): string =>
      response.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0] ?? '')
        .join('; ');
    const asked = await Auth(new Request(`${origin}/auth/csrf`), config);
    const { csrfToken } = (await asked.json()) as { csrfToken: string };
    const signingIn = new Request(`${origin}/auth/callback/credentials`, {
      method: 'POST',
      headers: { Cookie: cookiesOf(asked), 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrfToken, callbackUrl: origin }).toString(),
    });
    const cookie = cookiesOf(await Auth(signingIn, config));
    const name = '__Secure-authjs.session-token';
    expect(cookie).toContain(`${name}=`);
    const forged = [
      cookie.replace(/.{8}$/, 'AAAAAAAA'),
      `${name}=person-1`,
      cookie.replace(name, 'authjs.session-token'),
    ];
    return { handle: relayWith(identify), credentials: ['Cookie', cookie], forged };
  },
  async 'iron-session'() {
    const { identify } = await recipe<{ identify: Identify }>('iron-session');
    const { sealData } = await load<IronSession>('iron-session');
    const seal = (password: string): Promise<string> => sealData({ userId: person.userId }, { password });
    const { password } = given('sealed') as { password: string };
    const value = await seal(password);
    const forged = [await seal('another password of at least 32 characters'), value.slice(0, -8), 'person-1'];
    return {
      handle: relayWith(identify),
      credentials: ['Cookie', `sealed=${value}`],
      forged: forged.map((one) => `sealed=${one}`),
    };
  },
};

describe.for(Object.keys(recipes))('the recipe for %s', (name) => {
  let mounted: Mounted;

  beforeAll(async () => {
    const create = recipes[name];
    if (create !== undefined) mounted = await create();
  });

  const withCredentials = (request: Request, [header, value]: readonly [string, string]): Request => {
    const headers = new Headers(request.headers);
    headers.delete('Cookie');
    headers.set(header, value);
    return new Request(request, { headers });
  };

  test('has a person who is logged in sign in to the wallet, and pay', async () => {
    const { handle, credentials } = mounted;
    expect(await service.pay((request) => handle(withCredentials(request, credentials)))).toBe('PROCESSING');
  });

  test('knows nobody without a session, or with one that was forged', async () => {
    const { handle, credentials, forged } = mounted;
    const read = new Request(`${origin}/wallet/auth/credentials?accountId=${person.accountIds[0] ?? ''}`);
    const codeOf = async (request: Request): Promise<unknown> =>
      ((await (await handle(request)).json()) as { code?: unknown }).code;
    expect(await codeOf(read)).toBe('RELAY_UNAUTHENTICATED');
    for (const value of forged) {
      expect(await codeOf(withCredentials(read, [credentials[0], value])), value).toBe('RELAY_UNAUTHENTICATED');
    }
  });
});

test('the recipes type-check against the packages and the installed kit', async () => {
  const blocks = readBlocks().filter(
    ({ title, code, side }) => title.startsWith('docs/relay.md') && side === 'installed' && !code.includes('fastify'),
  );
  for (const [index, { code }] of blocks.entries()) {
    writeFileSync(join(installation.folder, `checked-${String(index)}.ts`), code);
  }
  const compilerOptions = {
    target: 'ES2022',
    module: 'NodeNext',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  };
  writeFileSync(
    join(installation.folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['checked-*.ts'] }),
  );
  const outcome = await run(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'],
    installation.folder,
  );
  expect(outcome.code, outcome.stdout).toBe(0);
  expect(blocks.length).toBe(5);
});

test('the recipe for fastify signs in and pays, over the installed kit', async () => {
  vi.stubEnv('PORT', '0');
  onTestFinished(() => void vi.unstubAllEnvs());
  Object.assign(globalThis, { relay: service.values['relay'] });
  const { server } = await recipe<{ server: Server }>('fastify');
  servers.push(server);
  await uses['server']?.(server as never, service);
});
