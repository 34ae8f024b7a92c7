import { describe, expect, test } from 'vitest';
import { createFakeService, createTestRelay, outcome } from './service.ts';

const relatedOrigins = ['https://app.example.com', 'https://pay.example.org'];
const url = 'https://app.example.com/.well-known/webauthn';
// As a browser asks: without a cookie, for the page of another site.
const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://pay.example.org' };

describe('related origins', () => {
  test('are answered at the root of the host, to whoever asks, and may be stored', async () => {
    const service = createFakeService();
    const relay = createTestRelay(service, { relatedOrigins, identify: () => null });
    const response = await relay(new Request(url, { headers }));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ origins: relatedOrigins });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, max-age=3600',
      'content-type': 'application/json',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(service.calls).toEqual([]);
  });

  test.each([
    ['unless there are any', url, 'GET', {}],
    ['below the mount path', url.replace('/.well', '/wallet/.well'), 'GET', { relatedOrigins }],
    ['by another method', url, 'POST', { relatedOrigins }],
    ['by another spelling', `${url}/`, 'GET', { relatedOrigins }],
  ])('are not answered %s', async (_title, target, method, options) => {
    const relay = createTestRelay(createFakeService(), options);
    expect(await outcome(await relay(new Request(target, { method })))).toBe('404 RELAY_ROUTE_NOT_FOUND');
  });
});
