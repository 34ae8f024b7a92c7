import { describe, expect, test } from 'vitest';
import { addBank, balance, fund, heading, press, quote, show, signIn, useDemoBench, type Visit } from './demo-bench.ts';

const { bench, withVisit } = useDemoBench();

async function sendCode({ page }: Visit, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await press(page, 'E-mail me a code');
  await heading(page, 'Enter your code');
}

async function enterCode({ page }: Visit, code: string): Promise<void> {
  await page.getByLabel('Code').fill('');
  await page.getByLabel('Code').fill(code);
}

/** What the page says is wrong: the title and the advice. */
async function problem({ page }: Visit, title: string): Promise<string> {
  const shown = page.getByRole('alert').filter({ hasText: title });
  await shown.waitFor();
  return shown.innerText();
}

describe('what goes wrong says so, and what to do', { timeout: 60_000 }, () => {
  test('a wrong code stays at the code, with the field in focus, and the right one then works', async () => {
    await withVisit(async (visit) => {
      await sendCode(visit, 'wrong@example.com');
      await enterCode(visit, '123456');
      expect(await problem(visit, 'This code is not right, or has expired')).toContain('ask for a new one');
      await heading(visit.page, 'Enter your code');
      expect(await visit.page.evaluate(() => document.activeElement?.id)).toBe('code');
      await enterCode(visit, '000000');
      await heading(visit.page, 'Your wallet');
    });
  });

  test('too many wrong codes ask for a new one, which works', async () => {
    await withVisit(async (visit) => {
      await sendCode(visit, 'many@example.com');
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        await enterCode(visit, `12345${String(attempt)}`);
        await expect
          .poll(() => visit.responses.filter((response) => response.url().endsWith('/verify')).length)
          .toBe(attempt);
        await visit.page.locator('.progress', { hasText: 'Checking' }).waitFor({ state: 'hidden' });
      }
      await enterCode(visit, '000000');
      await problem(visit, 'Too many wrong codes');
      await visit.page.getByRole('alert').getByRole('button', { name: 'Send a new code' }).click();
      await visit.page.locator('.notice', { hasText: 'A new code is on its way.' }).waitFor();
      await enterCode(visit, '000000');
      await heading(visit.page, 'Your wallet');
    });
  });

  test('a chunk that does not load signs nothing, and trying again goes on', async () => {
    await withVisit(async (visit) => {
      await visit.page.route(/assets\/login-/, (route) => route.abort());
      await sendCode(visit, 'chunk@example.com');
      await enterCode(visit, '000000');
      expect(await problem(visit, 'A part of this page did not load')).toContain('Nothing was signed');
      expect(visit.requests.filter((request) => request.url().endsWith('/verify'))).toEqual([]);
      await visit.page.unroute(/assets\/login-/);
      await visit.page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
      await heading(visit.page, 'Your wallet');
    });
  });

  test('more than the wallet holds is refused by the page itself, with the way to add money', async () => {
    await withVisit(async (visit) => {
      await signIn(visit.page, 'funds@example.com');
      await fund(visit.page, '10');
      await addBank(visit.page);
      await visit.page.getByLabel('Amount to send').fill('10.01');
      await visit.page.getByRole('radio').first().waitFor();
      await visit.page.locator('.notice', { hasText: 'Bank account added.' }).waitFor();
      await press(visit.page, 'Get a quote');
      await problem(visit, 'There is not enough money in the wallet');
      expect(await visit.page.locator('.notice').count()).toBe(0);
      expect(visit.requests.filter((request) => request.url().endsWith('/wallet/quotes'))).toEqual([]);
      await visit.page.getByRole('alert').getByRole('button', { name: 'Add money' }).click();
      await heading(visit.page, 'Add money');
    });
  });

  test('what breaks a rule of the service is said at its field, whether the page knows the rule or the service tells', async () => {
    await withVisit(async (visit) => {
      await signIn(visit.page, 'fields@example.com');
      await press(visit.page, 'Withdraw to a bank');
      await press(visit.page, 'Fill in sample details');
      await visit.page.getByLabel('Routing number').fill('12');
      await visit.page.getByLabel('Account number').fill('x');
      await press(visit.page, 'Add bank account');
      await problem(visit, 'Some details need another look');
      const wrong = visit.page.locator('[aria-invalid="true"]');
      expect(await wrong.evaluateAll((inputs) => inputs.map(({ id }) => id))).toEqual([
        'accountInfo-routingNumber',
        'accountInfo-accountNumber',
      ]);
      const said = await wrong.first().getAttribute('aria-describedby');
      expect(said).toBe('accountInfo-routingNumber-hint accountInfo-routingNumber-error');
      expect(await visit.page.locator('#accountInfo-routingNumber-error').innerText()).toBe('This needs 9 digits.');
      expect(await visit.page.getByLabel('Account holder').inputValue()).toBe('Sample Customer');
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

  test('an amount that is none never leaves the page', async () => {
    await withVisit(async (visit) => {
      await signIn(visit.page, 'amounts@example.com');
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
    });
  });

  test('a quote that ran out at the service is not paid, and a new one is a press away', async () => {
    await withVisit(async (visit) => {
      await signIn(visit.page, 'quote@example.com');
      await fund(visit.page, '100');
      await addBank(visit.page);
      await quote(visit.page, '40');
      await bench().advance(6 * 60_000);
      await press(visit.page, 'Sign and send');
      expect(await problem(visit, 'This quote has run out')).toContain('No money was sent');
      expect(await visit.page.locator('.signature').nth(1).innerText()).toContain('did not carry it out');
      expect(await visit.page.getByRole('button', { name: 'Get a new quote' }).count()).toBe(1);
      await visit.page.getByRole('alert').getByRole('button', { name: 'Get a new quote' }).click();
      await visit.page.getByRole('alert').filter({ hasText: 'run out' }).waitFor({ state: 'hidden' });
      await press(visit.page, 'Sign and send');
      await heading(visit.page, 'On its way');
    });
  });

  test('a session that ended at the service asks for a new code, and nothing was paid', async () => {
    await withVisit(async (visit) => {
      const { page } = visit;
      await signIn(page, 'session@example.com');
      const signedInAt = await page.evaluate(() => performance.now());
      await fund(page, '100');
      await addBank(page);
      // A list of sessions says nothing against a session that is younger than five seconds.
      await page.waitForFunction((at) => performance.now() - at > 5000, signedInAt);
      await bench().advance(16 * 60_000);
      await quote(page, '40');
      // The service's word ends the session in the page, which leads to the sign-in by itself: at the press, or before it where a
      // read has told it already.
      await Promise.race([press(page, 'Sign and send'), heading(page, 'Welcome back')]);
      await heading(page, 'Welcome back');
      await press(page, 'E-mail me a code');
      await enterCode(visit, '000000');
      // Signing in again leads back to the step that the session ended in.
      await heading(page, 'Review and sign');
      await show(page, 'Wallet');
      expect(await balance(page)).toBe('100.00 USDB');
    });
  });

  test('a back-end that does not answer is said at the start, and asked again', async () => {
    await withVisit(async ({ page }) => {
      await page.route('**/api/session', (route) => route.abort());
      await page.reload();
      await heading(page, 'The wallet did not open');
      expect(await page.getByText('No answer came', { exact: true }).count()).toBe(1);
      await page.unroute('**/api/session');
      await press(page, 'Try again');
      await heading(page, 'Your wallet, signed by you');
    });
  });

  test('without a connection the page says so, and goes on when it is back', async () => {
    await withVisit(async (visit) => {
      const { page } = visit;
      await signIn(page, 'offline@example.com');
      await page.context().setOffline(true);
      await page.getByRole('navigation').getByRole('button', { name: 'Payments' }).click();
      await problem(visit, 'No answer came');
      await page.context().setOffline(false);
      await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
      await page.getByText('No payments yet.').waitFor();
    });
  });
});
