/** Writes an app: the files of a template, with this package's own version of Countersign, or with tarballs of it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {{ folder: string, template: string, from?: string | undefined, walletPage?: boolean | undefined }} Choice */
/** @typedef {Record<string, string>} Packages */

const here = fileURLToPath(new URL('.', import.meta.url));

/**
 * The folders that an app takes its files from: the files of a later one count, and its package.json adds to the earlier ones.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const layers = {
  react: ['all', 'vite', 'react-app', 'react'],
  plain: ['all', 'vite', 'plain'],
  next: ['all', 'react-app', 'next'],
  vue: ['all', 'vite', 'vue'],
};

/** The layers that follow where customers sign on a wallet page. @type {Readonly<Record<string, readonly string[]>>} */
const walletPageLayers = {
  react: ['wallet-page', 'wallet-page-react'],
  plain: ['wallet-page', 'wallet-page-plain'],
  vue: ['wallet-page', 'wallet-page-vue'],
};

/** The templates that can have one. */
export const walletPageTemplates = Object.keys(walletPageLayers);

/** The first is what most want. */
export const templateNames = Object.keys(layers);

/**
 * Writes an app into a folder, which is empty or isn't there.
 * @param {Choice} choice
 */
export function writeApp({ folder, template, from, walletPage }) {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty: name another folder.`);
  /** @type {Record<string, string>} */
  const sources = {};
  /** @type {Record<string, Packages>} */
  const merged = {};
  for (const layer of [...(layers[template] ?? []), ...((walletPage && walletPageLayers[template]) || [])]) {
    const source = join(here, 'templates', layer);
    for (const name of filesOf(source)) {
      if (name === 'package.json') merge(merged, JSON.parse(readFileSync(join(source, name), 'utf8')));
      else sources[name] = join(source, name);
    }
  }
  const { scripts, dependencies = {}, devDependencies = {}, ...rest } = merged;
  const own = from === undefined ? published() : packed(folder, from);
  const written = {
    name: basename(resolve(folder))
      .toLowerCase()
      .replace(/[^a-z\d-]+/g, '-'),
    ...rest,
    scripts,
    dependencies: withOwn(dependencies, own),
    devDependencies: withOwn(devDependencies, own),
  };
  const texts = {
    ...Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, readFileSync(source, 'utf8')])),
    'package.json': `${JSON.stringify(written, null, 2)}\n`,
    // Not a file of the templates: npm leaves those of this name out of packages.
    '.gitignore': ['node_modules/', 'dist/', '.next/', 'next-env.d.ts', 'test-results/', '.env', ''].join('\n'),
  };
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Both packages as the registry has them, in the version of this one. @returns {Packages} */
function published() {
  const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
  return { countersign: `^${version}`, 'countersign-sandbox': `^${version}` };
}

/** Both packages as tarballs of a folder. @param {string} app @param {string} folder @returns {Packages} */
function packed(app, folder) {
  if (!existsSync(folder)) throw new Error(`${folder} is no folder.`);
  const names = readdirSync(folder);
  return Object.fromEntries(
    ['countersign', 'countersign-sandbox'].map((name) => {
      const found = names.filter((one) => new RegExp(`^${name}-\\d.*\\.tgz$`).test(one));
      const [file] = found;
      if (file === undefined || found.length > 1) {
        const remedy = found.length === 0 ? ': a clone of Countersign makes it by npm pack . ./sandbox' : '';
        throw new Error(`${folder} has ${found.length} files ${name}-….tgz, not one${remedy}.`);
      }
      return [name, `file:${relative(app, join(folder, file)).split(sep).join('/')}`];
    }),
  );
}

/** Sorted, as npm writes them. @param {Packages} packages @param {Packages} own */
function withOwn(packages, own) {
  const names = Object.keys(packages).toSorted();
  return Object.fromEntries(names.map((name) => [name, own[name] ?? packages[name]]));
}

/** Adds the package.json of a layer to that of an app. @param {Record<string, Packages>} app @param {Record<string, Packages>} layer */
function merge(app, layer) {
  for (const [name, value] of Object.entries(layer))
    app[name] = typeof value === 'object' ? { ...app[name], ...value } : value;
}

/** The files below a folder. @param {string} folder @returns {string[]} */
function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name] : filesOf(join(folder, entry.name)).map((name) => join(entry.name, name)),
  );
}
