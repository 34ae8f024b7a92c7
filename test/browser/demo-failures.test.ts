import type { Locator } from 'playwright';
import { describe, expect, test } from 'vitest';
import {
  addBank,
  balance,
  enterCode,
  heading,
  press,
  quote,
  sendCode,
  show,
  useDemoBench,
  type Visit,
  sends,
} from './demo-bench.ts';
import { pressInView } from './in-view.ts';
import { reloadLater } from './page-conditions.ts';

const { bench, withVisit, withWallet } = useDemoBench();

/** Reads the error on the page: the title and the advice. */
async function problem({ page }: Visit, title: string): Promise<string> {
  const shown = page.getByRole('alert').filter({ hasText: title });
  await shown.waitFor();
  return shown.innerText();
}

describe('what goes wrong says so, and what to do', { timeout: 60_000 }, () => {
  test('a wrong code stays at the code, with the field in focus, and the right one then works', async () => {
    await withVisit(async (visit) => {
      await sendCode(visit.page, 'wrong@example.com');
      await enterCode(visit.page, '123456');
      await problem(visit, 'That code isn’t right');
      await heading(visit.page, 'Check your e-mail');
      await expect
        .poll(() => visit.page.getByRole('textbox', { name: 'Code' }).evaluate((field) => field.matches(':focus')))
        .toBe(true);
      await enterCode(visit.page, '000000');
      await heading(visit.page, 'Your wallet');
    });
  });

  test('too many wrong codes offer one way to a new one, which works at once', async () => {
    await withVisit(async (visit) => {
      await sendCode(visit.page, 'many@example.com');
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        await enterCode(visit.page, `12345${String(attempt)}`);
        await expect
          .poll(() => visit.responses.filter((response) => response.url().endsWith('/verify')).length)
          .toBe(attempt);
        await visit.page.getByText('Checking your code…').waitFor({ state: 'hidden' });
      }
      await enterCode(visit.page, '000000');
      await problem(visit, 'Too many wrong codes');
      expect(await visit.page.getByText(/You can try again in/).count()).toBe(0);
      await expect.poll(() => visit.page.getByRole('button', { name: 'Send a new code' }).count()).toBe(1);
      await press(visit.page, 'Send a new code');
      await visit.page.getByText('A new code is on its way.').waitFor();
      await enterCode(visit.page, '000000');
      await heading(visit.page, 'Your wallet');
    });
  });

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

  test('what breaks a rule of the service is said at its field, whether the page knows the rule or the service tells', async () => {
    await withWallet({}, async (visit) => {
      await press(visit.page, 'Withdraw to a bank');
      await press(visit.page, 'Fill in sample details');
      await visit.page.getByLabel('Routing number').fill('12');
      await visit.page.getByLabel('Account number').fill('x');
      await press(visit.page, 'Add bank account');
      await problem(visit, 'Please check the form');
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

  test('an amount that is none never leaves the page', async () => {
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
    });
  });

  test('a quote that ran out at the service is not paid, and a new one is a press away', async () => {
    await withWallet({ money: 100, hasBank: true }, async (visit) => {
      await quote(visit.page, '40');
      await bench().advance(6 * 60_000);
      await press(visit.page, sends);
      await visit.page.getByRole('alert').getByText('Nothing was paid.').waitFor();
      expect(await visit.page.getByText('Refused', { exact: true }).count()).toBe(0);
      expect(await visit.page.getByRole('button', { name: sends }).count()).toBe(0);
      await press(visit.page, 'Get a new rate');
      await press(visit.page, sends);
      await heading(visit.page, 'On its way');
    });
  });

  test.for(['the mouse', 'Enter', 'Enter held'])(
    'who presses twice with %s for a new quote has not paid it unread, and pays it by a press of its own',
    (by) =>
      withWallet({ money: 100, hasBank: true }, async ({ page, requests }) => {
        const executions = (): number => requests.filter((request) => request.url().endsWith('/execute')).length;
        await quote(page, '40');
        const ask = page.getByRole('button', { name: 'Get a new rate' });
        const sign = page.getByRole('button', { name: sends });
        await page.evaluate(() => {
          const [elapsed, later] = [performance.now.bind(performance), setTimeout];
          let isOver = true;
          performance.now = () => elapsed() + (isOver ? 600_000 : 0);
          addEventListener('countersign-new-quote', () => (isOver = false));
          // The time to read is over once the test says so.
          const schedule = (run: () => void, ms?: number): unknown =>
            ms === 800 ? addEventListener('read', run) : later(run, ms);
          Object.assign(globalThis, { setTimeout: schedule });
        });
        const pressOn = async (button: Locator): Promise<void> => {
          if (by === 'Enter') await page.keyboard.press('Enter');
          else if (by === 'Enter held') await page.keyboard.down('Enter');
          else {
            const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {};
            await page.mouse.click(x + width / 2, y + height / 2);
          }
        };
        await ask.focus();
        await pressOn(ask);
        await sign.waitFor();
        for (let times = 0; times < 4; times += 1) await pressOn(sign);
        expect(executions()).toBe(0);
        await page.evaluate(() => dispatchEvent(new Event('read')));
        await pressInView(sign);
        await heading(page, 'On its way');
        expect(executions()).toBe(1);
      }),
  );

  test('a session that ended at the service asks for a new code, and nothing was paid', async () => {
    await withWallet({ money: 100, hasBank: true }, async (visit) => {
      const { page } = visit;
      // A list of sessions says nothing against a session that is younger than five seconds.
      await reloadLater(page, 6000);
      await quote(page, '40');
      await bench().advance(16 * 60_000);
      await press(page, sends);
      await heading(page, 'Sign in');
      await press(page, 'E-mail me a code');
      await enterCode(visit.page, '000000');
      // Signing in again leads back to the step that the session ended in.
      await heading(page, 'Review payment');
      await show(page, 'Wallet');
      expect(await balance(page)).toBe('100.00 USDB');
    });
  });

  test('a back-end that does not answer is said at the start, and asked again', async () => {
    await withVisit(async ({ page }) => {
      await page.route('**/api/session', (route) => route.abort());
      await page.reload();
      await heading(page, 'The wallet did not open');
      await page.getByRole('alert').filter({ hasText: 'No answer came.' }).waitFor();
      await page.unroute('**/api/session');
      await press(page, 'Try again');
      await heading(page, 'Your customers sign every withdrawal');
    });
  });

  test('without a connection the page says so, and goes on when it is back', async () => {
    await withWallet({}, async (visit) => {
      const { page } = visit;
      await page.context().setOffline(true);
      await page.getByRole('navigation').getByRole('button', { name: 'Payments' }).click();
      await page.getByRole('alert').getByText('No connection').first().waitFor();
      await page.context().setOffline(false);
      await page.getByText('No payments yet.').waitFor();
    });
  });
});
