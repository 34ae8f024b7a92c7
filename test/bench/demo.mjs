/** The first load of the demo on a processor four times as slow: first paint, longest task, layout shift, bytes, and waits in a row. */
import { execFileSync, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { chromiumLaunch } from '../engines/launch.mjs';
import { median, settle } from './statistics.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const slowdown = 4;
const latencyMs = 400;

/** @param {{ rounds: number }} options */
export async function benchDemo({ rounds }) {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  for (const more of [[], ['--ssr', 'server/main.ts']]) {
    execFileSync(process.execPath, [vite, 'build', '--config', 'demo/vite.config.ts', ...more], { cwd: root });
  }
  const server = spawn(process.execPath, [join(root, 'demo/dist/server/main.js'), '--port', '0']);
  const browser = await chromium.launch(chromiumLaunch() ?? {});
  try {
    const url = await addressOf(server);
    /** @type {Awaited<ReturnType<typeof load>>[]} */
    const loads = [];
    for (let round = 0; round < rounds; round += 1) loads.push(await load(browser, url));
    const waits = await waitsInARow(browser, url);
    /** @param {(load: typeof loads[number]) => number} read */
    const middle = (read) => median(loads.map(read));
    const paint = middle(({ paintMs }) => paintMs);
    const task = middle(({ longestTaskMs }) => longestTaskMs);
    const shift = Math.max(...loads.map((each) => each.shift));
    const kB = middle(({ scriptBytes }) => scriptBytes) / 1000;
    console.log(`\nDemo, first load, ${rounds} rounds, processor ${slowdown} times as slow`);
    console.log(
      `first contentful paint ${paint.toFixed(0)} ms, longest task ${task.toFixed(0)} ms, layout shift ${shift.toFixed(3)}`,
    );
    console.log(`script on the wire ${kB.toFixed(1)} kB, waits in a row up to the code ${waits.toFixed(1)}`);
    settle('demo: first contentful paint at most 800 ms', `${paint.toFixed(0)} ms`, paint <= 800);
    settle('demo: longest task at most 100 ms', `${task.toFixed(0)} ms`, task <= 100);
    settle('demo: no layout shift', shift.toFixed(3), shift < 0.001);
    settle('demo: first load at most 45 kB of script', `${kB.toFixed(1)} kB`, kB <= 45);
  } finally {
    await browser.close();
    server.kill();
  }
}

/**
 * @param {import('node:child_process').ChildProcessWithoutNullStreams} server
 * @returns {Promise<string>}
 */
async function addressOf(server) {
  for await (const chunk of server.stdout) {
    const found = /http:\/\/localhost:\d+/.exec(String(chunk));
    if (found !== null) return found[0];
  }
  throw new Error('The demo did not start.');
}

/**
 * @param {import('playwright').Browser} browser
 * @param {string} url
 */
async function load(browser, url) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url);
  await page.getByRole('heading', { level: 1, name: 'Your wallet, signed by you' }).waitFor();
  await page.waitForLoadState('networkidle');
  const measured = await page.evaluate(async () => {
    /** @param {string} type @returns {Promise<PerformanceEntryList>} */
    const entries = (type) =>
      new Promise((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
        observer.observe({ type, buffered: true });
        setTimeout(() => resolve([]), 300);
      });
    const [tasks, shifts] = [await entries('longtask'), await entries('layout-shift')];
    const resources = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType('resource'));
    const scripts = resources.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
    return {
      paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
      // What is shorter than 50 ms is no long task.
      longestTaskMs: Math.max(0, ...tasks.map(({ duration }) => duration)),
      shift: shifts.reduce((sum, entry) => sum + Number(/** @type {any} */ (entry).value), 0),
      scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    };
  });
  await context.close();
  return measured;
}

/**
 * How many answers are waited for one after the other, from the address to the field for the code: the time with a latency that is
 * large beside all else, in units of that latency.
 * @param {import('playwright').Browser} browser
 * @param {string} url
 */
async function waitsInARow(browser, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  const network = { offline: false, latency: latencyMs, downloadThroughput: -1, uploadThroughput: -1 };
  await devTools.send('Network.emulateNetworkConditions', network);
  const started = performance.now();
  await page.goto(url);
  await page.getByLabel('E-mail address').focus();
  await page.waitForLoadState('networkidle');
  const typed = performance.now();
  const shown = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  await page.getByRole('button', { name: 'E-mail me a code' }).click();
  await page.getByRole('heading', { level: 1, name: 'Enter your code' }).waitFor();
  const pressed = performance.now() - typed;
  await context.close();
  return (Math.min(shown, typed - started) + pressed) / latencyMs;
}
