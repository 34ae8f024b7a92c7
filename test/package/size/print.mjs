/**
 * `npm run size [-- --write [--reason "…"] | --parts]`: prints what each import costs in gzip bytes, peers included, and its share of the
 * package. `--write` lowers what has fallen in budgets.json, and writes docs/performance.md and docs/elements.md; what has grown is raised
 * with a reason alone. `--parts` prints which files an e-mail login is made of.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { table } from '../../bench/statistics.mjs';
import { budgets, isMet, moved, withSizes, writeBudgets } from './budgets.mjs';
import { linesOfDocuments, measureAll } from './figures.mjs';
import { bundlers, measure, shapes } from './measure.mjs';
import { packages, sharesOfPackage } from './package.mjs';
import { partsOfLogin } from './parts.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** @type {Readonly<Record<string, import('./measure.mjs').ImportShape>>} */
const peers = {
  '@turnkey/crypto: the code': { entry: '@turnkey/crypto', names: ['encryptOtpCodeToBundle'] },
  '@turnkey/crypto: the session key': { entry: '@turnkey/crypto', names: ['decryptCredentialBundle'] },
  '@turnkey/api-key-stamper': { entry: '@turnkey/api-key-stamper', names: ['ApiKeyStamper'] },
  '@turnkey/indexed-db-stamper': { entry: '@turnkey/indexed-db-stamper', names: ['IndexedDbStamper'] },
  'hand-written floor, without a check: key, code, session key, stamp': {
    entry: join(root, 'test/bench/page/floor.ts'),
    names: ['generate', 'encryptOtp', 'openSealed', 'stamp'],
  },
};

const { values } = parseArgs({
  options: { write: { type: 'boolean' }, reason: { type: 'string' }, parts: { type: 'boolean' } },
});
const figures = await measureAll();
const known = values.write ? moved(budgets, figures, values.reason) : budgets;
const rows = Object.entries(known).flatMap(([name, row]) =>
  Object.entries(row.stands).map(([tool, stands], index) => {
    const measured = figures[name]?.[tool] ?? NaN;
    const found = measured > stands ? 'GROWN' : isMet(row) ? 'met' : 'missed';
    return [index === 0 ? name : '', tool, ...[measured, stands, row.budget].map((bytes) => `${bytes} B`), found];
  }),
);
console.log(table([['', 'by', 'measured', 'stands', 'budget', ''], ...rows]));

const others = Object.entries(shapes).filter(([, { entry }]) => entry !== 'countersign');
const lines = [];
for (const [title, { entry, names }] of [...others, ...Object.entries(peers)]) {
  const sizes = await Promise.all(bundlers.map((bundler) => measure({ entry, names }, bundler)));
  lines.push([title, ...sizes.map(({ first }) => kilobytes(first)), ...sizes.map(({ total }) => kilobytes(total))]);
}
console.log(`\n${table([['', 'esbuild', 'vite', 'with what may load later', ''], ...lines])}`);

for (const folder of Object.values(packages)) console.log(`\n${table(sharesOfPackage(folder))}`);

if (values.parts) {
  for (const bundler of bundlers) console.log(`\n${bundler}\n${table(await partsOfLogin(bundler))}`);
}

if (values.write) {
  writeBudgets(known);
  for (const [path, lines] of Object.entries(linesOfDocuments(known))) {
    writeFileSync(join(root, path), withSizes(readFileSync(join(root, path), 'utf8'), lines));
  }
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
