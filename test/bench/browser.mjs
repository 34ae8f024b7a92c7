/** The benchmarks that run in Chromium. */
import { chromium } from 'playwright';
import { obtainEngine } from '../engines/find.mjs';
import { chromiumLaunch } from '../engines/launch.mjs';
import { buildForNode, buildPages } from './build.mjs';
import { serve } from './server.mjs';
import { median, ratio, settle, showRatio, table } from './statistics.mjs';

const cold = {
  countersign: 'cold-countersign',
  '@turnkey/crypto and api-key-stamper': 'cold-turnkey',
  floor: 'cold-floor',
};

/**
 * @param {{ rounds: number, coldRounds: number }} options
 */
export async function benchBrowser({ rounds, coldRounds }) {
  /** @type {typeof import('./platform-server.ts')} */
  const built = await import(await buildForNode('platform-server'));
  const enclave = await built.createColdEnclave();
  const server = await serve({
    files: await buildPages(['warm', ...Object.values(cold)]),
    async call(name, body) {
      if (name === 'enclave') return { bundle: enclave.bundle, pin: enclave.pin };
      if (name === 'seal') return enclave.seal(/** @type {any} */ (body));
      return enclave.check(String(body));
    },
  });
  obtainEngine('chromium', () => undefined);
  const browser = await chromium.launch(chromiumLaunch() ?? {});
  try {
    console.log(`Chromium ${browser.version()}, ${rounds} rounds warm, ${coldRounds} cold`);
    await warm(browser, server.url, rounds);
    await roundsOfWebCrypto(browser, server.url);
    await coldLogins(browser, server.url, coldRounds, 1);
    await coldLogins(browser, server.url, Math.ceil(coldRounds / 2), 4);
  } finally {
    await browser.close();
    server.close();
  }
}

/**
 * @param {import('playwright').Browser} browser
 * @param {string} url
 * @param {number} rounds
 */
async function warm(browser, url, rounds) {
  const page = await browser.newPage();
  await page.goto(url);
  await page.evaluate(() => import(/** @type {any} */ ('/warm/warm.js')));
  /** @type {Record<string, Record<string, number[]>>} */
  const results = await page.evaluate((count) => /** @type {any} */ (globalThis).benchWarm(count, 20), rounds);
  await page.close();
  const titles = {
    encrypting: 'OTP encryption with the check of the enclave’s signature',
    opening: 'Opening a sealed session key',
    stamping: 'Stamp of 600 bytes',
  };
  for (const [name, title] of Object.entries(titles)) {
    const times = results[name] ?? {};
    const own = times['countersign'] ?? [];
    console.log(`\n${title}\n${compare(times, own)}`);
  }
  const { encrypting = {}, opening = {}, stamping = {} } = results;
  atLeast(
    'OTP encryption: at least 5 times @turnkey/crypto',
    encrypting['@turnkey/crypto'],
    encrypting['countersign'],
    5,
  );
  atLeast(
    'opening a sealed key: at least 2.5 times @turnkey/crypto',
    opening['@turnkey/crypto'],
    opening['countersign'],
    2.5,
  );
  const overhead = ratio(stamping['countersign'] ?? [], stamping['floor'] ?? []);
  settle('stamp: at most 1.15 times as long as the floor', showRatio(overhead), overhead.median <= 1.15);
  const stored = stamping['@turnkey/indexed-db-stamper'];
  atLeast('stamp: at least as fast as @turnkey/indexed-db-stamper', stored, stamping['countersign'], 1);
}

/**
 * Counts a login's waits for WebCrypto: rounds that follow one another, all calls of a round being answered together.
 * @param {import('playwright').Browser} browser
 * @param {string} url
 */
async function roundsOfWebCrypto(browser, url) {
  const rows = [];
  for (const [name, file] of Object.entries(cold)) {
    const page = await browser.newPage();
    await page.goto(url);
    await page.evaluate(countInPage);
    const spent = await page.evaluate(timeLogin, `/${file}/${file}.js`);
    rows.push([name, ...Object.values(spent).map(String)]);
    await page.close();
  }
  const steps = ['fetching and compiling', 'key pair and encrypted code', 'opened key and first stamp'];
  console.log(`\n${table([['rounds of WebCrypto', ...steps], ...rows])}`);
}

