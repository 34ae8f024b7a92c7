import { afterEach, describe, expect, test, vi } from 'vitest';
import { createMemoryStore } from 'countersign';
import { useDevice } from './device.ts';
import { addPasskey, openScene, signInByPasskey, type Scene } from './scene.ts';
import { setStage, signedIn } from './stage.ts';

afterEach(() => vi.unstubAllGlobals());

const listed = async ({ wallet }: Scene): Promise<readonly string[]> =>
  (await wallet.credentials.list()).map(({ type, nickname }) => `${type} ${nickname}`);

const emailId = async ({ wallet }: Scene): Promise<string> =>
  (await wallet.credentials.list()).find(({ type }) => type === 'EMAIL_OTP')?.id ?? '';

describe.each(['spec', 'grid'] as const)('in the profile %s', (profile) => {
  test.for(['sealed', 'client-held'] as const)(
    'a passkey is added, and signs in with a %s key that pays, without a code',
    async (sessionKeys) => {
      const scene = await openScene(profile);
      const { stage } = scene;
      const added = await addPasskey(scene, 'Laptop');
      expect(added).toMatchObject({ type: 'PASSKEY', nickname: 'Laptop', accountId: stage.accountId });
      expect(await listed(scene)).toEqual(['EMAIL_OTP sample.customer@example.com', 'PASSKEY Laptop']);
      const wallet = scene.newWallet({ sessionKeys });
      const handle = await wallet.passkey.prepare();
      expect(handle.credential).toEqual(added);
      const session = await handle.signIn();
      expect(session).toMatchObject({ credentialId: added.id, credentialType: 'PASSKEY', nickname: 'Laptop' });
      await wallet.quote.execute(await stage.quote(1_000_000));
      expect((await stage.requests()).findLast(({ path }) => path.endsWith('/execute'))?.signedBy).toBe(
        session.compressedPublicKeyHex,
      );
      const legs = await scene.log('POST', /\/verify$/);
      // One call, no stamp: the passkey's own signature is the authorisation.
      expect(legs.at(-1)).toMatchObject({ status: 200, leg: 2 });
      expect(legs.at(-1)).not.toHaveProperty('signedBy');
    },
  );

  test('of two passkeys one has to be chosen, and the one last used is chosen already', async () => {
    const scene = await openScene(profile);
    const first = await addPasskey(scene, 'Laptop');
    const second = await addPasskey(scene, 'Phone', scene.device);
    const store = createMemoryStore();
    const wallet = scene.newWallet({ store });
    await expect(wallet.passkey.prepare()).rejects.toMatchObject({
      name: 'WalletError',
      code: 'PASSKEY_CHOICE_REQUIRED',
      nextStep: 'fix-input',
      credentials: [first, second],
    });
    await (await wallet.passkey.prepare({ credentialId: second.id })).signIn();
    await wallet.session.revoke();
    expect((await scene.newWallet({ store }).passkey.prepare()).credential).toEqual(second);
  });

  test('the e-mail credential is removed by a passkey session, its sessions end, and it is added back', async () => {
    const scene = await openScene(profile);
    const { stage, wallet } = scene;
    const email = await emailId(scene);
    const other = await signedIn(stage, { refreshBefore: false });
    await signInByPasskey(scene);
    await wallet.credentials.remove(email, { type: 'EMAIL_OTP' });
    expect(await listed(scene)).toEqual(['PASSKEY Laptop', 'PASSKEY Phone']);
    expect(await wallet.session.list()).toEqual([expect.objectContaining({ type: 'PASSKEY', current: true })]);
    // A list that is hardly younger than the session proves nothing.
    stage.clock.advance(6_000);
    await expect(other.quote.execute(await stage.quote(1_000_000))).rejects.toMatchObject({
      status: 401,
      platformCode: 'WALLET_SIGNATURE_INVALID',
      nextStep: 'reauthenticate',
    });
    await expect(stage.newWallet().emailOtp.begin()).rejects.toMatchObject({ code: 'CREDENTIAL_NOT_FOUND' });

    const added = await wallet.credentials.addEmailOtp('sample.customer@example.com');
    expect(added).toMatchObject({ type: 'EMAIL_OTP', nickname: 'sample.customer@example.com' });
    expect(added.id).not.toBe(email);
    expect(added).not.toHaveProperty('otpEncryptionTargetBundle');
    await expect(wallet.credentials.addEmailOtp('sample.customer@example.com')).rejects.toMatchObject({
      status: 400,
      platformCode: 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
      nextStep: 'fix-input',
    });
    expect((await signedIn(stage)).state().status).toBe('signed-in');
  });

  test('the address is changed by a signature, and the next code goes to the new one', async () => {
    const scene = await openScene(profile);
    const { stage, wallet } = scene;
    await wallet.credentials.changeEmail(stage.customerId, 'new.address@example.com');
    expect(await listed(scene)).toEqual(['EMAIL_OTP new.address@example.com']);
    const { credential } = await scene.newWallet().emailOtp.begin();
    expect(credential.nickname).toBe('new.address@example.com');
    expect((await stage.platform('GET', `/customers/${stage.customerId}`)).body.email).toBe('new.address@example.com');
  });
});

