import { describe, expect, test } from 'vitest';
import { createCookieSessions } from '../../demo/server/cookie.ts';
import { OptionError, readOptions } from '../../demo/server/options.ts';
import { createPeople } from '../../demo/server/people.ts';
import { createPlatform, type PlatformOptions } from '../../demo/server/platform.ts';
import { createWhoAsks } from '../../demo/server/who-asks.ts';
import { createUpdates } from '../../demo/server/updates.ts';
import { createPlatformService, ServiceRefusal, type PlatformService } from '../../demo/server/service.ts';

const enclaveKey = `04${'0a'.repeat(64)}`;
const real = {
  PLATFORM_BASE_URL: 'https://api.example.com/2025-10-13/',
  PLATFORM_CLIENT_ID: 'client',
  PLATFORM_CLIENT_SECRET: 'a secret',
  PLATFORM_ENCLAVE_KEYS: enclaveKey,
};

describe('readOptions', () => {
  test('without settings it is the sandbox on the usual port', () => {
    expect(readOptions({}, [])).toEqual({ port: 4700, profile: 'spec', service: null, enclaveKeys: [] });
  });

  test('the port comes from --port, else from PORT', () => {
    expect(readOptions({ PORT: '5000' }, []).port).toBe(5000);
    expect(readOptions({ PORT: '5000' }, ['--port', '6000']).port).toBe(6000);
    expect(readOptions({}, ['--port=0']).port).toBe(0);
    for (const port of ['x', '-1', '65536', '']) expect(() => readOptions({}, ['--port', port])).toThrow(OptionError);
  });

  test('--wallet-page moves what is signed to a host of its own, with the sandbox and with a service', () => {
    expect(readOptions({}, ['--port', '0', '--wallet-page']).walletPage).toBe(true);
    expect(readOptions(real, ['--wallet-page']).walletPage).toBe(true);
  });

  test('the four variables of a real service are read together', () => {
    expect(readOptions({ ...real, PLATFORM_PROFILE: 'grid' }, [])).toEqual({
      port: 4700,
      profile: 'grid',
      service: { baseUrl: 'https://api.example.com/2025-10-13', clientId: 'client', clientSecret: 'a secret' },
      enclaveKeys: [enclaveKey],
    });
  });

  test('a variable that is missing or wrong is named, and no value is repeated', () => {
    const { PLATFORM_CLIENT_SECRET: _, ...partial } = real;
    expect(() => readOptions(partial, [])).toThrow('without PLATFORM_CLIENT_SECRET');
    expect(() => readOptions({ ...real, PLATFORM_BASE_URL: 'host' }, [])).toThrow('PLATFORM_BASE_URL');
    expect(() => readOptions({ ...real, PLATFORM_ENCLAVE_KEYS: '02ab' }, [])).toThrow('PLATFORM_ENCLAVE_KEYS');
    expect(() => readOptions({ PLATFORM_PROFILE: 'other' }, [])).toThrow('PLATFORM_PROFILE must be spec or grid');
  });
});

describe('createCookieSessions', () => {
  const secret = new Uint8Array(32).fill(7);
  const valueOf = (setCookie: string): string => setCookie.split(';')[0] ?? '';

  test('reads back the user it was issued for, among other cookies', async () => {
    const cookies = createCookieSessions(secret, () => 1_000_000);
    expect(await cookies.read(`a=b; ${valueOf(await cookies.issue('user-1'))}; c=d`)).toBe('user-1');
  });

  test('is out of reach for scripts and other sites', async () => {
    const issued = await createCookieSessions(secret, () => 0).issue('user');
    expect(issued).toContain('HttpOnly');
    expect(issued).toContain('SameSite=Strict');
  });

  test('refuses every changed character, another key, an expired one and none', async () => {
    let now = 1_000_000;
    const cookies = createCookieSessions(secret, () => now);
    const value = decodeURIComponent(valueOf(await cookies.issue('user')));
    const start = value.indexOf('=') + 1;
    const read = (text: string) => cookies.read(`platform_session=${encodeURIComponent(text.slice(start))}`);
    expect(await read(value)).toBe('user');
    for (let at = start; at < value.length; at += 1) {
      const changed = `${value.slice(0, at)}${value[at] === 'A' ? 'B' : 'A'}${value.slice(at + 1)}`;
      expect(await read(changed), `character ${String(at)}`).toBeNull();
    }
    expect(await createCookieSessions(new Uint8Array(32), () => now).read(value)).toBeNull();
    expect(await cookies.read(null)).toBeNull();
    expect(await cookies.read('platform_session=')).toBeNull();
    now += 9 * 60 * 60 * 1000;
    expect(await read(value)).toBeNull();
  });
});

