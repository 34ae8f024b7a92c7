import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumLaunch } from '../engines/launch.mjs';
import { followDocument } from './example.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch(chromiumLaunch() ?? {});
});

afterAll(() => browser?.close());

/** Signs in and pays, by the words on the buttons. */
async function withdraw(page: Page): Promise<void> {
  await page.click('text=Send me a code');
  await page.fill('[name=code]', '000000');
  await page.click('button:text("Sign in")');
  await page.click('text=Add 100 dollars of test money');
  await page.click('text=Withdraw 25 dollars');
  await page.getByText('The withdrawal is').waitFor();
}

/** Lines that a newcomer writes: neither empty nor a comment. */
function linesOf(folder: string, name: string): number {
  const lines = readFileSync(join(folder, name), 'utf8').split('\n');
  return lines.filter((line) => !/^\s*(?:\/\/.*|\/\*\*.*)?$/.test(line)).length;
}

describe('a newcomer who does in an empty folder what a packed document says', () => {
  test('pays with docs/start.md', async () => {
    const example = await followDocument('start.md');
    try {
      const page = await browser.newPage();
      await page.goto(example.url);
      await withdraw(page);
    } finally {
      await example.stop();
    }
  });

  test('pays with docs/react.md, by at most 40 lines of page, 45 of sign-in page and 30 of back-end', async () => {
    const example = await followDocument('react.md');
    try {
      const page = await browser.newPage();
      await page.goto(example.url);
      await withdraw(page);
      expect(linesOf(example.folder, 'main.tsx')).toBeLessThanOrEqual(40);
      expect(linesOf(example.folder, 'sign-in.tsx')).toBeLessThanOrEqual(45);
      expect(linesOf(example.folder, 'server.js')).toBeLessThanOrEqual(30);
    } finally {
      await example.stop();
    }
  });
});
