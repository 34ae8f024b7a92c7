import { chromium, type Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumLaunch } from '../engines/launch.mjs';
import { startExample } from './example.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch(chromiumLaunch() ?? {});
});

afterAll(() => browser?.close());

test.for(['react', 'minimal'])(
  'the page of elements of the example %s signs in and pays twice, without a word in the console',
  async (name) => {
    const example = await startExample(name, { script: 'start:elements' });
    try {
      const page = await browser.newPage();
      const said: string[] = [];
      page.on('pageerror', (error) => said.push(error.message));
      page.on('console', (message) => said.push(message.text()));
      await page.goto(example.url);
      await page.click('text=E-mail me a code');
      await page.fill('[name=code]', '000000');
      await page.click('text=Add 100 dollars of test money');
      for (const _ of ['a payment', 'the next']) {
        await page.click('text=Withdraw 25 dollars');
        await page.click('text=Sign and send');
        await page.getByText(/^(?:On its way|Paid)$/).waitFor();
        expect(await page.getByText('Sign and send').count()).toBe(0);
      }
      await page.click('text=Sign out');
      await page.getByText('E-mail me a code').waitFor();
      expect(said).toEqual([]);
    } finally {
      await example.stop();
    }
  },
);
