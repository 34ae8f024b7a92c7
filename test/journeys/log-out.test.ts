/** The platform's own session ends: what becomes of the wallet's. */
import type { RelayIdentity } from 'countersign/relay';
import { describe, expect, test } from 'vitest';
import { alive, createTestBench, signedIn } from './test-bench.ts';

/** A platform at which the person may be logged in or out. */
async function platform() {
  const person: { identity: RelayIdentity | null } = { identity: null };
  const bench = await createTestBench({ relay: { identify: () => person.identity } });
  const { customerId, accountId } = bench;
  const logOut = (): void => {
    person.identity = null;
  };
  person.identity = { userId: 'sample-customer', customerId, accountIds: [accountId] };
  return { bench, logOut };
}

describe('a log-out from the platform', () => {
  test('alone leaves the wallet session alive, and nothing gets past the relay with it', async () => {
    const { bench, logOut } = await platform();
    const wallet = await signedIn(bench);
    logOut();
    await expect(wallet.session.refresh()).rejects.toMatchObject({
      code: 'PLATFORM_LOGIN_REQUIRED',
      nextStep: 'log-in',
    });
    expect(wallet.state().status).toBe('signed-in');
    expect(await alive(bench)).toHaveLength(1);
  });

  test('that came first: a sign-out takes the key out of use all the same, and says that the session lives until its end', async () => {
    const { bench, logOut } = await platform();
    const wallet = await signedIn(bench);
    logOut();
    expect(await wallet.session.revoke()).toMatchObject({ service: 'not-reached', localKeyDeleted: true });
    await expect(wallet.session.refresh()).rejects.toMatchObject({ code: 'SIGNED_OUT' });
    expect(await alive(bench)).toHaveLength(1);
    bench.clock.advance(15 * 60_000);
    expect(await alive(bench)).toEqual([]);
  });
});
