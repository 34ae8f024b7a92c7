/** How many round trips follow one another in a first login: every request takes 200 ms, and no cache helps. */
import { chromium } from 'playwright';
import { obtainEngine } from '../engines/find.mjs';
import { chromiumLaunch } from '../engines/launch.mjs';
import { buildForNode, buildPages } from './build.mjs';
import { serve } from './server.mjs';
import { median, settle, table } from './statistics.mjs';

const latencyMs = 200;
const rounds = 5;

/** When the page loads what the presses need, in words. */
const ahead = {
  nothing: 'both presses at once, nothing loaded ahead',
  idle: 'the page is looked at for 2 s, the code typed for 3 s',
  prepare: 'the same, after wallet.prepare()',
};

/** Measures and prints. */
export async function benchRoundTrips() {
  /** @type {typeof import('./platform-server.ts')} */
  const built = await import(await buildForNode('platform-server'));
  const { accountId, listener, sandbox } = await built.createPlatform();
  const server = await serve({
    files: await buildPages(['round-trips']),
    relay: listener,
    call: () => Promise.reject(new Error('nothing to call')),
  });
  obtainEngine('chromium', () => undefined);
  const browser = await chromium.launch(chromiumLaunch() ?? {});
  /** @type {string[][]} */
  const rows = [];
  try {
    for (const [name, words] of Object.entries(ahead)) {
      /** @type {{ sent: number, signedIn: number }[]} */
      const measured = [];
      for (let round = 0; round < rounds; round += 1) {
        const context = await browser.newContext();
        const page = await context.newPage();
        await page.goto(server.url);
        const devtools = await context.newCDPSession(page);
        await devtools.send('Network.enable');
        await devtools.send('Network.emulateNetworkConditions', {
          offline: false,
          latency: latencyMs,
          downloadThroughput: -1,
          uploadThroughput: -1,
        });
        await page.evaluate(() => import(/** @type {any} */ ('/round-trips/round-trips.js')));
        measured.push(
          await page.evaluate(
            ([account, key, when]) => /** @type {any} */ (globalThis).benchRoundTrips(account, key, when),
            /** @type {const} */ ([accountId, sandbox.enclavePublicKeyHex, name]),
          ),
        );
        await context.close();
      }
      const [sent, signedIn] = [median(measured.map((one) => one.sent)), median(measured.map((one) => one.signedIn))];
      rows.push([words, tripsIn(sent), tripsIn(signedIn)]);
      if (name !== 'prepare') continue;
      const figure = `${tripsIn(sent)} and ${tripsIn(signedIn)}`;
      settle(
        'round trips of a prepared login: 2 until the code is sent, 2 until signed in',
        figure,
        isTwo(sent, signedIn),
      );
    }
  } finally {
    await browser.close();
    server.close();
  }
  console.log(`\nRound trips that follow one another at ${latencyMs} ms, cold cache, ${rounds} rounds`);
  console.log(table([['', 'press to code sent', 'press to signed in'], ...rows]));
}

/** What a page computes meanwhile takes less than one round trip. @param {number} ms */
const countOf = (ms) => Math.floor(ms / latencyMs);

/** @param {number} ms */
const tripsIn = (ms) => `${countOf(ms)} (${Math.round(ms)} ms)`;

/** @param {number[]} times */
const isTwo = (...times) => times.every((ms) => countOf(ms) === 2);
