import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { quote, readyToPay, signAndFollow, useDemoBench } from './demo-bench.ts';

const { withVisit } = useDemoBench();

/** Loads the page again with open shadow roots: a closed one hides from tests too. */
async function openShadows(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function attachOpen(init) {
      return attach.call(this, { ...init, mode: 'open' });
    };
  });
  await page.reload();
}

describe('the inspector in the demo', { timeout: 120_000 }, () => {
  test('is loaded apart: the first load holds nothing of what draws it', async () => {
    await withVisit(async ({ responses }) => {
      const loaded = responses.filter((response) => response.url().endsWith('.js'));
      const scripts = await Promise.all(loaded.map((response) => response.text()));
      expect(scripts).not.toEqual([]);
      expect(scripts.filter((text) => text.includes('Who says what to whom'))).toEqual([]);
    });
  });

  test('draws a sign-in and a payment, and moves the time of the sandbox', async () => {
    await withVisit(async ({ page }) => {
      await openShadows(page);
      await readyToPay(page, 'inspected@example.com');
      await quote(page, '10');
      await signAndFollow(page);
      await page.getByRole('region', { name: 'Sign a payment' }).waitFor();
      expect(await page.getByRole('region', { name: 'Sign in with the code' }).count()).toBe(1);
      await page.getByRole('tab', { name: 'Signed' }).click();
      await page.getByRole('button', { name: 'Sign a payment done' }).click();
      await page.getByRole('button', { name: 'Verify it in this page' }).click();
      await page.getByText(/^It verifies: the key/).waitFor();
      await page.getByRole('tab', { name: 'Sandbox' }).click();
      await page.getByRole('button', { name: '+5 min' }).click();
      await page.getByText('The service’s time is 5 min further on.').waitFor();
    });
  });
});
