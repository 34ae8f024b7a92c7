import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDemo, type Demo } from '../../demo/server/start.ts';
import { startWebKitDriver, type WebKitDriver, type WebKitPage } from '../engines/webkit-driver.ts';
import { attackEnds } from './attack-ends.ts';
import { buildDemo } from './demo-build.ts';
import { hands } from './hands.ts';

let demo: Demo;
let driver: WebKitDriver;
let page: WebKitPage;

beforeAll(async () => {
  const folder = await buildDemo({ PLATFORM_PROFILE: 'spec' });
  demo = await startDemo({ port: 0, profile: 'spec', service: null, enclaveKeys: [] }, folder);
  driver = await startWebKitDriver();
  page = await driver.open(demo.url);
}, 120_000);

afterAll(async () => {
  await page.close();
  driver.stop();
  await demo.close();
});

const act = (body: string): Promise<unknown> => page.evaluate(`${hands}${body}`);

describe('the demo in WebKit', { timeout: 180_000 }, () => {
  test('signs in with a code', async () => {
    await act(`
      await heading('Your customers sign every withdrawal');
      await type('email', 'webkit@example.com');
      await press('E-mail me a code');
      await heading('Check your e-mail');`);
    await act(`
      await type('code', '000000');
      await heading('Your wallet');`);
  });

  test('adds money and a bank account, signs a quote and follows the payment to its end', async () => {
    await act(`
      await press('Add money');
      await heading('Add money');
      await type('amount', '100');
      await press('Add money');
      await heading('Your wallet');
      await press('Withdraw to a bank');
      await heading('Add a bank account');`);
    await act(`
      await press('Fill in sample details');
      await press('Add bank account');
      await heading('Withdraw');
      await soon(() => document.querySelector('input[type=radio]'));
      await type('amount', '40');
      await press('Review payment');
      await heading('Review payment');`);
    await act(`
      await press('Send 40.00 USDB');
      await heading('On its way');
      await press('Skip a minute ahead');
      await heading('Paid');`);
    expect(
      await act(`
      await press('Done');
      const shown = await soon(() => document.querySelector('countersign-balance')?.shadowRoot.querySelector('[part=balance]'));
      return shown.textContent.replace(/\\s+/g, ' ').trim();`),
    ).toBe('60.00 USDB');
  });

  test('offers no passkey, which it hasn’t got', async () => {
    await act(`
      await press('Security');
      await says('Passkeys don’t work in this browser.');`);
  });

  test('carries out every attack, and each ends as in Chromium', async () => {
    await act(`
      (await soon(() => texts('button, a', 'Attack it'))).click();
      await soon(() => document.querySelector('[data-attack]'));`);
    const said: string[] = [];
    for (const [name, end] of Object.entries(attackEnds)) {
      const outcome = await act(`
        document.querySelector('[data-attack="${name}"] a').click();
        (await soon(() => texts('button', 'Try it'))).click();
        return (await soon(() => document.querySelector('.outcome'))).textContent.replace(/\\s+/g, ' ').trim();`);
      said.push(String(outcome).startsWith(end) ? end : String(outcome));
    }
    expect(said).toEqual(Object.values(attackEnds));
  });
});
