import { createMemoryStore } from 'countersign';
import { describe, expect, test } from 'vitest';
import { createTestBench, signedIn } from '../journeys/test-bench.ts';

const otherId = 'Session:00000000-0000-4000-8000-00000000000c';

describe('signing out', () => {
  test('without a network deletes the key all the same, and says that the service was not reached', async () => {
    const bench = await createTestBench();
    let isOffline = false;
    const wallet = await signedIn(bench, {
      fetch: (url, init) => (isOffline ? Promise.reject(new TypeError('offline')) : bench.pageFetch(url, init)),
    });
    isOffline = true;
    await expect(wallet.session.revoke()).resolves.toMatchObject({ service: 'not-reached', localKeyDeleted: true });
    expect(wallet.state()).toMatchObject({ status: 'signed-out', ended: { reason: 'signed-out' } });
    wallet.close();
  });

  test('by the id of the own session is the same', async () => {
    const bench = await createTestBench();
    const wallet = await signedIn(bench);
    const sessionId = wallet.state().session?.sessionId;
    await expect(wallet.session.revoke({ sessionId })).resolves.toEqual({ service: 'revoked', localKeyDeleted: true });
    expect(wallet.state().status).toBe('signed-out');
    wallet.close();
  });

  test('of another session rejects when that session could not be ended, and keeps the own key', async () => {
    const bench = await createTestBench();
    const wallet = await signedIn(bench, { store: createMemoryStore() });
    await bench.fault({ method: 'DELETE', path: '/auth/sessions/*', status: 503, count: 9 });
    const other = await signedIn(bench);
    const sessionId = other.state().session?.sessionId;
    await expect(wallet.session.revoke({ sessionId })).rejects.toMatchObject({ code: 'SERVICE_FAILED' });
    expect(wallet.state().status).toBe('signed-in');
    wallet.close();
    other.close();
  });

  test('of a session that the service does not list any more has nothing left to do', async () => {
    const bench = await createTestBench();
    const wallet = await signedIn(bench);
    await expect(wallet.session.revoke({ sessionId: otherId })).resolves.toEqual({
      service: 'revoked',
      localKeyDeleted: false,
    });
    wallet.close();
  });
});
