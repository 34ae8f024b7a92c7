/** The wallet, bank accounts, and payments from the amount to their end. */
import { fund, heading, press, quote, show, type Visit } from '../demo-bench.ts';
import { alerted, enterCode, fail, hold, letGo, said, sendCode, type Journey } from './state.ts';

/** From an empty wallet to a payment that has arrived. */
export const paying: Journey = {
  title: 'the wallet and its payments',
  states: [
    {
      name: 'wallet, being read',
      async reach({ page }) {
        await page.route('**/transactions?*', hold);
        await sendCode(page, 'paying@example.com');
        await enterCode(page, '000000');
        await heading(page, 'Your wallet');
        await said(page, 'Reading your payments…');
      },
    },
    {
      name: 'wallet, not read',
      async reach({ page }) {
        await letGo(page);
        await page.route('**/transactions?*', fail);
        await page.reload();
        await alerted(page, 'No connection');
      },
      spoken: 'No connection',
    },
    {
      name: 'wallet, empty',
      async reach({ page }) {
        await letGo(page);
        await said(page, 'No payments yet.');
      },
    },
    {
      name: 'payments, none',
      async reach({ page }) {
        await show(page, 'Payments');
        await said(page, 'No payments yet.');
      },
    },
    {
      name: 'fund',
      async reach({ page }) {
        await show(page, 'Wallet');
        await press(page, 'Add money');
        await heading(page, 'Add money');
      },
    },
    {
      name: 'fund, no amount',
      async reach({ page }) {
        await page.getByLabel('Amount').fill('-5');
        await press(page, 'Add money');
        await page.locator('#amount-error').waitFor();
      },
    },
    {
      name: 'wallet, with money',
      async reach({ page }) {
        await show(page, 'Wallet');
        await fund(page, '1250.50');
        await said(page, 'Money in');
      },
      spoken: '1,250.50 USDB added.',
    },
    {
      name: 'bank',
      async reach({ page }) {
        await press(page, 'Withdraw to a bank');
        await heading(page, 'Add a bank account');
      },
    },
    {
      name: 'bank, with mistakes',
      async reach({ page }) {
        await press(page, 'Add bank account');
        await said(page, 'Account holder is missing.');
      },
      spoken: 'Something needs another look',
    },
    ...['eu', 'gb', 'mx'].map((id) => ({
      name: `bank, ${id}`,
      async reach({ page }: Visit) {
        await page.getByLabel('Where is the account?').selectOption(id);
        if (id === 'ng') await page.locator('option', { hasText: 'Choose a bank' }).waitFor({ state: 'attached' });
        await press(page, 'Fill in sample details');
      },
    })),
    {
      name: 'amount',
      async reach({ page }) {
        await page.getByLabel('Where is the account?').selectOption('eu');
        await press(page, 'Fill in sample details');
        await press(page, 'Add bank account');
        await heading(page, 'Withdraw');
        await page.getByRole('radio').first().waitFor();
      },
      spoken: 'Bank account added.',
    },
    {
      name: 'amount, too much',
      async reach({ page }) {
        await page.getByLabel('Amount to send').fill('99999');
        await press(page, 'Get a quote');
        await alerted(page, 'There is not enough money');
      },
      spoken: 'There is not enough money',
    },
    { name: 'review', reach: ({ page }) => quote(page, '100.25') },
    {
      name: 'review, offline',
      async reach({ page }) {
        await page.route('**/execute', fail);
        await press(page, 'Sign and send');
        await alerted(page, 'It is not known yet whether this was done');
      },
      spoken: 'It is not known yet whether this was done',
    },
    {
      name: 'payment, on its way',
      async reach({ page }) {
        await page.unrouteAll();
        await press(page, 'Look what became of it');
        await heading(page, 'On its way');
        await said(page, 'Signed, accepted, and on its way to the bank.');
      },
      spoken: 'Signed, accepted, and on its way to the bank.',
    },
    {
      name: 'payment, paid',
      async reach({ page }) {
        await press(page, 'Skip a minute ahead');
        await heading(page, 'Paid');
      },
      spoken: 'The money reached the bank.',
    },
    {
      name: 'review, run out',
      async reach({ page }, bench) {
        await press(page, 'Withdraw again');
        await quote(page, '10');
        await bench.advance(6 * 60_000);
        await press(page, 'Sign and send');
        await alerted(page, 'This offer has expired');
      },
      spoken: 'This offer has expired',
    },
    {
      name: 'payments, with a quote never signed',
      async reach({ page }) {
        await show(page, 'Payments');
        await said(page, 'Never signed');
      },
    },
    {
      name: 'payment, never signed',
      async reach({ page }) {
        await press(page, 'Quote for a withdrawal');
        await heading(page, 'This quote ran out');
      },
    },
  ],
};
