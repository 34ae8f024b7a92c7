import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumLaunch } from '../engines/launch.mjs';
import { followDocument } from './example.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch(chromiumLaunch() ?? {});
});

afterAll(() => browser?.close());

/** Signs in and pays, by the words on the buttons. */
async function withdraw(page: Page): Promise<void> {
  await page.click('text=E-mail me a code');
  await page.fill('[name=code]', '000000');
  await page.click('text=Add 100 dollars of test money');
  await page.click('text=Withdraw 25 dollars');
  await page.click('text=Sign and send');
  await page.getByText('On its way', { exact: true }).waitFor();
  await page.click('text=Sign out');
  await page.getByText('E-mail me a code').waitFor();
}

/** Lines that a newcomer writes: neither empty nor a comment. */
function linesOf(folder: string, name: string): number {
  const lines = readFileSync(join(folder, name), 'utf8').split('\n');
  return lines.filter((line) => !/^\s*(?:\/\/.*|\/\*\*.*)?$/.test(line)).length;
}

test.for([
  ['React', ['react'], 'main.tsx'],
  ['no framework', ['react', 'minimal'], 'page.js'],
] as const)(
  'a newcomer who follows docs/start.md in an empty folder signs in and pays, with %s',
  async ([, examples, script]) => {
    const example = await followDocument('start.md', examples);
    try {
      const page = await browser.newPage();
      await page.goto(example.url);
      await withdraw(page);
      expect(linesOf(example.folder, script)).toBeLessThanOrEqual(45);
      expect(linesOf(example.folder, 'server.js')).toBeLessThanOrEqual(30);
    } finally {
      await example.stop();
    }
  },
);
