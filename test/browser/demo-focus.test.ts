/** Moves the focus from a pressed button that goes away to the content that takes its place. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { heading, press, show, useDemoBench, sends } from './demo-bench.ts';
import { deviceOf } from './virtual-authenticator.ts';

const { withVisit, withWallet } = useDemoBench();

/** The words of what has the focus, also inside of an element with a document of its own. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element === document.body ? 'nothing' : (element?.textContent ?? '').trim();
  });

describe('the focus', { timeout: 60_000 }, () => {
  test('is at the button that adds a passkey after one was put off, and stays at the attack that was pressed', async () => {
    await withWallet({}, async ({ page }) => {
      await (await deviceOf(page)).plugIn();
      await show(page, 'Security');
      await press(page, 'Add a passkey');
      await press(page, 'Add a passkey');
      await page.getByRole('button', { name: 'Create passkey' }).waitFor();
      await page.getByRole('button', { name: 'Not now' }).press('Enter');
      await expect.poll(() => focused(page)).toBe('Add');
      await page.getByRole('button', { name: 'Attack it' }).click();
      await page.getByRole('button', { name: 'Try it' }).press('Enter');
      await page.locator('.outcome').waitFor();
      await expect.poll(() => focused(page)).toBe('Try it');
    });
  });

  test('is at the heading once the time of the quote on screen is over, since the next press means something else', async () => {
    await withWallet({ money: 50, hasBank: true }, async ({ page }) => {
      await page.getByLabel('Amount to send').fill('25');
      await press(page, 'Review payment');
      await heading(page, 'Review payment');
      await page.getByRole('button', { name: sends }).focus();
      await page.evaluate(() => {
        const elapsed = performance.now.bind(performance);
        performance.now = () => elapsed() + 600_000;
      });
      await page.getByRole('button', { name: 'Get a new rate' }).waitFor();
      expect(await focused(page)).toBe('Review payment');
    });
  });

  test('is at what to do when asking for a code fails again', async () => {
    await withVisit(async ({ page }) => {
      await page.route('**/challenge', (route) => route.abort());
      await press(page, 'E-mail me a code');
      await heading(page, 'Check your e-mail');
      const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
      await again.press('Enter');
      await again.waitFor();
      await expect.poll(() => focused(page)).toContain('Try again');
    });
  });
});
