import { mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { templateNames, walletPageTemplates } from '../../create-countersign/app.mjs';
import { chromiumLaunch } from '../engines/launch.mjs';
import { installPackages, npm, run } from '../package/consumer.ts';
import { root } from '../source-tree.ts';
import { freePort } from '../listen.ts';
import { pressInView } from '../browser/in-view.ts';
import { chromiumForFile } from './chromium.ts';
import { startCommand } from './example.ts';

let folder: string;
let starter: string;
const chromium = chromiumForFile();

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-created-')));
  const { code, stdout, stderr } = await npm(
    ['pack', '--json', '--pack-destination', folder],
    join(root, 'create-countersign'),
  );
  expect([code, stderr]).toEqual([0, expect.anything()]);
  // Output of its `prepack` comes first.
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [{ filename: string }];
  starter = join(folder, filename);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the packed starter as `npm create` does. */
function create(...args: readonly string[]): ReturnType<typeof npm> {
  const command = ['exec', '--yes', '--prefer-offline', `--package=${starter}`, '--', 'create-countersign', ...args];
  return npm(command, folder);
}

/** A page that waits for a bundler on a busy machine. */
async function open(): ReturnType<typeof chromium.open> {
  const opened = await chromium.open();
  opened.page.setDefaultTimeout(120_000);
  return opened;
}

async function signIn(page: Page): Promise<void> {
  await page.click('text=E-mail me a code');
  await page.fill('[name=code]', '000000');
  await page.locator('countersign-balance').getByText('100.00').waitFor();
}

async function pay(page: Page): Promise<void> {
  await page.getByLabel('Amount').fill('1000');
  await page.getByRole('button', { name: 'Review payment' }).click();
  await page.getByRole('alert').filter({ hasText: 'smaller amount' }).waitFor();
  await page.getByLabel('Amount').fill('25');
  await page.getByRole('button', { name: 'Review payment' }).click();
  await pressInView(page.locator('countersign-review [part~=primary]'));
  await page.locator('countersign-payment [part~=title]').waitFor();
  await page.locator('countersign-balance').getByText('75.00').waitFor();
  await page.click('text=Make another payment');
  await page.getByLabel('Amount').waitFor();
}

/** Replaces a text of a file in an app. */
function edit(app: string, name: string, before: string, after: string): void {
  const text = readFileSync(join(app, name), 'utf8');
  expect(text).toContain(before);
  writeFileSync(join(app, name), text.replace(before, after));
}

/** The file that has the title of the form, which a test changes. */
const pages: Readonly<Record<string, string>> = {
  react: 'src/payment-form.tsx',
  next: 'src/payment-form.tsx',
  plain: 'index.html',
  vue: 'src/PaymentForm.vue',
};

/** Writes an app, and has its own test run in the browser that is installed here. */
async function write(name: string, ...options: readonly string[]): Promise<string> {
  const { code, stderr } = await create(name, '--from', dirname(inject('tarballs')[0].file), ...options);
  expect(code, stderr).toBe(0);
  const app = join(folder, name);
  const launch = `use: { launchOptions: ${JSON.stringify(chromiumLaunch())}, `;
  edit(app, 'playwright.config.js', 'use: { ', launch);
  edit(app, 'playwright.config.js', "'3210'", `'${String(await freePort('localhost'))}'`);
  return app;
}

async function passesItsTest(app: string): Promise<void> {
  const { code, stdout, stderr } = await run('env', ['-u', 'NODE_ENV', '-u', 'PORT', 'npm', 'test'], app);
  expect(code, stdout + stderr).toBe(0);
  expect(stdout).toContain('1 passed');
}

describe.for(templateNames)('an app of the packed starter: %s', (template) => {
  let app: string;

  beforeAll(async () => {
    app = await write(template, '--template', template);
    await installPackages(app, []);
  });

  test('passes its own test, which builds it', async () => {
    await passesItsTest(app);
  });

  test('signs in and pays as it was built, under its policy, without a word in the console', async () => {
    const { url, stop } = await startCommand(app, ['npm', 'start']);
    onTestFinished(stop);
    const { page, said } = await open();
    const policy = (await page.goto(url))?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    await signIn(page);
    await pay(page);
    expect(said).toEqual([]);
  });

  test('shows changes of page and back-end while `npm run dev` runs', async () => {
    const { url, stop } = await startCommand(app, ['npm', 'run', 'dev']);
    onTestFinished(stop);
    const { page } = await open();
    await page.goto(url);
    await signIn(page);
    edit(app, pages[template] ?? '', 'Send to your bank', 'Send it home');
    await page.getByText('Send it home').waitFor();
    edit(app, 'server/platform.js', 'return { accountId,', 'return { isEdited: true, accountId,');
    await expect
      .poll(async () => (await fetch(`${url}/api/account`)).json() as Promise<object>)
      .toHaveProperty('isEdited', true);
  });

  if (!walletPageTemplates.includes(template)) return;

  test('with a wallet page passes its own test, which signs in and pays there', async () => {
    const other = await write(`${template}-wallet-page`, '--template', template, '--wallet-page');
    // The last test of the app takes its packages along, which are the same.
    renameSync(join(app, 'node_modules'), join(other, 'node_modules'));
    await passesItsTest(other);
  });
});
