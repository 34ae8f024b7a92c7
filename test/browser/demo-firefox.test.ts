import { describe, expect, test } from 'vitest';
import { launch } from '../engines/launch.ts';
import { attack, attackEnds } from './attack-ends.ts';
import { balance, heading, press, quote, readyToPay, signAndFollow, useDemoBench } from './demo-bench.ts';
import { exportStoredKeys } from './demo-evidence.ts';

const { withVisit } = useDemoBench(() => launch('firefox'));

describe('the demo in Firefox', { timeout: 180_000 }, () => {
  test('signs in, withdraws to a bank, keeps its session and its key over a reload, and signs out', async () => {
    await withVisit(async ({ page }) => {
      // In Firefox the driver adds to what an e-mail field holds.
      await page.getByLabel('E-mail address').evaluate((field) => {
        (field as HTMLInputElement).value = '';
      });
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
      await page.getByRole('main').getByText('You are signed out.').waitFor();
      expect(await exportStoredKeys(page)).toEqual([]);
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
