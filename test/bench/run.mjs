/**
 * `npm run bench`: measures the kit beside its peers, and prints the budgets as met or missed.
 *
 *     node test/bench/run.mjs [browser] [round-trips] [sandbox] [relay] [abuse] [parts] [demo] [--rounds 30] [--cold-rounds 12]
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benchAbuse } from './abuse.mjs';
import { benchBrowser } from './browser.mjs';
import { benchDemo } from './demo.mjs';
import { benchParts } from './parts.mjs';
import { benchRoundTrips } from './round-trips.mjs';
import { benchRelay, benchSandbox } from './service.mjs';
import { showBudgets } from './statistics.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '30' }, 'cold-rounds': { type: 'string', default: '12' } },
});
/** @param {string} part */
const wants = (part) => positionals.length === 0 || positionals.includes(part);

console.log(`Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'})`);
if (wants('browser')) {
  await benchBrowser({ rounds: Number(values.rounds), coldRounds: Number(values['cold-rounds']) });
}
if (wants('round-trips')) await benchRoundTrips();
if (wants('sandbox')) await benchSandbox();
if (wants('relay')) await benchRelay();
if (wants('abuse')) await benchAbuse();
if (wants('parts')) await benchParts({ rounds: Number(values['cold-rounds']) });
if (wants('demo')) await benchDemo({ rounds: Number(values['cold-rounds']) });
console.log(`\nBudgets\n${showBudgets()}`);
