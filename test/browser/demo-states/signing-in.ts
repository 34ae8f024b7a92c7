/** Signing in with a code, and what can go wrong with that. */
import { heading, press } from '../demo-bench.ts';
import { alerted, enterCode, fail, hold, letGo, said, sendCode, type Journey } from './state.ts';

/** From the first paint to a code that is used up. */
export const signingIn: Journey = {
  title: 'signing in',
  states: [
    {
      name: 'opening',
      async reach({ page }) {
        await page.route('**/api/session', hold);
        await page.reload();
        await page.getByTestId('opening').waitFor();
      },
    },
    {
      name: 'no back-end',
      async reach({ page }) {
        await letGo(page);
        await page.route('**/api/session', fail);
        await page.reload();
        await heading(page, 'The wallet did not open');
      },
    },
    {
      name: 'welcome',
      async reach({ page }) {
        await page.unrouteAll();
        await press(page, 'Try again');
        await heading(page, 'Your wallet, signed by you');
      },
    },
    {
      name: 'welcome, no address',
      async reach({ page }) {
        await page.getByLabel('E-mail address').fill('nobody');
        await press(page, 'E-mail me a code');
        await page.locator('#email-error').waitFor();
      },
    },
    {
      name: 'code, being sent',
      async reach({ page }) {
        await page.route('**/challenge', hold);
        await sendCode(page, 'states@example.com');
        await said(page, 'Sending a code…');
      },
      spoken: 'Sending a code…',
    },
    {
      name: 'code, limited',
      async reach({ page }) {
        const body = JSON.stringify({ status: 429, code: 'RATE_LIMITED', message: 'Too many.' });
        const headers = { 'content-type': 'application/json', 'retry-after': '45' };
        await page.route('**/challenge', (route) => route.fulfill({ status: 429, headers, body }));
        await page.reload();
        await alerted(page, 'Too many attempts');
      },
      spoken: 'Too many attempts',
    },
    {
      name: 'code, waiting',
      async reach({ page }) {
        await letGo(page);
        await said(page, 'It works for a few minutes.');
      },
    },
    {
      name: 'code, too short',
      async reach({ page }) {
        await enterCode(page, '12');
        await press(page, 'Sign in');
        await said(page, 'Type the 6 digits from the message.');
      },
    },
    {
      name: 'code, being checked',
      async reach({ page }) {
        await page.route('**/verify', hold);
        await enterCode(page, '123456');
        await said(page, 'Checking your code');
      },
      spoken: 'Checking your code',
    },
    {
      name: 'code, from before',
      async reach({ page }) {
        await letGo(page);
        await said(page, 'The code from before still works.');
      },
    },
    {
      name: 'code, wrong',
      async reach({ page }) {
        await enterCode(page, '123456');
        await alerted(page, 'This code is not right');
      },
      spoken: 'This code is not right',
    },
    {
      name: 'code, expired',
      async reach({ page }, bench) {
        await bench.advance(6 * 60_000);
        await page.reload();
        await alerted(page, 'This code has expired');
      },
      spoken: 'This code has expired',
    },
    {
      name: 'code, anew',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Send a new code' }).click();
        await said(page, 'A new code is on its way.');
      },
      spoken: 'A new code is on its way.',
    },
    {
      name: 'code, used up',
      async reach({ page, responses }) {
        for (let attempt = 1; attempt <= 5; attempt += 1) {
          const checked = page.waitForResponse((response) => response.url().endsWith('/verify'));
          await enterCode(page, `12345${String(attempt)}`);
          await checked;
          await page.getByText('Checking your code…').waitFor({ state: 'hidden' });
        }
        await enterCode(page, '000000');
        await alerted(page, 'Too many wrong codes');
        responses.length = 0;
      },
      spoken: 'Too many wrong codes',
    },
  ],
};
