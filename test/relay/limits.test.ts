import { describe, expect, test } from 'vitest';
import { createMemoryRelayStore, type RelayAuditEvent } from '../../src/relay/index.ts';
import { createTestClock } from './clock.ts';
import { ada, ask, bob, createFakeService, createTestRelay, id, json, outcome } from './service.ts';

const challenge = `POST /auth/credentials/${id('AuthMethod', '1')}/challenge`;
const passkeyChallenge = `POST /auth/credentials/${id('AuthMethod', '2')}/challenge`;
const account = ada.accountIds[0] ?? '';
const sessions = `GET /auth/sessions?accountId=${account}`;
const mounted = (line: string): string => line.replace(' ', ' /wallet');

describe('codes', () => {
  test('can be asked for so often and no more, with the time to wait said', async () => {
    const clock = createTestClock();
    const service = createFakeService().on(challenge, {});
    const relay = createTestRelay(service, { clock, codeRequests: { limit: 2, windowMs: 60_000 } });
    const send = (): Promise<Response> => relay(ask(mounted(challenge)));
    expect((await send()).status).toBe(200);
    clock.advance(15_500);
    expect((await send()).status).toBe(200);
    const third = await send();
    expect(third.headers.get('Retry-After')).toBe('45');
    expect(await outcome(third)).toBe('429 RELAY_RATE_LIMITED');
    expect(service.lines().filter((line) => line === challenge)).toHaveLength(2);
    clock.advance(44_500);
    expect((await send()).status).toBe(200);
  });

  test('are counted for each user, and over all relays that share a store', async () => {
    const store = createMemoryRelayStore();
    const service = createFakeService()
      .on(challenge, {})
      .on(`POST /auth/credentials/${id('AuthMethod', '8')}/challenge`, {});
    const limited = { store, codeRequests: { limit: 1, windowMs: 60_000 } };
    const one = createTestRelay(service, limited);
    const two = createTestRelay(service, limited);
    const his = createTestRelay(service, { ...limited, identify: () => bob });
    expect(await outcome(await one(ask(mounted(challenge))))).toBe('200');
    expect(await outcome(await two(ask(mounted(challenge))))).toBe('429 RELAY_RATE_LIMITED');
    expect(await outcome(await his(ask(`POST /wallet/auth/credentials/${id('AuthMethod', '8')}/challenge`)))).toBe(
      '200',
    );
  });

  test('aren’t counted where none is sent: a passkey’s challenge, and the unsigned leg of adding an e-mail', async () => {
    const service = createFakeService().on(passkeyChallenge, {}).on('POST /auth/credentials', {}, 202);
    const relay = createTestRelay(service, { codeRequests: { limit: 1, windowMs: 60_000 } });
    const body = { type: 'EMAIL_OTP', accountId: account };
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      statuses.push(
        (await relay(ask(mounted(passkeyChallenge), { body: { clientPublicKey: `02${'ab'.repeat(32)}` } }))).status,
      );
      statuses.push((await relay(ask('POST /wallet/auth/credentials', { body }))).status);
    }
    expect(statuses).toEqual([200, 202, 200, 202, 200, 202]);
    const headers = { 'Service-Wallet-Signature': 'c3RhbXA', 'Request-Id': id('Request', '1') };
    expect((await relay(ask('POST /wallet/auth/credentials', { body, headers }))).status).toBe(202);
    expect((await relay(ask('POST /wallet/auth/credentials', { body, headers }))).status).toBe(429);
  });

  test('aren’t counted for a credential that is somebody else’s', async () => {
    const service = createFakeService().on(challenge, {});
    const relay = createTestRelay(service, { codeRequests: { limit: 1, windowMs: 60_000 } });
    await relay(ask(`POST /wallet/auth/credentials/${id('AuthMethod', '8')}/challenge`));
    expect((await relay(ask(mounted(challenge)))).status).toBe(200);
  });
});

