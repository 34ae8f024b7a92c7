/**
 * `npm run bench`: measures the kit beside its peers, and prints the budgets as met or missed.
 *
 *     node test/bench/run.mjs [browser] [relay] [--rounds 30] [--cold-rounds 12] [--relay-rounds 5]
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benchBrowser } from './browser.mjs';
import { benchRelay } from './relay.mjs';
import { showBudgets } from './statistics.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '30' },
    'cold-rounds': { type: 'string', default: '12' },
    'relay-rounds': { type: 'string', default: '5' },
  },
});
/** @param {string} part */
const wants = (part) => positionals.length === 0 || positionals.includes(part);

console.log(`Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'})`);
if (wants('browser')) {
  await benchBrowser({ rounds: Number(values.rounds), coldRounds: Number(values['cold-rounds']) });
}
if (wants('relay')) await benchRelay(Number(values['relay-rounds']));
console.log(`\nBudgets\n${showBudgets()}`);
