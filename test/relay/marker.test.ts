import { describe, expect, test } from 'vitest';
import { createMemoryRelayStore, type CreateRelayOptions } from '../../src/relay/index.ts';
import { createTestClock } from './clock.ts';
import {
  ada,
  ask,
  createFakeService,
  createTestRelay,
  id,
  json,
  type AskOptions,
  type FakeService,
} from './service.ts';

const quote = `/quotes/${id('Quote', '1')}`;
const sessions = `GET /wallet/auth/sessions?accountId=${ada.accountIds[0] ?? ''}`;
const freeze = `PATCH /wallet/cards/${id('Card', '1')}`;
const frozen = { body: { state: 'FROZEN' } };

interface Said {
  readonly status: number;
  readonly code: unknown;
  readonly refusal: string | null;
  readonly nextStep: string | null;
}

async function say(response: Response): Promise<Said> {
  const text = await response.text();
  return {
    status: response.status,
    code: text === '' ? undefined : (JSON.parse(text) as { code?: unknown }).code,
    refusal: response.headers.get('Relay-Refusal'),
    nextStep: response.headers.get('Relay-Next-Step'),
  };
}

interface Case {
  readonly line?: string;
  readonly sent?: AskOptions;
  readonly options?: Partial<CreateRelayOptions>;
  readonly service?: (service: FakeService) => void;
}

async function send({ line = freeze, sent = frozen, options = {}, service: prepare }: Case): Promise<Said> {
  const service = createFakeService();
  prepare?.(service);
  return say(await createTestRelay(service, options)(ask(line, line.startsWith('GET') ? {} : sent)));
}

const upstream = (reply: () => Response | Promise<Response>) => (service: FakeService) =>
  void service.on(`PATCH /cards/${id('Card', '1')}`, reply);
const never = (): Promise<Response> => new Promise(() => undefined);

describe('a refusal of the relay is marked as not forwarded', () => {
  test.each<[string, Case, string]>([
    ['nobody is signed in', { options: { identify: () => null } }, '401 RELAY_UNAUTHENTICATED'],
    ['identify returns undefined', { options: { identify: () => undefined } }, '401 RELAY_UNAUTHENTICATED'],
    ['the record is somebody else’s', { line: `PATCH /wallet/cards/${id('Card', '8')}` }, '404 RELAY_NOT_FOUND'],
    ['the body is refused', { sent: { body: { state: 'MELTED' } } }, '400 RELAY_BODY_INVALID'],
    [
      'the look-up before it fails',
      {
        service: (service) =>
          void service.on(`GET /cards/${id('Card', '1')}`, () => Promise.reject(new TypeError('fetch failed'))),
      },
      '502 RELAY_UPSTREAM_UNREACHABLE',
    ],
    [
      'the store fails',
      {
        line: `POST /wallet/auth/credentials/${id('AuthMethod', '1')}/challenge`,
        sent: {},
        options: {
          store: { ...createMemoryRelayStore(), increment: () => Promise.reject(new Error('the store is down')) },
        },
      },
      '503 RELAY_INTERNAL_ERROR',
    ],
  ])('when %s', async (_title, given, says) => {
    const { status, code, refusal } = await send(given);
    expect([`${status} ${String(code)}`, refusal]).toEqual([says, 'not-forwarded']);
  });
});

describe('an answer is not marked', () => {
  test.each<[string, Case, string]>([
    ['that is a success', { service: upstream(() => json({ state: 'FROZEN' })) }, '200 undefined'],
    [
      'that is a refusal of the service',
      { service: upstream(() => json({ status: 404, code: 'CARD_NOT_FOUND', message: 'no' }, 404)) },
      '404 CARD_NOT_FOUND',
    ],
    [
      'when the service’s own is lost',
      { service: upstream(() => Promise.reject(new TypeError('fetch failed'))) },
      '502 RELAY_UPSTREAM_UNREACHABLE',
    ],
    [
      'when the service’s own can’t be read',
      { service: upstream(() => new Response('<h1>Error</h1>')) },
      '502 RELAY_UPSTREAM_INVALID',
    ],
  ])('%s', async (_title, given, says) => {
    const { status, code, refusal, nextStep } = await send(given);
    expect([`${status} ${String(code)}`, refusal, nextStep]).toEqual([says, null, null]);
  });

  test('when the service doesn’t answer in time', async () => {
    const clock = createTestClock();
    const service = createFakeService().on(`PATCH /cards/${id('Card', '1')}`, () => {
      clock.advance(20_000);
      return never();
    });
    const said = await say(await createTestRelay(service, { clock })(ask(freeze, frozen)));
    expect(said).toEqual({ status: 504, code: 'RELAY_UPSTREAM_TIMED_OUT', refusal: null, nextStep: null });
  });

  test('when the service answers a read with somebody else’s record', async () => {
    const given = (service: FakeService): void => void service.on(`GET ${quote}`, { id: id('Quote', '1') });
    expect(await send({ line: `GET /wallet${quote}`, service: given })).toMatchObject({ status: 404, refusal: null });
  });

  test('by the service: its headers stay behind, and a code like the relay’s is no answer of the service', async () => {
    const headers = { 'Relay-Refusal': 'not-forwarded', 'Relay-Next-Step': 'configure' };
    const forged = { status: 401, code: 'RELAY_UNAUTHENTICATED', message: 'no' };
    const given = upstream(() => json(forged, 401, headers));
    expect(await send({ service: given })).toEqual({
      status: 502,
      code: 'RELAY_UPSTREAM_INVALID',
      refusal: null,
      nextStep: null,
    });
  });
});

