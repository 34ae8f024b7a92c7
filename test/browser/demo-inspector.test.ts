import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import {
  balance,
  heading,
  press,
  sends,
  quote,
  readyToPay,
  show,
  signAndFollow,
  signIn,
  useDemoBench,
  slipLine,
} from './demo-bench.ts';
import { holdBack, openShadows } from './page-conditions.ts';
import { deviceOf } from './virtual-authenticator.ts';

const { bench, withVisit, withWallet } = useDemoBench();

/** Parts of a quote that are swapped. */
interface LyingQuote {
  readonly id: string;
  readonly paymentInstructions: unknown;
}

/** Loads the page again with an inspector that can be looked into. */
async function reloadOpen(page: Page): Promise<void> {
  await openShadows(page);
  await page.reload();
}

describe('the inspector in the demo', { timeout: 120_000 }, () => {
  test('is loaded apart: the first load holds nothing of what draws it', async () => {
    await withVisit(async ({ responses }) => {
      const loaded = responses.filter((response) => response.url().endsWith('.js'));
      const scripts = await Promise.all(loaded.map((response) => response.text()));
      expect(scripts).not.toEqual([]);
      expect(scripts.filter((text) => text.includes('Message flow'))).toEqual([]);
    });
  });

  test('draws a sign-in and a payment, and moves the time of the sandbox', async () => {
    await withVisit(async ({ page }) => {
      await reloadOpen(page);
      await readyToPay(page, 'inspected@example.com');
      await quote(page, '10');
      await signAndFollow(page);
      await heading(page, 'Paid');
      expect(await page.getByRole('tabpanel').innerText()).not.toMatch(/aborted|\blost\b/);
      const payment = page.getByRole('group', { name: 'Sign a payment' });
      await expect.poll(() => page.getByRole('group', { name: 'Sign in with the code' }).count()).toBe(1);
      await payment.getByRole('button', { name: /signed.*done/ }).click();
      await page.getByRole('button', { name: 'Verify it in this page' }).click();
      await page.getByText(/^It verifies: the key/).waitFor();
      await page.getByRole('tab', { name: 'Sandbox' }).click();
      await page.getByRole('button', { name: '+5 min' }).click();
      await page.getByText('The service’s time is 5 min further on.').waitFor();
      const told = async (name: string, pattern: RegExp): Promise<number> => {
        await page.getByRole('tab', { name }).click();
        const panel = await page.evaluate(
          () => document.querySelector('[data-countersign-inspector]')?.shadowRoot?.textContent ?? '',
        );
        return Number(pattern.exec(panel)?.[1] ?? NaN);
      };
      await expect.poll(() => told('Keys', /(\d+) min(?: \d+ s)? left/)).toBe(8);
      await expect.poll(() => told('State', /in (\d+) min(?: \d+ s)?/)).toBe(8);
    });
  });

  test('arms a lie on the review screen, where the quote is read anew through it and refused; one that fits no quote says so', async () => {
    await withWallet({ money: 100, hasBank: true }, async ({ page }) => {
      await reloadOpen(page);
      await quote(page, '10');
      await page.getByRole('tab', { name: 'Sandbox' }).click();
      await page.getByRole('button', { name: 'another key' }).click();
      await page.getByText('Not used: the last payload contains no such value.').waitFor();
      await page.getByRole('button', { name: 'another activity' }).click();
      await page.getByText('Takes effect on the next response').waitFor();
      await press(page, sends);
      await page.getByText('Stopped to protect you').waitFor();
    });
  });

  test('names a payment that the page itself stopped following, and nothing of it is aborted or lost', async () => {
    await withWallet({ money: 100, hasBank: true }, async ({ page }) => {
      await reloadOpen(page);
      await quote(page, '10');
      await press(page, sends);
      await heading(page, 'On its way');
      await show(page, 'Wallet');
      await page.getByLabel(/Show read-only requests/).check();
      await page.getByRole('group', { name: 'Follow a payment' }).getByText('ended by this page').first().waitFor();
      expect(await page.getByRole('tabpanel').innerText()).not.toContain('aborted');
    });
  });

  test('has what somebody else presses named in the header of everybody else, a fault until it is met', async () => {
    await withWallet({}, async ({ page }) => {
      const other = await bench().open();
      await signIn(other.page, 'presses@example.com');
      await other.page.evaluate(async () => {
        const send = (path: string, body: object): Promise<Response> =>
          fetch(`/api/sandbox/${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          });
        await send('clock', { advanceMs: 60_000 });
        await send('faults', { status: 500, count: 1, leg: 2 });
      });
      await page.getByText('Somebody else moved the time and set a fault', { exact: true }).waitFor();
      expect(await other.page.getByText('Somebody else').count()).toBe(0);
      await page.evaluate(() => fetch('/api/sandbox/faults', { method: 'DELETE' }));
      await page.getByText('Somebody else moved the time', { exact: true }).waitFor();
      await other.close();
    });
  });

  test('lists a sign-in with a passkey as a signature, and takes it apart once it has signed in', async () => {
    await withVisit(async ({ page, requests }) => {
      await (await deviceOf(page)).plugIn();
      await reloadOpen(page);
      await signIn(page, 'signed-by-passkey@example.com');
      await show(page, 'Security');
      await press(page, 'Add a passkey');
      await press(page, 'Add a passkey');
      await press(page, 'Create passkey');
      await page.getByRole('main').getByText('My device was added').waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await heading(page, 'Sign in');
      const release = await holdBack(page, '**/verify');
      await press(page, 'Sign in with a passkey');
      const panel = page.getByRole('group', { name: 'Sign in with a passkey' });
      await panel.getByRole('button', { name: 'outcome unknown' }).click();
      expect(await panel.innerText()).not.toContain('webauthn.get');
      release();
      await heading(page, 'Your wallet');
      const clientData = await panel.getByRole('group', { name: 'Client data' }).innerText();
      expect(JSON.parse(clientData)).toMatchObject({ type: 'webauthn.get', origin: new URL(page.url()).origin });
      const sent = requests.findLast((request) => request.url().endsWith('/verify'))?.postDataJSON() as {
        readonly assertion: Readonly<Record<string, string>>;
      };
      const read = await panel.innerText();
      for (const part of ['credentialId', 'authenticatorData', 'signature'])
        expect(read).toContain(sent.assertion[part]);
    });
  });

  test('claims nowhere that an amount was checked, whatever the back-end lets people sign', async () => {
    await withWallet({ money: 100, hasBank: true }, async ({ page }) => {
      await reloadOpen(page);
      let isLying = false;
      await page.route('**/wallet/quotes', async (route) => {
        const answer = await route.fetch();
        const shown = (await answer.json()) as LyingQuote;
        const asked = route.request().postDataJSON() as { readonly lockedCurrencyAmount: number };
        const lie = { ...asked, lockedCurrencyAmount: 6 * asked.lockedCurrencyAmount };
        const paid = (await (await route.fetch({ postData: lie })).json()) as LyingQuote;
        isLying = true;
        // The page shows one quote, and signs and executes the other.
        const { id, paymentInstructions } = paid;
        await route.fulfill({ response: answer, json: { ...shown, id, paymentInstructions } });
      });
      await quote(page, '10');
      expect(isLying).toBe(true);
      expect(await slipLine(page, 'You send')).toContain('10.00');
      await signAndFollow(page);
      await show(page, 'Wallet');
      expect(await balance(page)).toBe('40.00 USDB');
      const payment = page.getByRole('group', { name: 'Sign a payment' });
      await payment.getByRole('button', { name: /signed.*done/ }).click();
      const signed = await payment.innerText();
      for (const name of ['totalSendingAmount', 'totalReceivingAmount']) {
        expect(signed).toMatch(new RegExp(`${name}\\s+not in the payload`));
        expect(signed).toMatch(new RegExp(`${name}\\s+\\d+ not in the payload`));
      }
      expect(signed).not.toContain('each value that was asked for');
      for (const seen of [page.locator('main'), page.getByRole('tabpanel')])
        expect(await seen.innerText()).not.toMatch(/nothing else|against the quote|amount (was|is) (checked|right)/);
      expect(signed).toContain(
        'Payload matches the action. Back-end and enclave are trusted for values that are not in it.',
      );
    });
  });
});
