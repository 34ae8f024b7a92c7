import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Testing from 'countersign-sandbox/testing/playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { recordKey } from '../../src/kit/session/record.ts';
import { deviceOf } from '../browser/virtual-authenticator.ts';
import { openShadows } from '../browser/page-conditions.ts';
import { readBlocks } from '../documents/blocks.ts';
import { findEngine } from '../engines/find.mjs';
import { chromiumLaunch, firefoxLaunch } from '../engines/launch.mjs';
import { startWebKitDriver } from '../engines/webkit-driver.ts';
import { eventually } from '../eventually.ts';
import { run } from '../package/consumer.ts';
import { root } from '../source-tree.ts';
import { chromiumForFile } from './chromium.ts';
import { installExample, withdraw, type Example, type Running } from './example.ts';

const chromium = chromiumForFile();

const { channel, ...firefox } = { channel: undefined, ...firefoxLaunch() };
/** Engines of Playwright, and how many workers a suite has there. */
const engines = [
  ['Chromium', 'chromium', { browserName: 'chromium', launchOptions: chromiumLaunch() }, 2],
  ['Firefox', 'firefox', { browserName: 'firefox', channel, launchOptions: firefox }, 1],
] as const;

/** A page of Next.js that its server renders, around the elements of the document. */
const screens = {
  'page.tsx': `import { platform } from '../../platform';
    import { Provider } from './provider';
    import { Screens } from './screens';
    export const dynamic = 'force-dynamic';
    export default async function Page() {
      const { accountId } = await platform();
      return <Provider accountId={accountId}><Screens /></Provider>;
    }`,
  'provider.tsx': `'use client';
    import type { ReactNode } from 'react';
    import { sandboxEnclavePublicKeyHex } from 'countersign';
    import { WalletProvider } from 'countersign/react';
    export function Provider({ accountId, children }: { accountId: string; children: ReactNode }) {
      const options = { relay: '/wallet', accountId, enclaveKeys: [sandboxEnclavePublicKeyHex] };
      return <WalletProvider options={options}>{children}</WalletProvider>;
    }`,
  'screens.tsx': readBlocks().find(({ code }) => code.includes('export function Screens()'))?.code ?? '',
};

