import { describe, expect, test } from 'vitest';
import { createTransport, judge, toError, type TransportRequest } from '../../../src/kit/transport/index.ts';

/** A clock whose timers fire only when told. */
function stillClock() {
  let [now, slept] = [1_000_000, 0];
  const timers = new Set<() => void>();
  return {
    now: () => now + slept,
    monotonic: () => now - 1_000_000,
    schedule: (_: number, run: () => void) => {
      timers.add(run);
      return () => void timers.delete(run);
    },
    advance: (ms: number) => void (now += ms),
    jump: (ms: number) => void (slept += ms),
    fire: () => timers.forEach((run) => run()),
    timers,
  };
}

function transportOf(respond: (url: string, init: RequestInit) => Response | Promise<Response>) {
  const calls: { url: string; init: RequestInit }[] = [];
  const clock = stillClock();
  const transport = createTransport({
    baseUrl: '/wallet',
    clock,
    timeoutMs: 30_000,
    life: new AbortController().signal,
    fetch: async (url, init) => {
      calls.push({ url, init });
      return respond(url, init);
    },
  });
  return { transport, calls, clock };
}

const get: TransportRequest = { method: 'GET', path: '/auth/sessions', query: { accountId: 'InternalAccount:1' } };
const failure = (code: string): Response => Response.json({ status: 502, code, message: 'x' }, { status: 502 });
const hang = (_: string, { signal }: RequestInit): Promise<Response> =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });

