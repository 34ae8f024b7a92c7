import { describe, expect, test, vi } from 'vitest';
import {
  adoptSession,
  beginSignIn,
  endedAtService,
  lastCredentialId,
  pinIds,
  type FreshSession,
} from '../../../src/kit/session/adopt.ts';
import { deferred, fresh, open, recordKey, signedIn, storedSession, type Page } from './fixtures.ts';

const closedCode = { name: 'SessionError', code: 'WALLET_CLOSED' };
describe('a closed session', () => {
  test('says so once, rejects what is under way and what comes later, and leaves no timer', async () => {
    const { session, account, clock, page, store } = await signedIn();
    const told: string[] = [];
    session.subscribe(() => told.push(session.state().status));
    const waiting = session.current();
    const closing = session.close();
    expect(session.state()).toEqual({ status: 'closed', storage: 'persistent' });
    await expect(waiting).rejects.toMatchObject(closedCode);
    await closing;
    const calls: readonly (() => Promise<unknown>)[] = [
      () => session.current(),
      () => beginSignIn(account),
      () => adoptSession(account, fresh('2', clock), { replaces: 'Session:1' }),
      () => pinIds(account, { userId: 'user' }),
      () => endedAtService(account, 'Session:1'),
      () => session.signOut(),
      () => lastCredentialId(account),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject(closedCode);
    const update = vi.spyOn(store, 'update');
    page.dispatchEvent(new Event('focus'));
    expect(clock.pending()).toBe(0);
    await session.check();
    expect(update).not.toHaveBeenCalled();
    expect(told).toEqual(['closed']);
  });

  test('needs no channel and no window, and says so to a sign-out that has found no session', async () => {
    const { session } = open({ channel: undefined, page: undefined });
    await session.ready();
    const signingOut = session.signOut();
    const told = expect(signingOut).rejects.toMatchObject(closedCode);
    await session.close();
    await told;
  });

  test('leaves its session stored for the next one, as in a page that makes its wallet twice', async () => {
    const { session, clock, store } = await signedIn();
    void session.close();
    expect(await open({ store, clock }).session.current()).toMatchObject({ sessionId: 'Session:1' });
  });

  test('still stores the session whose key was being opened, and ends at its end', async () => {
    const { session, account, clock, store }: Page = open();
    const { epoch } = await beginSignIn(account);
    const opened = deferred<FreshSession>();
    const adopting = adoptSession(account, opened.promise, { epoch });
    const closing = session.close();
    await expect(adopting).rejects.toMatchObject(closedCode);
    opened.resolve(await fresh('1', clock));
    await closing;
    expect(await storedSession(store)).toMatchObject({ sessionId: 'Session:1' });
  });

  test('has signed out if that was pressed before it', async () => {
    const { session, store } = await signedIn();
    void session.signOut();
    await session.close();
    expect(await storedSession(store)).toBeUndefined();
    expect(await store.read(recordKey)).toMatchObject({ ended: 'signed-out' });
  });
});
