import { afterEach, describe, expect, test, vi } from 'vitest';

import { useDevice } from './device.ts';
import { addPasskey, createInterceptedWallet, signInByPasskey, type InterceptedWallet } from './intercepted-wallet.ts';
import { createTestBench, signedIn } from './test-bench.ts';
import { createTabStore } from './tabs.ts';

afterEach(() => vi.unstubAllGlobals());

const listed = async ({ wallet }: InterceptedWallet): Promise<readonly string[]> =>
  (await wallet.credentials.list()).map(({ type, nickname }) => `${type} ${nickname}`);

const emailId = async ({ wallet }: InterceptedWallet): Promise<string> =>
  (await wallet.credentials.list()).find(({ type }) => type === 'EMAIL_OTP')?.id ?? '';

describe.each(['spec', 'grid'] as const)('in the profile %s', (profile) => {
  test.for(['sealed', 'client-held'] as const)(
    'a passkey is added, and signs in with a %s key that pays, without a code',
    async (sessionKeys) => {
      const intercepted = await createInterceptedWallet(profile);
      const { bench } = intercepted;
      const added = await addPasskey(intercepted, 'Laptop');
      expect(added).toMatchObject({ type: 'PASSKEY', nickname: 'Laptop', accountId: bench.accountId });
      expect(await listed(intercepted)).toEqual(['EMAIL_OTP sample.customer@example.com', 'PASSKEY Laptop']);
      const wallet = intercepted.newWallet({ sessionKeys });
      const handle = await wallet.passkey.prepare();
      expect(handle.credential).toEqual(added);
      const session = await handle.signIn();
      expect(session).toMatchObject({ credentialId: added.id, credentialType: 'PASSKEY', nickname: 'Laptop' });
      await wallet.quote.execute(await bench.quote(1_000_000));
      expect((await bench.requests()).findLast(({ path }) => path.endsWith('/execute'))?.signedBy).toBe(
        session.compressedPublicKeyHex,
      );
      const legs = await intercepted.log('POST', /\/verify$/);
      // One call, no stamp: the passkey's own signature is the authorisation.
      expect(legs.at(-1)).toMatchObject({ status: 200, leg: 2 });
      expect(legs.at(-1)).not.toHaveProperty('signedBy');
    },
  );

  test('of two passkeys one has to be chosen, and the one last used is chosen already', async () => {
    const intercepted = await createInterceptedWallet(profile);
    const first = await addPasskey(intercepted, 'Laptop');
    const second = await addPasskey(intercepted, 'Phone', intercepted.device);
    const store = createTabStore();
    const wallet = intercepted.newWallet({ store });
    await expect(wallet.passkey.prepare()).rejects.toMatchObject({
      name: 'WalletError',
      code: 'PASSKEY_CHOICE_REQUIRED',
      nextStep: 'fix-input',
      credentials: [first, second],
    });
    await (await wallet.passkey.prepare({ credentialId: second.id })).signIn();
    await wallet.session.revoke();
    expect((await intercepted.newWallet({ store }).passkey.prepare()).credential).toEqual(second);
  });

  test('a passkey is removed by any session', async () => {
    const intercepted = await createInterceptedWallet(profile);
    const { id } = await addPasskey(intercepted, 'Laptop');
    await intercepted.wallet.credentials.remove(id, { type: 'PASSKEY' });
    expect(await listed(intercepted)).toEqual(['EMAIL_OTP sample.customer@example.com']);
  });

  test('the e-mail credential is removed by a passkey session, its sessions end, and it is added back', async () => {
    const intercepted = await createInterceptedWallet(profile);
    const { bench, wallet } = intercepted;
    const email = await emailId(intercepted);
    const other = await signedIn(bench, { refreshBefore: false });
    await signInByPasskey(intercepted);
    await wallet.credentials.remove(email, { type: 'EMAIL_OTP' });
    expect(await listed(intercepted)).toEqual(['PASSKEY Laptop', 'PASSKEY Phone']);
    expect(await wallet.session.list()).toEqual([expect.objectContaining({ type: 'PASSKEY', current: true })]);
    // A list that is hardly younger than the session proves nothing.
    bench.clock.advance(6_000);
    await expect(other.quote.execute(await bench.quote(1_000_000))).rejects.toMatchObject({
      status: 401,
      platformCode: 'WALLET_SIGNATURE_INVALID',
      nextStep: 'reauthenticate',
    });
    await expect(bench.newWallet().emailOtp.begin()).rejects.toMatchObject({ code: 'CREDENTIAL_NOT_FOUND' });

    const added = await wallet.credentials.addEmailOtp('sample.customer@example.com');
    expect(added).toMatchObject({ type: 'EMAIL_OTP', nickname: 'sample.customer@example.com' });
    expect(added.id).not.toBe(email);
    expect(added).not.toHaveProperty('otpEncryptionTargetBundle');
    await expect(wallet.credentials.addEmailOtp('sample.customer@example.com')).rejects.toMatchObject({
      status: 400,
      platformCode: 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
      nextStep: 'fix-input',
    });
    expect((await signedIn(bench)).state().status).toBe('signed-in');
  });

  test('the address is changed by a signature, and the next code goes to the new one', async () => {
    const intercepted = await createInterceptedWallet(profile);
    const { bench, wallet } = intercepted;
    await wallet.credentials.changeEmail(bench.customerId, 'new.address@example.com');
    expect(await listed(intercepted)).toEqual(['EMAIL_OTP new.address@example.com']);
    const { credential } = await intercepted.newWallet().emailOtp.begin();
    expect(credential.nickname).toBe('new.address@example.com');
    expect((await bench.platform('GET', `/customers/${bench.customerId}`)).body.email).toBe('new.address@example.com');
  });

  test('the number is changed by a signature, and the next text message goes to the new one', async () => {
    const intercepted = await createInterceptedWallet(profile);
    const { bench, wallet } = intercepted;
    const customerType = profile === 'grid' ? { customerType: 'INDIVIDUAL' } : {};
    await bench.platform('PATCH', `/customers/${bench.customerId}`, { ...customerType, phoneNumber: '+14155550100' });
    await wallet.credentials.addSmsOtp('+14155550100');
    const signed = intercepted.stamped.length;
    await wallet.credentials.changePhone(bench.customerId, '+14155550199');
    expect(intercepted.stamped).toHaveLength(signed + 1);
    expect(await listed(intercepted)).toContain('SMS_OTP +14155550199');
    const attempt = await intercepted.newWallet().smsOtp.begin();
    expect(attempt.credential.nickname).toBe('+14155550199');
    expect(await attempt.verify('000000')).toMatchObject({ credentialType: 'SMS_OTP' });
  });

  test('an address or a number that nobody signs in with is changed at once, without a signature', async () => {
    const intercepted = await createInterceptedWallet(profile);
    const { bench, wallet } = intercepted;
    await wallet.credentials.changePhone(bench.customerId, '+14155550199');
    const email = await emailId(intercepted);
    await signInByPasskey(intercepted);
    await wallet.credentials.remove(email, { type: 'EMAIL_OTP' });
    const signed = intercepted.stamped.length;
    await wallet.credentials.changeEmail(bench.customerId, 'new.address@example.com');
    expect(intercepted.stamped).toHaveLength(signed);
    const changed = { email: 'new.address@example.com', phoneNumber: '+14155550199' };
    expect((await bench.platform('GET', `/customers/${bench.customerId}`)).body).toMatchObject(changed);
  });
});

