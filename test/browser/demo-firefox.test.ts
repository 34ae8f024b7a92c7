import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { launch } from '../engines/launch.ts';
import { attack, attackEnds } from './attack-ends.ts';
import { balance, heading, press, quote, readyToPay, show, signAndFollow, signIn, useDemoBench } from './demo-bench.ts';
import { exportStoredKeys } from './demo-evidence.ts';

const { withVisit } = useDemoBench(() => launch('firefox'));

/** Empties the field: in Firefox the driver adds to what an e-mail field holds. */
const emptyAddress = (page: Page): Promise<void> =>
  page.getByLabel('E-mail address').evaluate((field) => {
    (field as HTMLInputElement).value = '';
  });

describe('the demo in Firefox', { timeout: 180_000 }, () => {
  test('signs in, withdraws to a bank, keeps its session and its key over a reload, and signs out', async () => {
    await withVisit(async ({ page }) => {
      await emptyAddress(page);
      await readyToPay(page, 'firefox@example.com');
      await quote(page, '40');
      await signAndFollow(page);
      await page.reload();
      await heading(page, 'Paid');
      await press(page, 'Done');
      expect(await balance(page)).toBe('60.00 USDB');
      expect(await exportStoredKeys(page)).toMatchObject([{ extractable: false, pkcs8: 'refused' }]);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await heading(page, 'Sign in');
      // The key signs the sign-out first, and is gone once the page says so.
      await page.getByRole('main').getByText('the key is gone from this browser').waitFor();
      expect(await exportStoredKeys(page)).toEqual([]);
    });
  });

  test('freezes and closes a card, and takes a code by text message', async () => {
    await withVisit(async ({ page }) => {
      await emptyAddress(page);
      await signIn(page, 'firefox-card@example.com');
      await show(page, 'Card');
      await press(page, 'Get a card');
      await press(page, 'Skip a minute ahead');
      await press(page, 'Freeze');
      await page.locator('[data-state="FROZEN"]').waitFor();
      await press(page, 'Close card');
      await press(page, 'Yes, close it');
      await page.locator('[data-state="CLOSED"]').waitFor();
      await show(page, 'Security');
      await press(page, 'Add a mobile number');
      await page.getByLabel('Mobile number').fill('+14155550100');
      await press(page, 'Add a mobile number');
      await page.getByRole('main').getByText('You can now get codes at +14155550100').waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await press(page, 'Text me a code');
      await page.getByLabel('Code').fill('000000');
      await heading(page, 'Your wallet');
    });
  });

  test('carries out every attack, and each ends as in Chromium', async () => {
    await withVisit(async ({ page }) => {
      await page.getByRole('link', { name: 'Attack it' }).click();
      const said: string[] = [];
      for (const [name, end] of Object.entries(attackEnds)) said.push((await attack(page, name)).slice(0, end.length));
      expect(said).toEqual(Object.values(attackEnds));
    });
  });
});
