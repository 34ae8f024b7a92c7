import { describe, expect, test } from 'vitest';
import type { RelayAuditEvent } from '../../src/relay/index.ts';
import { createTestClock } from './clock.ts';
import { oidcToken } from './examples.ts';
import { ada, ask, createFakeService, createTestRelay, id, json, outcome, openRelay } from './service.ts';

const account = ada.accountIds[0] ?? '';
const sessions = `GET /auth/sessions?accountId=${account}`;
const mounted = (line: string): string => line.replace(' ', ' /wallet');

describe('the audit', () => {
  test('holds no token of an identity provider, nor does an answer', async () => {
    const events: RelayAuditEvent[] = [];
    const line = `POST /auth/credentials/${id('AuthMethod', '1')}/verify`;
    const service = createFakeService().on(line, () => {
      throw new TypeError(`fetch failed for ${oidcToken}`);
    });
    const { send } = openRelay({ audit: (event) => void events.push(event) }, service);
    const body = { type: 'OAUTH', oidcToken, clientPublicKey: `02${'ab'.repeat(32)}` };
    const answers = [
      await send(line, { body }),
      await send(line, { body: { ...body, oidcToken: `${oidcToken}${'x'.repeat(8192)}` } }),
      await send(line, { body: { ...body, oidcToken: `${oidcToken} ` } }),
    ];
    const texts = await Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`));
    expect(texts.map((text) => text.slice(0, 3))).toEqual(['502', '400', '400']);
    expect(JSON.stringify([texts, events, events.map(({ cause }) => String(cause))])).not.toContain(oidcToken);
    expect(service.calls).toHaveLength(2);
  });

  test('hears who did what to which ids with which outcome, and nothing that was sent or answered', async () => {
    const clock = createTestClock();
    const events: RelayAuditEvent[] = [];
    const line = `PATCH /cards/${id('Card', '1')}`;
    const service = createFakeService().on(line, () => {
      clock.advance(25);
      return json({ state: 'FROZEN', secret: 'answered' });
    });
    const { send } = openRelay({ clock, audit: (event) => void events.push(event) }, service);
    await send(line, { body: { state: 'FROZEN' }, headers: { 'Service-Wallet-Signature': 'stamped' } });
    await send(`GET /quotes/${id('Quote', '8')}`);
    await send('GET /<script>?token=private');
    await send(sessions);
    const at = Date.UTC(2027, 0, 1);
    const requestId: unknown = expect.any(String);
    const route = '/cards/{Card}';
    const none = { serviceRequestId: null };
    const done = {
      at,
      durationMs: 25,
      requestId,
      userId: 'user-ada',
      method: 'PATCH',
      route,
      ids: [id('Card', '1')],
      ...none,
    };
    const foreign = { userId: 'user-ada', route: '/quotes/{Quote}', ids: [id('Quote', '8')] };
    const later = { at: at + 25, durationMs: 0, requestId, method: 'GET', ...none };
    expect(events).toEqual([
      { ...done, forwarded: true, outcome: 'answered', status: 200, code: null },
      { ...later, ...foreign, forwarded: true, outcome: 'refused', status: 404, code: 'RELAY_NOT_FOUND' },
      {
        ...later,
        userId: null,
        route: null,
        ids: [],
        forwarded: false,
        outcome: 'refused',
        status: 404,
        code: 'RELAY_ROUTE_NOT_FOUND',
      },
      {
        ...later,
        userId: 'user-ada',
        route: '/auth/sessions',
        ids: [account],
        forwarded: true,
        outcome: 'answered',
        status: 200,
        code: null,
      },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/stamped|answered"}|private|script|very-secret|FROZEN/);
  });

  test.each<[string, string | null, Record<string, string>]>([
    ['names the service’s id of a signed action', id('Request', '4'), { 'Request-Id': id('Request', '4') }],
    ['names none that a caller made up', null, { 'Request-Id': 'Private-word' }],
    ['names none of another type', null, { 'Request-Id': id('Private', '4') }],
    ['names none where there is none', null, {}],
  ])('%s', async (_title, serviceRequestId, headers) => {
    const events: RelayAuditEvent[] = [];
    const service = createFakeService();
    const line = `DELETE /auth/sessions/${id('Session', '1')}`;
    service.on(line, () => new Response(null, { status: 204 }));
    const { send } = openRelay({ audit: (event) => void events.push(event) }, service);
    await send(line, { headers: { 'Service-Wallet-Signature': 'c3RhbXA', ...headers } });
    await send(line, { headers });
    expect(events.map((event) => event.serviceRequestId)).toEqual([serviceRequestId, null]);
  });

  test('hears of a method that a caller made up, and not its name', async () => {
    const events: RelayAuditEvent[] = [];
    const { relay } = openRelay({ audit: (event) => void events.push(event) });
    for (const method of ['private-word', 'OPTIONS']) await relay(ask(`${method} /wallet/auth/sessions`));
    expect(events.map(({ method }) => method)).toEqual(['OTHER', 'OPTIONS']);
  });

  test('changes nothing when it fails', async () => {
    const { says } = openRelay({ audit: () => Promise.reject(new Error('disk full')) });
    expect(await says(sessions)).toBe('200');
  });

  test('is never waited for', async () => {
    const heard: string[] = [];
    const audit = ({ route }: RelayAuditEvent): Promise<void> => {
      heard.push(String(route));
      return new Promise(() => undefined);
    };
    expect(await openRelay({ audit }).says(sessions)).toBe('200');
    expect(heard).toEqual(['/auth/sessions']);
  });

  test('is given to the runtime to wait for, where the runtime can', async () => {
    let done = (): void => undefined;
    const given: Promise<unknown>[] = [];
    const context = {
      waitUntil(work: Promise<unknown>) {
        expect(this).toBe(context);
        given.push(work);
      },
    };
    const { relay } = openRelay({ audit: () => new Promise((resolve) => (done = resolve)) });
    await relay(ask(mounted(sessions)), context);
    expect(given).toHaveLength(1);
    done();
    await given[0];
    await createTestRelay(createFakeService(), { audit: undefined } as never)(ask(mounted(sessions)), context);
    expect(given).toHaveLength(1);
  });

  test('takes no answer away where the runtime refuses to wait for it', async () => {
    const context = {
      waitUntil() {
        throw new TypeError('The request is over.');
      },
    };
    const { relay } = openRelay({ audit: () => undefined });
    expect(await outcome(await relay(ask(mounted(sessions)), context))).toBe('200');
  });
});