describe('removing', () => {
  test('the credential of this very session needs another one first, and asks the service nothing', async () => {
    const intercepted = await createInterceptedWallet();
    const before = (await intercepted.bench.requests()).length;
    await expect(
      intercepted.wallet.credentials.remove(intercepted.wallet.state().session?.credentialId ?? '', {
        type: 'EMAIL_OTP',
      }),
    ).rejects.toMatchObject({
      name: 'WalletError',
      code: 'CREDENTIAL_IN_USE',
      nextStep: 'reauthenticate',
    });
    expect((await intercepted.bench.requests()).length).toBe(before);
  });

  test('a credential that is not there is told as such, and nothing is signed', async () => {
    const intercepted = await createInterceptedWallet();
    const signed = intercepted.stamped.length;
    const id = 'AuthMethod:00000000-0000-4000-8000-00000000000a';
    await expect(intercepted.wallet.credentials.remove(id, { type: 'PASSKEY' })).rejects.toMatchObject({
      code: 'CREDENTIAL_NOT_FOUND',
    });
    expect(intercepted.stamped).toHaveLength(signed);
  });

  test('a passkey between its prompt and its press is refused, and the sign-in starts over', async () => {
    const intercepted = await createInterceptedWallet();
    const passkey = await addPasskey(intercepted, 'Phone');
    const phone = intercepted.newWallet();
    const handle = await phone.passkey.prepare();
    await intercepted.wallet.credentials.remove(passkey.id, { type: 'PASSKEY' });
    intercepted.bench.clock.advance(60_000);
    await expect(handle.signIn()).rejects.toMatchObject({ status: 404, nextStep: 'restart' });
    expect(phone.state().status).toBe('signed-out');
  });
});

