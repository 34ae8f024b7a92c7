/**
 * Builds `dist/`: one emitted file per source file, and the sandbox as a bundle with the libraries it uses.
 *
 *     node build.mjs [--if-needed]
 *
 * `--if-needed` does nothing when `dist/` is newer than its sources. Whatever it says goes to standard error.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(fileURLToPath(import.meta.url));
const source = join(root, 'src');
const dist = join(root, 'dist');
const sandboxEntries = ['index', 'node', 'bin'];
const sandboxLicences = join('sandbox', 'LICENSES.txt');

if (!process.argv.includes('--if-needed') || isStale()) process.exitCode = await buildDist();

/** The licence file is the last one that a build writes. */
function isStale() {
  const written = join(dist, sandboxLicences);
  if (!existsSync(written)) return true;
  const inputs = ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'build.mjs'].map((file) => join(root, file));
  const changed = Math.max(...[...inputs, ...filesBelow(source)].map((file) => statSync(file).mtimeMs));
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
    await bundleSandbox(join(next, 'sandbox'));
    rmSync(dist, { recursive: true, force: true });
    renameSync(next, dist);
    return 0;
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
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

/**
 * Replaces the emitted sandbox by bundles of its entries; the kit's other rooms and its runtime dependencies stay imports.
 * @param {string} folder
 */
async function bundleSandbox(folder) {
  const declarations = reachableDeclarations(sandboxEntries.map((entry) => join(folder, `${entry}.d.ts`)));
  for (const file of filesBelow(folder)) if (!declarations.has(file)) rmSync(file);
  const sandbox = join(source, 'sandbox');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: sandboxEntries.map((entry) => join(sandbox, `${entry}.ts`)),
    outdir: folder,
    chunkNames: 'shared-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    plugins: [{ name: 'own-rooms-and-dependencies', setup: leaveOutside(sandbox) }],
  });
  chmodSync(join(folder, 'bin.js'), 0o755);
  for (const empty of readdirSync(folder, { withFileTypes: true })) {
    if (empty.isDirectory() && filesBelow(join(folder, empty.name)).length === 0) {
      rmSync(join(folder, empty.name), { recursive: true });
    }
  }
  writeFileSync(join(dirname(folder), sandboxLicences), licences(Object.keys(metafile.inputs)));
}

/**
 * An esbuild plugin's setup: imports of the runtime dependencies, and of files outside the sandbox, are kept.
 * @param {string} sandbox
 * @returns {(build: import('esbuild').PluginBuild) => void}
 */
function leaveOutside(sandbox) {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const names = Object.keys(dependencies);
  return (plugin) => {
    plugin.onResolve({ filter: /./ }, ({ path, importer, resolveDir }) => {
      if (!importer.startsWith(source + sep)) return undefined;
      if (!path.startsWith('.')) {
        return names.some((name) => path === name || path.startsWith(`${name}/`))
          ? { path, external: true }
          : undefined;
      }
      const target = resolve(resolveDir, path);
      if (target.startsWith(sandbox + sep)) return undefined;
      // Every bundle lies in dist/sandbox, whichever folder of the sandbox the importing file is in.
      return { path: relative(sandbox, target).split(sep).join('/').replace(/\.ts$/, '.js'), external: true };
    });
  };
}

/**
 * The declaration files that the given ones import, directly or not, themselves included.
 * @param {readonly string[]} entries
 */
function reachableDeclarations(entries) {
  const reached = new Set(entries);
  for (const file of reached) {
    const specifiers = readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*['"](\.[^'"]+)['"]/g);
    for (const [, specifier = ''] of specifiers) {
      reached.add(resolve(dirname(file), specifier.replace(/\.js$/, '.d.ts')));
    }
  }
  return reached;
}

/**
 * Name, version and licence text of each package that went into the bundles.
 * @param {readonly string[]} inputs paths relative to the project
 */
function licences(inputs) {
  const folders = new Set(
    inputs.flatMap((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []),
  );
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const file = readdirSync(join(root, folder)).find((entry) => /^(?:licen[cs]e|copying)(?:\.|$)/i.test(entry));
    if (license === undefined && file === undefined) throw new Error(`${name} has no licence`);
    const text = file === undefined ? `Licence: ${license}` : readFileSync(join(root, folder, file), 'utf8').trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return `The sandbox is built with these packages.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}
