import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviceOf } from '../browser/virtual-authenticator.ts';
import { openShadows } from '../browser/page-conditions.ts';
import { chromiumForFile } from './chromium.ts';
import { startExample, type Example } from './example.ts';

const chromium = chromiumForFile();

describe.for(['react', 'next'])('the example %s, from the packed kit', (name) => {
  let example: Example;

  beforeAll(async () => {
    example = await startExample(name);
  });

  afterAll(() => example?.stop());

  test('signs in, funds, quotes, signs and shows the outcome, without a word in the console', async () => {
    const { page, said } = await chromium.open(example.url);
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

  if (name === 'react') {
    test('adds a passkey, and signs in with it by one press', async () => {
      const { page } = await chromium.open();
      await (await deviceOf(page)).plugIn();
      await page.goto(example.url);
      await page.click('text=Send me a code');
      await page.fill('[name=code]', '111111');
      await page.click('text=Sign in');
      await page.getByText('This code is wrong.').waitFor();
      await page.fill('[name=code]', '000000');
      await page.click('text=Sign in');
      await page.click('text=Add a passkey');
      await page.getByText('This browser has a passkey.').waitFor();
      await page.click('text=Sign out');
      await page.click('text=Sign in with a passkey');
      await page.getByText(/^The session lasts for \d{3} seconds\.$/).waitFor();
      await page.close();
    });
  }

  test('answers with a shell that knows no session', async () => {
    const html = await (await fetch(example.url)).text();
    expect(html).toContain(name === 'next' ? '<h1>A wallet</h1><p>One moment.</p>' : '<main id="app"></main>');
    expect(html).not.toContain('Send me a code');
  });
});

describe('the inspector in the React example, from the packed kit', () => {
  let example: Example;

  beforeAll(async () => {
    example = await startExample('react', { script: 'start:inspected' });
  });

  afterAll(() => example?.stop());

  test('draws what is signed and moves the sandbox’s time, under a policy that allows the page’s own files alone', async () => {
    const { page, said } = await chromium.open();
    await openShadows(page);
    const policy = (await page.goto(example.url))?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    expect(policy).not.toContain('unsafe');
    await page.click('text=Sign in with the sandbox’s code');
    await page.click('text=Withdraw 25 dollars');
    const payment = page.getByRole('group', { name: 'Sign a payment' });
    await payment.getByRole('button', { name: /signed.*done/ }).click();
    await page.getByRole('button', { name: 'Verify it in this page' }).click();
    await page.getByText(/^It verifies: the key/).waitFor();
    await page.getByRole('tab', { name: 'Sandbox' }).click();
    await page.getByRole('button', { name: '+5 min' }).click();
    await page.getByText('The service’s time is 5 min further on.').waitFor();
    expect(await page.locator('[data-countersign-inspector]').count()).toBe(1);
    expect(said).toEqual([]);
  });
});
