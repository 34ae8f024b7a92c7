/** The static demo on a plain host of files, below a path of it. */
import type { Browser, BrowserContext, Page } from 'playwright';
import { expect } from 'vitest';
import { buildStaticDemo } from './demo-build.ts';
import { addBank, balance, fund, heading, press, quote, show, visit, type Visit, sends } from './demo-bench.ts';
import { named } from './in-view.ts';
import { serveFolder, type StaticHost } from './static-host.ts';

/** Where a second copy of the demo stands, below the same origin. */
export const otherCopy = '/other/project/';

/** Builds the demo where it isn't built yet, and serves it. */
export async function serveStaticDemo(): Promise<StaticHost> {
  return serveFolder(await buildStaticDemo(), '/some/project/', otherCopy);
}

/** Opens the page for the first time in a profile of its own. */
export function firstVisit(browser: Browser, { url, proxy }: StaticHost): Promise<Visit> {
  return visit(browser, url, { proxy });
}

/** Opens another tab beside a page. */
export async function secondTab(context: BrowserContext, { url }: StaticHost, path = ''): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(50_000);
  await page.goto(new URL(path, url).href);
  return page;
}

/** A withdrawal from the wallet of a person who is signed in, with reloads on the way; `between` happens between its steps. */
export async function withdraw(page: Page, between: () => Promise<void>): Promise<void> {
  await between();
  await fund(page, '250.5');
  await between();
  await page.reload();
  await heading(page, 'Your wallet');
  expect(await balance(page)).toBe('250.50 USDB');
  await addBank(page);
  await between();
  await quote(page, '100.25');
  await between();
  await press(page, sends);
  await page.getByTestId('payment-status').waitFor();
  await between();
  await press(page, 'Skip a minute ahead');
  await page.locator('[data-status="COMPLETED"]').waitFor();
  await page.reload();
  await page.locator('[data-status="COMPLETED"]').waitFor();
  await press(page, 'Done');
  expect(await balance(page)).toBe('150.25 USDB');
}

/** A card, frozen and unfrozen. */
export async function freezeCard(page: Page): Promise<void> {
  await show(page, 'Card');
  await press(page, 'Get a card');
  await page.getByTestId('card').waitFor();
  await press(page, 'Skip a minute ahead');
  await press(page, 'Freeze');
  await page.getByRole('button', named('Unfreeze')).waitFor();
}

/** Requests to the host beside the files of the folder. */
export function askedBeside({ asked, url }: StaticHost): readonly string[] {
  const path = new URL(url).pathname;
  return asked.filter((name) => !name.startsWith(path) || /\/(?:api|wallet)\//.test(name));
}
