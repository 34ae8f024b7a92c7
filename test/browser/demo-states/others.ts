/** The card, the ways to sign in, the sessions and the attacks. */
import { expect } from 'vitest';
import { attack } from '../attack-ends.ts';
import { heading, press, show, type Visit } from '../demo-bench.ts';
import { deviceOf } from '../virtual-authenticator.ts';
import { alerted, main, said, type Journey } from './state.ts';

/** Parts of the page beside the payments. */
export const others: Journey = {
  title: 'the card, the ways to sign in, the sessions and the attacks',
  beginning: { money: 20 },
  states: {
    async 'card, none'({ page }) {
      await (await deviceOf(page)).plugIn();
      await show(page, 'Card');
      await page.getByRole('button', { name: 'Get a card' }).waitFor();
    },
    async 'card, being made'({ page }) {
      await press(page, 'Get a card');
      await page.getByTestId('card').waitFor();
      return 'Your card is being made.';
    },
    async 'card, active'({ page }, bench) {
      await bench.advance(60_000);
      await page.locator('[data-state="ACTIVE"]').waitFor();
      return 'Your card is ready.';
    },
    async 'card, charged'({ page }) {
      await press(page, 'Try the purchase');
      await said(page, 'Sample Shop charged 5.00 USDB.');
      return 'Sample Shop charged 5.00 USDB.';
    },
    async 'card, frozen'({ page }) {
      await press(page, 'Freeze');
      await page.locator('[data-state="FROZEN"]').waitFor();
      return 'Frozen. Purchases are declined until you unfreeze it.';
    },
    async 'card, refused'({ page }) {
      await press(page, 'Try the purchase');
      await said(page, 'Sample Shop was refused');
      return 'Sample Shop was refused';
    },
    'card, closing': ({ page }) => press(page, 'Close card'),
    async 'card, closed'({ page }) {
      // The list that lacks the card is read before the close is answered.
      const listed = page.waitForResponse(
        async (answer) => answer.url().includes('/cards?') && !(await answer.text()).includes('Card:'),
      );
      await page.route(/\/cards\/[^/?]+$/, async (route) => {
        const answer = await route.fetch();
        if (answer.status() === 200) await listed;
        await route.fulfill({ response: answer });
      });
      await press(page, 'Yes, close it');
      await page.locator('[data-state="CLOSED"]').waitFor();
    },
    async 'payment, held for a shop'({ page }) {
      await show(page, 'Payments');
      await page.getByRole('main').getByRole('button', { name: 'Sample Shop' }).click();
      await heading(page, 'Held for the shop');
    },
    async 'sign-in'({ page }) {
      await show(page, 'Security');
      await page.getByRole('button', { name: 'Add a mobile number' }).waitFor();
    },
    async 'sign-in, a field'({ page }) {
      await press(page, 'Add a mobile number');
      await page.getByLabel('Mobile number').waitFor();
    },
    async 'sign-in, no number'({ page }) {
      await page.getByLabel('Mobile number').fill('12');
      await press(page, 'Add a mobile number');
      await said(page, 'Start with + and the country code');
    },
    async 'sign-in, with a number'({ page }) {
      await page.getByLabel('Mobile number').fill('+1 415 555 0100');
      await press(page, 'Add a mobile number');
      await said(page, 'You can now get codes at +14155550100');
      return 'You can now get codes at +14155550100';
    },
    async 'sign-in, a passkey prepared'({ page }) {
      await press(page, 'Add a passkey');
      await page.getByLabel('Name for a new passkey').waitFor();
      await press(page, 'Add a passkey');
      await page.getByRole('button', { name: 'Create passkey' }).waitFor();
    },
    async 'sign-in, with a passkey'({ page }) {
      await press(page, 'Create passkey');
      await said(page, 'My device was added');
      return 'My device was added';
    },
    async sessions({ page }) {
      await show(page, 'Devices');
      await page.locator('main .rows li').first().waitFor();
    },
    async 'the code of a step'({ page }) {
      await main(page).getByText('Show the source').click();
      await main(page).locator('pre').waitFor();
    },
    ...Object.fromEntries(
      ['Payments', 'Security', 'Devices', 'Card', 'Wallet'].map((view) => [
        `${view.toLowerCase()}, offline`,
        async ({ page }: Visit) => {
          await page.context().setOffline(true);
          await show(page, view);
          await alerted(page, 'No connection');
          return 'No connection';
        },
      ]),
    ),
    async 'attacks, before'({ page }) {
      await page.context().setOffline(false);
      await expect.poll(() => page.getByRole('alert').getByText('No connection').count()).toBe(0);
      await page.getByRole('button', { name: 'Attack it' }).click();
      await page.locator('[data-attack]').first().waitFor();
    },
    ...Object.fromEntries(
      Object.entries({ 'refresh-key': 'PAYLOAD_MISMATCH', 'use-the-key': 'Not stopped' }).map(([name, spoken]) => [
        `an attack, and what came of it: ${spoken}`,
        async ({ page }: Visit) => {
          await attack(page, name);
          return spoken;
        },
      ]),
    ),
    async 'signed out, with a passkey and a number'({ page }) {
      await page.getByRole('button', { name: 'Sign out' }).click();
      await heading(page, 'Sign in');
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
      return 'You are signed out.';
    },
    async 'code by text message'({ page }) {
      await press(page, 'Text me a code');
      await said(page, '+14155550100');
    },
  },
};
