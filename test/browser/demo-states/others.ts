/** The card, the ways to sign in, the sessions and the attacks. */
import { attack } from '../attack-ends.ts';
import { heading, press, show, type Visit } from '../demo-bench.ts';
import { deviceOf } from '../virtual-authenticator.ts';
import { alerted, main, said, type Journey } from './state.ts';

/** What stands beside the payments. */
export const others: Journey = {
  title: 'the card, the ways to sign in, the sessions and the attacks',
  beginning: { money: 20 },
  states: [
    {
      name: 'card, none',
      async reach({ page }) {
        await (await deviceOf(page)).plugIn();
        await show(page, 'Card');
        await page.getByRole('button', { name: 'Get a card' }).waitFor();
      },
    },
    {
      name: 'card, being made',
      async reach({ page }) {
        await press(page, 'Get a card');
        await page.getByTestId('card').waitFor();
      },
      spoken: 'Your card is being made.',
    },
    {
      name: 'card, active',
      async reach({ page }, bench) {
        await bench.advance(60_000);
        await page.locator('[data-state="ACTIVE"]').waitFor();
      },
      spoken: 'Your card is ready.',
    },
    {
      name: 'card, charged',
      async reach({ page }) {
        await press(page, 'Try the purchase');
        await said(page, 'Sample Shop charged 5.00 USDB.');
      },
      spoken: 'Sample Shop charged 5.00 USDB.',
    },
    {
      name: 'card, frozen',
      async reach({ page }) {
        await press(page, 'Freeze');
        await page.locator('[data-state="FROZEN"]').waitFor();
      },
      spoken: 'Frozen. Purchases are refused until you unfreeze it.',
    },
    {
      name: 'card, refused',
      async reach({ page }) {
        await press(page, 'Try the purchase');
        await said(page, 'Sample Shop was refused');
      },
      spoken: 'Sample Shop was refused',
    },
    { name: 'card, closing', reach: ({ page }) => press(page, 'Close…') },
    {
      name: 'card, closed',
      async reach({ page }) {
        await press(page, 'Close this card for good');
        await page.locator('[data-state="CLOSED"]').waitFor();
      },
    },
    {
      name: 'payment, held for a shop',
      async reach({ page }) {
        await show(page, 'Payments');
        await press(page, 'Sample Shop');
        await heading(page, 'Held for the shop');
      },
    },
    {
      name: 'sign-in',
      async reach({ page }) {
        await show(page, 'Sign-in');
        await page.getByLabel('Mobile number').waitFor();
      },
    },
    {
      name: 'sign-in, no number',
      async reach({ page }) {
        await page.getByLabel('Mobile number').fill('12');
        await press(page, 'Add a mobile number');
        await said(page, 'Write + and the country’s number first');
      },
    },
    {
      name: 'sign-in, with a number',
      async reach({ page }) {
        await page.getByLabel('Mobile number').fill('+1 415 555 0100');
        await press(page, 'Add a mobile number');
        await said(page, 'Codes can go to +14155550100 from now on');
      },
      spoken: 'Codes can go to +14155550100 from now on',
    },
    {
      name: 'sign-in, a passkey prepared',
      async reach({ page }) {
        await press(page, 'Add a passkey');
        await page.getByRole('button', { name: 'Create it now' }).waitFor();
      },
    },
    {
      name: 'sign-in, with a passkey',
      async reach({ page }) {
        await press(page, 'Create it now');
        await said(page, 'My device was added');
      },
      spoken: 'My device was added',
    },
    {
      name: 'sessions',
      async reach({ page }) {
        await show(page, 'Sessions');
        await page.locator('main .rows li').first().waitFor();
      },
    },
    {
      name: 'the code of a step',
      async reach({ page }) {
        await main(page).getByText('Show the code').click();
        await main(page).locator('pre').waitFor();
      },
    },
    ...Object.entries({
      Payments: 'No connection',
      'Sign-in': 'No connection',
      Sessions: 'No connection',
      Card: 'No connection',
      Wallet: 'No connection',
    }).map(([view, spoken], index) => ({
      name: `${view.toLowerCase()}, offline`,
      async reach({ page }: Visit) {
        if (index === 0) await page.context().setOffline(true);
        await show(page, view);
        await alerted(page, spoken);
      },
      spoken,
    })),
    {
      name: 'attacks, before',
      async reach({ page }) {
        await page.context().setOffline(false);
        await page.getByRole('alert').getByText('No connection').waitFor({ state: 'hidden' });
        await page.getByRole('button', { name: 'Attack it' }).click();
        await page.locator('[data-attack]').first().waitFor();
      },
    },
    ...Object.entries({ 'another-payload': 'PAYLOAD_MISMATCH', 'use-the-key': 'Not stopped' }).map(
      ([name, spoken]) => ({
        name: `an attack, and what came of it: ${spoken}`,
        reach: async ({ page }: Visit) => void (await attack(page, name)),
        spoken,
      }),
    ),
    {
      name: 'signed out, with a passkey and a number',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Sign out' }).click();
        await heading(page, 'Welcome back');
        await page.getByRole('button', { name: 'Sign in with My device' }).waitFor();
      },
      spoken: 'You are signed out, and the key is gone from this browser.',
    },
    {
      name: 'code by text message',
      async reach({ page }) {
        await press(page, 'Text me a code');
        await said(page, '+14155550100');
      },
    },
  ],
};
