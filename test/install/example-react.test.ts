import { chromium, type Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumLaunch } from '../engines/launch.mjs';
import { startExample, type Example } from './example.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch(chromiumLaunch() ?? {});
});

afterAll(() => browser?.close());

describe.for(['react', 'next'])('the example %s, from the packed kit', (name) => {
  let example: Example;

  beforeAll(async () => {
    example = await startExample(name);
  });

  afterAll(() => example?.stop());

  test('signs in, funds, quotes, signs and shows the outcome, without a word in the console', async () => {
    const page = await browser.newPage();
    const said: string[] = [];
    page.on('pageerror', (error) => said.push(error.message));
    page.on('console', (message) => said.push(message.text()));
    await page.goto(example.url);
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
    const html = await (await fetch(example.url)).text();
    expect(html).toContain(name === 'next' ? '<h1>A wallet</h1><p>One moment.</p>' : '<main id="app"></main>');
    expect(html).not.toContain('Send me a code');
  });
});
