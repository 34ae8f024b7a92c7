/** The wallet, bank accounts, and payments from the amount to their end. */
import {
  enterCode,
  fund,
  heading,
  press,
  quote,
  sendCode,
  show,
  type Visit,
  sends,
  sendsAgain,
} from '../demo-bench.ts';
import { alerted, fail, hold, letGo, said, type Journey } from './state.ts';

/** From an empty wallet to a payment that has arrived. */
export const paying: Journey = {
  title: 'the wallet and its payments',
  states: {
    async 'wallet, being read'({ page }) {
      await page.route('**/transactions?*', hold);
      await sendCode(page, 'paying@example.com');
      await enterCode(page, '000000');
      await heading(page, 'Your wallet');
      await page.getByRole('main').getByText('Loading your payments…').waitFor({ state: 'attached' });
    },
    async 'wallet, not read'({ page }) {
      await letGo(page);
      await page.route('**/transactions?*', fail);
      await page.reload();
      await alerted(page, 'No connection');
      return 'No connection';
    },
    async 'wallet, empty'({ page }) {
      await letGo(page);
      await said(page, 'No payments yet');
    },
    async 'payments, none'({ page }) {
      await show(page, 'Payments');
      await said(page, 'No payments yet');
    },
    async fund({ page }) {
      await show(page, 'Wallet');
      await press(page, 'Add money');
      await heading(page, 'Add money');
    },
    async 'fund, no amount'({ page }) {
      await page.getByLabel('Amount').fill('-5');
      await press(page, 'Add money');
      await page.locator('#amount-error').waitFor();
    },
    async 'wallet, with money'({ page }) {
      await show(page, 'Wallet');
      await fund(page, '1250.50');
      await said(page, 'Deposit');
      return '1,250.50 USDB added.';
    },
    async bank({ page }) {
      await press(page, 'Withdraw to a bank');
      await heading(page, 'Add a bank account');
    },
    async 'bank, with mistakes'({ page }) {
      await press(page, 'Add bank account');
      await said(page, 'Account holder is missing.');
    },
    ...Object.fromEntries(
      ['eu', 'gb', 'mx'].map((id) => [
        `bank, ${id}`,
        async ({ page }: Visit) => {
          await page.getByLabel('Where is the account?').selectOption(id);
          await press(page, 'Fill in sample details');
        },
      ]),
    ),
    async amount({ page }) {
      await page.getByLabel('Where is the account?').selectOption('eu');
      await press(page, 'Fill in sample details');
      await press(page, 'Add bank account');
      await heading(page, 'Withdraw');
      await page.getByRole('radio').first().waitFor();
      return 'Bank account added.';
    },
    async 'amount, too much'({ page }) {
      await page.getByLabel('Amount to send').fill('99999');
      await press(page, 'Review payment');
      await alerted(page, 'There is not enough money');
      return 'There is not enough money';
    },
    review: ({ page }) => quote(page, '100.25'),
    async 'review, offline'({ page }) {
      await page.route('**/execute', fail);
      await press(page, sends);
      await alerted(page, 'We’re not sure this went through');
      return 'We’re not sure this went through';
    },
    async 'review, not made'({ page }) {
      await page.unrouteAll();
      await press(page, 'Check payment status');
      const told = 'Your payment has not gone through. You can send it again: it is never paid twice.';
      await said(page, told);
      return told;
    },
    async 'payment, on its way'({ page }) {
      await press(page, sendsAgain);
      await heading(page, 'On its way');
      await said(page, 'Sample Payee receives');
      return 'Sample Payee receives';
    },
    async 'payment, paid'({ page }) {
      await press(page, 'Skip a minute ahead');
      await heading(page, 'Paid');
      return 'Sample Payee received';
    },
    async 'review, run out'({ page }, bench) {
      await press(page, 'Withdraw again');
      await quote(page, '10');
      await bench.advance(6 * 60_000);
      await press(page, sends);
      await alerted(page, 'This rate has expired');
      return 'This rate has expired';
    },
    async 'payments, with a quote never signed'({ page }) {
      await show(page, 'Payments');
      await said(page, 'Not sent');
    },
    async 'payment, never signed'({ page }) {
      await page.getByRole('main').getByRole('button', { name: 'Not sent' }).click();
      await heading(page, 'Not sent');
    },
  },
};
