import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Testing from 'countersign-sandbox/testing/playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findEngine } from '../engines/find.mjs';
import { chromiumLaunch, firefoxLaunch } from '../engines/launch.mjs';
import { recordKey } from '../../src/kit/session/record.ts';
import { startWebKitDriver } from '../engines/webkit-driver.ts';
import { eventually } from '../eventually.ts';
import { run } from '../package/consumer.ts';
import { root } from '../source-tree.ts';
import { installExample, type Example, type Running } from './example.ts';

let example: Example;
let running: Running;

beforeAll(async () => {
  example = await installExample('react', ['puppeteer-core@24']);
  running = await example.start('npm', 'start');
  const modules = join(example.folder, 'node_modules');
  mkdirSync(modules, { recursive: true });
  for (const name of ['playwright', 'playwright-core'])
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  cpSync(join(root, 'test/install/playwright'), join(example.folder, 'tests'), { recursive: true });
});

afterAll(async () => {
  await running?.stop();
  example?.remove();
});

/** Runs a file of the folder `playwright` four times, each in a worker of its own. */
async function playwright(file: string, use: object): Promise<string> {
  // A busy machine isn't a failure.
  const common = {
    testDir: 'tests',
    workers: 4,
    repeatEach: 4,
    fullyParallel: true,
    timeout: 120_000,
    expect: { timeout: 60_000 },
    reporter: 'line',
  };
  const config = { ...common, use };
  writeFileSync(join(example.folder, 'playwright.config.js'), `export default ${JSON.stringify(config)};`);
  const command = join(root, 'node_modules/playwright/cli.js');
  const { stdout, stderr } = await run(process.execPath, [command, 'test', file], example.folder);
  expect(`${stdout}\n${stderr}`).toMatch(/4 passed/);
  return stdout;
}

const { channel, ...firefox } = { channel: undefined, ...firefoxLaunch() };
const engines = [
  ['Chromium', 'chromium', { browserName: 'chromium', launchOptions: chromiumLaunch() }],
  ['Firefox', 'firefox', { browserName: 'firefox', channel, launchOptions: firefox }],
] as const;

for (const [title, engine, use] of engines) {
  test.skipIf(findEngine(engine) === null)(`in ${title} it signs in by the kit, and pays`, async () => {
    await playwright('signed-in.spec.ts', use);
  });

  test.skipIf(findEngine(engine) === null)(
    `in ${title} four workers have a sandbox each, and no key of a sign-in can be exported`,
    async () => {
      const said = [...(await playwright('workers.spec.ts', use)).matchAll(/worker (\d+) on (\S+)/g)];
      const of = (part: 1 | 2): number => new Set(said.map((words) => words[part])).size;
      expect([said.length, of(1), of(2)]).toEqual([4, 4, 4]);
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
    const { signInScript } = (await import(join(root, 'sandbox/dist/testing/playwright/node.js'))) as typeof Testing;
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
