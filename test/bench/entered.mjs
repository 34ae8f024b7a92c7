/**
 * Prints the files of `src/` whose functions a payment calls, from the press to its outcome, with these functions.
 *
 *     node test/bench/entered.mjs [--most N]
 *
 * Fails above `--most` files. The wallet is signed in, with the profile `spec`, IndexedDB, locks and a channel
 * between tabs, and its code is loaded. Relay and sandbox are loaded apart: their calls don't count, nor do those in
 * files that they share with the wallet.
 */
import 'fake-indexeddb/auto';
import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createServer, createServerModuleRunner } from 'vite';
import { sourceAliases } from '../../build/entries.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({ options: { most: { type: 'string', default: 'Infinity' } } });
const server = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  resolve: { alias: sourceAliases },
  server: { middlewareMode: true, watch: null, ws: false },
  optimizeDeps: { noDiscovery: true },
});
const { ssr } = server.environments;
if (ssr === undefined) throw new Error('Vite has no environment for Node');
/** Imports files, each instance its own. */
const newInstance = () => createServerModuleRunner(ssr, { hmr: false });
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Debugger.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
const entered = async () => (await session.post('Profiler.takePreciseCoverage')).result;

const servers = newInstance();
const { createTestBench } = await servers.import('/test/journeys/test-bench.ts');
const { createBus } = await servers.import('/test/journeys/tabs.ts');
const { createPageLocks } = await servers.import('/src/kit/wallet/run/locks.ts');
const bench = await createTestBench();
const others = new Set((await entered()).map(({ scriptId }) => scriptId));

const { openWallet } = await newInstance().import('/src/kit/wallet/wallet.ts');
const options = {
  relay: 'https://platform.example.com/wallet',
  accountId: bench.accountId,
  enclaveKeys: [bench.sandbox.enclavePublicKeyHex],
  environment: 'sandbox',
  fetch: bench.pageFetch,
  clock: bench.clock,
};
const browser = { locks: createPageLocks(), channel: createBus()(), visible: () => true };
const wallet = openWallet(options, browser);
await (await wallet.emailOtp.begin()).verify('000000');
await wallet.prepare();
const quote = await bench.quote(1_000_000);
// Drops the functions entered until now.
await entered();
const { status } = await wallet.quote.execute(quote);
/** @type {string[]} */
const files = [];
for (const { scriptId, url, functions } of await entered()) {
  if (others.has(scriptId) || !url.includes('/src/')) continue;
  const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
  const names = functions.flatMap(({ functionName, ranges: [whole] }) => {
    // Vite turns an export into a function too.
    const isExport = /__vite_ssr_exportName__\("[^"]*", $/.test(scriptSource.slice(0, whole?.startOffset));
    return isExport || !whole?.count ? [] : [functionName || 'without a name'];
  });
  if (names.length > 0) files.push(`${relative(root, url)}: ${[...new Set(names)].join(', ')}`);
}
console.log(files.toSorted().join('\n'));
console.log(`A payment (${status}) enters ${files.length} files of src/; those of relay and sandbox are not counted.`);
wallet.close();
await server.close();
process.exit(files.length > Number(values.most) ? 1 : 0);
