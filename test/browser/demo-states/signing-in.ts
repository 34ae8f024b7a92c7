/** Signing in with a code, and what can go wrong with that. */
import { enterCode, heading, press, sendCode } from '../demo-bench.ts';
import { alerted, fail, hold, letGo, said, type Journey } from './state.ts';

/** From the first paint to a code that is used up. */
export const signingIn: Journey = {
  title: 'signing in',
  states: {
    async opening({ page }) {
      await page.route('**/api/session', hold);
      await page.reload();
      await page.getByTestId('opening').waitFor();
    },
    async 'no back-end'({ page }) {
      await letGo(page);
      await page.route('**/api/session', fail);
      await page.reload();
      await heading(page, 'The wallet did not open');
    },
    async welcome({ page }) {
      await page.unrouteAll();
      await press(page, 'Try again');
      await heading(page, 'Your customers sign every withdrawal');
    },
    async 'welcome, no address'({ page }) {
      await page.getByLabel('E-mail address').fill('nobody');
      await press(page, 'E-mail me a code');
      await page.locator('#email-error').waitFor();
    },
    async 'code, being sent'({ page }) {
      await page.route('**/challenge', hold);
      await sendCode(page, 'states@example.com');
      await said(page, 'Sending a code…');
      return 'Sending a code…';
    },
    async 'code, limited'({ page }) {
      const body = JSON.stringify({ status: 429, code: 'RATE_LIMITED', message: 'Too many.' });
      const headers = { 'content-type': 'application/json', 'retry-after': '45' };
      await page.route('**/challenge', (route) => route.fulfill({ status: 429, headers, body }));
      await page.reload();
      await alerted(page, 'Too many attempts');
      return 'Too many attempts';
    },
    async 'code, waiting'({ page }) {
      await letGo(page);
      await said(page, '6-digit code we sent to');
    },
    async 'code, too short'({ page }) {
      await enterCode(page, '12');
      await press(page, 'Continue');
      await said(page, 'Enter all 6 digits from the message.');
    },
    async 'code, being checked'({ page }) {
      await page.route('**/verify', hold);
      await enterCode(page, '123456');
      await said(page, 'Checking your code');
      return 'Checking your code';
    },
    async 'code, from before'({ page }) {
      await letGo(page);
      await said(page, 'The code from before still works.');
    },
    async 'code, wrong'({ page }) {
      await enterCode(page, '123456');
      await alerted(page, 'That code isn’t right.');
      return 'That code isn’t right';
    },
    async 'code, expired'({ page }, bench) {
      await bench.advance(6 * 60_000);
      await page.reload();
      await alerted(page, 'This code has expired');
      return 'This code has expired';
    },
    async 'code, anew'({ page }) {
      await page.getByRole('button', { name: 'Send a new code' }).click();
      await said(page, 'A new code is on its way.');
      return 'A new code is on its way.';
    },
    async 'code, used up'({ page, responses }) {
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        const checked = page.waitForResponse((response) => response.url().endsWith('/verify'));
        await enterCode(page, `12345${String(attempt)}`);
        await checked;
        await page.getByText('Checking your code…').waitFor({ state: 'hidden' });
      }
      await enterCode(page, '000000');
      await alerted(page, 'Too many wrong codes');
      responses.length = 0;
      return 'Too many wrong codes';
    },
  },
};
