import { describe, expect, test } from 'vitest';
import { ada, ask, bob, createFakeService, id, json, outcome, openRelay } from './service.ts';

describe('a request of the kit', () => {
  test('goes up as the very bytes that came, with the credentials of the platform and nothing else of the browser', async () => {
    const line = `POST /auth/sessions/${id('Session', '1')}/refresh`;
    const challenge = { payloadToSign: '{}', requestId: id('Request', '1'), expiresAt: '2030-01-01T00:00:00Z' };
    const service = createFakeService().on(line, () => json(challenge, 202, { Date: 'Fri, 01 Jan 2027 00:00:00 GMT' }));
    const body = JSON.stringify({ clientPublicKey: `04${'ab'.repeat(64)}` });
    const headers = {
      'Service-Wallet-Signature': 'c3RhbXA',
      'Request-Id': id('Request', '1'),
      'Idempotency-Key': 'key-1',
      Cookie: 'session=1',
      'X-Forwarded-For': '10.0.0.1',
    };
    const response = await openRelay({}, service).send(line, { body, headers });
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual(challenge);
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'cross-origin-resource-policy': 'same-origin',
      date: 'Fri, 01 Jan 2027 00:00:00 GMT',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
    const call = service.calls.at(-1);
    expect(call?.line).toBe(line);
    expect(call?.body).toBe(body);
    expect(call?.headers).toEqual({
      accept: 'application/json',
      authorization: `Basic ${btoa('client:very-secret-secret')}`,
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(/^[\w-]{43}$/) as string,
      'request-id': id('Request', '1'),
      'service-wallet-signature': 'c3RhbXA',
    });
  });

  test('goes up with an idempotency key of its user’s own: nobody else’s, the platform’s least of all, is in its way', async () => {
    const service = createFakeService();
    const sent: unknown[] = [];
    for (const [identity, quote, key] of [
      [ada, id('Quote', '1'), 'order-1'],
      [ada, id('Quote', '1'), 'order-1'],
      [ada, id('Quote', '1'), 'order-2'],
      [bob, id('Quote', '8'), 'order-1'],
    ] as const) {
      const { send } = openRelay({ identify: () => identity }, service);
      await send(`POST /quotes/${quote}/execute`, { headers: { 'Idempotency-Key': key } });
      sent.push(service.calls.at(-1)?.headers['idempotency-key']);
    }
    expect(sent[1]).toBe(sent[0]);
    expect(new Set([...sent, 'order-1', 'order-2']).size).toBe(5);
  });

  test.each([200, 201, 202])('for a quote is answered as the service does, with %i too', async (status) => {
    const answered = { id: id('Quote', '4'), status: status === 202 ? 'PENDING_AUTHORIZATION' : 'PENDING' };
    const { service, send } = openRelay();
    service.on('POST /quotes', answered, status);
    const body = {
      source: { sourceType: 'ACCOUNT', accountId: ada.accountIds[0] },
      destination: { destinationType: 'ACCOUNT', accountId: ada.accountIds[1] },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1,
    };
    const response = await send('POST /quotes', { body });
    expect([response.status, await response.json()]).toEqual([status, answered]);
  });

  test('lists what belongs to an own account', async () => {
    const service = createFakeService();
    const line = `GET /auth/sessions?accountId=${encodeURIComponent(ada.accountIds[0] ?? '')}`;
    expect(await openRelay({}, service).says(line)).toBe('200');
    expect(service.lines()).toEqual([`GET /auth/sessions?accountId=${ada.accountIds[0] ?? ''}`]);
  });

  test('that only reads goes up without the headers of a change', async () => {
    const service = createFakeService();
    const headers = {
      'Service-Wallet-Signature': 'c3RhbXA',
      'Request-Id': id('Request', '1'),
      'Idempotency-Key': 'key-1',
    };
    await openRelay({}, service).send(`GET /quotes/${id('Quote', '1')}`, { headers });
    expect(Object.keys(service.calls[0]?.headers ?? {})).toEqual(['accept', 'authorization']);
  });

  test('is answered 502 when the service answers with a status that HTTP has not', async () => {
    const refusal = { status: 700, code: 'INVALID_INPUT', message: 'no' };
    const service = createFakeService().on(`GET /quotes/${id('Quote', '1')}`, () =>
      Object.defineProperty(json(refusal), 'status', { value: 700 }),
    );
    const response = await openRelay({}, service).send(`GET /quotes/${id('Quote', '1')}`);
    expect(await outcome(response)).toBe('502 RELAY_UPSTREAM_INVALID');
  });

  test.each([
    ['a limit beyond a hundred', 'limit=101'],
    ['a state that is no word of the service', 'state=active'],
    ['an order of its own', 'sortOrder=up'],
    ['a cursor with a line end in it', 'cursor=a%0Ab'],
    ['a parameter that is another’s', 'customerId='],
  ])('for a list with %s is refused, and nothing is asked', async (_what, parameter) => {
    const service = createFakeService();
    const line = `GET /cards?accountId=${ada.accountIds[0] ?? ''}&${parameter}`;
    expect(await openRelay({}, service).says(line)).toBe('400 RELAY_QUERY_INVALID');
    expect(service.calls).toEqual([]);
  });

  test('for the records of an id of another form is told the form, and not what came', async () => {
    const response = await openRelay({}, createFakeService()).send('GET /auth/credentials?accountId=account-1');
    expect(await response.json()).toMatchObject({
      code: 'RELAY_QUERY_INVALID',
      message: 'accountId must have the form InternalAccount:<uuid>.',
    });
  });

  test('that is the object of a framework is told how it mounts the relay', async () => {
    const { relay } = openRelay({}, createFakeService());
    await expect(relay({ url: '/wallet/cards', method: 'GET', headers: {} } as never)).rejects.toThrow(
      'relay: request must be a Request; in Express and Node mount toNodeListener(relay), in Hono pass context.req.raw',
    );
  });

  test('beside the mount path finds no route, though the path is as long', async () => {
    const { service, relay } = openRelay();
    expect(await outcome(await relay(ask(`GET /wallex/quotes/${id('Quote', '1')}`)))).toBe('404 RELAY_ROUTE_NOT_FOUND');
    expect(service.calls).toEqual([]);
  });

  test('without a session of the platform is refused before anything else is asked', async () => {
    const { service, says } = openRelay({ identify: () => null });
    expect(await says(`GET /quotes/${id('Quote', '1')}`)).toBe('401 RELAY_UNAUTHENTICATED');
    expect(service.calls).toEqual([]);
  });
});
