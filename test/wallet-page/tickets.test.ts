/** Who comes to a wallet page: tickets, and the cookie that they are exchanged for. */
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { createMemoryRelayStore, type RelayStore } from '../../src/relay/index.ts';
import { createRedisRelayStore } from '../../src/relay/redis.ts';
import { createTicket, endVisits } from '../../src/wallet-page/ticket.ts';
import { ada, bob, id } from '../relay/service.ts';
import { appOrigin, openTestPage, walletOrigin } from './page.ts';

const name = '__Host-countersign-wallet';

describe('a ticket', () => {
  test('is exchanged for a cookie that no script reads, no other host sets and no other site sends', async () => {
    const { ticketFor, enter, whoIs } = openTestPage();
    const response = await enter(await ticketFor());
    expect(response.status).toBe(204);
    const [cookie = '', ...attributes] = (response.headers.get('Set-Cookie') ?? '').split('; ');
    expect(cookie).toMatch(new RegExp(`^${name}=`));
    expect(attributes).toEqual(['Path=/', 'HttpOnly', 'SameSite=Strict', 'Secure']);
    expect(await whoIs(cookie)).toBe(ada.customerId);
  });

  test('is good once', async () => {
    const { ticketFor, enter } = openTestPage();
    const ticket = await ticketFor();
    expect([(await enter(ticket)).status, (await enter(ticket)).status]).toEqual([204, 403]);
  });

  test('is good once also for two who come at the same moment', async () => {
    const { ticketFor, enter } = openTestPage();
    const ticket = await ticketFor();
    const both = await Promise.all([enter(ticket), enter(ticket)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([204, 403]));
  });

  test('is good for 30 seconds', async () => {
    const { ticketFor, enter, clock } = openTestPage();
    const [early, late] = [await ticketFor(), await ticketFor()];
    clock.advance(29_999);
    expect((await enter(early)).status).toBe(204);
    clock.advance(1);
    expect((await enter(late)).status).toBe(403);
  });

  test.each([
    ['the app', { Origin: appOrigin }],
    ['another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
    ['no page', { Origin: 'null' }],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['a form without a type', { 'Content-Type': 'text/plain' }],
  ])('is taken from the page alone, and stays good: %s', async (_title, headers) => {
    const { ticketFor, enter } = openTestPage();
    const ticket = await ticketFor();
    const stolen = await enter(ticket, headers);
    expect([stolen.ok, stolen.headers.get('Set-Cookie')]).toEqual([false, null]);
    expect((await enter(ticket)).status).toBe(204);
  });

  test('comes from a page, so never without an origin', async () => {
    const { ticketFor, send } = openTestPage();
    const body = JSON.stringify({ ticket: await ticketFor() });
    const response = await send('POST /enter', { headers: { 'Content-Type': 'application/json' }, body });
    expect(response.status).toBe(403);
  });

  test.each([
    ['{"ticket":1}', 403],
    ['{"ticket":"x"}', 403],
    ['{}', 403],
    ['null', 403],
    [undefined, 403],
    ['{"ticket":', 400],
    [JSON.stringify({ ticket: 'a'.repeat(500) }), 413],
  ])('is a short text in JSON: %s', async (body, status) => {
    const { send } = openTestPage();
    const headers = { Origin: walletOrigin, 'Content-Type': 'application/json' };
    expect((await send('POST /enter', { headers, ...(body === undefined ? {} : { body }) })).status).toBe(status);
  });

  test('is in the store as a hash alone, and so is the cookie, which says nothing of the person', async () => {
    const memory = createMemoryRelayStore();
    const written: string[] = [];
    const store: RelayStore = {
      ...memory,
      put: (key, value, options) => {
        written.push(`${key} ${value}`);
        return memory.put(key, value, options);
      },
    };
    const { enter } = openTestPage({ store });
    const ticket = await createTicket({ store, origin: walletOrigin, user: ada });
    const cookie = (await enter(ticket)).headers.get('Set-Cookie')?.split(';')[0] ?? '';
    expect(cookie).toMatch(new RegExp(`^${name}=[\\w-]{43}$`));
    expect(written).toEqual([
      expect.stringMatching(/^epoch:[\w-]{43} [\w-]{43}$/),
      expect.stringMatching(/^ticket:[\w-]{43} \{"userId":"user-ada"/),
      expect.stringMatching(/^visit:[\w-]{43} \{"userId":"user-ada"/),
    ]);
    for (const secret of [ticket, cookie.slice(name.length + 1)]) expect(written.join(' ')).not.toContain(secret);
  });

  test('may be written by a back-end in another language, as the guide says', async () => {
    const entries: string[][] = [];
    const client = {
      eval: (_script: string, { keys, arguments: given }: { keys: string[]; arguments: string[] }) => {
        if (given.length > 0) entries.push([...keys, ...given]);
        return Promise.resolve(given.length > 0 ? 'OK' : 'theirs');
      },
    };
    const hashOf = (text: string): string =>
      createHash('sha256').update(`https://wallet.example.com#${text}`).digest('base64url');
    const redis = createRedisRelayStore({ client });
    const ticket = await createTicket({ store: redis, origin: walletOrigin, user: ada });
    await endVisits({ store: redis, origin: walletOrigin, userId: ada.userId });
    const value = JSON.stringify({ ...ada, epoch: 'theirs' });
    expect(entries).toEqual([
      [`countersign:ticket:${hashOf(ticket)}`, '30000', value],
      [`countersign:epoch:${hashOf(ada.userId)}`, '31536000000', expect.stringMatching(/^[\w-]{43}$/) as string],
    ]);
    const { store, enter } = openTestPage();
    const theirs = randomBytes(32).toString('base64url');
    await store.put(`epoch:${hashOf(ada.userId)}`, 'theirs', { ttlMs: 31_536_000_000 });
    await store.put(`ticket:${hashOf(theirs)}`, value, { ttlMs: 30_000 });
    expect((await enter(theirs)).status).toBe(204);
  });

  test('leads to its page alone, and so does the visit, where pages of two environments share a store', async () => {
    const production = openTestPage();
    const { store } = production;
    const staging = openTestPage({ origin: 'https://wallet.staging.example.com', store });
    const ticketFor = () => createTicket({ store, origin: 'https://wallet.staging.example.com', user: ada });
    expect((await production.enter(await ticketFor())).status).toBe(403);
    const entered = await staging.enter(await ticketFor());
    const cookie = entered.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    expect([await staging.whoIs(cookie), await production.whoIs(cookie)]).toEqual([ada.customerId, '401']);
  });

  test('is not made without a store, without a page, or for nobody', async () => {
    const { store } = openTestPage();
    const origin = walletOrigin;
    await expect(createTicket({ store, origin: `${origin}/`, user: ada })).rejects.toThrow(
      'createTicket: origin must be the origin of the wallet page, such as "https://wallet.example.com"',
    );
    await expect(createTicket({ origin, user: ada } as never)).rejects.toThrow('createTicket: store');
    await expect(createTicket({ store: {} as never, origin, user: ada })).rejects.toThrow('createTicket: store');
    await expect(createTicket({ store, origin, user: { ...ada, customerId: 'x' } })).rejects.toThrow(
      'createTicket: user',
    );
    await expect(createTicket({ store, origin, user: null as never })).rejects.toThrow('createTicket: user');
  });
});

describe('a stolen ticket', () => {
  const payee = id('ExternalAccount', '1');
  const confirm = `POST /relay/payees/${payee}/confirm`;

  test('lets a program read, and confirm no payee, though the person signs in on their own device', async () => {
    const { send, cookieOf, service } = openTestPage();
    const headersOf = (cookie: string) => ({
      Cookie: cookie,
      Origin: walletOrigin,
      'Content-Type': 'application/json',
    });
    const [stolen, own] = [headersOf(await cookieOf()), headersOf(await cookieOf())];
    const login = JSON.stringify({ type: 'EMAIL_OTP', encryptedOtpBundle: '{}' });
    const verify = `POST /auth/credentials/${id('AuthMethod', '1')}/verify`;
    service.on(verify, {});
    expect((await send(verify.replace(' ', ' /relay'), { headers: own, body: login })).status).toBe(200);
    expect((await send(`GET /relay/customers/external-accounts/${payee}`, { headers: stolen })).status).toBe(200);
    expect((await send(confirm, { headers: stolen, body: '{}' })).status).toBe(403);
    expect((await send(confirm, { headers: own, body: '{}' })).status).toBe(204);
  });
});

describe('a visit', () => {
  test('has a public name for its page, which tells neither its cookie nor its key in the store', async () => {
    const store = createMemoryRelayStore();
    const keys: string[] = [];
    const noted: RelayStore = {
      ...store,
      get: (key) => {
        keys.push(key);
        return store.get(key);
      },
    };
    const { send, enter } = openTestPage({ store: noted });
    const nameOf = async (cookie: string): Promise<string> => {
      const me = await send('GET /relay/me', { headers: { Cookie: cookie } });
      return ((await me.json()) as { readonly visit: string }).visit;
    };
    const ticketOf = async (): Promise<string> => createTicket({ store: noted, origin: walletOrigin, user: ada });
    const cookie = (await enter(await ticketOf())).headers.get('Set-Cookie')?.split(';')[0] ?? '';
    const visit = await nameOf(cookie);
    expect(visit).toMatch(/^[\w-]{43}$/);
    expect([...keys, cookie].filter((one) => one.includes(visit))).toEqual([]);
    await enter(await ticketOf(), { Cookie: cookie });
    expect(await nameOf(cookie)).toBe(visit);
    const another = (await enter(await ticketOf())).headers.get('Set-Cookie')?.split(';')[0] ?? '';
    expect(await nameOf(another)).not.toBe(visit);
  });

  test('is told of to nobody where the platform’s own session lets people in', async () => {
    const { send } = openTestPage({ enter: () => ada });
    expect(Object.keys((await (await send('GET /relay/me')).json()) as object)).toEqual(['customerId', 'accountIds']);
  });

  test('ends after half an hour', async () => {
    const { cookieOf, whoIs, clock } = openTestPage();
    const cookie = await cookieOf();
    clock.advance(1_799_999);
    expect(await whoIs(cookie)).toBe(ada.customerId);
    clock.advance(1);
    expect(await whoIs(cookie)).toBe('401');
  });

  test('ends where another person enters in the same browser', async () => {
    const { cookieOf, whoIs, enter, ticketFor } = openTestPage();
    const hers = await cookieOf(ada);
    const entered = await enter(await ticketFor(bob), { Cookie: hers });
    const his = entered.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    expect(his).not.toBe(hers);
    expect([await whoIs(hers), await whoIs(his)]).toEqual(['401', bob.customerId]);
  });

  test('goes on where the same person enters again: with that ticket’s accounts, for half an hour from then', async () => {
    const { cookieOf, whoIs, send, enter, ticketFor, clock } = openTestPage();
    const cookie = await cookieOf();
    clock.advance(1_799_999);
    const accountIds = [id('InternalAccount', '2')];
    const again = await enter(await ticketFor({ ...ada, accountIds }), { Cookie: cookie });
    expect(again.headers.get('Set-Cookie')?.split(';')[0]).toBe(cookie);
    const me = await send('GET /relay/me', { headers: { Cookie: cookie } });
    expect(await me.json()).toMatchObject({ customerId: ada.customerId, accountIds });
    clock.advance(1_799_999);
    expect(await whoIs(cookie)).toBe(ada.customerId);
    clock.advance(1);
    expect(await whoIs(cookie)).toBe('401');
  });

  test('goes on, with its cookie, where a ticket is unknown, late, used, or of before a log-out', async () => {
    const { cookieOf, whoIs, enter, ticketFor, logOut, clock } = openTestPage();
    const [used, late, ended] = [await ticketFor(bob), await ticketFor(bob), await ticketFor(bob)];
    await enter(used);
    await logOut(bob);
    const cookie = await cookieOf(ada);
    const refused = [await enter('a'.repeat(43), { Cookie: cookie }), await enter(used, { Cookie: cookie })];
    refused.push(await enter(ended, { Cookie: cookie }));
    clock.advance(30_000);
    refused.push(await enter(late, { Cookie: cookie }));
    for (const { status, headers } of refused) expect([status, headers.get('Set-Cookie')]).toEqual([403, null]);
    expect(await whoIs(cookie)).toBe(ada.customerId);
  });

  test('ends in every browser with the log-out of its person alone, and none begins by an earlier ticket', async () => {
    const { cookieOf, whoIs, enter, ticketFor, logOut } = openTestPage();
    const hers = [await cookieOf(ada), await cookieOf(ada)];
    const his = await cookieOf(bob);
    const ticket = await ticketFor(ada);
    await logOut(ada);
    expect([await whoIs(hers[0] ?? ''), await whoIs(hers[1] ?? ''), await whoIs(his)]).toEqual([
      '401',
      '401',
      bob.customerId,
    ]);
    expect((await enter(ticket)).status).toBe(403);
    expect(await whoIs(await cookieOf(ada))).toBe(ada.customerId);
  });

  test('admits nobody where the store has lost its epoch, and a later one doesn’t bring it back', async () => {
    const { cookieOf, whoIs, store } = openTestPage();
    const cookie = await cookieOf();
    const hash = createHash('sha256').update(`${walletOrigin}#${ada.userId}`).digest('base64url');
    await store.take(`epoch:${hash}`);
    expect(await whoIs(cookie)).toBe('401');
    await cookieOf();
    expect(await whoIs(cookie)).toBe('401');
  });

  test('begins by either of two tickets that are a person’s first, made at the same moment', async () => {
    const { enter, ticketFor } = openTestPage();
    const tickets = await Promise.all([ticketFor(), ticketFor()]);
    for (const ticket of tickets) expect((await enter(ticket)).status).toBe(204);
  });

  test('ends with the page’s own sign-out, which no other site asks for', async () => {
    const { cookieOf, whoIs, send } = openTestPage();
    const cookie = await cookieOf();
    const leave = (headers: Record<string, string>) =>
      send('POST /leave', { headers: { Cookie: cookie, 'Content-Type': 'application/json', ...headers }, body: '{}' });
    expect((await leave({ Origin: appOrigin })).status).toBe(403);
    expect((await leave({ Origin: walletOrigin, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await send('GET /leave', { headers: { Cookie: cookie } })).status).toBe(405);
    expect(await whoIs(cookie)).toBe(ada.customerId);
    const left = await leave({ Origin: walletOrigin });
    expect(left.status).toBe(204);
    expect(left.headers.get('Set-Cookie')).toMatch(new RegExp(`^${name}=; Max-Age=0; Path=/;`));
    expect(await whoIs(cookie)).toBe('401');
  });

  test('is nobody’s by a cookie that the page hasn’t made', async () => {
    const { cookieOf, whoIs } = openTestPage();
    const hers = await cookieOf(ada);
    const value = (cookie: string): string => cookie.slice(name.length + 1);
    for (const tossed of [
      `${name}=${'a'.repeat(43)}`,
      `${name}=`,
      `${name.toLowerCase()}=${value(hers)}`,
      `countersign-wallet=${value(hers)}`,
      `other=a,${name}=${value(hers)}`,
      `other=a, ${name}=${value(hers)}`,
      `${hers}x`,
    ]) {
      expect(await whoIs(tossed), tossed).toBe('401');
    }
  });

  test('is nobody’s where there are two cookies, of which a sibling host may have tossed one', async () => {
    const { cookieOf, whoIs } = openTestPage();
    const [hers, his] = [await cookieOf(ada), await cookieOf(bob)];
    expect([await whoIs(`${hers}; ${his}`), await whoIs(`${his}; ${hers}`), await whoIs(`${hers}; ${hers}`)]).toEqual([
      '401',
      '401',
      '401',
    ]);
    expect(await whoIs(`theme=dark; ${hers}; a=b`)).toBe(ada.customerId);
  });

  test('has a cookie with a plain name on this machine, where there is no TLS', async () => {
    const { cookieOf, whoIs } = openTestPage({ origin: 'http://wallet.demo.localhost:4000' });
    const cookie = await cookieOf();
    expect(cookie).toMatch(/^countersign-wallet=/);
    expect(await whoIs(cookie)).toBe(ada.customerId);
  });

  test('is the platform’s own session where enter is a function', async () => {
    const enter = (request: Request) => (request.headers.get('Cookie') === 'person=ada' ? ada : null);
    const { whoIs, send } = openTestPage({ enter });
    expect([await whoIs('person=ada'), await whoIs('person=bob')]).toEqual([ada.customerId, '401']);
    expect([(await send('POST /enter')).status, (await send('POST /leave')).status]).toEqual([404, 404]);
  });

  test('is refused, not invented, where the store fails, and the console says why without the ticket', async () => {
    const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { store, send } = openTestPage({
      store: {
        get: () => Promise.resolve('theirs'),
        take: (key) => Promise.reject(new TypeError(`down: ${key}`)),
        put: () => Promise.reject(new Error('down')),
        increment: () => Promise.reject(new Error('down')),
      },
    });
    const body = JSON.stringify({ ticket: await createTicket({ store, origin: walletOrigin, user: ada }) });
    const headers = { Origin: walletOrigin, 'Content-Type': 'application/json' };
    const response = await send('POST /enter', { headers, body });
    expect([response.status, response.headers.get('Set-Cookie'), await response.text()]).toEqual([503, null, '']);
    expect(response.headers.get('Retry-After')).toBe('5');
    expect(said.mock.calls).toEqual([
      ["countersign/relay: RELAY_INTERNAL_ERROR: The relay's store failed. (TypeError)"],
    ]);
    said.mockRestore();
  });

  test('goes on where the store was away, and is told to come again meanwhile', async () => {
    const memory = createMemoryRelayStore();
    let isAway = false;
    const get = (key: string): Promise<string | null> => (isAway ? Promise.reject(new Error('down')) : memory.get(key));
    const store: RelayStore = { ...memory, get };
    const { enter, send, whoIs } = openTestPage({ store });
    const entered = await enter(await createTicket({ store, origin: walletOrigin, user: ada }));
    const cookie = entered.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    isAway = true;
    const { status, headers } = await send('GET /relay/me', { headers: { Cookie: cookie } });
    expect([status, headers.get('Retry-After')]).toEqual([503, '5']);
    isAway = false;
    expect(await whoIs(cookie)).toBe(ada.customerId);
  });

  test('is refused where the store hangs', async () => {
    const store: RelayStore = { ...createMemoryRelayStore(), take: () => hanging };
    const hanging = new Promise<null>(() => undefined);
    const { enter, clock } = openTestPage({ store });
    const taken = vi.spyOn(store, 'take');
    const answer = enter('a'.repeat(43));
    await expect.poll(() => taken.mock.calls.length).toBe(1);
    clock.advance(2000);
    expect((await answer).status).toBe(503);
  });
});