describe('time', () => {
  test('runs out for a service that doesn’t answer, even one that ignores the signal', async () => {
    const clock = createTestClock();
    const signals: AbortSignal[] = [];
    const service = createFakeService().on(sessions, ({ signal }) => {
      signals.push(signal);
      clock.advance(5000);
      return new Promise<Response>(() => undefined);
    });
    const relay = createTestRelay(service, { clock, timeoutMs: 5000 });
    expect(await outcome(await relay(ask(mounted(sessions))))).toBe('504 RELAY_UPSTREAM_TIMED_OUT');
    expect(signals[0]?.aborted).toBe(true);
    expect(clock.pending()).toBe(0);
  });

  test('runs out for an answer that begins and never ends', async () => {
    const clock = createTestClock();
    const service = createFakeService().on(sessions, () => {
      const pull = (): void => clock.advance(5000);
      return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), {
        headers: { 'Content-Type': 'application/json' },
      });
    });
    const relay = createTestRelay(service, { clock, timeoutMs: 5000 });
    expect(await outcome(await relay(ask(mounted(sessions))))).toBe('504 RELAY_UPSTREAM_TIMED_OUT');
  });

  test('ends for the service too when the browser gives up', async () => {
    const controller = new AbortController();
    const signals: AbortSignal[] = [];
    const service = createFakeService().on(sessions, ({ signal }) => {
      signals.push(signal);
      controller.abort();
      return new Promise<Response>(() => undefined);
    });
    const relay = createTestRelay(service);
    const response = await relay(ask(mounted(sessions), { signal: controller.signal }));
    expect(await outcome(response)).toBe('499 RELAY_CLIENT_CLOSED');
    expect(signals[0]?.aborted).toBe(true);
  });
});

describe('the audit', () => {
  test('hears who did what to which ids with which outcome, and nothing that was sent or answered', async () => {
    const clock = createTestClock();
    const events: RelayAuditEvent[] = [];
    const line = `PATCH /cards/${id('Card', '1')}`;
    const service = createFakeService().on(line, () => {
      clock.advance(25);
      return json({ state: 'FROZEN', secret: 'answered' });
    });
    const relay = createTestRelay(service, { clock, audit: (event) => void events.push(event) });
    await relay(ask(mounted(line), { body: { state: 'FROZEN' }, headers: { 'Service-Wallet-Signature': 'stamped' } }));
    await relay(ask(`GET /wallet/quotes/${id('Quote', '8')}`));
    await relay(ask('GET /wallet/<script>?token=private'));
    await relay(ask(mounted(sessions)));
    const at = Date.UTC(2027, 0, 1);
    const requestId: unknown = expect.any(String);
    const route = '/cards/{Card}';
    const done = { at, durationMs: 25, requestId, userId: 'user-ada', method: 'PATCH', route, ids: [id('Card', '1')] };
    const foreign = { userId: 'user-ada', route: '/quotes/{Quote}', ids: [id('Quote', '8')] };
    const later = { at: at + 25, durationMs: 0, requestId, method: 'GET' };
    expect(events).toEqual([
      { ...done, outcome: 'answered', status: 200, code: null },
      { ...later, ...foreign, outcome: 'refused', status: 404, code: 'RELAY_NOT_FOUND' },
      { ...later, userId: null, route: null, ids: [], outcome: 'refused', status: 404, code: 'RELAY_ROUTE_NOT_FOUND' },
      {
        ...later,
        userId: 'user-ada',
        route: '/auth/sessions',
        ids: [account],
        outcome: 'answered',
        status: 200,
        code: null,
      },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/stamped|answered"}|private|script|very-secret|FROZEN/);
  });

  test('changes nothing when it fails', async () => {
    const service = createFakeService();
    const relay = createTestRelay(service, { audit: () => Promise.reject(new Error('disk full')) });
    expect(await outcome(await relay(ask(mounted(sessions))))).toBe('200');
  });
});
