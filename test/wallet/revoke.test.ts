import { createMemoryStore } from 'countersign';
import { describe, expect, test } from 'vitest';
import { setStage, signedIn } from '../journeys/stage.ts';

const otherId = 'Session:00000000-0000-4000-8000-00000000000c';

describe('signing out', () => {
  test('without a network deletes the key all the same, and says that the service was not reached', async () => {
    const stage = await setStage();
    let isOffline = false;
    const wallet = await signedIn(stage, {
      fetch: (url, init) => (isOffline ? Promise.reject(new TypeError('offline')) : stage.pageFetch(url, init)),
    });
    isOffline = true;
    await expect(wallet.session.revoke()).resolves.toMatchObject({ service: 'not-reached', localKeyDeleted: true });
    expect(wallet.state()).toMatchObject({ status: 'signed-out', ended: { reason: 'signed-out' } });
    wallet.close();
  });

  test('by the id of the own session is the same', async () => {
    const stage = await setStage();
    const wallet = await signedIn(stage);
    const sessionId = wallet.state().session?.sessionId;
    await expect(wallet.session.revoke({ sessionId })).resolves.toEqual({ service: 'revoked', localKeyDeleted: true });
    expect(wallet.state().status).toBe('signed-out');
    wallet.close();
  });

  test('of another session rejects when that session could not be ended, and keeps the own key', async () => {
    const stage = await setStage();
    const wallet = await signedIn(stage, { store: createMemoryStore() });
    await stage.fault({ method: 'DELETE', path: '/auth/sessions/*', status: 503, count: 9 });
    const other = await signedIn(stage);
    const sessionId = other.state().session?.sessionId;
    await expect(wallet.session.revoke({ sessionId })).rejects.toMatchObject({ code: 'SERVICE_FAILED' });
    expect(wallet.state().status).toBe('signed-in');
    wallet.close();
    other.close();
  });

  test('of a session that the service does not list any more has nothing left to do', async () => {
    const stage = await setStage();
    const wallet = await signedIn(stage);
    await expect(wallet.session.revoke({ sessionId: otherId })).resolves.toEqual({
      service: 'revoked',
      localKeyDeleted: false,
    });
    wallet.close();
  });
});
