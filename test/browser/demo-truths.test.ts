import { describe, expect, test } from 'vitest';
import {
  balance,
  fund,
  heading,
  press,
  quote,
  show,
  signAndFollow,
  useDemoBench,
  slipLine,
  sends,
  sendsAgain,
} from './demo-bench.ts';
import { holdBack } from './page-conditions.ts';

const { withWallet } = useDemoBench();

const ready = { money: 100, hasBank: true };

describe('what the page says of money', { timeout: 60_000 }, () => {
  test('a purchase has its shop, its amount and words for its state, and a refused one is no success', async () => {
    await withWallet({ money: 20 }, async ({ page }) => {
      await show(page, 'Card');
      await press(page, 'Get a card');
      await press(page, 'Skip a minute ahead');
      await page.getByRole('button', { name: 'Freeze' }).waitFor();
      await page.getByLabel('Sample Shop charges').fill('7.50');
      await press(page, 'Try the purchase');
      await page.getByText('Sample Shop charged 7.50 USDB.').first().waitFor();
      await page.getByLabel('Sample Shop charges').fill('15');
      await press(page, 'Try the purchase');
      const refusal = page.locator('.notice.refusal', { hasText: 'the wallet holds 12.50 USDB' });
      await refusal.waitFor();
      const colour = await refusal.evaluate((shown) => getComputedStyle(shown).color);
      expect(colour).toBe('rgb(163, 32, 24)');
      await show(page, 'Payments');
      await page
        .getByRole('main')
        .getByRole('button', { name: /Sample Shop.*−7\.50 USDB/ })
        .click();
      await heading(page, 'Held for the shop');
      await page.getByText('7.50 USDB').waitFor();
    });
  });

  test('a reload between the press and its answer leads to the payment, without another press or signature', async () => {
    await withWallet(ready, async ({ page, requests }) => {
      await quote(page, '10');
      const arrived = new Promise<void>((resolve) => {
        void page.route('**/execute', (route) => route.fetch().then(() => resolve()));
      });
      await press(page, sends);
      await arrived;
      await page.reload();
      await heading(page, 'On its way');
      expect(requests.filter((request) => request.url().endsWith('/execute'))).toHaveLength(1);
    });
  });

  test('a payment that can’t be looked up after a reload has its slip, and no form, in place of it', async () => {
    await withWallet(ready, async ({ page }) => {
      await quote(page, '10');
      await page.route('**/execute', (route) => route.abort());
      await press(page, sends);
      await page.getByRole('button', { name: 'Check payment status' }).waitFor();
      await page.route('**/quotes/*', (route) => route.abort());
      await page.reload();
      await heading(page, 'Review payment');
      await page.getByText(/Quote:[\w-]+/).waitFor();
      await page.unrouteAll();
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await press(page, sendsAgain);
      await heading(page, 'On its way');
    });
  });

  test('Max takes the whole balance, its quote outlives a reload with its payee, and the receipt names payee and rate, also from the list', async () => {
    await withWallet(ready, async ({ page }) => {
      await press(page, 'Max');
      await expect.poll(() => page.getByLabel('Amount to send').inputValue()).toBe('100.00');
      await quote(page, '100.00');
      await page.reload();
      await heading(page, 'Review payment');
      await expect.poll(() => slipLine(page, 'To')).toMatch(/ending \d{4}/);
      expect(await slipLine(page, 'You send')).toBe('100.00 USDB');
      await signAndFollow(page);
      const receipt = page.getByTestId('payment-status');
      const names = async (): Promise<void> => {
        for (const text of [/1 USDB [=≈] [\d.]+ USD/, /ending \d{4}/])
          await receipt.filter({ hasText: text }).waitFor();
      };
      await names();
      await page.reload();
      await names();
      await show(page, 'Payments');
      await page.getByRole('main').getByRole('button', { name: '−100.00 USDB' }).click();
      await names();
    });
  });
});

