import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWebKitDriver, type WebKitDriver } from '../engines/webkit-driver.ts';
import { createCertificate } from './certificate.ts';
import { attempts, serveEntrance, type EntranceSite } from './entrance-attempts.ts';

let site: EntranceSite;
let driver: WebKitDriver;

beforeAll(async () => {
  // Without TLS not every engine says what a request is for.
  site = await serveEntrance(createCertificate());
  driver = await startWebKitDriver();
}, 60_000);
afterAll(() => {
  driver?.stop();
  site?.close();
});

describe('an entrance in WebKit', { timeout: 60_000 }, () => {
  test('leads a link to the wallet page with a ticket, and shows no script of the app where', async () => {
    const page = await driver.open(`${site.app}/`);
    site.answered = [];
    expect(await page.evaluate(`return ${attempts};`)).toEqual([]);
    expect([...new Set(site.answered)].filter((one) => one !== 'GET 403' && one !== 'GET 303')).toEqual([]);
    expect(site.answered.filter((one) => one === 'GET 303').length).toBeLessThan(2);
    await page.evaluate(`
      document.body.innerHTML = '<a href="/to-wallet/sessions">Go</a>';
      document.querySelector('a').click();`);
    await expect.poll(() => page.address()).toMatch(new RegExp(`^${site.wallet}/sessions#ticket=[\\w-]{43}$`));
    await page.close();
  });
});
