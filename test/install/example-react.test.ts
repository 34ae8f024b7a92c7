import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { deviceOf } from '../browser/virtual-authenticator.ts';
import { openShadows } from '../browser/page-conditions.ts';
import { readBlocks } from '../documents/blocks.ts';
import { chromiumForFile } from './chromium.ts';
import { installExample, withdraw, type Example, type Running } from './example.ts';

const chromium = chromiumForFile();

/** A page of Next.js that its server renders, around the elements of the document. */
const screens = {
  'page.tsx': `import { platform } from '../../platform';
    import { Provider } from './provider';
    import { Screens } from './screens';
    export const dynamic = 'force-dynamic';
    export default async function Page() {
      const { accountId } = await platform();
      return <Provider accountId={accountId}><Screens /></Provider>;
    }`,
  'provider.tsx': `'use client';
    import type { ReactNode } from 'react';
    import { sandboxEnclavePublicKeyHex } from 'countersign';
    import { WalletProvider } from 'countersign/react';
    export function Provider({ accountId, children }: { accountId: string; children: ReactNode }) {
      const options = { relay: '/wallet', accountId, enclaveKeys: [sandboxEnclavePublicKeyHex] };
      return <WalletProvider options={options}>{children}</WalletProvider>;
    }`,
  'screens.tsx': readBlocks().find(({ code }) => code.includes('export function Screens()'))?.code ?? '',
};

describe.for(['react', 'next'])('the example %s, from the packed kit', (name) => {
  let example: Example;
  let running: Running;

  beforeAll(async () => {
    example = await installExample(name);
    if (name === 'next') {
      const folder = join(example.folder, 'app/screens');
      mkdirSync(folder);
      for (const [file, text] of Object.entries(screens)) writeFileSync(join(folder, file), text);
    }
    running = await example.start('npm', 'start');
  });

  afterAll(async () => {
    await running?.stop();
    example?.remove();
  });

  test('signs in, funds, quotes, signs and shows the outcome, without a word in the console', async () => {
    const { page, said } = await chromium.open(running.url);
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
    const html = await (await fetch(running.url)).text();
    expect(html).toContain(name === 'next' ? '<h1>A wallet</h1><p>One moment.</p>' : '<main id="app"></main>');
    expect(html).not.toContain('Send me a code');
  });

  if (name === 'next') {
    test('has the elements of docs/react.md in a page that its server renders, by which a person signs in', async () => {
      expect(await (await fetch(`${running.url}/screens`)).text()).toContain(
        '<countersign-sign-in></countersign-sign-in>',
      );
      const { page, said } = await chromium.open(`${running.url}/screens`);
      await page.click('text=E-mail me a code');
      await page.fill('[name=code]', '000000');
      await page.locator('countersign-session').waitFor();
      expect(said).toEqual([]);
    });
    return;
  }

  test('adds a passkey, and signs in with it by one press', async () => {
    const { page } = await chromium.open();
    await (await deviceOf(page)).plugIn();
    await page.goto(running.url);
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

  // Last, with the next: their builds take the place of the first page's.
  test('signs in and pays on its page of elements, without a word in the console', async () => {
    const { url, stop } = await example.start('npm', 'run', 'start:elements');
    onTestFinished(stop);
    const { page, said } = await chromium.open(url);
    await withdraw(page);
    expect(said).toEqual([]);
  });

  test('has an inspector that draws what is signed and moves the sandbox’s time, under a policy that allows the page’s own files alone', async () => {
    const { url, stop } = await example.start('npm', 'run', 'start:inspected');
    onTestFinished(stop);
    const { page, said } = await chromium.open();
    await openShadows(page);
    const policy = (await page.goto(url))?.headers()['content-security-policy'] ?? '';
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
