import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { heading, press, quote, readyToPay, show, signIn, useDemoBench } from './demo-bench.ts';

const { bench, withVisit } = useDemoBench();

/** Waits until a list of sessions may say that one is over: one younger than five seconds may be missing there. */
async function outliveSettling(page: Page): Promise<void> {
  const at = await page.evaluate(() => performance.now());
  await page.waitForFunction((since) => performance.now() - since > 5000, at);
}

describe('time and the session', { timeout: 60_000 }, () => {
  test('the header says whose wallet it is, how long the session lasts, and the sandbox’s time', async () => {
    await withVisit(async ({ page }) => {
      await readyToPay(page, 'header@example.com');
      await page.getByText('header@example.com').waitFor();
      await page
        .getByTestId('session-time')
        .getByText(/1[45]:\d\d/)
        .waitFor();
      await quote(page, '10');
      await press(page, 'Sign and send');
      await heading(page, 'On its way');
      await press(page, 'Skip a minute ahead');
      await page.getByTestId('service-time').getByText('+1 min').waitFor();
      await page
        .getByTestId('session-time')
        .getByText(/1[34]:\d\d/)
        .waitFor();
    });
  });

  test('time that was skipped past the session’s end is noticed before anything is signed, and the person comes back to where they were', async () => {
    await withVisit(async ({ page, requests }) => {
      await readyToPay(page, 'skipped@example.com');
      await quote(page, '10');
      await outliveSettling(page);
      await bench().advance(15.5 * 60_000);
      requests.length = 0;
      // Whatever is read next tells the service's time.
      await show(page, 'Payments');
      await heading(page, 'Welcome back');
      await page.locator('.notice', { hasText: 'Your session has run out.' }).waitFor();
      expect(requests.filter((request) => request.method() !== 'GET')).toEqual([]);
      await press(page, 'E-mail me a code');
      await page.getByLabel('Code').fill('000000');
      await heading(page, 'Payments');
    });
  });

  test('the last two minutes offer to stay signed in, and a renewed session lasts as long as a new one', async () => {
    await withVisit(async ({ page }) => {
      await readyToPay(page, 'renewed@example.com');
      await bench().advance(13.5 * 60_000);
      await show(page, 'Payments');
      await page.getByRole('button', { name: 'Stay signed in' }).click();
      await page
        .getByTestId('session-time')
        .getByText(/1[45]:\d\d/)
        .waitFor();
      expect(await page.getByRole('button', { name: 'Stay signed in' }).count()).toBe(0);
    });
  });

  test('the list of sessions shows a renewed session as it is now', async () => {
    await withVisit(async ({ page }) => {
      await signIn(page, 'listed-anew@example.com');
      await bench().advance(13.5 * 60_000);
      await show(page, 'Sessions');
      const row = page.locator('main .rows li', { hasText: 'This browser' });
      const before = await row.innerText();
      await page.getByRole('button', { name: 'Stay signed in' }).click();
      await page.getByText('Your session was renewed').first().waitFor();
      await expect.poll(() => row.allInnerTexts()).not.toEqual([before]);
    });
  });

  test('a sign-out in another tab says so in this one', async () => {
    await withVisit(async ({ page }) => {
      await signIn(page, 'tabs@example.com');
      const other = await page.context().newPage();
      await other.goto(bench().demo.url);
      await heading(other, 'Your wallet');
      await other.getByRole('button', { name: 'Sign out' }).click();
      await heading(page, 'Welcome back');
      await page.getByText('You signed out in another tab').first().waitFor();
      await other.getByText('You are signed out, and the key is gone from this browser.').first().waitFor();
    });
  });
});

describe('codes', { timeout: 60_000 }, () => {
  test('a used-up code offers one way to a new one, which works at once', async () => {
    await withVisit(async ({ page, responses }) => {
      await page.getByLabel('E-mail address').fill('one-way@example.com');
      await press(page, 'E-mail me a code');
      await heading(page, 'Enter your code');
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        await page.getByLabel('Code').fill(`12345${String(attempt)}`);
        await expect.poll(() => responses.filter((each) => each.url().endsWith('/verify')).length).toBe(attempt);
        await page.locator('.progress', { hasText: 'Checking' }).waitFor({ state: 'hidden' });
      }
      await page.getByLabel('Code').fill('000000');
      await page.getByRole('alert').getByText('Too many wrong codes').waitFor();
      expect(await page.getByText(/Wait \d+ seconds/).count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Send a new code' }).count()).toBe(1);
      await page.getByRole('button', { name: 'Send a new code' }).click();
      await page.getByText('A new code is on its way.').first().waitFor();
    });
  });

  test('a limit on codes keeps its one button from being pressed until the time is over', async () => {
    await withVisit(async ({ page, requests }) => {
      await page.getByLabel('E-mail address').fill('limited@example.com');
      await press(page, 'E-mail me a code');
      await heading(page, 'Enter your code');
      const body = JSON.stringify({ status: 429, code: 'RATE_LIMITED', message: 'Too many.' });
      const headers = { 'content-type': 'application/json', 'retry-after': '45' };
      await page.route('**/challenge', (route) => route.fulfill({ status: 429, headers, body }));
      await press(page, 'Send a new code');
      await page.getByText('Wait 45 seconds first.').waitFor();
      const buttons = page.getByRole('main').getByRole('button', { name: /new code|Try again/ });
      expect(await buttons.count()).toBe(1);
      expect(await buttons.getAttribute('aria-disabled')).toBe('true');
      expect(await buttons.innerText()).toMatch(/Try again\s+in 0:4\d/);
      const sent = requests.length;
      await buttons.click({ force: true });
      expect(requests.length).toBe(sent);
    });
  });

  test('a reload of the code screen keeps the attempt: nothing is sent again, and the code still signs in', async () => {
    await withVisit(async ({ page, requests }) => {
      await page.getByLabel('E-mail address').fill('reload@example.com');
      await press(page, 'E-mail me a code');
      await page.getByText('We sent a code to').waitFor();
      requests.length = 0;
      await page.reload();
      await heading(page, 'Enter your code');
      await page.getByText('The code from before still works.').waitFor();
      await page.getByLabel('Code').fill('000000');
      await heading(page, 'Your wallet');
      expect(requests.filter((request) => request.url().endsWith('/challenge'))).toEqual([]);
    });
  });

  test('a pasted message signs in by its six digits, once', async () => {
    await withVisit(async ({ page, requests }) => {
      await page.getByLabel('E-mail address').fill('paste@example.com');
      await press(page, 'E-mail me a code');
      await heading(page, 'Enter your code');
      await page.evaluate(() => {
        const input = document.querySelector<HTMLInputElement>('input[name="code"]');
        if (input === null) return;
        input.value = 'Your code: 000 000. It works for five minutes.';
        input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
      });
      await heading(page, 'Your wallet');
      expect(requests.filter((request) => request.url().endsWith('/verify')).length).toBe(2);
    });
  });
});
