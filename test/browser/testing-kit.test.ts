import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as Kit from 'countersign';
import type { Identify } from 'countersign/relay';
import { listen } from 'countersign-sandbox/node';
import * as testing from 'countersign-sandbox/testing';
import type * as Testing from 'countersign-sandbox/testing/playwright';
import { chromiumLaunch } from '../engines/launch.mjs';
import { launch } from '../engines/launch.ts';
import { buildKit, manifest } from '../package/consumer.ts';
import { root } from '../source-tree.ts';
import { serveKit, type KitPage } from './kit-page.ts';

const { constructor: AsyncFunction } = (async () => {}) as unknown as { constructor: FunctionConstructor };
let served: KitPage;
let browser: Browser;
let kit: typeof Testing;

beforeAll(async () => {
  await buildKit();
  // As it is packed: the script that a page runs is made by the build.
  kit = (await import(join(root, 'sandbox/dist/testing/playwright/node.js'))) as typeof Testing;
  served = await serveKit();
  browser = await launch();
}, 120_000);

afterAll(async () => {
  await browser.close();
  await served.close();
});

describe('signIn', () => {
  test('leaves a session whose key refuses export, so that the application finds itself signed in', async () => {
    const page = await browser.newPage();
    await page.goto(served.url);
    const { accountId } = served.settings;
    const sessionId = await kit.signIn(page, { accountId });
    expect(sessionId).toMatch(/^Session:/);
    const found = await page.evaluate(async (settings) => {
      const wallet = window.kit.createWallet({ ...settings, refreshBefore: false });
      await wallet.session.list();
      const key = await new Promise<CryptoKey>((resolve, reject) => {
        const opening = indexedDB.open('countersign');
        opening.addEventListener('success', () => {
          const { result } = opening;
          const [name = ''] = [...result.objectStoreNames];
          const reading = result.transaction(name).objectStore(name).get(`session:3:${settings.accountId}`);
          reading.addEventListener('success', () =>
            resolve((reading.result as { session: { signingKey: CryptoKey } }).session.signingKey),
          );
        });
        opening.addEventListener('error', () => reject(new Error('no database')));
      });
      const exported = await crypto.subtle.exportKey('pkcs8', key).then(
        () => 'exported',
        (error: unknown) => (error as Error).name,
      );
      const { status, session } = wallet.state();
      wallet.close();
      return { status, sessionId: session?.sessionId, extractable: key.extractable, exported };
    }, served.settings);
    expect(found).toEqual({ status: 'signed-in', sessionId, extractable: false, exported: 'InvalidAccessError' });
    await page.close();
  });

  test('says to open the page first', async () => {
    const page = await browser.newPage();
    await expect(kit.signIn(page, served.settings)).rejects.toThrow(
      'signIn: no page of your application is open; call page.goto first',
    );
    await page.close();
  });

  test.each([
    ['to log in to the application first', () => null, 'signIn: log in to your application first'],
    [
      "that the account is another person's",
      () => ({ userId: 'other', customerId: served.customerId, accountIds: [] }),
      "signIn: this account is another person's",
    ],
  ])('says %s', async (_, identify: Identify, message) => {
    const application = await serveKit({ relay: { identify } });
    const page = await browser.newPage();
    await page.goto(application.url);
    await expect(kit.signIn(page, application.settings)).rejects.toThrow(message);
    await page.close();
    await application.close();
  });

  test('says what the service refused', async () => {
    const page = await browser.newPage();
    await page.goto(served.url);
    await expect(kit.signIn(page, served.settings, { code: '111111' })).rejects.toThrow(/code is wrong/);
    await page.close();
  });
});

describe('press', () => {
  // A button below the fold that can be pressed after half a second; `times` has when each thing happened.
  const far = (
    change = '',
  ): string => `<div style="height: 3000px"></div><button aria-disabled="true">Send</button><script>
    window.times = {};
    const note = (name) => (window.times[name] = performance.now());
    const watch = (button) => {
      new IntersectionObserver(([entry]) => entry.isIntersecting && note('seen'), { threshold: 0.99 }).observe(button);
      button.addEventListener('click', () => note('pressed'));
    };
    watch(document.querySelector('button'));
    setTimeout(() => {
      document.querySelector('button').setAttribute('aria-disabled', 'false');
      note('ready');
      ${change}
    }, 500);
  </script>`;
  const timesOf = (page: Page): Promise<Record<'seen' | 'ready' | 'pressed', number>> =>
    page.evaluate(() => (window as unknown as { times: Record<'seen' | 'ready' | 'pressed', number> }).times);

  test('waits until the button has stood in view for as long as a press needs to count, and can be pressed', async () => {
    const page = await browser.newPage();
    await page.setContent(far());
    await kit.press(page.getByRole('button'));
    const { seen, ready, pressed } = await timesOf(page);
    expect([pressed - seen > 800, pressed > ready]).toEqual([true, true]);
    await page.close();
  });

  test.each([
    [
      'drawn anew',
      "const drawn = document.querySelector('button').cloneNode(true); watch(drawn); document.querySelector('button').replaceWith(drawn);",
    ],
    [
      'moved out of view',
      "document.documentElement.style.overflowAnchor = 'none'; document.querySelector('div').style.height = '9000px';",
    ],
  ])('waits anew for a button that was %s', async (_, change) => {
    const page = await browser.newPage();
    await page.setContent(far(change));
    await kit.press(page.getByRole('button'));
    const { seen, ready, pressed } = await timesOf(page);
    expect([seen > ready, pressed - seen > 800]).toEqual([true, true]);
    await page.close();
  });

  test('takes a locator alone', async () => {
    await expect(kit.press('Send' as never)).rejects.toThrow('press: button must be a locator of Playwright');
  });
});

