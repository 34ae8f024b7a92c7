import type { Route } from 'playwright';
import { describe, expect, test } from 'vitest';
import { balance, heading, press, quote, show, signAndFollow, useDemoBench, type Visit } from './demo-bench.ts';
import type { Beginning } from './demo-beginning.ts';
import { exportStoredKeys } from './demo-evidence.ts';
import { deviceOf, type Device } from './virtual-authenticator.ts';

const { withWallet } = useDemoBench();

const withDevice = (beginning: Beginning, run: (visit: Visit, device: Device) => Promise<void>): Promise<void> =>
  withWallet(beginning, async (visit) => run(visit, await deviceOf(visit.page)));

async function addPasskey({ page }: Visit, name: string): Promise<void> {
  await show(page, 'Security');
  await press(page, 'Add a passkey');
  await page.getByLabel('Name for a new passkey').fill(name);
  await press(page, 'Add a passkey');
  await press(page, 'Create passkey');
  await page.getByRole('main').getByText(`${name} was added`).waitFor();
}

async function signOut({ page }: Visit): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await heading(page, 'Sign in');
}

describe('passkeys on the page', { timeout: 60_000 }, () => {
  test('one is added, signs in without a code, and its session withdraws; cancelling is no error, and the same press works the next time', async () => {
    await withDevice({ money: 100, hasBank: true }, async (visit, device) => {
      const { page, requests } = visit;
      const authenticator = await device.plugIn();
      await addPasskey(visit, 'Laptop');
      await signOut(visit);
      requests.length = 0;
      await press(page, 'Sign in with a passkey');
      await heading(page, 'Your wallet');
      await press(page, 'Withdraw to a bank');
      await quote(page, '30');
      await signAndFollow(page);
      await press(page, 'Done');
      expect(await balance(page)).toBe('70.00 USDB');
      const bodies = requests.map((request) => request.postData() ?? '');
      expect(bodies.filter((body) => body.includes('EMAIL_OTP'))).toEqual([]);
      expect(await exportStoredKeys(page)).toMatchObject([{ extractable: false, pkcs8: 'refused' }]);
      await show(page, 'Security');
      await page.getByText('Current', { exact: true }).waitFor();
      expect(await page.getByRole('button', { name: 'Remove Laptop' }).count()).toBe(0);
      await signOut(visit);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
      await authenticator.verify(false);
      await press(page, 'Sign in with a passkey');
      await page.getByRole('alert').getByText('Cancelled', { exact: true }).waitFor();
      await heading(page, 'Sign in');
      await authenticator.verify(true);
      await press(page, 'Sign in with a passkey');
      await heading(page, 'Your wallet');
    });
  });

  test('of two passkeys either can be chosen, and one that was removed signs in no more', async () => {
    await withDevice({}, async (visit, device) => {
      const { page } = visit;
      const first = await device.plugIn();
      await addPasskey(visit, 'Laptop');
      await first.remove();
      await device.plugIn();
      await addPasskey(visit, 'Phone');
      await signOut(visit);
      await press(page, 'Use the passkey Phone');
      await press(page, 'Sign in with Phone');
      await heading(page, 'Your wallet');
      await show(page, 'Security');
      await page.getByRole('button', { name: 'Remove Laptop' }).click();
      await press(page, 'Yes, remove it');
      await page.getByRole('main').getByText('Laptop was removed').waitFor();
      await page.getByRole('button', { name: 'Remove Laptop' }).waitFor({ state: 'hidden' });
      await signOut(visit);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
      expect(await page.getByText('Laptop').count()).toBe(0);
    });
  });
});

describe('other ways to sign in', { timeout: 60_000 }, () => {
  test('are Sample ID, which continues without a code, and a number, whose code signs in even after a reload of the screen', async () => {
    await withDevice({}, async (visit) => {
      const { page, requests } = visit;
      await show(page, 'Security');
      await press(page, 'Add Sample ID');
      await press(page, 'Yes, add it');
      await page.getByText('Sample ID was added.').waitFor();
      await signOut(visit);
      requests.length = 0;
      await press(page, 'Continue with Sample ID');
      await heading(page, 'Your wallet');
      expect(requests.filter((request) => request.url().endsWith('/challenge'))).toEqual([]);
      await show(page, 'Security');
      await press(page, 'Add a mobile number');
      await page.getByLabel('Mobile number').fill('+1 (415) 555-0100');
      await press(page, 'Add a mobile number');
      await page.getByText('You can now get codes at +14155550100').waitFor();
      await page.getByLabel('Mobile number').waitFor({ state: 'hidden' });
      await signOut(visit);
      requests.length = 0;
      const whileItIsAsked = async (route: Route): Promise<void> => {
        await page.getByText('We’re texting you a code.').waitFor();
        await route.continue();
      };
      await page.route('**/challenge', whileItIsAsked, { times: 1 });
      await press(page, 'Text me a code');
      await page.getByText('code we sent to +14155550100').waitFor();
      await page.reload();
      await page.getByText('The code from before still works.').waitFor();
      expect(requests.filter((request) => request.url().endsWith('/challenge'))).toHaveLength(1);
      await page.getByLabel('Code').fill('000000');
      await heading(page, 'Your wallet');
      await show(page, 'Security');
      const own = page.getByRole('listitem').filter({ hasText: 'Current' });
      expect(await own.innerText()).toContain('Code by text message');
      expect(await page.getByRole('button', { name: 'Remove +14155550100' }).count()).toBe(0);
      await signOut(visit);
      await press(page, 'E-mail me a code');
      await page.getByLabel('Code').fill('000000');
      await heading(page, 'Your wallet');
      await show(page, 'Security');
      await press(page, 'Remove +14155550100');
      await press(page, 'Yes, remove it');
      await page.getByText('+14155550100 was removed.').waitFor();
      await signOut(visit);
      await page.getByRole('button', { name: 'E-mail me a code' }).waitFor();
      expect(await page.getByRole('button', { name: 'Text me a code' }).count()).toBe(0);
    });
  });
});
