import { describe, expect, test } from 'vitest';
import type { RelayIdentity } from '../../src/relay/index.ts';
import { createOwnership } from '../../src/relay/ownership/ownership.ts';
import type { SharedReads } from '../../src/relay/ownership/shared-reads.ts';
import { completeClock } from '../../src/kit/waiting.ts';
import { nextTurn } from '../rest.ts';
import { createTestClock } from './clock.ts';
import { ada, bob, createFakeService, id, json, openRelay, outcome, type Reply } from './service.ts';

const [first = '', second = ''] = ada.accountIds;
const session = id('Session', '1');
const refresh = `POST /auth/sessions/${session}/refresh`;
const body = { clientPublicKey: `02${'ab'.repeat(32)}` };
const quotePath = `/quotes/${id('Quote', '1')}`;

describe('whose a record is', () => {
  test('is remembered for a while when it is the user’s, so that the second leg needs no look-up', async () => {
    const clock = createTestClock();
    const { service, says } = openRelay({ clock });
    service.on(refresh, {}, 202);
    const ask = (): Promise<string> => says(refresh, { body });
    const lookUp = `GET /auth/sessions?accountId=${first}`;
    await ask();
    await ask();
    expect(service.lines()).toEqual([lookUp, refresh, refresh]);
    clock.advance(30_000);
    await ask();
    expect(service.lines().slice(3)).toEqual([lookUp, refresh]);
  });

  test('is asked again soon when it isn’t, so that a new record is found', async () => {
    const clock = createTestClock();
    const { service, says } = openRelay({ clock });
    const line = `DELETE /auth/sessions/${id('Session', '3')}`;
    const ask = (): Promise<string> => says(line);
    expect(await ask()).toBe('404 RELAY_NOT_FOUND');
    service.on(`GET /auth/sessions?accountId=${second}`, { data: [{ id: id('Session', '3'), accountId: second }] });
    service.on(line, () => new Response(null, { status: 204 }));
    expect(await ask()).toBe('404 RELAY_NOT_FOUND');
    clock.advance(1500);
    expect(await ask()).toBe('204');
  });

  test.each([
    { code: 'NOT_FOUND', reason: 'x' },
    { status: 404, code: 'NOT_FOUND', message: 'x' },
  ])('is nobody’s when the service knows no such record, in either form of its error: %o', async (none) => {
    const { service, says } = openRelay();
    service.on(`GET ${quotePath}`, none, 404);
    expect(await says(`POST ${quotePath}/execute`, { headers: { 'Service-Wallet-Signature': 'c3RhbXA' } })).toBe(
      '404 RELAY_NOT_FOUND',
    );
  });

  test.each<[string, Reply]>([
    ['is lost', () => Promise.reject(new TypeError('fetch failed'))],
    ['is a failure', () => json({ status: 503, code: 'SERVICE_UNAVAILABLE', message: 'no' }, 503)],
  ])('is asked again at once after a change that may have been done, as its answer %s', async (_title, fail) => {
    const line = `DELETE /auth/sessions/${id('Session', '3')}`;
    const { service, send, says } = openRelay();
    service.on(line, () => new Response(null, { status: 204 }));
    const ask = (): Promise<string> => says(line);
    expect(await ask()).toBe('404 RELAY_NOT_FOUND');
    service.on(refresh, (request) => {
      service.on(`GET /auth/sessions?accountId=${first}`, { data: [{ id: id('Session', '3'), accountId: first }] });
      return fail(request);
    });
    expect((await send(refresh, { body })).status).toBeGreaterThan(499);
    expect(await ask()).toBe('204');
  });

  test('is asked again at once after a change of the user’s own, such as the login that made the session', async () => {
    const verify = `POST /auth/credentials/${id('AuthMethod', '1')}/verify`;
    const line = `DELETE /auth/sessions/${id('Session', '3')}`;
    const { service, says } = openRelay();
    service.on(line, () => new Response(null, { status: 204 }));
    const ask = (): Promise<string> => says(line);
    expect(await ask()).toBe('404 RELAY_NOT_FOUND');
    service.on(`GET /auth/sessions?accountId=${first}`, { data: [{ id: id('Session', '3'), accountId: first }] });
    service.on(verify, { id: id('Session', '3') });
    const login = { type: 'EMAIL_OTP', encryptedOtpBundle: '{}' };
    expect(await says(verify, { body: login })).toBe('200');
    expect(await ask()).toBe('204');
  });

  test('is asked once for all that ask at the same time, and for made-up ids', async () => {
    const { service, says } = openRelay();
    const madeUp = Array.from(
      { length: 50 },
      (_, at) => `Session:${String(at).padStart(8, '0')}-0000-7000-8000-0000000000ff`,
    );
    const answers = await Promise.all(madeUp.map(async (one) => says(`DELETE /auth/sessions/${one}`)));
    expect(new Set(answers)).toEqual(new Set(['404 RELAY_NOT_FOUND']));
    expect(service.lines()).toEqual(ada.accountIds.map((account) => `GET /auth/sessions?accountId=${account}`));
  });

  test('is asked once, and refused to each, where the service fails', async () => {
    const clock = createTestClock();
    const failed = (): Response => json({ status: 500, code: 'INTERNAL_ERROR', message: 'x' }, 500);
    const { service, says } = openRelay({ clock });
    service.on(`GET ${quotePath}`, failed);
    const execute = (): Promise<string> => says(`POST ${quotePath}/execute`);
    for (let count = 0; count < 3; count += 1) expect(await execute()).toBe('502 RELAY_UPSTREAM_INVALID');
    expect(service.lines()).toEqual([`GET ${quotePath}`]);
    clock.advance(1500);
    await execute();
    expect(service.lines()).toHaveLength(2);
  });

  test('is still asked for the others when the browser that asked first goes away', async () => {
    const controller = new AbortController();
    let answer = (): void => undefined;
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const lookUp = `GET /auth/sessions?accountId=${first}`;
    const service = createFakeService().on(refresh, {}, 202);
    service.on(
      lookUp,
      ({ signal }) =>
        new Promise<Response>((resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')));
          arrive();
          answer = () => resolve(json({ data: [{ id: session, accountId: first }] }));
        }),
    );
    const { send } = openRelay({}, service);
    const gone = send(refresh, { body, signal: controller.signal });
    const stays = send(refresh, { body });
    await arrived;
    await nextTurn();
    controller.abort();
    expect(await outcome(await gone)).toBe('499 RELAY_CLIENT_CLOSED');
    answer();
    expect(await outcome(await stays)).toBe('202');
    expect(service.lines()).toEqual([lookUp, refresh]);
  });

  test('is remembered from a read of the record itself', async () => {
    const execute = `POST ${quotePath}/execute`;
    const { service, send, says } = openRelay();
    service.on(execute, {});
    await send(`GET ${quotePath}`);
    expect(await says(execute)).toBe('200');
    expect(service.lines()).toEqual([`GET ${quotePath}`, execute]);
  });

  test('is forgotten of the oldest of 4,096 records first, so that nobody fills the memory', () => {
    const reads: SharedReads = {
      isShared: () => false,
      read: () => Promise.reject(new Error('nothing is asked')),
      forget: () => {},
    };
    const ownership = createOwnership({
      reads,
      clock: completeClock({ now: () => 0 }),
      countLookUp: async () => {},
    });
    const cards = Array.from({ length: 4097 }, (_, index) => `Card:${String(index)}`);
    const isKnown = (card = ''): boolean => ownership.isKnown(ada, { type: 'Card', id: card });
    for (const card of cards) {
      expect(isKnown(cards[0])).toBe(cards[0] !== card);
      ownership.accept(ada, { type: 'Card', id: card }, { id: card, cardholderId: ada.customerId });
    }
    expect(cards.filter((card) => !isKnown(card))).toEqual([cards[0]]);
  });

  test('can’t be found out where the service knows none of its lists: the relay’s baseUrl is wrong', async () => {
    const none = { status: 404, code: 'NOT_FOUND', message: 'x' };
    const service = createFakeService().on(`GET /auth/sessions?accountId=${first}`, none, 404);
    const response = await openRelay({}, service).send(refresh, { body });
    expect(response.headers.get('Relay-Next-Step')).toBe('configure');
    expect(await outcome(response)).toBe('502 RELAY_BASE_URL_REFUSED');
  });

  test('is asked again for another user, and for the same user with other accounts', async () => {
    let identity: RelayIdentity = ada;
    const { service, says } = openRelay({ identify: () => identity });
    service.on(refresh, {}, 202);
    const ask = (): Promise<string> => says(refresh, { body });
    expect(await ask()).toBe('202');
    identity = bob;
    expect(await ask()).toBe('404 RELAY_NOT_FOUND');
    identity = { ...ada, accountIds: [second] };
    expect(await ask()).toBe('404 RELAY_NOT_FOUND');
  });

  test('can’t be told from the answer: somebody else’s record and none look alike', async () => {
    const { send } = openRelay();
    for (const [line, type] of [
      ['GET /quotes', 'Quote'],
      ['GET /transactions', 'Transaction'],
      ['GET /cards', 'Card'],
      ['DELETE /auth/sessions', 'Session'],
    ] as const) {
      const foreign = await send(`${line}/${id(type, '8')}`);
      const none = await send(`${line}/${id(type, '7')}`);
      expect(foreign.status).toBe(404);
      expect(await foreign.text()).toBe(await none.text());
      for (const { headers } of [foreign, none]) headers.delete('X-Request-Id');
      expect([...foreign.headers]).toEqual([...none.headers]);
    }
  });

  test.each([400, 409, 410, 423])('can’t be told from a refusal of the service, status %i', async (status) => {
    const refused = { status, code: 'CUSTOMER_DELETED', message: 'Bob was deleted.' };
    const service = createFakeService();
    for (const digit of ['1', '8']) service.on(`GET /transactions/${id('Transaction', digit)}`, refused, status);
    service.on(`GET /cards/${id('Card', '8')}`, refused, status);
    const { send } = openRelay({}, service);
    const freeze = { body: { state: 'FROZEN' } };
    for (const [line, type, sent] of [
      ['GET /transactions', 'Transaction', {}],
      ['PATCH /cards', 'Card', freeze],
    ] as const) {
      const foreign = await send(`${line}/${id(type, '8')}`, sent);
      const none = await send(`${line}/${id(type, '7')}`, sent);
      expect([foreign.status, await foreign.text()]).toEqual([404, await none.text()]);
    }
  });

  test('is no secret to its owner: a refusal about a record that is known to be theirs comes down', async () => {
    const { service, says } = openRelay();
    const read = (): Promise<string> => says(`GET ${quotePath}`);
    expect(await read()).toBe('200');
    service.on(`GET ${quotePath}`, { status: 410, code: 'QUOTE_GONE', message: 'x' }, 410);
    expect(await read()).toBe('410 QUOTE_GONE');
    const limited = { status: 429, code: 'RATE_LIMITED', message: 'x' };
    service.on(`GET /transactions/${id('Transaction', '1')}`, limited, 429);
    expect(await says(`GET /transactions/${id('Transaction', '1')}`)).toBe('429 RATE_LIMITED');
  });

  test.each([
    [
      'another record than the one asked for',
      { id: id('Quote', '3'), source: { sourceType: 'ACCOUNT', accountId: first } },
    ],
    [
      'a quote that realtime funding pays',
      { id: id('Quote', '1'), source: { sourceType: 'REALTIME_FUNDING', accountId: first } },
    ],
    ['a quote without a source', { id: id('Quote', '1') }],
    ['a list', [{ id: id('Quote', '1') }]],
    ['nothing', null],
  ])('is nobody’s when the service answers with %s', async (_title, answer) => {
    const { service, says } = openRelay();
    service.on(`GET ${quotePath}`, () => json(answer));
    expect(await says(`GET ${quotePath}`)).toBe('404 RELAY_NOT_FOUND');
    expect(await says(`POST ${quotePath}/execute`)).toBe('404 RELAY_NOT_FOUND');
    expect(service.lines()).toEqual([`GET ${quotePath}`, `GET ${quotePath}`]);
  });

  test('isn’t taken from a list that names another account', async () => {
    const service = createFakeService().on(`GET /auth/sessions?accountId=${first}`, {
      data: [{ id: session, accountId: bob.accountIds[0] }],
    });
    const { says } = openRelay({}, service);
    expect(await says(refresh, { body })).toBe('404 RELAY_NOT_FOUND');
  });

  test.each([
    ['fails', () => json({ status: 500, code: 'INTERNAL_ERROR', message: 'x' }, 500), '502 RELAY_UPSTREAM_INVALID', 1],
    ['refuses', () => json({ status: 403, code: 'FORBIDDEN', message: 'x' }, 403), '502 RELAY_UPSTREAM_REFUSED', 1],
    ['is out of reach', () => Promise.reject(new TypeError('fetch failed')), '502 RELAY_UPSTREAM_UNREACHABLE', 2],
  ])('stays unknown, and nothing is forwarded, when the service %s', async (_title, reply, says, times) => {
    for (const [lookUp, press] of [
      [`GET ${quotePath}`, `POST ${quotePath}/execute`],
      [`GET /auth/sessions?accountId=${first}`, refresh],
    ] as const) {
      const service = createFakeService().on(lookUp, reply);
      const sent = press === refresh ? { body } : {};
      expect(await openRelay({}, service).says(press, sent)).toBe(says);
      expect(service.lines()).toEqual(Array.from({ length: times }, () => lookUp));
    }
  });

  test('waits as the service asks when look-ups come too fast', async () => {
    const limited = (): Response =>
      json({ status: 429, code: 'RATE_LIMITED', message: 'x' }, 429, { 'Retry-After': '7' });
    const service = createFakeService().on(`GET ${quotePath}`, limited);
    const response = await openRelay({}, service).send(`POST ${quotePath}/execute`);
    expect(response.headers.get('Retry-After')).toBe('7');
    expect(await outcome(response)).toBe('429 RELAY_RATE_LIMITED');
  });
});
