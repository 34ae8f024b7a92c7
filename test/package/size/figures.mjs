/** All sizes as figures: of the wallet, of what a page adds to it, of the wallet page, and of the packages. */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { bundleWalletPage } from '../../../build/wallet-page.mjs';
import { tableOfMissed, tableOfSizes } from './budgets.mjs';
import {
  bundlers,
  chunkSize,
  curveChunk,
  eventsChunk,
  identityChunk,
  loginChunks,
  measure,
  parts,
  readsChunk,
  shapes,
  withChunks,
} from './measure.mjs';
import { pack, packages } from './package.mjs';

/** @typedef {import('./budgets.mjs').Figures} Figures */

/** Packages that a page must not have loaded before its user does anything, and chunks that load apart. */
export const neverAtFirst =
  /node_modules\/(?:@hpke|@noble|@scure|@simplewebauthn)\/|dist\/kit\/(?:passkey\/(?!passkey-error)|crypto\/(?:login\/|service\/)|transport\/request|wallet\/flows\/(?:actions|card|credentials|oauth|one-time-code|passkey|quote|reads|refresh)\.js)/;

/** Measures all of it, in the order of the table. @returns {Promise<Figures>} */
export async function measureAll() {
  return {
    ...(await measureWallet()),
    ...(await measureParts()),
    ...(await measureElements()),
    'the wallet page with a first payment': { vite: await measureWalletPage() },
    ...Object.fromEntries(
      Object.entries(packages).map(([name, folder]) => [`${name}, packed`, { npm: pack(folder).size }]),
    ),
  };
}

/** @param {Figures} figures @param {import('./measure.mjs').Bundler} bundler @param {string} name @param {number} bytes */
function note(figures, bundler, name, bytes) {
  figures[name] = { ...figures[name], [bundler]: bytes };
}

/** Measures the bytes that a page has loaded at each stage. @returns {Promise<Figures>} */
async function measureWallet() {
  /** @type {Figures} */
  const figures = {};
  for (const bundler of bundlers) {
    const wallet = await measure(/** @type {import('./measure.mjs').ImportShape} */ (shapes['the wallet']), bundler);
    /** @type {Record<string, number>} */
    const stages = {
      'first load': wallet.first,
      'e-mail login': withChunks(wallet, loginChunks),
      'e-mail login where WebCrypto computes no points': withChunks(wallet, [...loginChunks, curveChunk]),
      everything: wallet.total - chunkSize(wallet, curveChunk),
      'everything where WebCrypto computes no points': wallet.total,
    };
    for (const [stage, bytes] of Object.entries(stages)) note(figures, bundler, stage, bytes);
  }
  return figures;
}

/** Measures the parts that a page adds to the wallet, and stamping without it. @returns {Promise<Figures>} */
async function measureParts() {
  /** @type {Figures} */
  const figures = {};
  for (const bundler of bundlers) {
    const add = note.bind(null, figures, bundler);
    const stamping = await measure(
      /** @type {import('./measure.mjs').ImportShape} */ (shapes['stamping alone']),
      bundler,
    );
    add('stamping alone', stamping.first);
    for (const [part, shape] of Object.entries(parts)) add(part, (await measure(shape, bundler)).total);
    const wallet = await measure(/** @type {import('./measure.mjs').ImportShape} */ (shapes['the wallet']), bundler);
    add('events, where somebody listens', chunkSize(wallet, eventsChunk));
    add('identity providers, where somebody uses one', chunkSize(wallet, identityChunk));
    add('reads, where a page makes one', chunkSize(wallet, readsChunk));
  }
  return figures;
}

/** Measures the wallet page for a person who signs in with a code and pays: its style too, gzip bytes. @returns {Promise<number>} */
async function measureWalletPage() {
  const { files, first } = await bundleWalletPage(fileURLToPath(new URL('../../..', import.meta.url)));
  return first.reduce((sum, name) => sum + gzipSync(files.get(name) ?? '', { level: 9 }).length, 0);
}

const stages = [
  'first load',
  'e-mail login',
  'e-mail login where WebCrypto computes no points',
  'everything',
  'everything where WebCrypto computes no points',
];

const elements = [
  'sign-in',
  'code-entry',
  'review',
  'payment',
  'session',
  'credentials',
  'sessions',
  'card',
  'activity',
  'balance',
  'problem',
];

/**
 * The lines of documents that state sizes.
 * @param {import('./budgets.mjs').Budgets} table
 * @returns {Readonly<Record<string, readonly string[]>>}
 */
export function linesOfDocuments(table) {
  const elementRows = [...elements.map((name) => `countersign-${name}`), 'all elements'];
  return {
    'docs/performance.md': [...tableOfSizes(table, stages, 'what a page has loaded'), '', ...tableOfMissed(table)],
    'docs/elements.md': tableOfSizes(table, elementRows, 'what an element adds to the wallet'),
  };
}

/** Measures each element beside the wallet, before an error needs words. @returns {Promise<Figures>} */
async function measureElements() {
  /** @type {Figures} */
  const figures = {};
  for (const bundler of bundlers) {
    const alone = await measure(/** @type {import('./measure.mjs').ImportShape} */ (shapes['the wallet']), bundler);
    const page = await measure({ entry: 'countersign/elements', names: ['defineElements'], wallet: true }, bundler);
    /** @param {string} title @param {readonly string[]} names */
    const add = (title, names) => {
      const files = names.map((name) => `ui/elements/${name}`);
      note(figures, bundler, title, withChunks(page, files) - alone.first);
    };
    for (const name of elements) add(`countersign-${name}`, [name]);
    add('all elements', elements);
  }
  return figures;
}