describe('a passkey', () => {
  test('that the service refuses starts over, and a cancelled prompt does not', async () => {
    const intercepted = await createInterceptedWallet();
    await addPasskey(intercepted, 'Laptop');
    const wallet = intercepted.newWallet();
    const handle = await wallet.passkey.prepare();
    intercepted.device.refuse(true);
    await expect(handle.signIn()).rejects.toMatchObject({ name: 'PasskeyError', code: 'CANCELLED', nextStep: 'retry' });
    expect((await intercepted.log('POST', /\/verify$/)).filter(({ status }) => status === 401)).toEqual([]);
    intercepted.device.refuse(false);
    // A challenge whose prompt was closed is still good: the same press works.
    await handle.signIn();
    await expect(handle.signIn()).rejects.toMatchObject({ status: 401, nextStep: 'restart' });
    expect((await intercepted.bench.requests()).at(-1)).toMatchObject({ refusal: 'Request-Id already used' });
  });

  test('with a counter that lags behind is refused as a copy', async () => {
    const intercepted = await createInterceptedWallet();
    await addPasskey(intercepted, 'Laptop');
    const wallet = intercepted.newWallet();
    await (await wallet.passkey.prepare()).signIn();
    for (const passkey of intercepted.device.passkeys.values()) passkey.rewind(0);
    const handle = await intercepted.newWallet().passkey.prepare();
    await expect(handle.signIn()).rejects.toMatchObject({ status: 401, nextStep: 'restart' });
  });

  test('that was synchronised signs in on another device', async () => {
    const intercepted = await createInterceptedWallet();
    const added = await addPasskey(intercepted, 'Keychain');
    const other = useDevice(new Map(intercepted.device.passkeys));
    const wallet = intercepted.newWallet();
    await (await wallet.passkey.prepare()).signIn();
    expect(wallet.state().session?.credentialId).toBe(added.id);
    expect([intercepted.device.prompts(), other.prompts()]).toEqual([1, 1]);
  });

  test('waits no longer than its challenge: an old handle asks nothing of the person', async () => {
    const intercepted = await createInterceptedWallet();
    const adding = await intercepted.wallet.passkey.prepareAdd({ nickname: 'Laptop' });
    intercepted.bench.clock.advance(10 * 60_000);
    await intercepted.wallet.credentials.list();
    await expect(adding.add()).rejects.toMatchObject({ code: 'CHALLENGE_EXPIRED', nextStep: 'restart' });
    await addPasskey(intercepted, 'Laptop');
    const signingIn = await intercepted.newWallet().passkey.prepare();
    intercepted.bench.clock.advance(6 * 60_000);
    await expect(signingIn.signIn()).rejects.toMatchObject({ code: 'CHALLENGE_EXPIRED', nextStep: 'restart' });
    expect(intercepted.device.prompts()).toBe(1);
  });

  test('that the device holds already is told before anything is signed', async () => {
    const intercepted = await createInterceptedWallet();
    await addPasskey(intercepted, 'Laptop');
    const signed = intercepted.stamped.length;
    await expect(addPasskey(intercepted, 'Laptop again')).rejects.toMatchObject({
      name: 'PasskeyError',
      code: 'ALREADY_REGISTERED',
      nextStep: 'fix-input',
    });
    expect(intercepted.stamped).toHaveLength(signed);
    expect(await listed(intercepted)).toHaveLength(2);
  });

  test.for(['', '   ', 'x'.repeat(101), 'no <b>', 'a\nb'])('is not called %j', async (nickname) => {
    const intercepted = await createInterceptedWallet();
    const before = (await intercepted.bench.requests()).length;
    await expect(intercepted.wallet.passkey.prepareAdd({ nickname })).rejects.toThrow(RangeError);
    expect((await intercepted.bench.requests()).length).toBe(before);
  });
});

test("an address that is somebody else's has to be typed anew", async () => {
  const bench = await createTestBench();
  await bench.platform('POST', '/customers', {
    customerType: 'INDIVIDUAL',
    platformCustomerId: 'sample-stranger',
    region: 'US',
    email: 'taken@example.com',
    fullName: 'Sample Stranger',
  });
  const wallet = await signedIn(bench);
  await expect(wallet.credentials.changeEmail(bench.customerId, 'taken@example.com')).rejects.toMatchObject({
    status: 409,
    platformCode: 'EMAIL_OTP_EMAIL_ALREADY_EXISTS',
    nextStep: 'fix-input',
  });
  for (const wrong of ['', 'no address', 'a@b c']) {
    await expect(wallet.credentials.changeEmail(bench.customerId, wrong)).rejects.toThrow(RangeError);
  }
});
