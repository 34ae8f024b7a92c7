/**
 * `npm run size [-- --write | --parts]`: prints what each import costs in gzip bytes, peers included, and its share
 * of the package; `--write` puts the first into docs/performance.md and those of the elements into their guide,
 * `--parts` prints which files an e-mail login is made of.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { table } from '../../bench/statistics.mjs';
import {
  ceilings,
  elementCeilings,
  kilobytes,
  measureElements,
  measureParts,
  measureWallet,
  measureWalletPage,
  partCeilings,
  walletPageCeiling,
  writeFigures,
} from './figures.mjs';
import { bundlers, measure, shapes } from './measure.mjs';
import { sharesOfPackage } from './package.mjs';
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

const figures = await measureWallet();
const rows = Object.entries(figures).map(([stage, sizes]) => {
  const budget = ceilings[stage]?.budget ?? NaN;
  const met = Math.max(...Object.values(sizes)) <= budget;
  const columns = bundlers.map((bundler) => kilobytes(sizes[bundler]));
  return [stage, ...columns, `${kilobytes(budget)} ${met ? 'met' : 'MISSED'}`];
});
console.log(table([["import { createWallet } from 'countersign'", ...bundlers, 'budget'], ...rows]));

const page = await measureWalletPage();
const { budget } = walletPageCeiling;
console.log(
  `\nthe wallet page with a first payment: ${kilobytes(page)}; budget ${kilobytes(budget)} ${page <= budget ? 'met' : 'MISSED'}`,
);

const elements = await measureElements();
const limits = { ...partCeilings, ...elementCeilings };
const added = Object.entries({ ...(await measureParts()), ...elements }).map(([part, sizes]) => [
  part,
  ...bundlers.map((bundler) => `${sizes[bundler]} B`),
  `${limits[part]} B`,
]);
console.log(`\n${table([['what a page adds to it, each by itself', ...bundlers, 'ceiling'], ...added])}`);

const others = Object.entries(shapes).filter(([, { entry }]) => entry !== 'countersign');
const lines = [];
for (const [title, { entry, names }] of [...others, ...Object.entries(peers)]) {
  const sizes = await Promise.all(bundlers.map((bundler) => measure({ entry, names }, bundler)));
  lines.push([title, ...sizes.map(({ first }) => kilobytes(first)), ...sizes.map(({ total }) => kilobytes(total))]);
}
console.log(`\n${table([['', 'esbuild', 'vite', 'with what may load later', ''], ...lines])}`);

for (const folder of ['', 'sandbox']) console.log(`\n${table(sharesOfPackage(folder))}`);

if (process.argv.includes('--parts')) {
  for (const bundler of bundlers) console.log(`\n${bundler}\n${table(await partsOfLogin(bundler))}`);
}

if (process.argv.includes('--write')) {
  const [page, guide] = [join(root, 'docs/performance.md'), join(root, 'docs/elements.md')];
  writeFileSync(page, writeFigures(readFileSync(page, 'utf8'), figures));
  writeFileSync(guide, writeFigures(readFileSync(guide, 'utf8'), elements, 'what an element adds to the wallet'));
}