describe.for(['react', 'next'])('the example %s, from the packed kit', (name) => {
  let example: Example;
  let running: Running;

  beforeAll(async () => {
    example = await installExample(name, name === 'react' ? ['puppeteer-core@24'] : []);
    if (name === 'next') {
      const folder = join(example.folder, 'app/screens');
      mkdirSync(folder);
      for (const [file, text] of Object.entries(screens)) writeFileSync(join(folder, file), text);
    }
    running = await example.start('npm', 'start');
  });

  afterAll(async () => {
    await running?.stop();
    example?.remove();
  });

  test('signs in, funds, quotes, signs and shows the outcome, without a word in the console', async () => {
    const { page, said } = await chromium.open(running.url);
    await page.click('text=Send me a code');
    await page.fill('[name=code]', '000000');
    await page.click('text=Sign in');
    await page.click('text=Add 100 dollars of test money');
    await page.click('text=Withdraw 25 dollars');
    await page.getByText('The withdrawal is PROCESSING.').waitFor();
    await page.reload();
    await page.click('text=Withdraw 25 dollars');
    await page.getByText('The withdrawal is PROCESSING.').waitFor();
    expect(said).toEqual([]);
  });

  test('answers with a shell that knows no session', async () => {
    const html = await (await fetch(running.url)).text();
    expect(html).toContain(name === 'next' ? '<h1>A wallet</h1><p>One moment.</p>' : '<main id="app"></main>');
    expect(html).not.toContain('Send me a code');
  });

  if (name === 'next') {
    test('has the elements of docs/react.md in a page that its server renders, by which a person signs in', async () => {
      expect(await (await fetch(`${running.url}/screens`)).text()).toContain(
        '<countersign-sign-in></countersign-sign-in>',
      );
      const { page, said } = await chromium.open(`${running.url}/screens`);
      await page.click('text=E-mail me a code');
      await page.fill('[name=code]', '000000');
      await page.locator('countersign-session').waitFor();
      expect(said).toEqual([]);
    });
    return;
  }

  test('adds a passkey, and signs in with it by one press', async () => {
    const { page } = await chromium.open();
    await (await deviceOf(page)).plugIn();
    await page.goto(running.url);
    await page.click('text=Send me a code');
    await page.fill('[name=code]', '111111');
    await page.click('text=Sign in');
    await page.getByText('This code is wrong.').waitFor();
    await page.fill('[name=code]', '000000');
    await page.click('text=Sign in');
    await page.click('text=Add a passkey');
    await page.getByText('This browser has a passkey.').waitFor();
    await page.click('text=Sign out');
    await page.click('text=Sign in with a passkey');
    await page.getByText(/^The session lasts for \d{3} seconds\.$/).waitFor();
    await page.close();
  });

  describe('signed in by a driver', () => {
    beforeAll(() => {
      const modules = join(example.folder, 'node_modules');
      for (const one of ['playwright', 'playwright-core'])
        symlinkSync(join(root, 'node_modules', one), join(modules, one));
      const tests = join(example.folder, 'tests');
      cpSync(join(root, 'test/install/playwright'), tests, { recursive: true });
      // The example's own compiler reads all that is in its folder.
      return () => rmSync(tests, { recursive: true });
    });

    /** Runs a file of the folder `playwright`, each time in a worker of its own. */
    async function playwright(file: string, use: object, times: number): Promise<string> {
      // A busy machine isn't a failure.
      const common = { testDir: 'tests', timeout: 120_000, expect: { timeout: 60_000 }, reporter: 'line' };
      const config = { ...common, workers: times, repeatEach: times, fullyParallel: true, use };
      writeFileSync(join(example.folder, 'playwright.config.js'), `export default ${JSON.stringify(config)};`);
      const command = join(root, 'node_modules/playwright/cli.js');
      const { stdout, stderr } = await run(process.execPath, [command, 'test', file], example.folder);
      expect(`${stdout}\n${stderr}`).toContain(`${String(times)} passed`);
      return stdout;
    }

    for (const [title, engine, use, workers] of engines) {
      test.skipIf(findEngine(engine) === null)(`in ${title} it signs in by the kit, and pays`, async () => {
        await playwright('signed-in.spec.ts', use, 1);
      });

      test.skipIf(findEngine(engine) === null)(
        `in ${title} each worker has a sandbox of its own, and no key of a sign-in can be exported`,
        async () => {
          const said = [...(await playwright('workers.spec.ts', use, workers)).matchAll(/worker (\d+) on (\S+)/g)];
          const of = (part: 1 | 2): number => new Set(said.map((words) => words[part])).size;
          expect([said.length, of(1), of(2)]).toEqual([workers, workers, workers]);
        },
      );
    }

    test('Puppeteer signs in and pays by the script of the document', async () => {
      const [, text = ''] =
        /```js\n(\/\/ signed-in\.js\n[^]*?)```/.exec(readFileSync(join(root, 'docs/testing.md'), 'utf8')) ?? [];
      const script = text
        .replace("'puppeteer'", "'puppeteer-core'")
        .replace('launch()', `launch(${JSON.stringify(chromiumLaunch())})`)
        .replace('http://localhost:3000', running.url);
      writeFileSync(join(example.folder, 'signed-in.js'), script);
      const { code, stderr } = await run(process.execPath, ['signed-in.js'], example.folder);
      expect([code, stderr]).toEqual([0, '']);
    });

    test.skipIf(findEngine('webkit') === null)(
      'in WebKit, by WebDriver, the script signs in, the application finds itself signed in, and the key refuses export',
      async () => {
        // As it is packed: the script that a page runs is made by the build.
        const { signInScript } = (await import(
          join(root, 'sandbox/dist/testing/playwright/node.js')
        )) as typeof Testing;
        const { accountId } = (await (await fetch(`${running.url}/account`)).json()) as { accountId: string };
        const driver = await startWebKitDriver();
        try {
          const page = await driver.open(running.url);
          const sessionId = await page.evaluate(`return ${signInScript({ accountId })};`);
          expect(sessionId).toMatch(/^Session:/);
          expect(await page.evaluate(reloadAndExport(accountId))).toEqual({
            sessionId,
            extractable: false,
            exported: 'InvalidAccessError',
          });
          await page.reload();
          await eventually(async () => expect(await page.evaluate(buttonsInPage)).toContain('Withdraw 25 dollars'), {
            timeout: 30_000,
          });
          await page.close();
        } finally {
          driver.stop();
        }
      },
    );
  });

  // Last, with the next: their builds take the place of the first page's.
  test('signs in and pays on its page of elements, without a word in the console', async () => {
    const { url, stop } = await example.start('npm', 'run', 'start:elements');
    onTestFinished(stop);
    const { page, said } = await chromium.open(url);
    await withdraw(page);
    expect(said).toEqual([]);
  });

  test('has an inspector that draws what is signed and moves the sandbox’s time, under a policy that allows the page’s own files alone', async () => {
    const { url, stop } = await example.start('npm', 'run', 'start:inspected');
    onTestFinished(stop);
    const { page, said } = await chromium.open();
    await openShadows(page);
    const policy = (await page.goto(url))?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    expect(policy).not.toContain('unsafe');
    await page.click('text=Sign in with the sandbox’s code');
    await page.click('text=Withdraw 25 dollars');
    const payment = page.getByRole('group', { name: 'Sign a payment' });
    await payment.getByRole('button', { name: /signed.*done/ }).click();
    await page.getByRole('button', { name: 'Verify it in this page' }).click();
    await page.getByText(/^It verifies: the key/).waitFor();
    await page.getByRole('tab', { name: 'Sandbox' }).click();
    await page.getByRole('button', { name: '+5 min' }).click();
    await page.getByText('The service’s time is 5 min further on.').waitFor();
    expect(await page.locator('[data-countersign-inspector]').count()).toBe(1);
    expect(said).toEqual([]);
  });
});

const reloadAndExport = (accountId: string): string => `
  const { session } = await new Promise((resolve) => {
    const opening = indexedDB.open('countersign');
    opening.onsuccess = () => {
      const store = opening.result.objectStoreNames[0];
      const reading = opening.result.transaction(store).objectStore(store).get('${recordKey(accountId)}');
      reading.onsuccess = () => resolve(reading.result);
    };
  });
  const { sessionId, signingKey } = session;
  const exported = await crypto.subtle.exportKey('pkcs8', signingKey).then(() => 'exported', ({ name }) => name);
  return { sessionId, extractable: signingKey.extractable, exported };`;

const buttonsInPage = `return [...document.querySelectorAll('button')].map(({ textContent }) => textContent);`;
