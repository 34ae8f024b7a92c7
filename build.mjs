/**
 * Builds the three packages. `dist/`: one emitted file per source file, but one for all that a page loads first, bundles of the elements,
 * and the wallet page as browsers load it. `server/dist/`: one emitted file per source file. `sandbox/dist/`: bundles, and the script that
 * tests run in a page. Each has a bill of materials; beside it stand `llms.txt`, an index of its documents, and what else its package takes
 * from the root.
 *
 *     node build.mjs [--if-needed]
 *
 * `--if-needed` does nothing when all are newer than their sources. Whatever it says goes to standard error.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { alone } from './build/alone.mjs';
import { bundleFolder, reachableDeclarations } from './build/bundle.mjs';
import { sourceOfEntry } from './build/entries.mjs';
import { filesBelow } from './build/files.mjs';
import { joinFiles } from './build/join.mjs';
import { documentsOfPackage, indexOfDocuments, linkedToKit } from './build/language-models.mjs';
import { billOfMaterials } from './build/sbom.mjs';
import { buildWalletPage } from './build/wallet-page.mjs';

const root = dirname(fileURLToPath(import.meta.url));
const sandbox = join(root, 'sandbox');
const server = join(root, 'server');

/** What `countersign-sandbox` is made of: bundles, with what they take of the kit's own files. */
const sandboxEntries = {
  node: [
    'bin',
    'service/index',
    'service/node',
    'service/bin',
    'relay-check/bin',
    'doctor/bin',
    'testing/index',
    'testing/playwright/node',
  ],
  browser: ['devtools/index'],
};

/** What every page loads first, as one file. A server's entries import none of it, so that none loads a wallet. */
const firstLoad = {
  entries: ['index.js'],
  parts: [
    'kit/session',
    'kit/stored.js',
    'kit/wallet',
    'kit/passkey/passkey-error.js',
    'kit/transport/transport-error.js',
  ],
  outfile: 'first-load.js',
  apart: ['relay'],
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
  const written = join(sandbox, 'dist', bill);
  if (![root, server, sandbox].every((folder) => existsSync(join(folder, 'dist', bill)))) return true;
  const settings = [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'build.mjs',
    'README.md',
    'sandbox/package.json',
    'sandbox/README.md',
    'server/package.json',
    'server/README.md',
  ];
  const inputs = ['build', 'docs', 'sandbox/src', 'server/src', 'src'].flatMap((name) => filesBelow(join(root, name)));
  // A folder changes when a file in it goes away; the root changes with each build.
  const paths = [...settings.map((file) => join(root, file)), ...inputs.flatMap((file) => [file, dirname(file)])];
  const changed = Math.max(...paths.map((path) => statSync(path).mtimeMs));
  return changed > statSync(written).mtimeMs;
}

/**
 * Builds beside the old results and then puts the new ones in their place, so that a failed build leaves the old.
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
    await buildKit(join(next, 'src'));
    buildServer(join(next, 'server', 'src'));
    await buildSandbox(join(next, 'sandbox', 'src'), join(next, 'src'));
    for (const folder of ['', 'server', 'sandbox']) {
      rmSync(join(root, folder, 'dist'), { recursive: true, force: true });
      renameSync(join(next, folder, 'src'), join(root, folder, 'dist'));
    }
    return 0;
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/** @param {string} target what the compiler emitted, which becomes `dist/` */
async function buildKit(target) {
  const name = 'ui/elements';
  const elements = { source: join(root, 'src', name), target: join(target, name), name: `dist/${name}` };
  const packages = await bundleFolder(root, {
    ...elements,
    entries: { browser: ['index', 'react'] },
    installed: root,
    apart: join(root, 'src'),
  });
  packages.push(...(await buildWalletPage(root, target)));
  // After the bundles, which import some of what is joined.
  for (const joined of [firstLoad, base]) await joinFiles({ dist: target, ...joined });
  // Types that no entry names are read by nobody.
  const declared = reachableDeclarations(
    Object.values(sourceOfEntry)
      .filter((source) => source.startsWith(join(root, 'src')))
      .map((source) => join(target, relative(join(root, 'src'), source).replace(/\.ts$/, '.d.ts'))),
  );
  for (const file of filesBelow(target)) if (file.endsWith('.d.ts') && !declared.has(file)) rmSync(file);
  writeFileSync(join(target, bill), billOfMaterials(root, root, new Set(packages)));
  writeFileSync(join(root, 'llms.txt'), indexOfDocuments(root, 'kit'));
}

/** @param {string} target what the compiler emitted, which becomes `server/dist/`: a command, which nobody imports */
function buildServer(target) {
  for (const file of filesBelow(target)) if (file.endsWith('.d.ts')) rmSync(file);
  chmodSync(join(target, 'bin.js'), 0o755);
  addDocuments(server, target, []);
}

/**
 * Writes beside a package what it takes from the root, and its bill into what is built of it.
 * @param {string} folder @param {string} target @param {readonly string[]} bundled
 */
function addDocuments(folder, target, bundled) {
  const name = folder === server ? 'server' : 'sandbox';
  writeFileSync(join(target, bill), billOfMaterials(root, folder, new Set(bundled)));
  writeFileSync(join(folder, 'llms.txt'), indexOfDocuments(root, name));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  mkdirSync(join(folder, 'docs'), { recursive: true });
  const documents = documentsOfPackage[name];
  for (const one of documents) {
    const text = readFileSync(join(root, 'docs', one), 'utf8');
    writeFileSync(join(folder, 'docs', one), linkedToKit(text, documents));
  }
}

/** @param {string} target what the compiler emitted, which becomes `sandbox/dist/` @param {string} kit the kit that is built beside it */
async function buildSandbox(target, kit) {
  const places = { source: join(sandbox, 'src'), target, name: 'dist' };
  const packages = await bundleFolder(root, { ...places, entries: sandboxEntries, installed: sandbox });
  chmodSync(join(target, 'bin.js'), 0o755);
  // One script of what a test runs in a page, with the kit: a driver hands it over as text, and a page resolves no package.
  await build({
    entryPoints: [join(sandbox, 'src', 'testing', 'in-page', 'index.ts')],
    outfile: join(target, 'testing', 'in-page', 'script.js'),
    nodePaths: [join(root, 'node_modules')],
    alias: { countersign: join(kit, 'index.js') },
    tsconfigRaw: {},
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'countersign',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
  });
  addDocuments(sandbox, target, packages);
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