test('the lines of docs/testing.md make a person and sign them in, as the application then finds', async () => {
  const [, lines = ''] = /```js\n(import [^]*?)```/.exec(readFileSync(join(root, 'docs/testing.md'), 'utf8')) ?? [];
  let person: testing.Person | undefined;
  const identify: Identify = () => person && { ...person, userId: person.customerId, accountIds: [person.accountId] };
  const application = await serveKit({ relay: { identify } });
  const sandbox = {
    ...application.sandbox,
    fetch: async (request: Request) => {
      const response = await application.sandbox.fetch(request);
      if (request.url.endsWith('/people')) person = (await response.clone().json()) as testing.Person;
      return response;
    },
  };
  const { url, close } = await listen(sandbox);
  const page = await browser.newPage({ baseURL: application.url });
  try {
    const code = lines
      .replaceAll(/^import (.*) from (.*);$/gm, 'const $1 = entries[$2];')
      .replace('http://127.0.0.1:4600', url);
    const entries = { 'countersign-sandbox/testing': testing, 'countersign-sandbox/testing/playwright': kit };
    await (new AsyncFunction('entries', 'page', code) as (...given: unknown[]) => Promise<void>)(entries, page);
    const settings = { ...application.settings, accountId: person?.accountId ?? '' };
    const status = await page.evaluate(async (given) => {
      const wallet = window.kit.createWallet({ ...given, refreshBefore: false });
      await wallet.session.list();
      return wallet.state().status;
    }, settings);
    expect(status).toBe('signed-in');
  } finally {
    await page.close();
    await close();
    await application.close();
  }
});

test('the lines of docs/testing.md end a session by both clocks, without a refresh', async () => {
  const [, lines = ''] =
    /```js\n(await page\.clock[^]*?)```/.exec(readFileSync(join(root, 'docs/testing.md'), 'utf8')) ?? [];
  const page = await browser.newPage({ baseURL: served.url });
  try {
    const signIn = async (...given: Parameters<typeof kit.signIn>): Promise<void> => {
      await kit.signIn(...given);
      await page.evaluate((settings) => {
        const wallet = window.kit.createWallet(settings);
        Object.assign(window, { wallet });
        return new Promise<void>((resolve) => {
          wallet.subscribe(() => wallet.state().status === 'signed-in' && resolve());
        });
      }, served.settings);
    };
    const advance = (advanceMs: number) => served.control('POST', '/clock', { advanceMs });
    const given = { page, person: served.settings, signIn, advance };
    const steps = new AsyncFunction(...Object.keys(given), lines) as (...values: unknown[]) => Promise<void>;
    await steps(...Object.values(given));
    const ended = () =>
      page.evaluate(() => (window as unknown as { readonly wallet: Kit.Wallet }).wallet.state().ended?.reason);
    await expect.poll(ended).toBe('expired');
  } finally {
    await page.close();
  }
});

test('the fixtures give each worker a sandbox and an application of its own', { timeout: 90_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-playwright-'));
  try {
    const installed = join(folder, 'node_modules');
    // Copied, since Playwright compiles anew what isn't below `node_modules`, and a link counts as what it leads to.
    for (const [name, from] of Object.entries({ countersign: root, 'countersign-sandbox': join(root, 'sandbox') })) {
      for (const part of ['package.json', 'dist'])
        await cp(join(from, part), join(installed, name, part), { recursive: true });
    }
    for (const name of ['playwright', ...Object.keys(manifest.dependencies)]) {
      await mkdir(dirname(join(installed, name)), { recursive: true });
      await symlink(join(root, 'node_modules', name), join(installed, name), 'junction');
    }
    await cp(join(root, 'test/browser/fixtures'), folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    const config = {
      testDir: '.',
      workers: 2,
      fullyParallel: true,
      reporter: 'line',
      use: { launchOptions: chromiumLaunch() },
    };
    await writeFile(join(folder, 'playwright.config.js'), `export default ${JSON.stringify(config)};`);
    const { code, output } = await run(['test', '--config', 'playwright.config.js'], folder);
    expect(output).toMatch(/2 passed/);
    expect(code).toBe(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

function run(args: readonly string[], cwd: string): Promise<{ code: number | null; output: string }> {
  const command = join(root, 'node_modules/playwright/cli.js');
  const child = spawn(process.execPath, [command, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, output }));
  });
}
