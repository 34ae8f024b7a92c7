/** The wallet's sizes as figures: measured, held by ceilings, and shown in docs/performance.md. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { bundleWalletPage } from '../../../build/wallet-page.mjs';
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

/** @typedef {Record<string, Record<import('./measure.mjs').Bundler, number>>} Figures gzip bytes, by stage and bundler */

/**
 * Bytes that a page has loaded at each stage. A ceiling holds what was reached; a budget is what is wanted.
 * @type {Readonly<Record<string, { budget: number, ceiling: number }>>}
 */
export const ceilings = JSON.parse(readFileSync(new URL('ceilings.json', import.meta.url), 'utf8'));

/** Packages that a page must not have loaded before its user does anything, and chunks that load apart. */
export const neverAtFirst =
  /node_modules\/(?:@hpke|@noble|@scure|@simplewebauthn)\/|dist\/kit\/(?:passkey\/(?!passkey-error)|crypto\/(?:login\/|service\/)|transport\/request|wallet\/flows\/(?:actions|card|credentials|oauth|one-time-code|passkey|quote|reads|refresh)\.js)/;

/** @returns {Promise<Figures>} */
export async function measureWallet() {
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
    for (const [stage, bytes] of Object.entries(stages)) {
      figures[stage] = { ...(figures[stage] ?? { esbuild: 0, vite: 0 }), [bundler]: bytes };
    }
  }
  return figures;
}

/** The most that each part may take, gzip bytes. @type {Readonly<Record<string, number>>} */
export const partCeilings = {
  'the React binding': 1000,
  'the React binding, with the wallet and its state': 1050,
  'the React binding, with every hook': 2150,
  'links to a wallet page': 1000,
  'messages, in English': 6900,
  'the locale en by itself': 5300,
  'the locale de by itself': 6100,
  'the locale es by itself': 5900,
  'the locale fr by itself': 6200,
  'the locale pt by itself': 6100,
  'events, where somebody listens': 560,
  'identity providers, where somebody uses one': 1850,
  'reads, where a page makes one': 1550,
};

/** Measures the parts that a page adds to the wallet. @returns {Promise<Figures>} */
export async function measureParts() {
  /** @type {Figures} */
  const figures = {};
  for (const bundler of bundlers) {
    /** @param {string} part @param {number} bytes */
    const note = (part, bytes) => {
      figures[part] = { ...(figures[part] ?? { esbuild: 0, vite: 0 }), [bundler]: bytes };
    };
    for (const [part, shape] of Object.entries(parts)) note(part, (await measure(shape, bundler)).total);
    const wallet = await measure(/** @type {import('./measure.mjs').ImportShape} */ (shapes['the wallet']), bundler);
    note('events, where somebody listens', chunkSize(wallet, eventsChunk));
    note('identity providers, where somebody uses one', chunkSize(wallet, identityChunk));
    note('reads, where a page makes one', chunkSize(wallet, readsChunk));
  }
  return figures;
}

/** The wallet page with a first payment, its style too, gzip bytes. */
export const walletPageCeiling = { budget: 60_000, ceiling: 76_000 };

/** Measures the wallet page for a person who signs in with a code and pays. @returns {Promise<number>} */
export async function measureWalletPage() {
  const { files, first } = await bundleWalletPage(fileURLToPath(new URL('../../..', import.meta.url)));
  return first.reduce((sum, name) => sum + gzipSync(files.get(name) ?? '', { level: 9 }).length, 0);
}

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
 * The most that elements may take beside the wallet, gzip bytes; wanted are 15 kB for each, 17 for the sign-in, and 40 for all of them.
 * @type {Readonly<Record<string, number>>}
 */
export const elementCeilings = {
  'countersign-sign-in': 20_200,
  'countersign-code-entry': 17_500,
  'countersign-review': 21_400,
  'countersign-payment': 20_300,
  'countersign-session': 12_200,
  'countersign-credentials': 18_000,
  'countersign-sessions': 15_400,
  'countersign-card': 16_300,
  'countersign-activity': 18_200,
  'countersign-balance': 15_900,
  'countersign-problem': 10_700,
  'all of them': 49_400,
};

/** Measures each element beside the wallet, before an error needs words. @returns {Promise<Figures>} */
export async function measureElements() {
  /** @type {Figures} */
  const figures = {};
  for (const bundler of bundlers) {
    const alone = await measure(/** @type {import('./measure.mjs').ImportShape} */ (shapes['the wallet']), bundler);
    const page = await measure({ entry: 'countersign/elements', names: ['defineElements'], wallet: true }, bundler);
    /** @param {string} title @param {readonly string[]} names */
    const note = (title, names) => {
      const files = names.map((name) => `ui/elements/${name}`);
      figures[title] = {
        ...(figures[title] ?? { esbuild: 0, vite: 0 }),
        [bundler]: withChunks(page, files) - alone.first,
      };
    };
    for (const name of elements) note(`countersign-${name}`, [name]);
    note('all of them', elements);
  }
  return figures;
}

const start = '<!-- sizes: npm run size -- --write -->';
const end = '<!-- /sizes -->';

/**
 * A document with these figures between its two markers.
 * @param {string} readme
 * @param {Figures} figures
 * @param {string} title of what is loaded
 */
export function writeFigures(readme, figures, title = 'what a page has loaded') {
  const [before, rest] = readme.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`the document has no ${start} ... ${end}`);
  const rows = Object.entries(figures).map(
    ([stage, { esbuild, vite }]) => `| ${stage} | ${kilobytes(esbuild)} | ${kilobytes(vite)} |`,
  );
  const lines = [`| ${title}, minified and gzip | esbuild | Vite |`, '|---|---|---|', ...rows];
  return `${before}${start}\n${lines.join('\n')}\n${end}${after}`;
}

/**
 * The figures that a document states, in bytes.
 * @param {string} readme
 */
export function readFigures(readme) {
  const stated = (readme.split(start)[1]?.split(end)[0] ?? '').matchAll(
    /^\| (.+?) \| ([\d.]+) kB \| ([\d.]+) kB \|$/gm,
  );
  return Object.fromEntries(
    [...stated].map(([, stage = '', esbuild, vite]) => [
      stage,
      { esbuild: Number(esbuild) * 1000, vite: Number(vite) * 1000 },
    ]),
  );
}

/** @param {number} bytes */
export function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
