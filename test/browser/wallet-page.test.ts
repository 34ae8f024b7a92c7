/** The wallet page in a browser: a person signs in and pays there, and a script in the app can do nothing of it. */
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { launch } from '../engines/launch.ts';
import { noteViolations, expectNoViolation } from './content-security-policy.ts';
import { serveWalletPage, type WalletPageSite } from './wallet-page-site.ts';

let browser: Browser;
let site: WalletPageSite;

beforeAll(async () => {
  browser = await launch();
  site = await serveWalletPage();
}, 60_000);

afterAll(async () => {
  await browser.close();
  await site.close();
});

async function newContext(): Promise<BrowserContext> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  await context.addInitScript(noteViolations);
  return context;
}

async function open(path: string, options: Parameters<WalletPageSite['link']>[1] = {}, from = site): Promise<Page> {
  const page = await (await newContext()).newPage();
  await page.goto(await from.link(path, options));
  return page;
}

const quoteOf = async (from = site, amount = 1_000_000): Promise<string> =>
  ((await from.kit.quote(amount)) as { id: string }).id;

/** Signs in with a code by e-mail. */
async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'E-mail me a code' }).click();
  await page.getByRole('textbox').fill('000000');
}

describe('a payment', () => {
  test('is signed in for, read and paid on the wallet page, which leads back with the outcome', async () => {
    const id = await quoteOf();
    const page = await open(`/pay?quote=${id}`);
    await signIn(page);
    await page.getByRole('button', { name: /^Send/ }).click();
    await page.getByRole('heading', { name: /on its way/ }).waitFor();
    const back = page.getByRole('link', { name: 'Back to Sample Platform' });
    const href = new URL((await back.getAttribute('href')) ?? '');
    expect([href.origin + href.pathname, Object.fromEntries(href.searchParams)]).toEqual([
      `${site.app}/orders/1`,
      { outcome: 'paid', id },
    ]);
    expect(page.url()).not.toContain('ticket');
    await expectNoViolation(page);
  });
});
