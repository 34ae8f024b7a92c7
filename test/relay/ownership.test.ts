import { describe, expect, test } from 'vitest';
import type { RelayIdentity } from '../../src/relay/index.ts';
import { createOwnership } from '../../src/relay/ownership.ts';
import type { SharedReads } from '../../src/relay/shared-reads.ts';
import { completeClock } from '../../src/waiting.ts';
import { createTestClock } from './clock.ts';
import { ada, ask, bob, createFakeService, createTestRelay, id, json, outcome, type Reply } from './service.ts';

const [first = '', second = ''] = ada.accountIds;
const session = id('Session', '1');
const refresh = `POST /auth/sessions/${session}/refresh`;
const body = { clientPublicKey: `02${'ab'.repeat(32)}` };
const quotePath = `/quotes/${id('Quote', '1')}`;

describe('whose a record is', () => {
  test('is remembered for a while when it is the user’s, so that the second leg needs no look-up', async () => {
    const clock = createTestClock();
    const service = createFakeService().on(refresh, {}, 202);
    const relay = createTestRelay(service, { clock });
    const send = async (): Promise<string> => outcome(await relay(ask(refresh.replace(' ', ' /wallet'), { body })));
    const lookUp = `GET /auth/sessions?accountId=${first}`;
    await send();
    await send();
    expect(service.lines()).toEqual([lookUp, refresh, refresh]);
    clock.advance(30_000);
    await send();
    expect(service.lines().slice(3)).toEqual([lookUp, refresh]);
  });

  test('is asked again soon when it isn’t, so that a new record is found', async () => {
    const clock = createTestClock();
    const service = createFakeService();
    const relay = createTestRelay(service, { clock });
    const line = `DELETE /auth/sessions/${id('Session', '3')}`;
    const send = async (): Promise<string> => outcome(await relay(ask(line.replace(' ', ' /wallet'))));
    expect(await send()).toBe('404 RELAY_NOT_FOUND');
    service.on(`GET /auth/sessions?accountId=${second}`, { data: [{ id: id('Session', '3'), accountId: second }] });
    service.on(line, () => new Response(null, { status: 204 }));
    expect(await send()).toBe('404 RELAY_NOT_FOUND');
    clock.advance(1500);
    expect(await send()).toBe('204');
  });

  test.each<[string, Reply]>([
    ['is lost', () => Promise.reject(new TypeError('fetch failed'))],
    ['is a failure', () => json({ status: 503, code: 'SERVICE_UNAVAILABLE', message: 'no' }, 503)],
  ])('is asked again at once after a change that may have been done, as its answer %s', async (_title, fail) => {
    const line = `DELETE /auth/sessions/${id('Session', '3')}`;
    const service = createFakeService().on(line, () => new Response(null, { status: 204 }));
    const relay = createTestRelay(service);
    const send = async (): Promise<string> => outcome(await relay(ask(line.replace(' ', ' /wallet'))));
    expect(await send()).toBe('404 RELAY_NOT_FOUND');
    service.on(refresh, (request) => {
      service.on(`GET /auth/sessions?accountId=${first}`, { data: [{ id: id('Session', '3'), accountId: first }] });
      return fail(request);
    });
    expect((await relay(ask(refresh.replace(' ', ' /wallet'), { body }))).status).toBeGreaterThan(499);
    expect(await send()).toBe('204');
  });

  test('is asked again at once after a change of the user’s own, such as the login that made the session', async () => {
    const verify = `POST /auth/credentials/${id('AuthMethod', '1')}/verify`;
    const line = `DELETE /auth/sessions/${id('Session', '3')}`;
    const service = createFakeService().on(line, () => new Response(null, { status: 204 }));
    const relay = createTestRelay(service);
    const send = async (): Promise<string> => outcome(await relay(ask(line.replace(' ', ' /wallet'))));
    expect(await send()).toBe('404 RELAY_NOT_FOUND');
    service.on(`GET /auth/sessions?accountId=${first}`, { data: [{ id: id('Session', '3'), accountId: first }] });
    service.on(verify, { id: id('Session', '3') });
    const login = { type: 'EMAIL_OTP', encryptedOtpBundle: '{}' };
    expect(await outcome(await relay(ask(verify.replace(' ', ' /wallet'), { body: login })))).toBe('200');
    expect(await send()).toBe('204');
  });

  test('is asked once for all that ask at the same time, and for made-up ids', async () => {
    const service = createFakeService();
    const relay = createTestRelay(service);
    const madeUp = Array.from(
      { length: 50 },
      (_, at) => `Session:${String(at).padStart(8, '0')}-0000-7000-8000-0000000000ff`,
    );
    const answers = await Promise.all(
      madeUp.map(async (one) => outcome(await relay(ask(`DELETE /wallet/auth/sessions/${one}`)))),
    );
    expect(new Set(answers)).toEqual(new Set(['404 RELAY_NOT_FOUND']));
    expect(service.lines()).toEqual(ada.accountIds.map((account) => `GET /auth/sessions?accountId=${account}`));
  });

  test('is asked once, and refused to each, where the service fails', async () => {
    const clock = createTestClock();
    const failed = (): Response => json({ status: 500, code: 'INTERNAL_ERROR', message: 'x' }, 500);
    const service = createFakeService().on(`GET ${quotePath}`, failed);
    const relay = createTestRelay(service, { clock });
    const execute = async (): Promise<string> => outcome(await relay(ask(`POST /wallet${quotePath}/execute`)));
    for (let count = 0; count < 3; count += 1) expect(await execute()).toBe('502 RELAY_UPSTREAM_INVALID');
    expect(service.lines()).toEqual([`GET ${quotePath}`]);
    clock.advance(1500);
    await execute();
    expect(service.lines()).toHaveLength(2);
  });

  test('is still asked for the others when the browser that asked first goes away', async () => {
    const controller = new AbortController();
    let answer = (): void => undefined;
    const lookUp = `GET /auth/sessions?accountId=${first}`;
    const service = createFakeService().on(refresh, {}, 202);
    service.on(
      lookUp,
      ({ signal }) =>
        new Promise<Response>((resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')));
          answer = () => resolve(json({ data: [{ id: session, accountId: first }] }));
        }),
    );
    const relay = createTestRelay(service);
    const path = refresh.replace(' ', ' /wallet');
    const gone = relay(ask(path, { body, signal: controller.signal }));
    const stays = relay(ask(path, { body }));
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect(await outcome(await gone)).toBe('499 RELAY_CLIENT_CLOSED');
    answer();
    expect(await outcome(await stays)).toBe('202');
    expect(service.lines()).toEqual([lookUp, refresh]);
  });

  test('is remembered from a read of the record itself', async () => {
    const execute = `POST ${quotePath}/execute`;
    const service = createFakeService().on(execute, {});
    const relay = createTestRelay(service);
    await relay(ask(`GET /wallet${quotePath}`));
    expect(await outcome(await relay(ask(execute.replace(' ', ' /wallet'))))).toBe('200');
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
      cacheMs: 1_000,
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
    const response = await createTestRelay(service)(ask(refresh.replace(' ', ' /wallet'), { body }));
    expect(response.headers.get('Relay-Next-Step')).toBe('configure');
    expect(await outcome(response)).toBe('502 RELAY_BASE_URL_REFUSED');
  });

  test('is asked again for another user, and for the same user with other accounts', async () => {
    let identity: RelayIdentity = ada;
    const service = createFakeService().on(refresh, {}, 202);
    const relay = createTestRelay(service, { identify: () => identity });
    const send = async (): Promise<string> => outcome(await relay(ask(refresh.replace(' ', ' /wallet'), { body })));
    expect(await send()).toBe('202');
    identity = bob;
    expect(await send()).toBe('404 RELAY_NOT_FOUND');
    identity = { ...ada, accountIds: [second] };
    expect(await send()).toBe('404 RELAY_NOT_FOUND');
  });

  test('can’t be told from the answer: somebody else’s record and none look alike', async () => {
    const service = createFakeService();
    const relay = createTestRelay(service);
    for (const [line, type] of [
      ['GET /wallet/quotes', 'Quote'],
      ['GET /wallet/transactions', 'Transaction'],
      ['GET /wallet/cards', 'Card'],
      ['DELETE /wallet/auth/sessions', 'Session'],
    ] as const) {
      const foreign = await relay(ask(`${line}/${id(type, '8')}`));
      const none = await relay(ask(`${line}/${id(type, '7')}`));
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
    const relay = createTestRelay(service);
    const freeze = { body: { state: 'FROZEN' } };
    for (const [line, type, sent] of [
      ['GET /wallet/transactions', 'Transaction', {}],
      ['PATCH /wallet/cards', 'Card', freeze],
    ] as const) {
      const foreign = await relay(ask(`${line}/${id(type, '8')}`, sent));
      const none = await relay(ask(`${line}/${id(type, '7')}`, sent));
      expect([foreign.status, await foreign.text()]).toEqual([404, await none.text()]);
    }
  });

  test('is no secret to its owner: a refusal about a record that is known to be theirs comes down', async () => {
    const service = createFakeService();
    const relay = createTestRelay(service);
    const read = async (): Promise<string> => outcome(await relay(ask(`GET /wallet${quotePath}`)));
    expect(await read()).toBe('200');
    service.on(`GET ${quotePath}`, { status: 410, code: 'QUOTE_GONE', message: 'x' }, 410);
    expect(await read()).toBe('410 QUOTE_GONE');
    const limited = { status: 429, code: 'RATE_LIMITED', message: 'x' };
    service.on(`GET /transactions/${id('Transaction', '1')}`, limited, 429);
    expect(await outcome(await relay(ask(`GET /wallet/transactions/${id('Transaction', '1')}`)))).toBe(
      '429 RATE_LIMITED',
    );
  });

  test('is told by the answer itself for a read, in one call', async () => {
    const service = createFakeService();
    expect(await outcome(await createTestRelay(service)(ask(`GET /wallet${quotePath}`)))).toBe('200');
    expect(service.lines()).toEqual([`GET ${quotePath}`]);
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
    const service = createFakeService().on(`GET ${quotePath}`, () => json(answer));
    const relay = createTestRelay(service);
    expect(await outcome(await relay(ask(`GET /wallet${quotePath}`)))).toBe('404 RELAY_NOT_FOUND');
    expect(await outcome(await relay(ask(`POST /wallet${quotePath}/execute`)))).toBe('404 RELAY_NOT_FOUND');
    expect(service.lines()).toEqual([`GET ${quotePath}`, `GET ${quotePath}`]);
  });

  test('isn’t taken from a list that names another account', async () => {
    const service = createFakeService().on(`GET /auth/sessions?accountId=${first}`, {
      data: [{ id: session, accountId: bob.accountIds[0] }],
    });
    const relay = createTestRelay(service);
    expect(await outcome(await relay(ask(refresh.replace(' ', ' /wallet'), { body })))).toBe('404 RELAY_NOT_FOUND');
  });

  test.each([
    ['fails', () => json({ status: 500, code: 'INTERNAL_ERROR', message: 'x' }, 500), '502 RELAY_UPSTREAM_INVALID'],
    ['refuses', () => json({ status: 403, code: 'FORBIDDEN', message: 'x' }, 403), '502 RELAY_UPSTREAM_REFUSED'],
    ['is out of reach', () => Promise.reject(new TypeError('fetch failed')), '502 RELAY_UPSTREAM_UNREACHABLE'],
  ])('stays unknown, and nothing is forwarded, when the service %s', async (_title, reply, says) => {
    for (const [lookUp, press] of [
      [`GET ${quotePath}`, ask(`POST /wallet${quotePath}/execute`)],
      [`GET /auth/sessions?accountId=${first}`, ask(refresh.replace(' ', ' /wallet'), { body })],
    ] as const) {
      const service = createFakeService().on(lookUp, reply);
      expect(await outcome(await createTestRelay(service)(press))).toBe(says);
      expect(service.lines()).toEqual([lookUp]);
    }
  });

  test('waits as the service asks when look-ups come too fast', async () => {
    const limited = (): Response =>
      json({ status: 429, code: 'RATE_LIMITED', message: 'x' }, 429, { 'Retry-After': '7' });
    const service = createFakeService().on(`GET ${quotePath}`, limited);
    const response = await createTestRelay(service)(ask(`POST /wallet${quotePath}/execute`));
    expect(response.headers.get('Retry-After')).toBe('7');
    expect(await outcome(response)).toBe('429 RELAY_RATE_LIMITED');
  });
});
