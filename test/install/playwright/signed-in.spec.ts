import { expect, test as base } from 'playwright/test';
import { walletFixtures, type WalletFixtures } from 'countersign-sandbox/testing/playwright';
import { start } from './start.ts';

const test = base.extend<WalletFixtures>(walletFixtures({ start }));
test('a person who is signed in withdraws', async ({ page, signIn }) => {
  await page.goto('/');
  await signIn(page, await (await page.request.get('/account')).json());
  await page.getByText('Withdraw 25 dollars').click();
  await expect(page.getByRole('status')).toHaveText('The withdrawal is PROCESSING.');
});
