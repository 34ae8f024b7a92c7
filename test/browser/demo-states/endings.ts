/** The end of a session, and a browser that keeps nothing. */
import { heading, show } from '../demo-bench.ts';
import { enterCode, said, sendCode, type Journey } from './state.ts';

/** The last minutes of a session, and after them. */
export const ending: Journey = {
  title: 'the end of a session',
  states: [
    {
      name: 'session, ending',
      async reach({ page }, bench) {
        await sendCode(page, 'ending@example.com');
        await enterCode(page, '000000');
        await heading(page, 'Your wallet');
        await bench.advance(13.25 * 60_000);
        await show(page, 'Sessions');
        await page.getByRole('button', { name: 'Stay signed in' }).waitFor();
      },
      spoken: 'Your session ends in two minutes.',
    },
    {
      name: 'session, renewed',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Stay signed in' }).click();
        await said(page, 'Your session was renewed');
      },
    },
    {
      name: 'session, over',
      async reach({ page }, bench) {
        const at = await page.evaluate(() => performance.now());
        // A list of sessions says nothing against one that is younger than five seconds.
        await page.waitForFunction((since) => performance.now() - since > 5000, at);
        await bench.advance(15.5 * 60_000);
        await show(page, 'Payments').catch(() => undefined);
        await heading(page, 'Welcome back');
      },
      spoken: 'Your session has run out.',
    },
  ],
};

/** A wallet in memory. */
export const withoutStorage: Journey = {
  title: 'a browser that keeps nothing',
  states: [
    {
      name: 'wallet in memory',
      async reach({ page }) {
        await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'indexedDB'));
        await page.reload();
        await sendCode(page, 'memory@example.com');
        await enterCode(page, '000000');
        await said(page, 'This browser keeps nothing for this page');
      },
    },
  ],
};
