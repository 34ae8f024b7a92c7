import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findEngine } from '../engines/find.mjs';
import { serveKit, type KitPage } from './kit-page.ts';
import { startMarionette, type Marionette } from './marionette.ts';

// A stock Firefox: Playwright's own build has another remote protocol.
const executablePath = findEngine('firefox');
const isStock = executablePath !== null && !executablePath.includes('ms-playwright');

let firefox: Marionette;
let served: KitPage;

const page = {
  open: `const [settings] = given;
    window.endOf = (outcome) => outcome.then(() => ({ code: 'done' }), ({ name, code, nextStep }) => ({ name, code, nextStep }));
    window.wallet = window.kit.createWallet({ ...settings, refreshBefore: false });
    await (await wallet.emailOtp.begin()).verify('000000');
    return wallet.state().status;`,
  add: `const [nickname] = given;
    const handle = await wallet.passkey.prepareAdd({ nickname });
    return endOf(handle.add());`,
  signIn: `await wallet.session.revoke();
    const handle = await wallet.passkey.prepare();
    return endOf(handle.signIn());`,
  execute: `return wallet.quote.execute(given[0]);`,
  remove: `window.failures = [];
    addEventListener('unhandledrejection', ({ reason }) => failures.push(String(reason)));
    window.told = [];
    const has = 'signalUnknownCredential' in PublicKeyCredential;
    if (has) PublicKeyCredential.signalUnknownCredential = async ({ credentialId }) => void told.push(credentialId);
    const { id, credentialId } = (await wallet.credentials.list()).find(({ type }) => type === 'PASSKEY');
    const removed = await endOf(wallet.credentials.remove(id, { type: 'PASSKEY' }));
    const left = (await wallet.credentials.list()).map(({ type }) => type);
    return { removed, left, failures, isTold: has ? told.length === 1 && told[0] === credentialId : told.length === 0 };`,
  forgotten: `const [forget] = given;
    const { id } = (await wallet.credentials.list()).find(({ type }) => type === 'PASSKEY');
    await wallet.session.revoke();
    const handle = await wallet.passkey.prepare();
    await fetch(forget + '/credentials/' + id, { method: 'DELETE' });
    return endOf(handle.signIn());`,
  twice: `const [first, second] = await Promise.all([wallet.passkey.prepare(), wallet.passkey.prepare()]);
    return Promise.all([endOf(first.signIn()), endOf(second.signIn())]);`,
};

async function plugIn(): Promise<string> {
  const { value } = (await firefox.send('WebAuthn:AddVirtualAuthenticator', {
    protocol: 'ctap2_1',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserConsenting: true,
    isUserVerified: true,
  })) as { value: string };
  return value;
}

const unplug = (authenticatorId: string): Promise<unknown> =>
  firefox.send('WebAuthn:RemoveVirtualAuthenticator', { authenticatorId });

describe.skipIf(!isStock)('passkeys in Firefox', { timeout: 60_000 }, () => {
  let authenticator: string;

  beforeAll(async () => {
    firefox = await startMarionette(executablePath ?? '');
  }, 60_000);

  afterAll(() => firefox.close());

  beforeEach(async () => {
    served = await serveKit();
    await firefox.send('WebDriver:Navigate', { url: served.url });
    authenticator = await plugIn();
    expect(await firefox.run(page.open, served.settings)).toBe('signed-in');
  });

  afterEach(async () => {
    await unplug(authenticator);
    await served.close();
  });

  test('one is added, which a device takes once, signs in after a sign-out, and withdraws; a second ceremony ends the first', async () => {
    expect(await firefox.run(page.add, 'Laptop')).toEqual({ code: 'done' });
    expect(await firefox.run(page.add, 'Laptop again')).toEqual({
      name: 'PasskeyError',
      code: 'ALREADY_REGISTERED',
      nextStep: 'fix-input',
    });
    expect(await firefox.run(page.signIn)).toEqual({ code: 'done' });
    expect(await firefox.run(page.execute, await served.quote(1_000_000))).toMatchObject({ status: 'PROCESSING' });
    expect(await firefox.run(page.twice)).toEqual([
      { name: 'PasskeyError', code: 'CANCELLED', nextStep: 'retry' },
      { code: 'done' },
    ]);
  });

  test('one that is on another device only looks like a closed prompt', async () => {
    await firefox.run(page.add, 'Laptop');
    await unplug(authenticator);
    authenticator = await plugIn();
    expect(await firefox.run(page.signIn)).toMatchObject({ code: 'CANCELLED', nextStep: 'retry' });
  });

  test('one that is removed is told to the browser where it takes signals, and to nobody where not', async () => {
    await firefox.run(page.add, 'Laptop');
    expect(await firefox.run(page.remove)).toEqual({
      removed: { code: 'done' },
      left: ['EMAIL_OTP'],
      failures: [],
      isTold: true,
    });
  });

  test('one that the service has forgotten ends as in every engine', async () => {
    await firefox.run(page.add, 'Laptop');
    expect(await firefox.run(page.forgotten, `${served.url}/api/sandbox`)).toMatchObject({
      name: 'TransportError',
      nextStep: 'restart',
    });
  });
});
