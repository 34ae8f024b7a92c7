/** Bundles a folder of sources with the libraries that its users don't install. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build } from 'esbuild';
import { filesBelow } from './files.mjs';
import { tightenStyles } from './styles.mjs';

/**
 * A folder that becomes bundles.
 * @typedef {object} BundledFolder
 * @property {string} source Its sources.
 * @property {string} target What is emitted of them, which the bundles replace.
 * @property {string} name Its name in the list of licences.
 * @property {Readonly<Partial<Record<'node' | 'browser', readonly string[]>>>} entries Entry files without extension, by where they run.
 * @property {string} installed The folder of the package whose users install its dependencies and peers, which stay imports.
 * @property {string | undefined} [apart] The sources that are emitted beside it: what it imports of them stays an import.
 */

/**
 * Replaces the emitted files of a folder by bundles of its entries; declarations that no entry reaches go.
 * @param {string} root of the repository
 * @param {BundledFolder} folder
 * @returns {Promise<string[]>} `name@version` of each package in the bundles
 */
export async function bundleFolder(root, { source, target, name, entries, installed, apart }) {
  const all = Object.values(entries).flat();
  const declarations = reachableDeclarations(all.map((entry) => join(target, `${entry}.d.ts`)));
  const astray = [...declarations].filter((file) => apart === undefined && !file.startsWith(target + sep));
  if (astray.length > 0) throw new Error(`a declaration of ${name} leads to ${astray.join(', ')}`);
  for (const file of filesBelow(target)) if (!declarations.has(file)) rmSync(file);
  const inputs = new Set();
  for (const [platform, files] of Object.entries(entries)) {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: files.map((entry) => join(source, `${entry}.ts`)),
      outdir: target,
      outbase: source,
      chunkNames: '[name]-[hash]',
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: /** @type {'node' | 'browser'} */ (platform),
      mainFields: ['module', 'main'],
      // Paths are part of what is built: those of the project, wherever its packages lie.
      preserveSymlinks: true,
      target: 'es2022',
      legalComments: 'none',
      minifySyntax: true,
      logLevel: 'warning',
      metafile: true,
      // Without it a bundle for browsers takes the development builds of its libraries.
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [{ name: 'what-stays-an-import', setup: leaveOutside({ source, installed, apart }) }],
    });
    for (const input of Object.keys(metafile.inputs)) inputs.add(input);
    if (platform !== 'browser') continue;
    for (const file of Object.keys(metafile.outputs).map((path) => join(root, path)))
      writeFileSync(file, tightenStyles(readFileSync(file, 'utf8')));
  }
  removeEmptyFolders(target);
  return writeLicences({ root, target, name, inputs: [...inputs] });
}

/**
 * Writes the licences of the packages in a bundle beside it.
 * @param {{ root: string, target: string, name: string, inputs: readonly string[] }} bundle `inputs`: paths relative to the root
 * @returns {string[]} `name@version` of each package
 */
export function writeLicences({ root, target, name, inputs }) {
  const packages = packagesOf(inputs).map((path) => join(root, path));
  writeFileSync(join(target, 'LICENSES.txt'), licences(name, packages));
  return packages.map((path) => readManifest(path)).map((manifest) => `${manifest.name}@${manifest.version}`);
}

/**
 * An esbuild plugin's setup. A library that imports what users install keeps its import too: two copies of a peer don't know each other.
 * @param {Pick<BundledFolder, 'source' | 'installed' | 'apart'>} folder
 * @returns {(build: import('esbuild').PluginBuild) => void}
 */
function leaveOutside({ source, installed, apart }) {
  const { dependencies, peerDependencies } = readManifest(installed);
  const names = Object.keys({ ...dependencies, ...peerDependencies });
  return (plugin) => {
    // @hpke/common would take this from a Node without `globalThis.crypto`: nothing here runs in one.
    plugin.onLoad({ filter: /./, namespace: 'nothing' }, () => ({ contents: '' }));
    plugin.onResolve({ filter: /./ }, ({ path, importer, resolveDir }) => {
      if (path === 'crypto' && importer.includes('@hpke')) return { path, namespace: 'nothing' };
      if (names.some((name) => path === name || path.startsWith(`${name}/`))) return { path, external: true };
      if (apart === undefined || !importer.startsWith(apart + sep) || !path.startsWith('.')) return undefined;
      const target = resolve(resolveDir, path);
      if (target.startsWith(source + sep)) return undefined;
      // Every bundle lies in the folder itself, whichever subfolder the importing file is in.
      return { path: relative(source, target).split(sep).join('/').replace(/\.ts$/, '.js'), external: true };
    });
  };
}

/**
 * The declaration files that the given ones import, directly or not, themselves included.
 * @param {readonly string[]} entries
 */
export function reachableDeclarations(entries) {
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
    if (!entry.isDirectory()) continue;
    if (filesBelow(path).length === 0) rmSync(path, { recursive: true });
    else removeEmptyFolders(path);
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
  return `The files of ${folder} are built with these packages.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/**
 * @param {string} folder
 * @returns {{ name: string, version: string, license?: string, dependencies?: Record<string, string>,
 * peerDependencies?: Record<string, string> }}
 */
function readManifest(folder) {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) throw new Error(`${folder} is no package`);
  return JSON.parse(readFileSync(file, 'utf8'));
}
