import { describe, expect, test } from 'vitest';
import { createMemoryRelayStore, RelayError, type RelayStore } from '../../src/relay/index.ts';
import { createTestClock } from './clock.ts';
import { ada, createFakeService, id, outcome, openRelay } from './service.ts';

const sessions = `GET /auth/sessions?accountId=${ada.accountIds[0] ?? ''}`;
const never = (): Promise<never> => new Promise(() => undefined);

describe('time', () => {
  test('runs out for a service that doesn’t answer, even one that ignores the signal', async () => {
    const clock = createTestClock();
    const signals: AbortSignal[] = [];
    const service = createFakeService().on(sessions, ({ signal }) => {
      signals.push(signal);
      clock.advance(5000);
      return new Promise<Response>(() => undefined);
    });
    const { says } = openRelay({ clock, timeoutMs: 5000 }, service);
    expect(await says(sessions)).toBe('504 RELAY_UPSTREAM_TIMED_OUT');
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
    const { says } = openRelay({ clock, timeoutMs: 5000 }, service);
    expect(await says(sessions)).toBe('504 RELAY_UPSTREAM_TIMED_OUT');
  });

  test('runs out for an identify that hangs, and nothing is forwarded', async () => {
    const clock = createTestClock();
    const service = createFakeService();
    const identify = (): Promise<never> => {
      clock.advance(5000);
      return never();
    };
    const response = await openRelay({ clock, identify }, service).send(sessions);
    expect(response.headers.get('Relay-Refusal')).toBe('not-forwarded');
    expect(await outcome(response)).toBe('503 RELAY_IDENTIFY_TIMED_OUT');
    expect(service.calls).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  test.each(['increment', 'put'] as const)(
    'runs out for a store whose %s hangs, and nothing is forwarded',
    async (name) => {
      const clock = createTestClock();
      const hangs = (): Promise<never> => {
        clock.advance(2000);
        return never();
      };
      const store: RelayStore = { ...createMemoryRelayStore(), [name]: hangs };
      const body = { accountId: ada.accountIds[0] };
      const response = await openRelay({ clock, store }).send('POST /passkey-challenge', { body });
      expect(response.headers.get('Relay-Refusal')).toBe('not-forwarded');
      expect(await outcome(response)).toBe('503 RELAY_STORE_TIMED_OUT');
      expect(response.headers.get('Retry-After')).toBe('5');
    },
  );

  test('is asked for where the store is away, whatever it throws, and nothing is forwarded', async () => {
    const thrown = new RelayError('RELAY_UNAUTHENTICATED', 'made up', { status: 401 });
    const store: RelayStore = { ...createMemoryRelayStore(), increment: () => Promise.reject(thrown) };
    const service = createFakeService();
    const response = await openRelay({ store }, service).send(sessions);
    expect(response.headers.get('Retry-After')).toBe('5');
    expect(await outcome(response)).toBe('503 RELAY_INTERNAL_ERROR');
    expect(service.calls).toEqual([]);
  });

  test.each([
    ['hangs', never],
    ['fails', () => Promise.reject(new Error('the store is down'))],
  ])('of the store withholds no answer that the service has given, when it %s', async (_title, end) => {
    const clock = createTestClock();
    const line = `PATCH /cards/${id('Card', '1')}`;
    const asked = { payloadToSign: '{}', requestId: id('Request', '1') };
    const service = createFakeService().on(line, asked, 202);
    const put = (): Promise<never> => {
      clock.advance(2000);
      return end();
    };
    const causes: unknown[] = [];
    const store: RelayStore = { ...createMemoryRelayStore(), put };
    const { send } = openRelay({ clock, store, audit: ({ cause }) => void causes.push(cause) }, service);
    const response = await send(line, { body: { state: 'FROZEN' } });
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual(asked);
    expect(causes).toEqual([expect.any(Error)]);
  });

  test('ends for the service too when the browser gives up', async () => {
    const controller = new AbortController();
    const signals: AbortSignal[] = [];
    const service = createFakeService().on(sessions, ({ signal }) => {
      signals.push(signal);
      controller.abort();
      return new Promise<Response>(() => undefined);
    });
    const { send } = openRelay({}, service);
    const response = await send(sessions, { signal: controller.signal });
    expect(await outcome(response)).toBe('499 RELAY_CLIENT_CLOSED');
    expect(signals[0]?.aborted).toBe(true);
  });
});
