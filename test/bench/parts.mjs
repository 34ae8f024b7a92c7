/** What comes beside the wallet: events for a listener, and the sign-in of the kit for Playwright. */
import { chromium } from 'playwright';
import { obtainEngine } from '../engines/find.mjs';
import { chromiumLaunch } from '../engines/launch.mjs';
import { buildForNode, buildPages } from './build.mjs';
import { serve } from './server.mjs';
import { median, quantile, table } from './statistics.mjs';

const count = 10_000;

/**
 * Measures and prints.
 * @param {{ rounds: number }} options
 */
export async function benchParts({ rounds }) {
  /** @type {typeof import('./platform-server.ts')} */
  const built = await import(await buildForNode('platform-server'));
  const kit = new URL('../../dist/testing/playwright/node.js', import.meta.url).href;
  /** @type {typeof import('../../src/testing/playwright/node.ts')} */
  const { signIn } = await import(kit);
  const { accountId, listener, sandbox } = await built.createPlatform();
  const server = await serve({
    files: await buildPages(['events']),
    relay: listener,
    call: () => Promise.reject(new Error('nothing to call')),
  });
  obtainEngine('chromium', () => undefined);
  const browser = await chromium.launch(chromiumLaunch() ?? {});
  /** @type {number[]} */
  const signIns = [];
  /** @type {{ heard: number, unheard: number }[]} */
  const events = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(server.url);
      const start = performance.now();
      await signIn(page, { accountId }, { enclaveKeys: [sandbox.enclavePublicKeyHex] });
      signIns.push(performance.now() - start);
      await page.evaluate(() => import(/** @type {any} */ ('/events/events.js')));
      events.push(await page.evaluate((many) => /** @type {any} */ (globalThis).benchEvents(many), count));
      await context.close();
    }
  } finally {
    await browser.close();
    server.close();
  }
  /** @param {string} title @param {readonly number[]} times */
  const row = (title, times) => [title, ...[median(times), quantile(times, 0.9)].map((ms) => `${ms.toFixed(1)} ms`)];
  console.log(`\nBeside the wallet, in Chromium, ${rounds} rounds`);
  console.log(
    table([
      ['', 'median', '9 of 10 below'],
      row(
        `${count} events told to a listener`,
        events.map(({ heard }) => heard),
      ),
      row(
        `${count} events where nobody listens`,
        events.map(({ unheard }) => unheard),
      ),
      row(
        "a sign-in by the kit for Playwright, the application's page loaded: press to signed in and loaded again",
        signIns,
      ),
    ]),
  );
}