describe('what went wrong', { timeout: 60_000 }, () => {
  test('with one’s own press stays while the page reads on, and "Try again" repeats that press; the first Back after paying leads to the amount', async () => {
    await withWallet(ready, async ({ page }) => {
      await quote(page, '10');
      await press(page, sends);
      await heading(page, 'On its way');
      // A quote that was paid is no place to go back to.
      await page.goBack();
      await heading(page, 'Withdraw');
      await page.goForward();
      await heading(page, 'On its way');
      await page.route('**/api/clock', (route) => route.abort());
      await press(page, 'Skip a minute ahead');
      const alert = page.getByRole('alert').getByText('No connection');
      await alert.waitFor();
      for (let reads = 0; reads < 2; reads += 1) await page.waitForResponse(/\/wallet\/transactions\//);
      expect(await alert.count()).toBe(1);
      await page.unroute('**/api/clock');
      await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
      await heading(page, 'Paid');
    });
  });
});

describe('where the person is', { timeout: 60_000 }, () => {
  test('an answer that comes late pulls nobody away from the step they went on to', async () => {
    await withWallet(ready, async ({ page }) => {
      await quote(page, '10');
      const release = await holdBack(page, '**/execute');
      await press(page, sends);
      await page.getByRole('button', { name: 'Sending…' }).waitFor();
      await show(page, 'Devices');
      release();
      await page.locator('.notice', { hasText: 'Your payment was signed and accepted.' }).waitFor();
      await heading(page, 'Devices');
    });
  });

  test('a sign-out that the service answers late ends what was said before, and pulls nobody away from the code they asked for meanwhile', async () => {
    await withWallet({ email: 'late-end@example.com' }, async ({ page }) => {
      await fund(page, '25');
      await page.locator('.notice', { hasText: '25.00 USDB added.' }).waitFor();
      const release = await holdBack(page, '**/auth/sessions/*');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await heading(page, 'Sign in');
      await expect.poll(() => page.getByText('25.00 USDB added.').count()).toBe(0);
      await press(page, 'E-mail me a code');
      await page.getByText('code we sent to late-end@example.com').waitFor();
      release();
      await page.locator('.notice', { hasText: 'You are signed out.' }).waitFor();
      await heading(page, 'Check your e-mail');
      await page.getByLabel('Code').fill('000000');
      await heading(page, 'Your wallet');
    });
  });

  test('the page begins with its frame and lines where the wallet will be, and says so where it waits', async () => {
    await withWallet({}, async ({ page }) => {
      await page.route('**/assets/*.js', (route) => route.abort());
      await page.reload();
      await page.getByText('Sample wallet').waitFor();
      await expect.poll(() => page.locator('.skeleton').count()).toBeGreaterThan(2);
      await page.unroute('**/assets/*.js');
      const release = await holdBack(page, '**/transactions?*');
      await page.reload();
      await heading(page, 'Your wallet');
      await page.getByText('Loading your payments…').waitFor({ state: 'attached' });
      expect(await page.getByText('No payments yet').count()).toBe(0);
      release();
      await page.getByText('No payments yet').waitFor();
      expect(await balance(page)).toBe('0.00 USDB');
    });
  });

  test('nothing says "Reading" beside an error, and code and attacks that can’t be fetched say so', async () => {
    await withWallet({}, async ({ page }) => {
      await show(page, 'Card');
      await page.getByRole('button', { name: 'Get a card' }).waitFor();
      await page.context().setOffline(true);
      for (const view of ['Payments', 'Security', 'Devices', 'Card']) {
        // Its heading first: the error of the view before would stand for its own.
        await show(page, view);
        await page
          .getByRole('main')
          .getByText(/No (?:answer came|connection)/)
          .waitFor();
        expect(
          await page
            .getByRole('main')
            .getByText(/Reading/)
            .count(),
          view,
        ).toBe(0);
        if (view !== 'Devices') continue;
        await page.getByRole('main').getByText('Show the source').click();
        await page.getByText('The code could not be read. Reload this page').waitFor();
      }
      await page.getByRole('button', { name: 'Attack it' }).click();
      await page.getByText('The attacks could not be loaded. Reload this page').waitFor();
      await page.context().setOffline(false);
    });
  });
});
