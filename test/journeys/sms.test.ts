import { describe, expect, test } from 'vitest';
import type { Wallet } from 'countersign';
import { createTestBench, signedIn, type Reply, type TestBench } from './test-bench.ts';

const phoneNumber = '+14155550100';

function changeNumber(bench: TestBench, profile: 'spec' | 'grid', to: string): Promise<Reply> {
  const kind = profile === 'grid' ? { customerType: 'INDIVIDUAL' } : {};
  return bench.platform('PATCH', `/customers/${bench.customerId}`, { ...kind, phoneNumber: to });
}

async function withNumber(profile: 'spec' | 'grid'): Promise<{ bench: TestBench; wallet: Wallet }> {
  const bench = await createTestBench({ profile });
  await changeNumber(bench, profile, phoneNumber);
  return { bench, wallet: await signedIn(bench) };
}

describe.each(['spec', 'grid'] as const)('in the profile %s', (profile) => {
  test('codes by SMS are added for the number of the customer, and sign in', async () => {
    const { bench, wallet } = await withNumber(profile);
    await expect(bench.newWallet().smsOtp.begin()).rejects.toMatchObject({ code: 'CREDENTIAL_NOT_FOUND' });
    await expect(bench.newWallet().smsOtp.begin(1 as never)).rejects.toThrow('smsOtp.begin: options');
    const added = await wallet.credentials.addSmsOtp(phoneNumber);
    expect(added).toMatchObject({ type: 'SMS_OTP', nickname: phoneNumber });
    expect(added).not.toHaveProperty('otpEncryptionTargetBundle');
    const other = bench.newWallet();
    const attempt = await other.smsOtp.begin();
    expect(attempt.credential).toEqual(added);
    await expect(attempt.verify('111111')).rejects.toMatchObject({ code: 'CODE_WRONG' });
    expect(await attempt.verify('000 000')).toMatchObject({ credentialType: 'SMS_OTP', nickname: phoneNumber });
    await other.quote.execute(await bench.quote(1_000_000));
  });

  test('nothing is signed for another number than the one that was typed', async () => {
    const { wallet } = await withNumber(profile);
    await expect(wallet.credentials.addSmsOtp('+14155550199')).rejects.toMatchObject({ code: 'PAYLOAD_MISMATCH' });
    expect(await wallet.credentials.list()).toHaveLength(1);
  });

  test('an SMS credential is removed by a session of another one, and its sessions end', async () => {
    const { bench, wallet } = await withNumber(profile);
    const { id } = await wallet.credentials.addSmsOtp(phoneNumber);
    const other = bench.newWallet();
    await (await other.smsOtp.begin()).verify('000000');
    await expect(other.credentials.remove(id, { type: 'SMS_OTP' })).rejects.toMatchObject({
      code: 'CREDENTIAL_IN_USE',
    });
    await wallet.credentials.remove(id, { type: 'SMS_OTP' });
    expect((await wallet.credentials.list()).map(({ type }) => type)).toEqual(['EMAIL_OTP']);
    await expect(other.session.refresh()).rejects.toMatchObject({ nextStep: 'reauthenticate' });
  });

  test('a number changes by removing its credential, and adding one for the new number', async () => {
    const { bench, wallet } = await withNumber(profile);
    const { id } = await wallet.credentials.addSmsOtp(phoneNumber);
    const changed = '+14155550177';
    // As long as codes go there, the service wants the wallet's signature for it.
    expect(await changeNumber(bench, profile, changed)).toMatchObject({ status: 202 });
    await wallet.credentials.remove(id, { type: 'SMS_OTP' });
    expect(await changeNumber(bench, profile, changed)).toMatchObject({ status: 200, body: { phoneNumber: changed } });
    expect(await wallet.credentials.addSmsOtp(changed)).toMatchObject({ nickname: changed });
    const attempt = await bench.newWallet().smsOtp.begin();
    expect(await attempt.verify('000000')).toMatchObject({ nickname: changed });
  });

  test('what was kept of another account, or of a credential that is gone, is refused', async () => {
    const { bench } = await withNumber(profile);
    const { challenge, sentAt } = (await bench.newWallet().emailOtp.begin()).keep();
    const foreign = { ...challenge, accountId: 'InternalAccount:00000000-0000-4000-8000-00000000000a' };
    const gone = { ...challenge, id: 'AuthMethod:00000000-0000-4000-8000-00000000000b' };
    const begin = (changed: typeof challenge): Promise<unknown> =>
      bench.newWallet().emailOtp.begin({ continue: { challenge: changed, sentAt } });
    await expect(begin(foreign)).rejects.toMatchObject({ code: 'ANSWER_INVALID' });
    await expect(begin(gone)).rejects.toMatchObject({ code: 'CREDENTIAL_NOT_FOUND' });
    for (const more of [{}, { credentialId: challenge.id }]) {
      await expect(bench.newWallet().smsOtp.begin({ continue: { challenge, sentAt }, ...more })).rejects.toMatchObject({
        code: 'CREDENTIAL_NOT_FOUND',
      });
    }
  });

  test('what was kept goes on only for the credential that is named, and with a time that is one', async () => {
    const bench = await createTestBench({ profile });
    const kept = (await bench.newWallet().emailOtp.begin()).keep();
    const other = 'AuthMethod:00000000-0000-4000-8000-00000000000b';
    const { begin } = bench.newWallet().emailOtp;
    const before = await bench.requests();
    await expect(begin({ continue: kept, credentialId: other })).rejects.toThrow(
      new RangeError('emailOtp.begin: credentialId names another credential than continue'),
    );
    for (const sentAt of [undefined, '0', Number.NaN, Infinity, -1, {}]) {
      await expect(begin({ continue: { ...kept, sentAt } as never })).rejects.toThrow(
        new TypeError('emailOtp.begin: continue.sentAt must be epoch ms or null'),
      );
    }
    expect(await bench.requests()).toEqual(before);
    const { challenge } = kept;
    expect((await begin({ continue: kept, credentialId: challenge.id })).credential.id).toBe(challenge.id);
    expect((await begin({ continue: { challenge, sentAt: null } })).keep().sentAt).toBeNull();
  });
});
