import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWebKitDriver, type WebKitDriver } from '../engines/webkit-driver.ts';
import { askedBeside, serveStaticDemo } from './demo-static.ts';
import { hands } from './hands.ts';
import type { StaticHost } from './static-host.ts';

let host: StaticHost;
let driver: WebKitDriver;

beforeAll(async () => {
  host = await serveStaticDemo();
  driver = await startWebKitDriver();
}, 120_000);

afterAll(async () => {
  driver.stop();
  await host.close();
});

describe('the demo on a host of files, in WebKit', { timeout: 120_000 }, () => {
  test('signs in and adds money, and asks the host for files alone', async () => {
    const page = await driver.open(host.url);
    await page.evaluate(`${hands}
      await heading('Your customers sign every withdrawal');
      await type('email', 'webkit@example.com');
      await press('E-mail me a code');
      await heading('Check your e-mail');`);
    await page.evaluate(`${hands}
      await type('code', '000000');
      await heading('Your wallet');`);
    await page.evaluate(`${hands}
      await press('Add money');
      await heading('Add money');
      await type('amount', '12.5');
      await press('Add money');
      await heading('Your wallet');`);
    const balance = await page.evaluate(`${hands}
      const shown = await soon(() => document.querySelector('countersign-balance')?.shadowRoot.querySelector('[part=balance]'));
      return shown.innerText.replace(/\\s+/g, ' ').trim();`);
    expect(balance).toBe('12.50 USDB');
    expect(askedBeside(host)).toEqual([]);
    await page.close();
  });
});
