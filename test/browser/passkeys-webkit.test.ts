import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findEngine } from '../engines/find.mjs';
import { startWebKitDriver, type WebKitDriver, type WebKitPage } from '../engines/webkit-driver.ts';
import { messagesOf, script } from './code-entry.ts';
import { serveKit, type KitPage } from './kit-page.ts';

describe.skipIf(findEngine('webkit') === null)('WebKit', { timeout: 60_000 }, () => {
  let driver: WebKitDriver;
  let served: KitPage;
  let page: WebKitPage;

  beforeAll(async () => {
    driver = await startWebKitDriver();
    served = await serveKit({ script });
    page = await driver.open(served.url);
  }, 60_000);

  afterAll(async () => {
    await page.close();
    driver.stop();
    await served.close();
  });

  /** Waits for the page's script, makes a wallet, and runs the body of an async function. */
  const run = (body: string): Promise<unknown> =>
    page.evaluate(`
      if (!('createCodeEntry' in window)) await new Promise((resolve) => addEventListener('load', resolve));
      window.wallet ??= window.kit.createWallet({ ...${JSON.stringify(served.settings)}, refreshBefore: false });
      window.reaches = (...phases) => new Promise((resolve) => {
        const look = () => phases.includes(entry.state().phase) && resolve(entry.state());
        entry.subscribe(look);
        look();
      });
      ${body}`);

  test('goes on with a code screen after a real reload, with the message that was sent before it', async () => {
    const before = 'window.entry = window.createCodeEntry(wallet); await reaches("waiting");';
    expect(await run(`${before} await entry.submit('111111'); return entry.state().phase;`)).toBe('wrong');
    await page.reload();
    const after = `${before} const { isContinued } = entry.state(); await entry.submit('Your code: 000 000');`;
    expect(await run(`${after} return [isContinued, entry.state().phase];`)).toEqual([true, 'done']);
    expect(await messagesOf(served)).toBe(1);
  });

  test('without WebAuthn says so by the codes of every engine, and signals nothing', async () => {
    expect(await run('return "PublicKeyCredential" in window;')).toBe(false);
    const outcome = await run(`
      const failures = [];
      addEventListener('unhandledrejection', ({ reason }) => failures.push(String(reason)));
      const codeOf = (work) => work.then(() => 'done', ({ code, nextStep }) => [code, nextStep]);
      const available = await wallet.passkey.available();
      const adding = await codeOf(wallet.passkey.prepareAdd({ nickname: 'Laptop' }).then((handle) => handle.add()));
      const email = (await wallet.credentials.list())[0];
      const removing = await codeOf(wallet.credentials.remove('AuthMethod:00000000-0000-4000-8000-00000000000b', { type: 'PASSKEY' }));
      return { available, adding, listed: email.type, removing, failures };`);
    expect(outcome).toEqual({
      available: 'no',
      adding: ['UNSUPPORTED', 'unsupported'],
      listed: 'EMAIL_OTP',
      removing: ['CREDENTIAL_NOT_FOUND', 'fix-input'],
      failures: [],
    });
  });
});
