import { describe, expect, test } from 'vitest';
import { addBank, enterCode, heading, press, sendCode, show, useDemoBench, type Visit } from './demo-bench.ts';

const { withVisit, withWallet } = useDemoBench();

/** Reads the error on the page: the title and the advice. */
async function problem({ page }: Visit, title: string): Promise<string> {
  const shown = page.getByRole('alert').filter({ hasText: title });
  await shown.waitFor();
  return shown.innerText();
}

describe('what goes wrong says so, and what to do', { timeout: 60_000 }, () => {
  test('a chunk that does not load signs nothing, and trying again goes on', async () => {
    await withVisit(async (visit) => {
      await visit.page.route(/assets\/login-/, (route) => route.abort());
      await sendCode(visit.page, 'chunk@example.com');
      await enterCode(visit.page, '000000');
      expect(await problem(visit, 'Please reload this page')).toContain('Nothing was signed');
      expect(visit.requests.filter((request) => request.url().endsWith('/verify'))).toEqual([]);
      await visit.page.unroute(/assets\/login-/);
      await press(visit.page, 'Try again');
      await heading(visit.page, 'Your wallet');
    });
  });

  test('more than the wallet holds is refused by the page itself, with the way to add money', async () => {
    await withWallet({ money: 10 }, async (visit) => {
      await addBank(visit.page);
      await visit.page.getByLabel('Amount to send').fill('10.01');
      await visit.page.getByRole('radio').first().waitFor();
      await visit.page.locator('.notice', { hasText: 'Bank account added.' }).waitFor();
      await press(visit.page, 'Review payment');
      await problem(visit, 'There is not enough money');
      await expect.poll(() => visit.page.locator('.notice').count()).toBe(0);
      expect(visit.requests.filter((request) => request.url().endsWith('/wallet/quotes'))).toEqual([]);
      await press(visit.page, 'Add money');
      await heading(visit.page, 'Add money');
    });
  });

  test('what breaks a rule of the service is said at its field, whether the page knows the rule or the service tells, and an amount that is none never leaves the page', async () => {
    await withWallet({}, async (visit) => {
      await press(visit.page, 'Add money');
      for (const [amount, said] of [
        ['', 'Enter an amount in digits, like 25 or 25.50.'],
        ['0', 'Enter an amount above zero.'],
        ['-5', 'Enter an amount in digits, like 25 or 25.50.'],
        ['1.1234567', 'USDB has at most 6 decimals.'],
      ] as const) {
        await visit.page.getByLabel('Amount').fill(amount);
        await press(visit.page, 'Add money');
        await visit.page.locator('#amount-error', { hasText: said }).waitFor();
      }
      expect(visit.requests.filter((request) => request.url().endsWith('/api/fund'))).toEqual([]);
      await show(visit.page, 'Wallet');
      await press(visit.page, 'Withdraw to a bank');
      await press(visit.page, 'Fill in sample details');
      await visit.page.getByLabel('Routing number').fill('12');
      await visit.page.getByLabel('Account number').fill('x');
      await press(visit.page, 'Add bank account');
      await visit.page.getByText('This needs 9 digits.').waitFor();
      expect(await visit.page.getByRole('alert').count()).toBe(0);
      const wrong = visit.page.locator('[aria-invalid="true"]');
      await expect
        .poll(() => wrong.evaluateAll((inputs) => inputs.map(({ id }) => id)))
        .toEqual(['accountInfo-routingNumber', 'accountInfo-accountNumber']);
      const said = await wrong.first().getAttribute('aria-describedby');
      expect(said).toBe('accountInfo-routingNumber-hint accountInfo-routingNumber-error');
      expect(await visit.page.locator('#accountInfo-routingNumber-error').innerText()).toBe('This needs 9 digits.');
      expect(await visit.page.getByLabel('Account holder').inputValue()).toBe('Sample Payee');
      const errors = [{ field: 'accountInfo.bankName', message: 'This bank takes no payments.' }];
      const body = JSON.stringify({ status: 400, code: 'INVALID_INPUT', message: 'Invalid.', details: { errors } });
      await visit.page.route('**/customers/external-accounts', (route) =>
        route.fulfill({ status: 400, contentType: 'application/json', body }),
      );
      await press(visit.page, 'Fill in sample details');
      await press(visit.page, 'Add bank account');
      await visit.page.locator('#accountInfo-bankName-error', { hasText: 'This bank takes no payments.' }).waitFor();
    });
  });
});
