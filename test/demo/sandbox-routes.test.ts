import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import type { Person } from '../../demo/server/people.ts';
import { addSandboxRoutes } from '../../demo/server/sandbox-routes.ts';

const person: Person = {
  userId: 'user-1',
  email: 'customer@example.com',
  fullName: 'Sample Customer',
  customerId: 'Customer:1',
  accountId: 'InternalAccount:1',
};

/** The routes before a sandbox that says what it was asked. */
function routes(who: Person | null): { readonly app: Hono; readonly asked: (readonly unknown[])[] } {
  const app = new Hono();
  const asked: (readonly unknown[])[] = [];
  addSandboxRoutes(
    app,
    (...call) => {
      asked.push(call);
      return Promise.resolve({ status: 200, body: { now: 'then' } });
    },
    () => Promise.resolve(who),
  );
  return { app, asked };
}

describe('what the inspector may ask of the control plane', () => {
  test('is passed on as it is, by whoever is signed in to the platform', async () => {
    const { app, asked } = routes(person);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ advanceMs: 60_000 });
    const answer = await app.request('/api/sandbox/clock', { method: 'POST', headers, body });
    expect(await answer.json()).toEqual({ now: 'then' });
    await app.request('/api/sandbox/otp?credentialId=AuthMethod%3A1');
    await app.request('/api/sandbox/sessions/Session:1', { method: 'DELETE' });
    expect(asked).toEqual([
      ['POST', '/clock', { advanceMs: 60_000 }],
      ['GET', '/otp?credentialId=AuthMethod%3A1', undefined],
      ['DELETE', '/sessions/Session:1', undefined],
    ]);
  });

  test('is refused to everybody else', async () => {
    const { app, asked } = routes(null);
    expect((await app.request('/api/sandbox/clock')).status).toBe(401);
    expect(asked).toEqual([]);
  });

  test.for([
    ['POST', 'reset'],
    ['PUT', 'snapshot'],
    ['GET', 'requests'],
    ['GET', ''],
    ['POST', 'people'],
    ['GET', 'clock/../snapshot'],
  ])('does not reach the rest: %s /%s', async ([method = '', path = '']) => {
    const { app, asked } = routes(person);
    expect((await app.request(`/api/sandbox/${path}`, { method })).status).toBe(404);
    expect(asked).toEqual([]);
  });
});
