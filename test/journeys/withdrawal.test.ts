import { describe, expect, test } from 'vitest';
import { changeOf, createTestBench, signedIn } from './test-bench.ts';
import { createTabStore } from './tabs.ts';

describe.each(['spec', 'grid'] as const)('in the profile %s', (profile) => {
  test('a customer signs in by e-mail, withdraws, and the payment completes', async () => {
    const bench = await createTestBench({ profile });
    const wallet = bench.newWallet();
    const attempt = await wallet.emailOtp.begin();
    expect(attempt.credential).toMatchObject({ type: 'EMAIL_OTP', nickname: 'sample.customer@example.com' });
    expect(attempt.credential).not.toHaveProperty('otpEncryptionTargetBundle');

    const session = await attempt.verify(' 000 000 ');
    expect(wallet.state()).toMatchObject({ status: 'signed-in', session: { sessionId: session.sessionId } });

    const quote = await bench.quote(100_000_000);
    const execution = await wallet.quote.execute(quote);
    expect(execution).toMatchObject({ id: quote.id, status: 'PROCESSING', transactionId: quote.transactionId });
    bench.clock.advance(10 * 60_000);

    const { body: transaction } = await bench.page('GET', `/transactions/${quote.transactionId}`);
    expect(transaction).toMatchObject({ type: 'OUTGOING', status: 'COMPLETED', direction: 'DEBIT' });
    expect(await bench.balance()).toBe(500_000_000 - quote.totalSendingAmount);
    wallet.close();
  });

  test('verify and execute carry stamps by the keys that the kit says they do', async () => {
    const bench = await createTestBench({ profile });
    const wallet = await signedIn(bench);
    await wallet.quote.execute(await bench.quote(1_000_000));
    const signed = (await bench.requests()).filter(({ signedBy }) => signedBy !== undefined);
    expect(signed.map(({ path }) => path.split('/').at(-1))).toEqual(['verify', 'execute']);
    const sessionKey = wallet.state().session?.compressedPublicKeyHex;
    expect(signed[1]?.signedBy).toBe(sessionKey);
    // A sealed session key is another key than the one the client signed in with; a client-held one is the same.
    expect(signed[0]?.signedBy === sessionKey).toBe(profile === 'grid');
    wallet.close();
  });

  test('a session survives a reload, is listed as current, and needs no second code', async () => {
    const bench = await createTestBench({ profile });
    const store = createTabStore();
    const before = await signedIn(bench, { store });
    const session = before.state().session;
    before.close();

    const after = bench.newWallet({ store });
    await expect(after.session.list()).resolves.toEqual([
      expect.objectContaining({ id: session?.sessionId, current: true, type: 'EMAIL_OTP' }),
    ]);
    expect(after.state()).toMatchObject({ status: 'signed-in', session });
    await expect(after.quote.execute(await bench.quote(1_000_000))).resolves.toMatchObject({ status: 'PROCESSING' });
    after.close();
  });
});

test('an expired session is deleted and never used', async () => {
  const bench = await createTestBench();
  const store = createTabStore();
  const wallet = await signedIn(bench, { store });
  const expired = changeOf(wallet);
  bench.clock.advance(15 * 60_000);
  await expired;
  expect(wallet.state()).toMatchObject({ status: 'signed-out', ended: { reason: 'expired' } });
  for (const key of await store.keys('')) expect(await store.read(key)).not.toHaveProperty('session');
  const later = await bench.quote(1_000_000);
  await expect(wallet.quote.execute(later)).rejects.toMatchObject({
    name: 'SessionError',
    code: 'SESSION_EXPIRED',
    nextStep: 'reauthenticate',
  });
  expect((await bench.requests()).filter(({ path }) => path.endsWith('/execute'))).toEqual([]);
  wallet.close();
});
