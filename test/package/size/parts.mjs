/** The bytes of an e-mail login: the share of each file, and its chunk. */
import { basename } from 'node:path';
import { chunksWith, loginChunks, measure, shapes } from './measure.mjs';

/** A file below this many bytes is counted with the others. */
const leastBytes = 100;

/**
 * Rows of a table: chunk, file, gzip bytes. `dist/first-load.js` is what the build has joined.
 * @param {import('./measure.mjs').Bundler} bundler
 * @returns {Promise<string[][]>}
 */
export async function partsOfLogin(bundler) {
  const { firstChunks, lazy } = await measure(
    /** @type {import('./measure.mjs').ImportShape} */ (shapes['the wallet']),
    bundler,
  );
  const rows = [...firstChunks, ...chunksWith(lazy, loginChunks)].flatMap(({ name, size, shares }) => {
    const large = Object.entries(shares).filter(([, bytes]) => bytes >= leastBytes);
    const rest = size - large.reduce((sum, [, bytes]) => sum + bytes, 0);
    const sorted = large.sort(([, a], [, b]) => b - a).map(([file, bytes]) => [file, bytes.toFixed(0)]);
    const parts = rest < 1 ? sorted : [...sorted, ['others', rest.toFixed(0)]];
    return parts.map(([file = '', bytes = ''], index) => [index === 0 ? `${basename(name)} ${size}` : '', file, bytes]);
  });
  return [['chunk', 'file', 'bytes'], ...rows];
}
