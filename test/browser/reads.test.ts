import { chromium, type Browser, type Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as Kit from 'countersign';
import { chromiumLaunch } from '../engines/launch.mjs';
import { serveKit, type KitPage } from './kit-page.ts';

declare global {
  interface Window {
    kit: typeof Kit;
    wallet: Kit.Wallet;
  }
}

let browser: Browser;
let served: KitPage;
/** Whether the service answers an execution. */
let isAnswered = false;

beforeAll(async () => {
  browser = await chromium.launch(chromiumLaunch() ?? {});
  served = await serveKit({
    async between(request, next) {
      const answer = await next(request);
      return isAnswered || !request.url.endsWith('/execute') ? answer : new Promise(() => {});
    },
  });
});

afterAll(async () => {
  await browser.close();
  await served.close();
});

async function openWallet(page: Page): Promise<void> {
  await page.goto(served.url);
  await page.evaluate((settings) => {
    window.wallet = window.kit.createWallet({ ...settings, refreshBefore: false });
  }, served.settings);
}

test('a payment that a reload has interrupted is found, executed again without being paid twice, and followed to its end', async () => {
  const page = await browser.newPage();
  await openWallet(page);
  const quote = (await served.quote(1_000_000)) as Kit.Quote;
  await page.evaluate(async (unpaid) => {
    await (await window.wallet.emailOtp.begin()).verify('000000');
    void window.wallet.quote.execute(unpaid);
  }, quote);
  const status = async () => (await served.service<Kit.Quote>('GET', `/quotes/${quote.id}`)).status;
  await expect.poll(status).toBe('PROCESSING');

  isAnswered = true;
  await openWallet(page);
  const states = page.evaluate(async () => {
    const [id = ''] = await window.wallet.quote.unfinished();
    const { transactionId } = await window.wallet.quote.execute(await window.wallet.quote.get(id));
    const told: string[] = [id];
    for await (const payment of window.wallet.transaction.follow(transactionId)) {
      told.push(payment.status);
      if (payment.status === 'PROCESSING')
        await fetch('/api/sandbox/clock', { method: 'POST', body: '{"advanceMs":600000}' });
    }
    return [...told, ...(await window.wallet.quote.unfinished())];
  });
  expect(await states).toEqual([quote.id, 'PROCESSING', 'COMPLETED']);
  const { data } = await served.control<{ data: { path: string }[] }>('GET', '/requests');
  expect(data.filter(({ path }) => path.endsWith('/execute'))).toHaveLength(1);
  await page.close();
});
