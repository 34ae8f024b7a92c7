import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launch } from '../engines/launch.ts';
import { fund, heading, press, visit } from './demo-bench.ts';
import { askedBeside, freezeCard, secondTab, serveStaticDemo, withdraw } from './demo-static.ts';
import type { StaticHost } from './static-host.ts';

let host: StaticHost;
let browser: Browser;

beforeAll(async () => {
  host = await serveStaticDemo();
  browser = await launch('firefox');
}, 120_000);

afterAll(async () => {
  await browser.close();
  await host.close();
});

describe('the demo on a host of files, in Firefox', { timeout: 120_000 }, () => {
  test('pays a withdrawal over reloads, freezes a card and tells a second tab, and asks the host for files alone', async () => {
    const { page, violations, close } = await visit(browser, host.url);
    const email = page.getByLabel('E-mail address');
    // This driver's `fill` writes behind what an e-mail field holds.
    await email.press('Control+a');
    await email.pressSequentially('static@example.com');
    await press(page, 'E-mail me a code');
    await heading(page, 'Check your e-mail');
    await page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await heading(page, 'Your wallet');
    await withdraw(page, async () => {});
    const other = await secondTab(page.context(), host);
    await heading(other, 'Your wallet');
    await fund(page, '10');
    await other.getByText('160.25').first().waitFor();
    await freezeCard(page);
    // So Firefox says that a reload ended the stream of updates.
    const endOfStream = 'Failed to load ‘’. A ServiceWorker intercepted the request';
    expect(violations.filter((violation) => !violation.startsWith(endOfStream))).toEqual([]);
    expect(askedBeside(host)).toEqual([]);
    await close();
  });
});