describe('a mistake in the set-up says that a setting has to change', () => {
  const unauthorized = (): Response => json({ status: 401, code: 'UNAUTHORIZED', message: 'no' }, 401);

  test.each<[string, Case, string, string | null]>([
    ['the wallet’s path of the relay', { line: 'GET /other/cards' }, '404 RELAY_ROUTE_NOT_FOUND', 'not-forwarded'],
    [
      'origins that leave the page out',
      { options: { origins: ['https://other.example.com'] } },
      '403 RELAY_ORIGIN_REFUSED',
      'not-forwarded',
    ],
    [
      'an identity that is none',
      { options: { identify: () => ({ ...ada, customerId: 'sample' }) } },
      '500 RELAY_IDENTITY_INVALID',
      'not-forwarded',
    ],
    [
      'API credentials, found out by a read',
      {
        line: sessions,
        service: (service) => void service.on(sessions.replace('/wallet', ''), unauthorized),
      },
      '502 RELAY_UPSTREAM_REFUSED',
      null,
    ],
    [
      'API credentials, found out by a look-up',
      { service: (service) => void service.on(`GET /cards/${id('Card', '1')}`, unauthorized) },
      '502 RELAY_UPSTREAM_REFUSED',
      'not-forwarded',
    ],
    [
      'API credentials, found out by a first leg that nothing was looked up for',
      {
        line: 'POST /wallet/auth/credentials',
        sent: { body: { type: 'EMAIL_OTP', accountId: ada.accountIds[0] } },
        service: (service) => void service.on('POST /auth/credentials', unauthorized),
      },
      '502 RELAY_UPSTREAM_REFUSED',
      null,
    ],
  ])('%s', async (_title, given, says, refusal) => {
    const said = await send(given);
    expect([`${said.status} ${String(said.code)}`, said.refusal, said.nextStep]).toEqual([says, refusal, 'configure']);
  });

  test('a body that was read before', async () => {
    const request = ask(freeze, frozen);
    await request.text();
    const said = await say(await createTestRelay(createFakeService())(request));
    expect(said).toEqual({
      status: 500,
      code: 'RELAY_BODY_CONSUMED',
      refusal: 'not-forwarded',
      nextStep: 'configure',
    });
  });
});

test('a 401 of the service for a stamp stays the service’s', async () => {
  const refused = { status: 401, code: 'UNAUTHORIZED', message: 'no' };
  const service = createFakeService().on('POST /auth/credentials', refused, 401);
  const headers = { 'Service-Wallet-Signature': 'c3RhbXA', 'Request-Id': id('Request', '1') };
  const body = { type: 'EMAIL_OTP', accountId: ada.accountIds[0] };
  const said = await say(await createTestRelay(service)(ask('POST /wallet/auth/credentials', { body, headers })));
  expect(said).toEqual({ status: 401, code: 'UNAUTHORIZED', refusal: null, nextStep: null });
});

test('every answer has an id of its own, which the audit hears', async () => {
  const heard: string[] = [];
  const relay = createTestRelay(createFakeService(), { audit: ({ requestId }) => void heard.push(requestId) });
  const given = { headers: { 'X-Request-Id': 'chosen by the browser' } };
  const answers = [await relay(ask(sessions, given)), await relay(ask('GET /wallet/other', given))];
  const ids = answers.map(({ headers }) => headers.get('X-Request-Id'));
  expect(new Set(ids).size).toBe(2);
  for (const one of ids) expect(one).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(heard).toEqual(ids);
});
