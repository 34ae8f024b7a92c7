/** The end of a session, and a browser that keeps nothing. */
import { enterCode, heading, sendCode, show } from '../demo-bench.ts';
import { reloadLater } from '../page-conditions.ts';
import { said, type Journey } from './state.ts';

/** The last minutes of a session, and after them. */
export const ending: Journey = {
  title: 'the end of a session',
  beginning: {},
  states: {
    async 'session, ending'({ page }, bench) {
      await show(page, 'Devices');
      await bench.advance(13.25 * 60_000);
      // The page hears of the service's time while it is on this step: what is said on one ends with it.
      await page.reload();
      await page.locator('main .rows li').first().waitFor();
      await page.getByRole('button', { name: 'Stay signed in' }).waitFor();
      return 'Your session ends soon.';
    },
    async 'session, renewed'({ page }) {
      await page.getByRole('button', { name: 'Stay signed in' }).click();
      await page.getByText('You stay signed in.').first().waitFor();
    },
    async 'session, over'({ page }, bench) {
      // A list of sessions says nothing against one that is younger than five seconds.
      await reloadLater(page, 6000);
      await page.locator('main .rows li').first().waitFor();
      await bench.advance(15.5 * 60_000);
      await page.getByRole('navigation').getByRole('button', { name: 'Payments' }).click();
      await heading(page, 'Sign in');
      return 'Your session has run out.';
    },
  },
};

/** A wallet in memory. */
export const withoutStorage: Journey = {
  title: 'a browser that keeps nothing',
  states: {
    async 'wallet in memory'({ page }) {
      await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'indexedDB'));
      await page.reload();
      await sendCode(page, 'memory@example.com');
      await enterCode(page, '000000');
      await said(page, 'This browser keeps nothing for this page');
    },
  },
};
