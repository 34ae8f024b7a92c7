import { expect, test as base } from '@playwright/test';
import { press, walletFixtures, type WalletFixtures } from 'countersign-sandbox/testing/playwright';

const test = base.extend<WalletFixtures>(walletFixtures());

test('a customer reviews a payment and sends it', async ({ page, sandbox, signIn }) => {
  await page.goto('/');
  await signIn(page, await (await page.request.get('/api/account')).json());
  await expect(page.locator('countersign-balance')).toContainText('100.00');
  await page.getByLabel('Amount').fill('25');
  await page.getByRole('button', { name: 'Review payment' }).click();
  // By its part: the words of a screen change with the language.
  await press(page.locator('countersign-review [part~=primary]'));
  await expect(page.locator('countersign-payment [part~=title]')).toBeVisible();
  await expect(page.locator('countersign-balance')).toContainText('75.00');
  await sandbox.expectRequests({ method: 'POST', path: '/quotes/*/execute', status: 200, times: 1 });
});
