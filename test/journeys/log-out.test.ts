/** The platform's own session ends: what becomes of the wallet's. */
import { type AuthSession } from 'countersign';
import type { RelayIdentity } from 'countersign/relay';
import { describe, expect, test } from 'vitest';
import { createTestBench, signedIn, type TestBench } from './test-bench.ts';
import { createTabStore } from './tabs.ts';

/** A platform at which the person may be logged in or out. */
async function platform() {
  const person: { identity: RelayIdentity | null } = { identity: null };
  const bench = await createTestBench({ relay: { identify: () => person.identity } });
  const { customerId, accountId } = bench;
  const logIn = (): void => {
    person.identity = { userId: 'sample-customer', customerId, accountIds: [accountId] };
  };
  const logOut = (): void => {
    person.identity = null;
  };
  logIn();
  return { bench, logIn, logOut };
}

async function alive({ platform: ask, accountId }: TestBench): Promise<number> {
  return ((await ask('GET', `/auth/sessions?accountId=${accountId}`)).body.data as AuthSession[]).length;
}

describe('a log-out from the platform', () => {
  test('that ends the wallet session first leaves no key here and no session at the service', async () => {
    const { bench, logOut } = await platform();
    const wallet = await signedIn(bench);
    expect(await wallet.session.revoke()).toMatchObject({ service: 'revoked', localKeyDeleted: true });
    logOut();
    expect(await alive(bench)).toBe(0);
    wallet.close();
  });

  test('alone leaves the wallet session alive, and nothing gets past the relay with it', async () => {
    const { bench, logOut } = await platform();
    const wallet = await signedIn(bench);
    logOut();
    await expect(wallet.session.refresh()).rejects.toMatchObject({
      code: 'PLATFORM_LOGIN_REQUIRED',
      nextStep: 'log-in',
    });
    expect(wallet.state().status).toBe('signed-in');
    expect(await alive(bench)).toBe(1);
    wallet.close();
  });

  test('that came first: a sign-out takes the key out of use all the same, and the service hears of it after the next log-in', async () => {
    const { bench, logIn, logOut } = await platform();
    const store = createTabStore();
    const wallet = await signedIn(bench, { store });
    logOut();
    expect(await wallet.session.revoke()).toMatchObject({ service: 'not-reached', localKeyDeleted: true });
    await expect(wallet.session.refresh()).rejects.toMatchObject({ code: 'SIGNED_OUT' });
    expect(await alive(bench)).toBe(1);
    wallet.close();
    logIn();
    const later = bench.newWallet({ store });
    // The next page finishes what was begun.
    await expect.poll(() => alive(bench)).toBe(0);
    later.close();
  });
});
