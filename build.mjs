/**
 * Builds `dist/`: one emitted file per source file, but one for all that a page loads first, bundles of the folders that bring libraries
 * of their own, and a bill of materials.
 * Beside it stands `llms.txt`, an index of the documents.
 *
 *     node build.mjs [--if-needed]
 *
 * `--if-needed` does nothing when `dist/` is newer than its sources. Whatever it says goes to standard error.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { alone } from './build/alone.mjs';
import { bundleFolder } from './build/bundle.mjs';
import { filesBelow } from './build/files.mjs';
import { joinFiles } from './build/join.mjs';
import { languageModelTexts } from './build/language-models.mjs';
import { billOfMaterials } from './build/sbom.mjs';

const root = dirname(fileURLToPath(import.meta.url));
const dist = join(root, 'dist');

/** Folders that carry the libraries they use. @type {readonly import('./build/bundle.mjs').BundledFolder[]} */
const bundledFolders = [
  { name: 'devtools', entries: ['index'], platform: 'browser' },
  { name: 'ui/elements', entries: ['index', 'react'], platform: 'browser' },
  { name: 'relay/process', entries: ['bin'], platform: 'node', requires: true },
  { name: 'sandbox', entries: ['index', 'node', 'bin'], platform: 'node' },
];

/** What every page loads first, as one file. A server's entries import none of it, so that none loads a wallet. */
const firstLoad = {
  entries: ['index.js'],
  parts: ['kit/session', 'kit/wallet', 'kit/passkey/passkey-error.js', 'kit/transport/transport-error.js'],
  outfile: 'first-load.js',
  apart: ['relay', 'sandbox'],
};

/** What every chunk has of the kit, the cryptography too, as one file. */
const base = {
  entries: ['kit/crypto/login/index.js'],
  parts: ['kit/errors.js', 'kit/own-members.js', 'kit/waiting.js', 'kit/crypto/crypto-error.js'],
  outfile: 'base.js',
};

/** The file that a build writes last. */
const bill = 'sbom.json';

const isNeeded = () => !process.argv.includes('--if-needed') || isStale();
if (isNeeded()) {
  const lock = join(root, 'node_modules', '.cache', 'countersign-build.lock');
  process.exitCode = await alone(lock, async () => (isNeeded() ? buildDist() : 0));
}

function isStale() {
  const written = join(dist, bill);
  if (!existsSync(written)) return true;
  const settings = [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'build.mjs',
    'README.md',
  ];
  const inputs = ['build', 'docs', 'src'].flatMap((name) => filesBelow(join(root, name)));
  // A folder changes when a file in it goes away; the root changes with each build.
  const paths = [...settings.map((file) => join(root, file)), ...inputs.flatMap((file) => [file, dirname(file)])];
  const changed = Math.max(...paths.map((path) => statSync(path).mtimeMs));
  return changed > statSync(written).mtimeMs;
}

/**
 * Builds beside `dist/` and then puts the result in its place, so that a failed build leaves the old one.
 * @returns {Promise<number>} the exit code
 */
async function buildDist() {
  const next = join(root, 'node_modules', '.cache', `countersign-${process.pid}`);
  try {
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', next], {
      cwd: root,
      stdio: ['ignore', process.stderr.fd, 'inherit'],
    });
    if (status !== 0) return 1;
    nameEmittedFiles(next);
    chmodSync(join(next, 'bin.js'), 0o755);
    const packages = [];
    for (const folder of bundledFolders) packages.push(...(await bundleFolder(folder, { root, dist: next })));
    // After the bundles, which import some of what is joined.
    for (const joined of [firstLoad, base]) await joinFiles({ dist: next, ...joined });
    await buildPageScript(next);
    writeFileSync(join(next, bill), billOfMaterials(root, new Set(packages)));
    rmSync(dist, { recursive: true, force: true });
    renameSync(next, dist);
    writeFileSync(join(root, 'llms.txt'), languageModelTexts(root)['llms.txt']);
    return 0;
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/**
 * Makes one script of what a test runs in a page, with all that it loads: a driver hands it over as text.
 * @param {string} folder
 */
async function buildPageScript(folder) {
  await build({
    entryPoints: [join(folder, 'testing', 'in-page', 'index.js')],
    outfile: join(folder, 'testing', 'in-page', 'script.js'),
    nodePaths: [join(root, 'node_modules')],
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'countersign',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
  });
}

/**
 * The compiler leaves `./x.ts` in declarations; `./x.js` is what every version of TypeScript resolves.
 * @param {string} folder
 */
function nameEmittedFiles(folder) {
  for (const file of filesBelow(folder).filter((name) => name.endsWith('.d.ts'))) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/((?:from|import\()\s*['"]\.[^'"]+)\.ts(?=['"])/g, '$1.js'));
  }
}
