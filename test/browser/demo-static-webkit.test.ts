import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWebKitDriver, type WebKitDriver } from '../engines/webkit-driver.ts';
import { askedBeside, serveStaticDemo } from './demo-static.ts';
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

/** For scripts in the page: waits until something is there, types, and presses the button of the step with this name. */
const hands = `
  const until = (find) => new Promise((resolve) => {
    const look = () => { const found = find(); if (found) resolve(found); else requestAnimationFrame(look); };
    look();
  });
  const heading = (name) => until(() => document.querySelector('main h1')?.textContent.trim() === name);
  const type = async (selector, text) => {
    const field = await until(() => document.querySelector('main ' + selector));
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const press = async (name) => {
    const named = () => [...document.querySelectorAll('main button')].find((button) => button.textContent.trim() === name);
    (await until(named)).click();
  };`;

describe('the demo on a host of files, in WebKit', { timeout: 120_000 }, () => {
  test('signs in and adds money, and asks the host for files alone', async () => {
    const page = await driver.open(host.url);
    await page.evaluate(`${hands}
      await heading('Your wallet, signed by you');
      await type('input[type=email]', 'webkit@example.com');
      await press('E-mail me a code');
      await heading('Enter your code');`);
    await page.evaluate(`${hands}
      await type('input', '000000');
      await heading('Your wallet');`);
    await page.evaluate(`${hands}
      await press('Add money');
      await heading('Add money');
      await type('input', '12.5');
      await press('Add money');
      await heading('Your wallet');`);
    const balance = await page.evaluate(`${hands}
      const shown = await until(() => document.querySelector('[data-testid="balance"][aria-busy="false"]'));
      return shown.innerText.replace(/\\s+/g, ' ').trim();`);
    expect(balance).toBe('12.50 USDB');
    expect(askedBeside(host)).toEqual([]);
    await page.close();
  });
});
