import { createSandbox } from 'countersign-sandbox';
import { describe, expect, test } from 'vitest';

const origin = 'http://127.0.0.1:4600';
const call = (method: string, path: string, init: RequestInit = {}): Request =>
  new Request(`${origin}/_sandbox${path}`, { method, ...init });
const json = { 'Content-Type': 'application/json' };

describe('the control plane', () => {
  test.each<[string, RequestInit]>([
    ['a page of another origin', { headers: { Origin: 'https://example.com' } }],
    ['a page of another port of this machine', { headers: { Origin: 'http://127.0.0.1:3000' } }],
    ['a page without an origin', { headers: { Origin: 'null' } }],
    ['a cross-site request', { headers: { 'Sec-Fetch-Site': 'cross-site' } }],
  ])('is not reset by %s', async (_, init) => {
    const sandbox = createSandbox();
    await sandbox.fetch(call('POST', '/clock', { headers: json, body: '{"advanceMs":86400000}' }));
    const before = await (await sandbox.fetch(call('GET', '/snapshot'))).text();
    const refused = await sandbox.fetch(call('POST', '/reset', init));
    expect([refused.status, await refused.json()]).toMatchObject([403, { status: 403, code: 'FORBIDDEN' }]);
    expect(refused.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(await (await sandbox.fetch(call('GET', '/snapshot'))).text()).toBe(before);
  });

  test('shows no code to a foreign page', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    expect((await createSandbox().fetch(call('GET', '/otp?credentialId=x', { headers }))).status).toBe(403);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'text/json', 'application/jsonp'])(
    'takes no body of type %s, which a page could send without being asked',
    async (type) => {
      const headers = { 'Content-Type': type };
      const sandbox = createSandbox();
      const refused = await sandbox.fetch(call('POST', '/faults', { headers, body: '{"status":500}' }));
      expect([refused.status, await refused.json()]).toMatchObject([415, { code: 'INVALID_REQUEST_FORMAT' }]);
      expect(await (await sandbox.fetch(call('GET', '/faults'))).json()).toEqual({ data: [] });
    },
  );

  test.each<[string, Record<string, string>]>([
    ['of a program', {}],
    ['of its own page', { Origin: origin, 'Sec-Fetch-Site': 'same-origin' }],
    ['that a person typed', { 'Sec-Fetch-Site': 'none' }],
  ])('takes a call %s', async (_, headers) => {
    const sandbox = createSandbox();
    expect((await sandbox.fetch(call('POST', '/reset', { headers }))).status).toBe(200);
    const body = '{"status":500}';
    const faults = await sandbox.fetch(
      call('POST', '/faults', { headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers }, body }),
    );
    expect(faults.status).toBe(201);
  });
});
