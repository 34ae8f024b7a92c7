import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from '../engines/launch.ts';
import { root } from '../source-tree.ts';
import { pressNamed } from './in-view.ts';

// A test run names its own environment, in which the page would be built in its development form.
const { NODE_ENV: _, ...env } = process.env;
let server: ChildProcess;
let browser: Browser;
let url: string;

/** Builds the demo as `npm run demo` does, and starts what it starts; tells the address that it prints. */
async function startDemo(): Promise<string> {
  await promisify(execFile)('npx', ['vite', 'build'], { cwd: root, env, shell: process.platform === 'win32' });
  const command = [join(root, 'demo/dist/server/main.js'), '--port', '0'];
  server = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  for await (const chunk of server.stdout ?? []) {
    printed += String(chunk);
    const [address] = /http:\/\/localhost:\d+/.exec(printed) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error(`the demo printed no address: ${printed}`);
}

beforeAll(async () => {
  [url, browser] = await Promise.all([startDemo(), launch()]);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  server?.kill();
});

const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { name, exact: true }).first().waitFor();
const press = (page: Page, name: string): Promise<void> => pressNamed(page.getByRole('main'), name);

test('the demo takes a person from the e-mail code to a completed withdrawal, and out again', async () => {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => (message.type() === 'error' ? errors.push(message.text()) : undefined));
  await page.goto(url);

  await page.getByLabel('E-mail address').fill('sample.customer@example.com');
  await press(page, 'E-mail me a code');
  await heading(page, 'Check your e-mail');
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await heading(page, 'Your wallet');

  await press(page, 'Add money');
  await heading(page, 'Add money');
  await page.getByLabel('Amount').fill('250.5');
  await press(page, 'Add money');
  await heading(page, 'Your wallet');

  await press(page, 'Withdraw to a bank');
  await heading(page, 'Add a bank account');
  await press(page, 'Fill in sample details');
  await press(page, 'Add bank account');
  await heading(page, 'Withdraw');
  await page.getByRole('radio').first().waitFor();
  await page.getByLabel('Amount to send').fill('100.25');
  await press(page, 'Review payment');

  await heading(page, 'Review payment');
  expect(await page.locator('[part="line"]', { hasText: 'You send' }).locator('dd').innerText()).toBe('100.25 USDB');
  await press(page, 'Send 100.25 USDB');
  await heading(page, 'On its way');
  await press(page, 'Skip a minute ahead');
  await page.locator('[data-status="COMPLETED"]').waitFor();
  await press(page, 'Done');
  const balance = await page.locator('countersign-balance [part="balance"]').innerText();
  expect(balance.replace(/\s+/g, ' ').trim()).toBe('150.25 USDB');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').first().waitFor();
  expect(errors).toEqual([]);
});
