/** Builds the wallet page as browsers load it: minified, in chunks, each file named after its content. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { writeLicences } from './bundle.mjs';

const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };

/** Languages beside English, each a file of its own: as chunks beside the elements they would bring the texts of all into each page. */
const languages = ['de', 'es', 'fr', 'pt'];

/** @type {import('esbuild').BuildOptions & { write: false, metafile: true }} */
const how = {
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  format: 'esm',
  jsx: 'automatic',
  minify: true,
  preserveSymlinks: true,
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  write: false,
  define: { 'process.env.NODE_ENV': '"production"' },
};

/**
 * Bundles the page's script and style.
 * @param {string} root of the repository
 */
export async function bundleWalletPage(root) {
  const folder = join(root, 'src', 'ui', 'wallet-page');
  const places = { absWorkingDir: root, outdir: join(root, 'assets') };
  const texts = await build({
    ...how,
    ...places,
    entryPoints: languages.map((tag) => join(folder, 'texts', `${tag}.ts`)),
  });
  const fileOf = (/** @type {string} */ tag) =>
    texts.outputFiles.map(({ path }) => basename(path)).find((name) => name.startsWith(`${tag}-`)) ?? '';
  const page = await build({
    ...how,
    ...places,
    splitting: true,
    entryPoints: [
      { in: 'wallet-page:main', out: 'main' },
      { in: join(folder, 'page.css'), out: 'page' },
    ],
    plugins: [
      {
        name: 'wallet-page',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^wallet-page:main$/ }, ({ path }) => ({ path, namespace: 'main' }));
          onLoad({ filter: /./, namespace: 'main' }, () => ({
            contents: "import { startWalletPage } from './start.tsx'; void startWalletPage();",
            resolveDir: folder,
          }));
          onResolve({ filter: /^\.\/texts\/(?:de|es|fr|pt)\.ts$/ }, ({ path }) => ({
            path: `./${fileOf(basename(path, '.ts'))}`,
            external: true,
          }));
        },
      },
    ],
  });
  const outputs = [...texts.outputFiles, ...page.outputFiles];
  const files = new Map(outputs.map(({ path, contents }) => [basename(path), contents]));
  const names = [...files.keys()].sort();
  const named = (/** @type {RegExp} */ pattern) => names.find((name) => pattern.test(name)) ?? '';
  return {
    files,
    manifest: {
      main: named(/^main-\w+\.js$/),
      css: named(/^page-\w+\.css$/),
      files: Object.fromEntries(names.map((name) => [name, name.endsWith('.css') ? types.css : types.js])),
    },
    outputs: page.metafile.outputs,
    inputs: Object.keys(page.metafile.inputs).filter((path) => !path.startsWith('main:')),
  };
}

/**
 * Writes `wallet-page/assets` and their manifest, for whoever serves files otherwise, and the module by which the back-end has them in
 * runtimes without a file system. They take the place of the page's emitted files.
 * @param {string} root of the repository
 * @param {string} dist what the compiler emitted
 * @returns {Promise<string[]>} `name@version` of each package in the page
 */
export async function buildWalletPage(root, dist) {
  const { files, manifest, inputs } = await bundleWalletPage(root);
  const target = join(dist, 'wallet-page');
  mkdirSync(join(target, 'assets'), { recursive: true });
  for (const [name, contents] of files) writeFileSync(join(target, 'assets', name), contents);
  writeFileSync(join(target, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const texts = Object.entries(manifest.files).map(([name, type]) => {
    const text = Buffer.from(files.get(name) ?? []).toString('utf8');
    return [name, { type, text }];
  });
  const assets = JSON.stringify({ ...manifest, files: Object.fromEntries(texts) });
  writeFileSync(join(target, 'node.js'), `const assets = ${assets};\nexport const readAssets = () => assets;\n`);
  rmSync(join(dist, 'ui', 'wallet-page'), { recursive: true });
  return writeLicences({ root, target, name: 'dist/wallet-page', inputs });
}
