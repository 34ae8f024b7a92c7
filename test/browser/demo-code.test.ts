import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Card } from 'countersign';
import { launch } from '../engines/launch.ts';
import { serveKit, type KitPage } from './kit-page.ts';
import { deviceOf } from './virtual-authenticator.ts';

const script = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { WalletProvider } from './src/ui/react/index.ts';
import { FreezeButton } from './demo/code/card.tsx';
import { AddPasskey } from './demo/code/passkey.tsx';
import { PayButton } from './demo/code/pay.tsx';
import { SignOut } from './demo/code/sessions.tsx';
import { SignIn } from './demo/code/sign-in.tsx';
window.show = (options, quote, card) => {
  const steps = [SignIn, SignOut, [PayButton, { quote }], [FreezeButton, { card }], [AddPasskey, { nickname: 'Laptop' }]];
  const shown = steps.map((step) => (Array.isArray(step) ? createElement(...step) : createElement(step)));
  const place = document.body.appendChild(document.createElement('main'));
  createRoot(place).render(createElement(WalletProvider, { options }, createElement('div', null, ...shown)));
};
`;

let served: KitPage;
let browser: Browser;

beforeAll(async () => {
  [served, browser] = await Promise.all([serveKit({ script }), launch()]);
}, 60_000);

afterAll(async () => {
  await browser.close();
  await served.close();
});

describe('the code that the demo shows, for React', { timeout: 60_000 }, () => {
  test('signs in, pays, freezes a card, adds a passkey and signs out', async () => {
    const page = await browser.newPage();
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(error.message));
    const card = await makeCard();
    await page.goto(served.url);
    await (await deviceOf(page)).plugIn();
    const given = [served.settings, await served.quote(1_000_000), card];
    await page.evaluate((values) => {
      (globalThis as unknown as { show(...values: readonly unknown[]): void }).show(...values);
    }, given);
    await page.getByText('Signed out').waitFor();
    await press(page, 'Send me a code');
    await page.getByLabel('Code').fill('000000');
    await press(page, 'Sign in');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await press(page, 'Sign and send');
    await page.getByText('PROCESSING').waitFor();
    await press(page, 'Freeze');
    await press(page, 'Unfreeze');
    await page.getByRole('button', { name: 'Freeze', exact: true }).waitFor();
    await press(page, 'Add a passkey');
    await press(page, 'Create it now');
    await page.getByText('Laptop was added').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Signed out').waitFor();
    expect(failures).toEqual([]);
  });
});

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

async function makeCard(): Promise<Card> {
  const { id } = await served.service<Card>('POST', '/cards', {
    cardholderId: served.customerId,
    form: 'VIRTUAL',
    fundingSources: [served.settings.accountId],
  });
  await served.control('POST', '/clock', { advanceMs: 60_000 });
  return served.service<Card>('GET', `/cards/${id}`);
}
