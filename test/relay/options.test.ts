import { describe, expect, test } from 'vitest';
import { createRelay, relayMistakes, type CreateRelayOptions } from '../../src/relay/index.ts';
import { ada, ask, createFakeService, createTestRelay, id, outcome, openRelay } from './service.ts';

const valid: CreateRelayOptions = {
  baseUrl: 'https://service.example.com/2025-10-13',
  clientId: 'client',
  clientSecret: 'very-secret-secret',
  identify: () => null,
};

test('all mistakes of a relay are found at once, each by its option’s name and without its value', () => {
  const wrong = { clientId: 'a:hidden', timeoutMs: 'hidden', limits: { reads: { limit: 0 } }, mountpath: 'hidden' };
  expect(relayMistakes({ ...valid, ...wrong })).toEqual([
    'clientId must not contain a colon',
    'timeoutMs must be a positive integer',
    'limits.reads.limit must be a positive integer',
    'options has no "mountpath"; pass "mountPath", the nearest name, or leave it out',
  ]);
  expect(relayMistakes(null)).toHaveLength(4);
  expect(relayMistakes(valid)).toEqual([]);
});

test('one origin that stands in no list is told to stand in one', () => {
  const rule = 'must be a list of origins, at least one';
  const one = 'https://app.example.com';
  expect(relayMistakes({ ...valid, origins: one, relatedOrigins: one })).toEqual([
    `origins ${rule}`,
    `relatedOrigins ${rule}`,
  ]);
});

test('a secret that serves two things is a mistake of both together', () => {
  const secret = 'one secret for two things, of 32 characters';
  const options = { ...valid, clientSecret: secret, userHandleSecret: secret };
  const mistake = 'userHandleSecret must be a secret of its own, not the clientSecret';
  expect(relayMistakes(options)).toEqual([mistake]);
  expect(() => createRelay(options)).toThrow(new RangeError(`createRelay: ${mistake}`));
});

