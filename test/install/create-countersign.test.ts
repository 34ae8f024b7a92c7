import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recipe } from '../browser/content-security-policy.ts';
import { deviceOf } from '../browser/virtual-authenticator.ts';
import { installPackages, npm, packBoth } from '../package/consumer.ts';
import { root } from '../source-tree.ts';
import { chromiumForFile } from './chromium.ts';
import { startCommand, type Running } from './example.ts';

let folder: string;
let packages: readonly string[];
let starter: string;
const chromium = chromiumForFile();

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-created-')));
  packages = (await packBoth(folder)).map(({ file }) => file);
  const { code, stdout, stderr } = await npm(
    ['pack', '--json', '--pack-destination', folder],
    join(root, 'create-countersign'),
  );
  expect([code, stderr]).toEqual([0, expect.anything()]);
  // What its `prepack` says comes first.
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [{ filename: string }];
  starter = join(folder, filename);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the packed starter as `npm create` does, and installs what it has written, with the packed kit and sandbox. */
async function create(name: string, flags: readonly string[]): Promise<Running> {
  const command = ['exec', '--yes', '--prefer-offline', `--package=${starter}`, '--', 'create-countersign', name];
  const { code, stderr } = await npm([...command, ...flags], folder);
  expect(code, stderr).toBe(0);
  const app = join(folder, name);
  await installPackages(app, packages);
  return startCommand(app, ['npm', 'start']);
}

async function signIn(page: Page): Promise<void> {
  await page.click('text=Send me a code');
  await page.fill('[name=code]', '000000');
  await page.click('button:text-is("Sign in")');
}

async function pay(page: Page): Promise<void> {
  await page.click('text=Add 100 dollars of test money');
  await page.click('text=Withdraw 25 dollars');
  await page.getByText(/^The withdrawal is [A-Z]+\.$/).waitFor();
}

describe.for([
  ['plain', 'express', '--no-passkeys'],
  ['plain', 'hono', '--passkeys'],
  ['react', 'express', '--passkeys'],
  ['react', 'next', '--passkeys'],
])('an app of the packed starter: %s, %s, %s', ([front = '', back = '', passkeys = '']) => {
  test('is built, signs in and pays, without an error or a warning in the console', async () => {
    const app = await create(`${front}-${back}`, ['--front', front, '--back', back, passkeys]);
    const { page } = await chromium.open();
    const said: string[] = [];
    page.on('pageerror', (error) => said.push(error.message));
    page.on('console', (message) => void (message.type() === 'log' || said.push(message.text())));
    try {
      if (passkeys === '--passkeys') await (await deviceOf(page)).plugIn();
      const sent = (await page.goto(app.url))?.headers() ?? {};
      for (const [name, value] of Object.entries(recipe())) {
        // Next.js marks the scripts that it writes into its pages; the pages' icon is a data: URL.
        const said = sent[name.toLowerCase()]
          ?.replaceAll(/ 'nonce-[^']+'/g, '')
          .replace('img-src data:', "img-src 'self'");
        const [expected = ''] = back === 'next' ? value.split('; require-trusted-types-for') : [value];
        expect(said, name).toBe(expected);
      }
      await signIn(page);
      await pay(page);
      if (passkeys === '--passkeys') {
        await page.click('text=Add a passkey');
        await page.getByText('This browser has a passkey.').waitFor();
        await page.click('text=Sign out');
        await page.click('text=Sign in with a passkey');
        await pay(page);
      }
      expect(said).toEqual([]);
    } finally {
      await page.context().close();
      await app.stop();
    }
  });
});