/** Runs in the page: the clock of `timeLogin` counts rounds from then on. */
function countInPage() {
  const { subtle } = crypto;
  /** @type {Promise<void> | undefined} */
  let round;
  let rounds = 0;
  const nextRound = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    round = undefined;
    rounds += 1;
  };
  /** @param {unknown} _ @param {'digest'} method */
  const get = (_, method) =>
    // @hpke/core awaits the engine, which has no `then`.
    method in subtle &&
    (async (/** @type {Parameters<SubtleCrypto['digest']>} */ ...given) => {
      const answer = subtle[method](...given);
      await Promise.allSettled([answer, (round ??= nextRound())]);
      return answer;
    });
  Object.defineProperty(crypto, 'subtle', { value: new Proxy(subtle, { get }) });
  Object.assign(globalThis, { benchNow: () => rounds });
}

/**
 * Logins in fresh contexts: nothing is cached or compiled. What is timed leaves the waiting for the service out.
 * @param {import('playwright').Browser} browser
 * @param {string} url
 * @param {number} rounds
 * @param {number} slowdown
 */
async function coldLogins(browser, url, rounds, slowdown) {
  const names = Object.keys(cold);
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(names.map((name) => [name, []]));
  /** @type {Record<string, Record<string, number>[]>} */
  const parts = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = /** @type {keyof typeof cold} */ (names[(turn + round) % names.length]);
      const file = cold[name];
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(url);
      const devtools = await context.newCDPSession(page);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      const spent = await page.evaluate(timeLogin, `/${file}/${file}.js`);
      parts[name]?.push(spent);
      times[name]?.push(Object.values(spent).reduce((sum, ms) => sum + ms, 0));
      await context.close();
    }
  }
  const own = times['countersign'] ?? [];
  const title = `Import and first login in a fresh context${slowdown > 1 ? `, the CPU slowed ${slowdown} times` : ''}`;
  console.log(`\n${title}\n${compare(times, own)}`);
  const steps = Object.keys(parts['floor']?.[0] ?? {});
  const rows = steps.map((step) => [
    step,
    ...names.map((name) => `${median((parts[name] ?? []).map((one) => one[step] ?? NaN)).toFixed(1)} ms`),
  ]);
  console.log(table([['of it', ...names], ...rows]));
  const beside = ratio(own, times['floor'] ?? []);
  const slowed = slowdown > 1 ? `, CPU slowed ${slowdown} times` : '';
  settle(`import and first login${slowed}: at most 1.25 times the floor`, showRatio(beside), beside.median <= 1.25);
  const budget = `import and first login${slowdown > 1 ? `, CPU slowed ${slowdown} times` : ''}: at least 6 times the peer`;
  atLeast(budget, times['@turnkey/crypto and api-key-stamper'], own, 6);
}

/**
 * Runs in the page.
 * @param {string} path
 */
async function timeLogin(path) {
  /** @param {string} name @param {unknown} body */
  const call = async (name, body) => {
    const response = await fetch(`/call/${name}`, { method: 'POST', body: JSON.stringify(body ?? null) });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  /** @returns {number} */
  const now = () => /** @type {any} */ (globalThis).benchNow?.() ?? performance.now();
  const enclave = await call('enclave', null);
  const start = now();
  const { login } = await import(path);
  const loaded = now();
  const { publicKeyHex, encryptedOtp, finish } = await login(enclave);
  const encrypted = now();
  const { sealed, payload } = await call('seal', { publicKeyHex, encryptedOtp });
  const delivered = now();
  const stamp = await finish(sealed, payload);
  const end = now();
  await call('check', stamp);
  return {
    'fetching and compiling': loaded - start,
    'key pair and encrypted code': encrypted - loaded,
    'opened key and first stamp': end - delivered,
  };
}

/**
 * @param {Record<string, number[]>} times
 * @param {number[]} own
 */
function compare(times, own) {
  const rows = Object.entries(times).map(([name, values]) => [
    name,
    `${median(values).toFixed(3)} ms`,
    showRatio(ratio(values, own)),
  ]);
  return table([['', 'median', 'times as long as countersign (middle half of the rounds)'], ...rows]);
}

/**
 * @param {string} budget
 * @param {number[] | undefined} other
 * @param {number[] | undefined} own
 * @param {number} times
 */
function atLeast(budget, other, own, times) {
  const measured = ratio(other ?? [], own ?? []);
  settle(budget, showRatio(measured), measured.median >= times);
}
