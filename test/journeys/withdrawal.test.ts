import { describe, expect, test } from 'vitest';
import { createTestBench, signedIn } from './test-bench.ts';

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
  });
});
