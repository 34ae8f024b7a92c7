/** Bundles a folder of the kit with the libraries that its users don't install. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build } from 'esbuild';
import { filesBelow } from './files.mjs';

/**
 * A folder of `src/` that becomes bundles.
 * @typedef {object} BundledFolder
 * @property {string} name Name of the folder.
 * @property {readonly string[]} entries Its entry files, without extension.
 * @property {'node' | 'browser'} platform
 * @property {boolean} [requires] Whether libraries in CommonJS ask for Node's own modules.
 */

const requireForNode = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/**
 * Replaces the emitted files of a folder by bundles of its entries. The other folders and what its users install stay imports;
 * declarations that no entry reaches go.
 * @param {BundledFolder} folder
 * @param {{ root: string, dist: string }} places
 * @returns {Promise<string[]>} `name@version` of each package in the bundles
 */
export async function bundleFolder({ name, entries, platform, requires = false }, { root, dist }) {
  const source = join(root, 'src', name);
  const target = join(dist, name);
  const declarations = reachableDeclarations(entries.map((entry) => join(target, `${entry}.d.ts`)));
  for (const file of filesBelow(target)) if (!declarations.has(file)) rmSync(file);
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries.map((entry) => join(source, `${entry}.ts`)),
    outdir: target,
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform,
    mainFields: ['module', 'main'],
    // Paths are part of what is built: those of the project, wherever its packages lie.
    preserveSymlinks: true,
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    // Without it a bundle for browsers takes the development builds of its libraries.
    define: { 'process.env.NODE_ENV': '"production"' },
    ...(requires ? { banner: { js: requireForNode } } : {}),
    plugins: [{ name: 'own-folders-and-installed-packages', setup: leaveOutside(source, root) }],
  });
  removeEmptyFolders(target);
  const packages = packagesOf(Object.keys(metafile.inputs)).map((path) => join(root, path));
  writeFileSync(join(target, 'LICENSES.txt'), licences(name, packages));
  return packages.map((path) => readManifest(path)).map((manifest) => `${manifest.name}@${manifest.version}`);
}

/**
 * An esbuild plugin's setup: imports of what the kit's users install (dependencies and peers), and of files outside the folder, are kept.
 * A library that imports one of these keeps its import too: two copies of a peer don't know each other.
 * @param {string} folder
 * @param {string} root
 * @returns {(build: import('esbuild').PluginBuild) => void}
 */
function leaveOutside(folder, root) {
  const { dependencies, peerDependencies } = readManifest(root);
  const names = Object.keys({ ...dependencies, ...peerDependencies });
  const source = join(root, 'src');
  return (plugin) => {
    plugin.onResolve({ filter: /./ }, ({ path, importer, resolveDir }) => {
      if (names.some((name) => path === name || path.startsWith(`${name}/`))) return { path, external: true };
      if (!importer.startsWith(source + sep) || !path.startsWith('.')) return undefined;
      const target = resolve(resolveDir, path);
      if (target.startsWith(folder + sep)) return undefined;
      // Every bundle lies in the folder itself, whichever subfolder the importing file is in.
      return { path: relative(folder, target).split(sep).join('/').replace(/\.ts$/, '.js'), external: true };
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

/** @param {string} folder */
function removeEmptyFolders(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && filesBelow(path).length === 0) rmSync(path, { recursive: true });
  }
}

/**
 * The folders of the packages that these files belong to, sorted.
 * @param {readonly string[]} inputs paths relative to the project
 */
function packagesOf(inputs) {
  const pattern = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;
  return [...new Set(inputs.flatMap((input) => pattern.exec(input)?.[0] ?? []))].sort();
}

/**
 * Name, version and licence text of each package.
 * @param {string} folder
 * @param {readonly string[]} packages
 */
function licences(folder, packages) {
  const texts = packages.map((path) => {
    const { name, version, license } = readManifest(path);
    const file = readdirSync(path).find((entry) => /^(?:licen[cs]e|copying)(?:\.|$)/i.test(entry));
    if (license === undefined && file === undefined) throw new Error(`${name} has no licence`);
    const text = file === undefined ? `Licence: ${license}` : readFileSync(join(path, file), 'utf8').trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return `The files of dist/${folder} are built with these packages.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/**
 * @param {string} folder
 * @returns {{ name: string, version: string, license?: string, dependencies?: Record<string, string>, peerDependencies?: Record<string, string> }}
 */
function readManifest(folder) {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) throw new Error(`${folder} is no package`);
  return JSON.parse(readFileSync(file, 'utf8'));
}
