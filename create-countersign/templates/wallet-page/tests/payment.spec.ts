import { expect, test as base } from '@playwright/test';
import { press, walletFixtures, type WalletFixtures } from 'countersign-sandbox/testing/playwright';

const test = base.extend<WalletFixtures>(walletFixtures());

test('a customer reviews a payment on the wallet page, sends it and comes back', async ({ page, sandbox }) => {
  await page.goto('/');
  await expect(page.locator('countersign-balance')).toContainText('100.00');
  await page.getByLabel('Amount').fill('25');
  await page.getByRole('button', { name: 'Review payment' }).click();
  // By their parts: the words of a screen change with the language. The slip leads to the sign-in, and stands there again.
  await press(page.locator('countersign-review [part~=primary]'));
  await page.locator('countersign-sign-in [part~=primary]').click();
  await page.locator('[name=code]').fill('000000');
  await press(page.locator('countersign-review [part~=primary]'));
  await expect(page.locator('countersign-payment [part~=title]')).toBeVisible();
  await page.locator('a.back').click();
  await expect(page.locator('countersign-payment [part~=title]')).toBeVisible();
  await expect(page.locator('countersign-balance')).toContainText('75.00');
  await sandbox.expectRequests({ method: 'POST', path: '/quotes/*/execute', status: 200, times: 1 });
});