describe('createPlatform', () => {
  const json = { 'content-type': 'application/json', origin: 'http://localhost:4700' };

  function make(changes: Partial<PlatformService> = {}, more: Partial<PlatformOptions> = {}) {
    const calls: string[] = [];
    const service: PlatformService = {
      async createCustomer({ email }) {
        calls.push(`create ${email}`);
        return `Customer:${String(calls.length)}`;
      },
      walletAccount: async () => ({ id: 'InternalAccount:1' }) as never,
      async fund(accountId, amount) {
        calls.push(`fund ${accountId} ${String(amount)}`);
      },
      addBank: async () => ({ id: 'ExternalAccount:1' }) as never,
      bankIds: async () => ['ExternalAccount:1'],
      quote: async () => ({ id: 'Quote:1' }) as never,
      async issueCard({ customerId, accountId }) {
        calls.push(`issue ${customerId} ${accountId}`);
      },
      cardIds: async () => ['Card:1'],
      async purchase(_holder, cardId, amount) {
        calls.push(`purchase ${cardId} ${String(amount)}`);
        return true;
      },
      ...changes,
    };
    const people = createPeople(service);
    const cookies = createCookieSessions(new Uint8Array(32), () => 0);
    const options: PlatformOptions = {
      people,
      cookies,
      whoAsks: createWhoAsks(people, cookies, true),
      service,
      relay: async () => new Response('relayed'),
      updates: createUpdates(0),
      addPages: (app) => void app.get('*', (context) => context.text(`page ${context.req.path}`)),
      ...more,
    };
    const platform = createPlatform(options);
    const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      platform(
        new Request(`http://localhost:4700${path}`, {
          method,
          headers: { ...json, ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      );
    const enter = async (): Promise<string> => {
      const response = await send('POST', '/api/session', { email: 'Sample.Customer@example.com' });
      return response.headers.get('set-cookie')?.split(';')[0] ?? '';
    };
    return { calls, platform, send, enter };
  }

  test('a request of the attacks is from somebody of its own, whoever the cookie names, and never so in front of a real service', async () => {
    const name = crypto.randomUUID();
    const { calls, send, enter } = make();
    const cookie = await enter();
    await send('POST', '/api/fund', { amount: 5 }, { cookie, attacked: name });
    expect(calls).toContain(`create ${name}@attacked.example.com`);
    const people = createPeople({} as PlatformService);
    const whoAsks = createWhoAsks(
      people,
      createCookieSessions(new Uint8Array(32), () => 0),
      false,
    );
    expect(await whoAsks(new Headers({ attacked: name }))).toBeNull();
  });

  test('an e-mail address enters once, whatever its case', async () => {
    const { calls, send, enter } = make();
    const cookie = await enter();
    await send('POST', '/api/session', { email: 'sample.customer@EXAMPLE.com' });
    expect(calls).toEqual(['create sample.customer@example.com']);
    const { person } = (await (await send('GET', '/api/session', undefined, { cookie })).json()) as { person: object };
    expect(person).toEqual({
      email: 'sample.customer@example.com',
      fullName: 'Sample Customer',
      customerId: 'Customer:1',
      accountId: 'InternalAccount:1',
    });
  });

  test('without its cookie nobody is here and nothing is funded', async () => {
    const { calls, send } = make();
    expect(await (await send('GET', '/api/session')).json()).toEqual({ person: null });
    expect((await send('POST', '/api/fund', { amount: 5 })).status).toBe(401);
    expect((await send('POST', '/api/fund', { amount: 5 }, { cookie: 'platform_session=a.9.b' })).status).toBe(401);
    expect(calls).toEqual([]);
  });

  test('reads no more of a body than it takes, of a page’s and of a webhook’s', async () => {
    const webhooks = { verify: async (): Promise<never> => Promise.reject(new Error('not reached')) };
    const { platform } = make({}, { webhooks });
    for (const [path, most] of [
      ['/api/session', 10_000],
      ['/webhooks', 1_100_000],
    ] as const) {
      let pulled = 0;
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            pulled += 1024;
            if (pulled > 60_000_000) controller.close();
            else controller.enqueue(new Uint8Array(1024).fill(120));
          },
        },
        { highWaterMark: 0 },
      );
      const init = { method: 'POST', headers: json, body, duplex: 'half' };
      const response = await platform(new Request(`http://localhost:4700${path}`, init));
      expect(response.status, path).toBe(413);
      expect(pulled, path).toBeLessThan(most);
    }
  });

  test('funds whole positive amounts only', async () => {
    const { calls, send, enter } = make();
    const cookie = await enter();
    for (const amount of [0, -1, 1.5, '5', 1e12, null]) {
      const response = await send('POST', '/api/fund', { amount }, { cookie });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        code: 'INVALID_INPUT',
        details: { errors: [{ field: 'amount' }] },
      });
    }
    expect((await send('POST', '/api/fund', { amount: 5 }, { cookie })).status).toBe(200);
    expect(calls.slice(1)).toEqual(['fund InternalAccount:1 5']);
  });

  test('a card is issued to the person who is here, and only their own card is charged', async () => {
    const { calls, send, enter } = make();
    expect((await send('POST', '/api/card', {})).status).toBe(401);
    const cookie = await enter();
    expect((await send('POST', '/api/card', {}, { cookie })).status).toBe(200);
    for (const cardId of ['Card:2', '', undefined]) {
      expect((await send('POST', '/api/card/purchase', { cardId, amount: 5 }, { cookie })).status).toBe(404);
    }
    expect((await send('POST', '/api/card/purchase', { cardId: 'Card:1', amount: 0.5 }, { cookie })).status).toBe(400);
    const bought = await send('POST', '/api/card/purchase', { cardId: 'Card:1', amount: 5 }, { cookie });
    expect(await bought.json()).toEqual({ approved: true });
    expect(calls.slice(1)).toEqual(['issue Customer:1 InternalAccount:1', 'purchase Card:1 5']);
  });

  test('another site can change nothing, by whatever origin', async () => {
    const { calls, send } = make();
    for (const origin of ['https://evil.example', 'http://localhost:4701', 'null', '']) {
      expect((await send('POST', '/api/session', { email: 'a@example.com' }, { origin })).status).toBe(403);
    }
    expect(calls).toEqual([]);
  });

  test('another name for this machine is sent to localhost, a strange one is refused', async () => {
    const { platform } = make();
    const response = await platform(new Request('http://127.0.0.1:4700/'));
    expect([response.status, response.headers.get('location')]).toEqual([302, 'http://localhost:4700/']);
    expect((await platform(new Request('http://rebound.example:4700/'))).status).toBe(421);
  });

  test('the service’s refusal is passed on with its code, but its 401 does not sign the person out', async () => {
    const refuse = (status: number) => async (): Promise<never> => {
      throw new ServiceRefusal({ status, code: 'SOME_CODE', message: 'Some words.' });
    };
    const refused = make({ fund: refuse(403) });
    const cookie = await refused.enter();
    const response = await refused.send('POST', '/api/fund', { amount: 5 }, { cookie });
    expect([response.status, await response.json()]).toEqual([
      403,
      { status: 403, code: 'SOME_CODE', message: 'Some words.' },
    ]);
    const unauthorized = make({ fund: refuse(401) });
    const other = await unauthorized.enter();
    expect((await unauthorized.send('POST', '/api/fund', { amount: 5 }, { cookie: other })).status).toBe(502);
  });

  test.each([
    ['reason', { code: 'SOME_CODE', reason: 'Some words.' }],
    ['message', { status: 409, code: 'SOME_CODE', message: 'Some words.' }],
  ])('a refusal whose text is its %s is passed on in one form', async (_name, said) => {
    const access = { baseUrl: 'https://service.example.com', clientId: 'id', clientSecret: 'a secret' };
    const service = createPlatformService(access, 'spec', async () => Response.json(said, { status: 409 }));
    const { send, enter } = make({ fund: service.fund });
    const cookie = await enter();
    const response = await send('POST', '/api/fund', { amount: 5 }, { cookie });
    expect([response.status, await response.json()]).toEqual([
      409,
      { status: 409, code: 'SOME_CODE', message: 'Some words.' },
    ]);
  });

  test('time does not move where there is no sandbox, and wallet calls go to the relay', async () => {
    const { send } = make();
    expect((await send('POST', '/api/clock', { advanceMs: 1000 })).status).toBe(404);
    expect(await (await send('POST', '/wallet/quotes')).text()).toBe('relayed');
    expect(await (await send('GET', '/')).text()).toBe('page /');
  });
});