describe('removing', () => {
  test('the credential of this very session needs another one first, and asks the service nothing', async () => {
    const scene = await openScene();
    const before = (await scene.stage.requests()).length;
    await expect(
      scene.wallet.credentials.remove(scene.wallet.state().session?.credentialId ?? '', { type: 'EMAIL_OTP' }),
    ).rejects.toMatchObject({
      name: 'WalletError',
      code: 'CREDENTIAL_IN_USE',
      nextStep: 'reauthenticate',
    });
    expect((await scene.stage.requests()).length).toBe(before);
  });

  test("the last credential can't go: the service refuses before it asks for a signature", async () => {
    const scene = await openScene();
    const email = await emailId(scene);
    const answer = await scene.stage.page('DELETE', `/auth/credentials/${email}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(await listed(scene)).toHaveLength(1);
  });

  test('a credential that is not there is told as such, and nothing is signed', async () => {
    const scene = await openScene();
    const signed = scene.stamped.length;
    const id = 'AuthMethod:00000000-0000-4000-8000-00000000000a';
    await expect(scene.wallet.credentials.remove(id, { type: 'PASSKEY' })).rejects.toMatchObject({
      code: 'CREDENTIAL_NOT_FOUND',
    });
    expect(scene.stamped).toHaveLength(signed);
  });

  test('a passkey ends its sessions: the next refresh and the next payment lead to a sign-in', async () => {
    const scene = await openScene();
    const { stage } = scene;
    const passkey = await addPasskey(scene, 'Phone');
    const phone = scene.newWallet();
    await (await phone.passkey.prepare()).signIn();
    await scene.wallet.credentials.remove(passkey.id, { type: 'PASSKEY' });
    stage.clock.advance(6_000);
    await expect(phone.session.refresh()).rejects.toMatchObject({
      name: 'TransportError',
      code: 'REFUSED',
      status: 404,
      nextStep: 'reauthenticate',
    });
    await expect(phone.quote.execute(await stage.quote(1_000_000))).rejects.toMatchObject({
      status: 401,
      nextStep: 'reauthenticate',
    });
    await expect(scene.newWallet().passkey.prepare({ credentialId: passkey.id })).rejects.toMatchObject({
      code: 'CREDENTIAL_NOT_FOUND',
      nextStep: 'fix-input',
    });
  });

  test('a passkey between its prompt and its press is refused, and the sign-in starts over', async () => {
    const scene = await openScene();
    const passkey = await addPasskey(scene, 'Phone');
    const phone = scene.newWallet();
    const handle = await phone.passkey.prepare();
    await scene.wallet.credentials.remove(passkey.id, { type: 'PASSKEY' });
    scene.stage.clock.advance(60_000);
    await expect(handle.signIn()).rejects.toMatchObject({ status: 404, nextStep: 'restart' });
    expect(phone.state().status).toBe('signed-out');
  });
});

describe('a session that ended elsewhere', () => {
  test.for([
    ['was revoked', 0],
    ['expired on the clock of the service', 15 * 60_000],
  ] as const)('and %s is not refreshed: the next step is a sign-in', async ([how, waitMs]) => {
    const scene = await openScene();
    const { wallet } = scene;
    if (how === 'was revoked') {
      const other = await signedIn(scene.stage, { refreshBefore: false });
      await other.session.revoke({ sessionId: wallet.state().session?.sessionId as string });
    }
    await scene.serviceWaits(waitMs);
    const signed = scene.stamped.length;
    await expect(wallet.session.refresh()).rejects.toMatchObject({ status: 404, nextStep: 'reauthenticate' });
    expect(scene.stamped).toHaveLength(signed);
  });
});

describe('a passkey', () => {
  test('that the service refuses starts over, and a cancelled prompt does not', async () => {
    const scene = await openScene();
    await addPasskey(scene, 'Laptop');
    const wallet = scene.newWallet();
    const handle = await wallet.passkey.prepare();
    scene.device.refuse(true);
    await expect(handle.signIn()).rejects.toMatchObject({ name: 'PasskeyError', code: 'CANCELLED', nextStep: 'retry' });
    expect((await scene.log('POST', /\/verify$/)).filter(({ status }) => status === 401)).toEqual([]);
    scene.device.refuse(false);
    // A challenge whose prompt was closed is still good: the same press works.
    await handle.signIn();
    await expect(handle.signIn()).rejects.toMatchObject({ status: 401, nextStep: 'restart' });
    expect((await scene.stage.requests()).at(-1)).toMatchObject({ refusal: 'Request-Id already used' });
  });

  test('with a counter that lags behind is refused as a copy', async () => {
    const scene = await openScene();
    await addPasskey(scene, 'Laptop');
    const wallet = scene.newWallet();
    await (await wallet.passkey.prepare()).signIn();
    for (const passkey of scene.device.passkeys.values()) passkey.rewind(0);
    const handle = await scene.newWallet().passkey.prepare();
    await expect(handle.signIn()).rejects.toMatchObject({ status: 401, nextStep: 'restart' });
  });

  test('that was synchronised signs in on another device', async () => {
    const scene = await openScene();
    const added = await addPasskey(scene, 'Keychain');
    const other = useDevice(new Map(scene.device.passkeys));
    const wallet = scene.newWallet();
    await (await wallet.passkey.prepare()).signIn();
    expect(wallet.state().session?.credentialId).toBe(added.id);
    expect([scene.device.prompts(), other.prompts()]).toEqual([1, 1]);
  });

  test('waits no longer than its challenge: an old handle asks nothing of the person', async () => {
    const scene = await openScene();
    const adding = await scene.wallet.passkey.prepareAdd({ nickname: 'Laptop' });
    scene.stage.clock.advance(10 * 60_000);
    await scene.wallet.credentials.list();
    await expect(adding.add()).rejects.toMatchObject({ code: 'CHALLENGE_EXPIRED', nextStep: 'restart' });
    await addPasskey(scene, 'Laptop');
    const signingIn = await scene.newWallet().passkey.prepare();
    scene.stage.clock.advance(6 * 60_000);
    await expect(signingIn.signIn()).rejects.toMatchObject({ code: 'CHALLENGE_EXPIRED', nextStep: 'restart' });
    expect(scene.device.prompts()).toBe(1);
  });

  test('that the device holds already is told before anything is signed', async () => {
    const scene = await openScene();
    await addPasskey(scene, 'Laptop');
    const signed = scene.stamped.length;
    await expect(addPasskey(scene, 'Laptop again')).rejects.toMatchObject({
      name: 'PasskeyError',
      code: 'ALREADY_REGISTERED',
      nextStep: 'fix-input',
    });
    expect(scene.stamped).toHaveLength(signed);
    expect(await listed(scene)).toHaveLength(2);
  });

  test.for(['', '   ', 'x'.repeat(101), 'no <b>', 'a\nb'])('is not called %j', async (nickname) => {
    const scene = await openScene();
    const before = (await scene.stage.requests()).length;
    await expect(scene.wallet.passkey.prepareAdd({ nickname })).rejects.toThrow(RangeError);
    expect((await scene.stage.requests()).length).toBe(before);
  });
});

test("an address that is somebody else's has to be typed anew", async () => {
  const stage = await setStage();
  await stage.platform('POST', '/customers', {
    customerType: 'INDIVIDUAL',
    platformCustomerId: 'sample-stranger',
    region: 'US',
    email: 'taken@example.com',
    fullName: 'Sample Stranger',
  });
  const wallet = await signedIn(stage);
  await expect(wallet.credentials.changeEmail(stage.customerId, 'taken@example.com')).rejects.toMatchObject({
    status: 409,
    platformCode: 'EMAIL_OTP_EMAIL_ALREADY_EXISTS',
    nextStep: 'fix-input',
  });
  for (const wrong of ['', 'no address', 'a@b c']) {
    await expect(wallet.credentials.changeEmail(stage.customerId, wrong)).rejects.toThrow(RangeError);
  }
});
