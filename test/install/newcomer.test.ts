import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { pressInView } from '../browser/in-view.ts';
import { chromiumForFile } from './chromium.ts';
import { followDocument, startExample } from './example.ts';

const chromium = chromiumForFile();
const sends = (page: Page): Locator => page.getByRole('button', { name: /^Send [\d.]+ USDB/ });

/** Signs in and pays twice, by the words on the buttons. */
async function withdraw(page: Page): Promise<void> {
  await page.click('text=E-mail me a code');
  await page.fill('[name=code]', '000000');
  await page.click('text=Add 100 dollars of test money');
  for (const _ of ['a payment', 'the next']) {
    await page.click('text=Withdraw 25 dollars');
    await pressInView(sends(page));
    await page.getByText(/ (?:is on its way|has arrived)$/).waitFor();
    expect(await sends(page).count()).toBe(0);
  }
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
      await withdraw((await chromium.open(example.url)).page);
      expect(linesOf(example.folder, script)).toBeLessThanOrEqual(45);
      // Fifteen of them are the content security policy.
      expect(linesOf(example.folder, 'server.js')).toBeLessThanOrEqual(45);
    } finally {
      await example.stop();
    }
  },
);

test.for(['react', 'minimal'])(
  'the page of elements of the example %s signs in and pays, without a word in the console',
  async (name) => {
    const example = await startExample(name, { script: 'start:elements' });
    try {
      const { page, said } = await chromium.open(example.url);
      await withdraw(page);
      expect(said).toEqual([]);
    } finally {
      await example.stop();
    }
  },
);
