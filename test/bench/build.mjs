/** Bundles the parts of the benchmarks: pages for the browser, in memory, and what runs in Node, into a cache. */
import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { sourceOfEntry } from '../../build/entries.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const cache = join(root, 'node_modules', '.cache', 'countersign-bench');

/**
 * @param {readonly string[]} names files in page/, without their ending
 * @returns {Promise<Map<string, Uint8Array>>} what to serve, by path
 */
export async function buildPages(names) {
  const served = new Map();
  for (const name of names) {
    const { outputFiles } = await build({
      absWorkingDir: root,
      entryPoints: [join(here, 'page', `${name}.ts`)],
      // The kit as it is installed: the paths of our own tsconfig lead to its sources.
      tsconfigRaw: {},
      bundle: true,
      splitting: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      outdir: join('out', name),
      write: false,
      logLevel: 'error',
      external: ['crypto'],
    });
    for (const { path, contents } of outputFiles) served.set(`/${name}/${basename(path)}`, contents);
  }
  return served;
}

/**
 * @param {string} name a file beside this one, without its ending
 * @returns {Promise<string>} the bundle's URL, to be imported or run
 */
export async function buildForNode(name) {
  mkdirSync(cache, { recursive: true });
  const outfile = join(cache, `${name}.mjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [join(here, `${name}.ts`)],
    alias: sourceOfEntry,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    outfile,
    logLevel: 'error',
  });
  return pathToFileURL(outfile).href;
}