describe('createRelay', () => {
  test.each([
    ['baseUrl', 'service.example.com'],
    ['baseUrl', 'http://service.example.com'],
    ['baseUrl', 'https://a:b@service.example.com'],
    ['baseUrl', 'https://service.example.com/?a=b'],
    ['baseUrl', 'http://localhost.example.com'],
    ['clientId', 'a:b'],
    ['clientSecret', 'hunter2'],
    ['mountPath', 'wallet'],
    ['mountPath', '/wallet/'],
    ['mountPath', '/wallet/../x'],
    ['mountPath', '/wal%6cet'],
    ['origins', []],
    ['origins', 'https://app.example.com'],
    ['origins', ['https://app.example.com/']],
    ['origins[1]', ['https://app.example.com', 'https://app.example.com/shop']],
    ['origins[0]', ['*']],
    ['origins[0]', ['https://*.example.com']],
    ['origins[0]', ['null']],
    ['profile', 'other'],
    ['profile', 'toString'],
    ['groups', []],
    ['groups', ['funding']],
    ['maxBodyBytes', 1],
    ['limits', null],
    ['limits', { writes: { limit: 1, windowMs: 1000 } }],
    ['limits.codes.limit', { codes: { limit: 0, windowMs: 1000 } }],
    ['limits.reads.windowMs', { reads: { limit: 1 } }],
    ['userHandleSecret', 'shorter than thirty-two'],
    ['relatedOrigins[0]', ['https://app.example.com/path']],
    ['relatedOrigins[0]', ['https://*.example.com']],
  ])('names the option %s when it is %j', (name, value) => {
    const options = { ...valid, [/^\w+/.exec(name)?.[0] ?? name]: value } as CreateRelayOptions;
    expect(() => createRelay(options)).toThrow(name);
    expect(() => createRelay(options)).toThrow(/^createRelay: /);
    expect(() => createRelay(options)).not.toThrow(/very-secret/);
  });

  test.each([
    'http://localhost:4600/x',
    'http://127.0.0.1:1/x',
    'http://[::1]/x',
    'http://api.localhost/x',
    'https://a.example/',
  ])('takes a service at %s', (baseUrl) => {
    expect(createRelay({ ...valid, baseUrl })).toBeTypeOf('function');
  });

  test('leaves the payments group off unless it is asked for', async () => {
    const service = createFakeService();
    const line = `GET /transactions?customerId=${ada.customerId}`;
    expect(await openRelay({ groups: ['wallet'] }, service).says(line)).toBe('404 RELAY_ROUTE_NOT_FOUND');
    expect(service.calls).toEqual([]);
    service.on(`GET /transactions?customerId=${ada.customerId}`, { data: [], hasMore: false });
    expect(await openRelay({ groups: ['payments'] }, service).says(line)).toBe('200');
    // Who is paid is read wherever payments are signed.
    const payee = `GET /customers/external-accounts/${id('ExternalAccount', '1')}`;
    expect(await openRelay({ groups: ['wallet'] }, service).says(payee)).toBe('200');
    const quote = `GET /quotes/${id('Quote', '1')}`;
    expect(await openRelay({ groups: ['payments'] }, service).says(quote)).toBe('404 RELAY_ROUTE_NOT_FOUND');
  });

  test('leaves the changes of a customer’s address off unless they are asked for', async () => {
    const line = `PATCH /customers/${ada.customerId}`;
    const service = createFakeService().on(line, {}, 202);
    const change = { body: { email: 'sample@example.com' } };
    const without = openRelay({ groups: ['wallet', 'payments'] }, service);
    expect(await without.says(line, change)).toBe('404 RELAY_ROUTE_NOT_FOUND');
    expect(service.calls).toEqual([]);
    expect(await openRelay({ groups: ['wallet', 'addresses'] }, service).says(line, change)).toBe('202');
  });

  test('takes the request’s own origin for the platform’s unless origins are given', async () => {
    const service = createFakeService();
    const relay = createRelay({ ...valid, identify: () => ada, fetch: service.fetch, audit: () => undefined });
    const change = (origin: string): Request =>
      new Request(`http://localhost:3000/auth/sessions/${id('Session', '1')}`, {
        method: 'DELETE',
        headers: { Origin: origin },
      });
    expect(await outcome(await relay(change('https://localhost:3000')))).toBe('403 RELAY_ORIGIN_REFUSED');
    expect(await outcome(await relay(change('http://localhost:3000')))).toBe('404 NOT_FOUND');
  });

  test.each([
    ['no user', { ...ada, userId: '' }, 'userId'],
    ['another kind of customer', { ...ada, customerId: id('Card', '1') }, 'customerId'],
    ['an upper-case account', { ...ada, accountIds: [id('InternalAccount', '1').toUpperCase()] }, 'accountIds'],
    ['no list of accounts', { ...ada, accountIds: id('InternalAccount', '1') as unknown as string[] }, 'accountIds'],
    ['a text', 'user-ada' as unknown as typeof ada, 'userId'],
  ])('fails closed, and says which part is wrong, when identify names %s', async (_title, identity, part) => {
    const service = createFakeService();
    const response = await openRelay({ identify: () => identity }, service).send(
      `GET /auth/sessions?accountId=${ada.accountIds[0] ?? ''}`,
    );
    const { code, message } = (await response.json()) as { code: string; message: string };
    expect([response.status, code]).toEqual([500, 'RELAY_IDENTITY_INVALID']);
    expect(message).toMatch(new RegExp(`^identify must return ${part} `));
    expect(service.calls).toEqual([]);
  });

  test('fails closed when identify throws, and tells only the audit why', async () => {
    const service = createFakeService();
    const failure = new Error('the session store is down at 10.0.0.7');
    const causes: unknown[] = [];
    const { send } = openRelay(
      {
        identify: () => Promise.reject(failure),
        audit: ({ cause }) => void causes.push(cause),
      },
      service,
    );
    const response = await send(`GET /quotes/${id('Quote', '1')}`);
    expect(await response.text()).not.toContain('10.0.0.7');
    expect(causes).toEqual([failure]);
    expect(service.calls).toEqual([]);
  });

  test('fails closed when identify reads the body, which the relay then can’t check', async () => {
    const service = createFakeService();
    const identify = async (request: Request): Promise<typeof ada> => {
      await request.text();
      return ada;
    };
    const line = `PATCH /cards/${id('Card', '1')}`;
    const response = await openRelay({ identify }, service).send(line, { body: { state: 'FROZEN' } });
    expect(await response.clone().text()).toContain("before body parsers, and don't read the body in identify");
    expect(await outcome(response)).toBe('500 RELAY_BODY_CONSUMED');
    expect(service.calls).toEqual([]);
  });

  test('says the same where somebody holds the body who hasn’t read it yet', async () => {
    const service = createFakeService();
    const request = ask(`PATCH /wallet/cards/${id('Card', '1')}`, { body: { state: 'FROZEN' } });
    request.body?.getReader();
    expect(await outcome(await createTestRelay(service)(request))).toBe('500 RELAY_BODY_CONSUMED');
    expect(service.calls).toEqual([]);
  });

  test('forwards the signature header of its profile and of no other', async () => {
    const line = `PATCH /cards/${id('Card', '1')}`;
    const service = createFakeService().on(line, {});
    const headers = { 'Grid-Wallet-Signature': 'Z3JpZA', 'Service-Wallet-Signature': 'c3BlYw' };
    const change = { body: { state: 'FROZEN' }, headers };
    await openRelay({ profile: 'grid' }, service).send(line, change);
    expect(service.calls.at(-1)?.headers).toMatchObject({ 'grid-wallet-signature': 'Z3JpZA' });
    expect(service.calls.at(-1)?.headers).not.toHaveProperty('service-wallet-signature');
    await openRelay({}, service).send(line, change);
    expect(service.calls.at(-1)?.headers).not.toHaveProperty('grid-wallet-signature');
  });
});
