import { describe, expect, test } from 'vitest';
import { leastContrast } from './contrast.ts';
import { fund, heading, press, quote, sendCode, show, signIn, useDemoBench, sends } from './demo-bench.ts';
import { liveRegions, waitUntilSpoken } from './live-regions.ts';
import { reloadLater } from './page-conditions.ts';
import { deviceOf } from './virtual-authenticator.ts';

const { bench, withVisit, withWallet } = useDemoBench();

describe('the page for everybody', { timeout: 180_000 }, () => {
  test('text over the pattern has a contrast of 4.5 at least, light and dark', async () => {
    await withWallet(
      { money: 98_765.43 },
      async ({ page }) => {
        await page.getByText('Deposit').waitFor();
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          const surface = 'countersign-balance [part="section"] > div:not([role])';
          expect(await leastContrast(page, surface), colorScheme).toBeGreaterThanOrEqual(4.5);
        }
      },
      { viewport: { width: 390, height: 844 } },
    );
  });

  test('what happened is spoken by a region that was there before, and a short step leaves the page without a scroll bar', async () => {
    await withWallet({}, async ({ page }) => {
      const before = await liveRegions(page);
      await fund(page, '25');
      await waitUntilSpoken(page, '25.00 USDB added.');
      const after = await liveRegions(page);
      const speaking = after.filter(({ text }) => text.includes('25.00 USDB added.'));
      expect(speaking).toHaveLength(1);
      expect(before.map(({ node }) => node)).toContain(speaking[0]?.node);
      expect(before.find(({ node }) => node === speaking[0]?.node)?.text).toBe('');
      await show(page, 'Devices');
      await page.locator('main .rows li').first().waitFor();
      const beyond = (): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      await expect.poll(beyond).toBeLessThanOrEqual(0);
    });
  });
});

describe('time and the session', { timeout: 60_000 }, () => {
  test('the header says whose wallet it is and the sandbox’s time, and nothing of a session that lasts', async () => {
    await withWallet({ email: 'header@example.com', money: 100, hasBank: true }, async ({ page }) => {
      await page.getByText('header@example.com').waitFor();
      await quote(page, '10');
      await press(page, sends);
      await heading(page, 'On its way');
      await press(page, 'Skip a minute ahead');
      await page.getByTestId('service-time').getByText('+1 min').waitFor();
      expect(await page.getByTestId('session-time').getByRole('timer').count()).toBe(0);
    });
  });

  test('a sign-out in another tab says so in this one', async () => {
    await withWallet({}, async ({ page }) => {
      const other = await page.context().newPage();
      await other.goto(bench().demo.url);
      await heading(other, 'Your wallet');
      await other.getByRole('button', { name: 'Sign out' }).click();
      await heading(page, 'Sign in');
      await page.getByText('You are signed out in every tab of this browser.').first().waitFor();
      await other.getByText('You are signed out.').first().waitFor();
    });
  });

  test('a code screen leads back to the address, and a code for another one opens the other wallet', async () => {
    await withVisit(async ({ page }) => {
      await sendCode(page, 'mistyped@example.com');
      await press(page, 'Use another address');
      await heading(page, 'Your customers sign every withdrawal');
      await page.reload();
      await signIn(page, 'meant@example.com');
      await page.getByText('meant@example.com').waitFor();
    });
  });

  test('what the relay answers by itself leaves the service’s time as it is', async () => {
    // Before the page is there, so that every answer of the service tells the same.
    await bench().advance(5 * 60_000);
    await withWallet({}, async ({ page }) => {
      await (await deviceOf(page)).plugIn();
      const chip = page.getByTestId('service-time');
      const ahead = async (): Promise<string> => /\+\d+ min/.exec(await chip.innerText())?.[0] ?? '';
      await show(page, 'Security');
      await expect.poll(ahead).not.toBe('');
      const moved = await ahead();
      const listed = page.waitForResponse((response) => response.url().includes('/auth/credentials'));
      await page.route('**/passkey-challenge', async (route) => {
        await listed;
        await route.continue();
      });
      await press(page, 'Add a passkey');
      await press(page, 'Add a passkey');
      await page.getByRole('button', { name: 'Create passkey' }).waitFor();
      const drawn = await chip.innerText();
      await expect.poll(() => chip.innerText()).not.toBe(drawn);
      expect(await ahead()).toBe(moved);
    });
  });

  test('the end of a session that a reload found is not near because the sandbox is ahead', async () => {
    await bench().advance(14 * 60_000);
    await withWallet({}, async ({ page }) => {
      // The service tells its time, and not when the session ends.
      await page.route('**/auth/sessions*', () => undefined);
      await page.reload();
      const end = page.getByTestId('session-time');
      await end.getByRole('button', { name: 'Sign out' }).waitFor();
      const chip = page.getByTestId('service-time');
      await chip.getByText(' min').waitFor();
      const drawn = await chip.innerText();
      await expect.poll(() => chip.innerText()).not.toBe(drawn);
      expect(await end.getByRole('timer').count()).toBe(0);
    });
  });

  test('time that was skipped past the session’s end is noticed before anything is signed, and the person comes back to where they were', async () => {
    await withWallet({ money: 100, hasBank: true }, async ({ page, requests }) => {
      // A list of sessions says nothing against a session that is younger than five seconds.
      await reloadLater(page, 6000);
      await quote(page, '10');
      await bench().advance(16 * 60_000);
      requests.length = 0;
      // The next answer tells the service's time.
      await page.getByRole('navigation').getByRole('button', { name: 'Payments' }).click();
      await heading(page, 'Sign in');
      await page.locator('.notice', { hasText: 'Your session has run out.' }).waitFor();
      expect(requests.filter((request) => request.method() !== 'GET')).toEqual([]);
      await press(page, 'E-mail me a code');
      await page.getByLabel('Code').fill('000000');
      await heading(page, 'Payments');
    });
  });

  test('the list of sessions shows a renewed session as it is now', async () => {
    // Last, by a sign-in that hears of the service's time first: it is too far ahead for a page that finds a session.
    await withVisit(async ({ page }) => {
      await signIn(page, 'renewed@example.com');
      await bench().advance(14 * 60_000);
      await show(page, 'Devices');
      const row = page.locator('main .rows li', { hasText: 'This browser' });
      const before = await row.innerText();
      await page.getByRole('button', { name: 'Stay signed in' }).click();
      await page.getByText('You stay signed in.').first().waitFor();
      await expect.poll(() => row.allInnerTexts()).not.toEqual([before]);
    });
  });
});
