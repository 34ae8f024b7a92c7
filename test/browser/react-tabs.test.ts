import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as Kit from 'countersign';
import { chromiumLaunch } from '../engines/launch.mjs';
import { serveKit, type KitPage } from './kit-page.ts';

declare global {
  interface Window {
    /** Renders the component of this test. */
    show: (options: Kit.CreateWalletOptions) => void;
    /** Every status that the component was rendered with. */
    rendered: string[];
    bound: Kit.Wallet;
  }
}

const component = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { useWallet, useWalletState, WalletProvider } from './src/react/index.ts';
window.rendered = [];
function Status() {
  window.bound = useWallet();
  const status = useWalletState((state) => state.status);
  window.rendered.push(status);
  return createElement('p', null, status);
}
window.show = (options) => {
  const main = document.body.appendChild(document.createElement('main'));
  createRoot(main).render(createElement(WalletProvider, { options }, createElement(Status)));
};
`;

let browser: Browser;
let served: KitPage;

beforeAll(async () => {
  browser = await chromium.launch(chromiumLaunch() ?? {});
  served = await serveKit({ script: component });
});

afterAll(async () => {
  await browser.close();
  await served.close();
});

async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(served.url);
  await page.waitForFunction(() => typeof window.show === 'function');
  await page.evaluate((options) => window.show(options), served.settings);
  return page;
}

const shows = (page: Page, status: string): Promise<void> =>
  page.getByRole('paragraph').getByText(status, { exact: true }).waitFor();

/** What this tab rendered since it was asked last, once everything that reached it has been drawn. */
async function renderedSince(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return window.rendered.splice(0);
  });
}

test('a sign-in and a sign-out in another tab each render a component of this one once', async () => {
  const context = await browser.newContext();
  const [here, there] = [await openTab(context), await openTab(context)];
  for (const tab of [here, there]) await shows(tab, 'signed-out');
  expect(await renderedSince(here)).toEqual(['loading', 'signed-out']);
  await there.evaluate(async () => {
    const attempt = await window.bound.emailOtp.begin();
    await attempt.verify('000000');
  });
  for (const tab of [here, there]) await shows(tab, 'signed-in');
  await here.bringToFront();
  expect(await renderedSince(here)).toEqual(['signed-in']);
  await there.evaluate(() => window.bound.session.revoke());
  for (const tab of [here, there]) await shows(tab, 'signed-out');
  expect(await renderedSince(here)).toEqual(['signed-out']);
  await context.close();
});