describe('request', () => {
  test('sends the path below the relay, with an encoded query, no cache, no redirect and no referrer', async () => {
    const { transport, calls } = transportOf(() => Response.json({ data: [] }));
    await transport.send(get);
    expect(calls[0]?.url).toBe('/wallet/auth/sessions?accountId=InternalAccount%3A1');
    expect(calls[0]?.init).toMatchObject({
      method: 'GET',
      cache: 'no-store',
      redirect: 'manual',
      credentials: 'same-origin',
      referrerPolicy: 'no-referrer',
    });
    expect(calls[0]?.init.body).toBeUndefined();
  });

  test('sends a body as the string it is given, declared as JSON', async () => {
    const { transport, calls } = transportOf(() => Response.json({}));
    await transport.send({ method: 'POST', path: '/x', body: '{"b":1,  "a":2}' });
    expect(calls[0]?.init.body).toBe('{"b":1,  "a":2}');
    expect(calls[0]?.init.headers).toMatchObject({ 'Content-Type': 'application/json' });
  });

  test('an answer without JSON has no body, and says whether there was anything', async () => {
    const { transport } = transportOf((url) =>
      url.endsWith('/empty') ? new Response(null, { status: 204 }) : new Response('<html>', { status: 200 }),
    );
    expect(await transport.send({ method: 'GET', path: '/empty' })).toMatchObject({ body: undefined, empty: true });
    expect(await transport.send({ method: 'GET', path: '/html' })).toMatchObject({ body: undefined, empty: false });
  });

  test('carries the time of the service on from the newest Date, by the clock that has moved further', async () => {
    const { transport, clock } = transportOf(() =>
      Response.json({}, { headers: { Date: 'Thu, 01 Jan 2026 00:00:00 GMT' } }),
    );
    expect(transport.serviceTime()).toBeNull();
    await transport.send(get);
    clock.advance(5_000);
    expect(transport.serviceTime()).toBe(Date.UTC(2026, 0, 1, 0, 0, 5));
    clock.jump(-3_600_000);
    expect(transport.serviceTime()).toBe(Date.UTC(2026, 0, 1, 0, 0, 5));
    clock.jump(2 * 3_600_000);
    expect(transport.serviceTime()).toBe(Date.UTC(2026, 0, 1, 1, 0, 5));
  });

  test('reads Retry-After in both of its forms', async () => {
    const date = 'Thu, 01 Jan 2026 00:00:00 GMT';
    const { transport } = transportOf((url) =>
      Response.json(
        {},
        {
          status: 429,
          headers: { Date: date, 'Retry-After': url.endsWith('/s') ? '12' : 'Thu, 01 Jan 2026 00:00:30 GMT' },
        },
      ),
    );
    expect((await transport.send({ method: 'GET', path: '/s' })).retryAfter).toBe(12);
    expect((await transport.send({ method: 'GET', path: '/d' })).retryAfter).toBe(30);
  });

  test.each<[string, () => Response]>([
    ['that a browser hides', () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })],
    ['to a path with a slash', () => new Response(null, { status: 308, headers: { Location: '/wallet/' } })],
    ['to a page that logs in', () => new Response(null, { status: 302, headers: { Location: '/login' } })],
  ])('a redirect %s is an error of its own, which says to log in, and leaves an action unclear', async (_, respond) => {
    const { transport } = transportOf(respond);
    const answer = await transport.send(get);
    expect(judge(answer)).toBe('unclear');
    expect(toError(answer)).toMatchObject({ code: 'REDIRECTED', nextStep: 'log-in', status: undefined });
    expect(toError(answer).message).toMatch(/log in.*`relay`/);
  });

  test('a fetch that rejects is NETWORK_FAILED, to be retried, and names the address of the relay', async () => {
    const { transport, clock } = transportOf(() => Promise.reject(new TypeError('fetch failed')));
    const message = expect.stringContaining('The relay at /wallet could not be reached') as string;
    await expect(transport.send(get)).rejects.toMatchObject({ code: 'NETWORK_FAILED', nextStep: 'retry', message });
    expect(clock.timers.size).toBe(0);
  });

  test.each([
    ['', hang],
    [', even if the fetch knows nothing of signals', () => new Promise<Response>(() => {})],
  ])('an answer that does not come in time is TIMED_OUT, and names the relay%s', async (_, respond) => {
    const { transport, clock } = transportOf(respond);
    const sent = transport.send(get);
    clock.fire();
    const message = expect.stringContaining('The relay at /wallet gave no answer within') as string;
    await expect(sent).rejects.toMatchObject({ code: 'TIMED_OUT', nextStep: 'retry', message });
  });

  test.each<[string, () => Response, RegExp]>([
    ['a proxy', () => new Response('Bad Gateway', { status: 502 }), /No relay answered \(502\): look whether it runs/],
    ['the relay', () => failure('RELAY_UPSTREAM_UNREACHABLE'), /The relay failed \(502 RELAY_UPSTREAM_UNREACHABLE\)/],
    ['the service', () => failure('INTERNAL_ERROR'), /The service failed \(502 INTERNAL_ERROR\)/],
  ])('a failure says that it is one of %s', async (_, respond, message) => {
    const { transport } = transportOf(respond);
    expect(toError(await transport.send(get)).message).toMatch(message);
  });

  test("a caller's abort rejects with its own reason, before and during the request", async () => {
    const { transport, calls } = transportOf(hang);
    const reason = new Error('changed my mind');
    await expect(transport.send({ ...get, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(calls).toEqual([]);
    const controller = new AbortController();
    const sent = transport.send({ ...get, signal: controller.signal });
    controller.abort(reason);
    await expect(sent).rejects.toBe(reason);
  });

  test("an error keeps the service's code, status and details, and none of its sentences", async () => {
    const { transport } = transportOf(() =>
      Response.json(
        { status: 400, code: 'INVALID_INPUT', message: 'echo: hunter2', details: { errors: [{ field: 'amount' }] } },
        { status: 400 },
      ),
    );
    const error = toError(await transport.send(get));
    expect(error).toMatchObject({
      code: 'REFUSED',
      platformCode: 'INVALID_INPUT',
      status: 400,
      nextStep: 'fix-input',
      details: { errors: [{ field: 'amount' }] },
    });
    expect(error.message).not.toContain('hunter2');
  });

  test.each([
    [
      'RELAY_NOT_FOUND',
      "The relay refused the request (404 RELAY_NOT_FOUND): no such record, or `identify` doesn't list its owner.",
    ],
    ['NOT_FOUND', 'The service refused the request (404 NOT_FOUND).'],
  ])('a refusal says by its code whose it is: %s', async (code, message) => {
    const { transport } = transportOf(() => Response.json({ status: 404, code, message: '' }, { status: 404 }));
    expect(toError(await transport.send(get)).message).toBe(message);
  });

  test.each([
    [401, 'UNAUTHORIZED', 'REFUSED', 'reauthenticate', 'end-state'],
    [403, 'FORBIDDEN', 'REFUSED', 'unsupported', 'refusal'],
    [403, 'RELAY_SIGN_IN_REQUIRED', 'REFUSED', 'reauthenticate', 'refusal'],
    [404, 'NOT_FOUND', 'REFUSED', 'restart', 'end-state'],
    [404, 'AUTH_METHOD_NOT_FOUND', 'REFUSED', 'restart', 'end-state'],
    [409, 'CONFLICT', 'REFUSED', 'restart', 'end-state'],
    [409, 'OPERATION_IN_PROGRESS', 'REFUSED', 'retry', 'unclear'],
    [409, 'WALLET_NOT_PROVISIONED', 'REFUSED', 'retry', 'end-state'],
    [409, 'BANK_ACCOUNT_VALIDATION_PENDING', 'REFUSED', 'retry', 'end-state'],
    [409, 'CARD_LIMIT_REACHED', 'REFUSED', 'unsupported', 'end-state'],
    [400, 'INVALID_INPUT', 'REFUSED', 'fix-input', 'refusal'],
    [400, 'QUOTE_RATE_UNAVAILABLE', 'REFUSED', 'retry', 'refusal'],
    [400, 'QUOTE_EXPIRED', 'REFUSED', 'restart', 'refusal'],
    [400, 'INSUFFICIENT_FUNDS', 'REFUSED', 'fix-input', 'refusal'],
    [400, 'DOCUMENTS_REQUIRED', 'REFUSED', 'unsupported', 'refusal'],
    [400, 'AUTH_CREDENTIAL_VERIFICATION_REQUIRED', 'REFUSED', 'unsupported', 'refusal'],
    [400, 'AUTH_CREDENTIAL_VERIFICATION_EXPIRED', 'REFUSED', 'restart', 'refusal'],
    [408, 'REQUEST_TIMEOUT', 'SERVICE_FAILED', 'retry', 'unclear'],
    [425, 'TOO_EARLY', 'SERVICE_FAILED', 'retry', 'unclear'],
    [429, 'RATE_LIMITED', 'RATE_LIMITED', 'retry', 'unclear'],
    [500, 'INTERNAL_ERROR', 'SERVICE_FAILED', 'retry', 'unclear'],
  ])('a %i %s of the service is %s with the next step %s, and counts as %s', async (status, ...row) => {
    const [platformCode, code, nextStep, verdict] = row;
    const { transport } = transportOf(() => Response.json({ code: platformCode, reason: 'No.' }, { status }));
    const answer = await transport.send(get);
    expect(judge(answer)).toBe(verdict);
    expect(toError(answer)).toMatchObject({ code, platformCode, nextStep });
  });

  test('an answer that is none of the service decides nothing; one that the relay did not forward is a refusal', async () => {
    const refused = Response.json({ status: 503, code: 'RELAY_BUSY', message: '' }, { status: 503 });
    refused.headers.set('Relay-Refusal', 'not-forwarded');
    const answers: readonly (readonly [Response, string])[] = [
      [new Response('No.', { status: 403 }), 'unclear'],
      [new Response('<html>'), 'unclear'],
      [new Response(''), 'unclear'],
      [new Response(null, { status: 204 }), 'success'],
      [Response.json({}), 'success'],
      [refused, 'refusal'],
    ];
    for (const [answer, verdict] of answers) {
      const { transport } = transportOf(() => answer);
      expect(judge(await transport.send(get))).toBe(verdict);
    }
  });

  test.each<[object, number, 'refusal' | 'end-state' | 'unclear']>([
    [{ code: 'FORBIDDEN', reason: 'No.' }, 403, 'refusal'],
    [{ code: 'NOT_FOUND', reason: 'No.', details: {} }, 404, 'end-state'],
    [{ code: 'FORBIDDEN', message: 'No.' }, 403, 'refusal'],
    [{ code: 'FORBIDDEN', message: 'No.', status: 403 }, 403, 'refusal'],
    [{ code: 'FORBIDDEN', reason: 'No.', status: 404 }, 403, 'unclear'],
    [{ code: 'FORBIDDEN', reason: 'No.', status: '403' }, 403, 'unclear'],
    [{ code: 'FORBIDDEN', reason: 7, message: 'No.' }, 403, 'refusal'],
    [{ code: 'FORBIDDEN', reason: { why: 'No.' } }, 403, 'unclear'],
    [{ code: 'FORBIDDEN' }, 403, 'unclear'],
    [{ code: 'secret=1', reason: 'No.' }, 400, 'unclear'],
    [{ code: 'forbidden', message: 'No.' }, 403, 'unclear'],
    [{ code: 17 }, 400, 'unclear'],
    [{ error: 'blocked' }, 403, 'unclear'],
    [{ message: 'slow down' }, 429, 'unclear'],
    [[{ code: 'FORBIDDEN', reason: 'No.' }], 403, 'unclear'],
    [{ code: 'OPERATION_IN_PROGRESS', reason: 'Wait.' }, 409, 'unclear'],
  ])('the body %o with the status %i counts as %s', async (body, status, verdict) => {
    const { transport } = transportOf(() => Response.json(body, { status }));
    expect(judge(await transport.send(get))).toBe(verdict);
  });

  test.each([
    { reason: 'OTP expired' },
    { message: 'OTP expired' },
    { reason: 'No.', details: { reason: 'OTP expired' } },
    { reason: 'No.', details: { message: 'OTP expired' } },
  ])('an expired code is known by its exact text, under either name and in the details: %o', async (said) => {
    const { transport } = transportOf(() => Response.json({ code: 'UNAUTHORIZED', ...said }, { status: 401 }));
    expect(toError(await transport.send(get)).details).toEqual({ reason: 'OTP expired' });
  });

  test.each([{ reason: 'OTP expired: 123456' }, { reason: 'hunter2' }, { message: 'hunter2' }])(
    'no other text of an error is kept: %o',
    async (said) => {
      const { transport } = transportOf(() =>
        Response.json({ code: 'UNAUTHORIZED', ...said, details: said }, { status: 401 }),
      );
      const { message, details } = toError(await transport.send(get));
      expect([message, details]).toEqual(['The service refused the request (401 UNAUTHORIZED).', undefined]);
    },
  );

  test('a code that could be a key or a stamp is dropped', async () => {
    const { transport } = transportOf(() => Response.json({ code: 'A1B2C3D4E5F6A7B8', reason: '' }, { status: 400 }));
    expect(toError(await transport.send(get))).toMatchObject({ code: 'REFUSED', platformCode: undefined });
  });
});
