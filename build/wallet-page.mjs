/** Builds the wallet page as browsers load it: minified, in few chunks, each file named after its content. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import { writeLicences } from './bundle.mjs';

const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };

/** Languages beside English, each a file of its own: as chunks beside the elements they would bring the texts of all into each page. */
const languages = ['de', 'es', 'fr', 'pt'];

/** Files of the kit that no page uses. */
const never = /\/(?:elements\/screens\/(?:activity|balance)\.tsx|flows\/custom\.ts|events\/tell-events\.ts)$/;

/** Flows that a payment after a sign-in with a code doesn't need. */
const later = ['card', 'credentials', 'custom', 'delegated-key', 'export', 'passkey'];

/**
 * Parts of the page that load apart, beside one file with all that a payment loads, which compresses better than the kit's many chunks. An
 * element's flows load with it: a press waits for the service alone.
 */
const apart = {
  points: /\/login\/public-point\.ts|\/@noble\//,
  provider: /\/flows\/oauth\.ts/,
  passkey:
    /\/flows\/(?:passkey|unstamped-sign-in)\.ts|\/kit\/passkey\/(?!available)|\/@simplewebauthn\/(?!.*\/(?:browserSupportsWebAuthn|platformAuthenticatorIsAvailable)\.js)/,
  card: /\/(?:screens|flows)\/card\.tsx?|\/flows\/delegated-key\.ts/,
  credentials: /\/(?:screens|flows)\/credentials\.tsx?|\/elements\/parts\/(?:identity|typed-fields)\.ts/,
  session: /\/screens\/session\.tsx?/,
  sessions: /\/screens\/sessions\.tsx?/,
  export: /\/wallet-page\/export-phrase\.tsx|\/flows\/export\.ts|\/login\/wallet-credentials\.ts/,
  payee: /\/wallet-page\/payee-check\.tsx/,
  'signed-in': /\/elements\/(?:host\/(?:signed-in-element|account-presses)|parts\/this-browser)\.tsx?/,
};

/**
 * Has the flows that are needed later load by themselves.
 * @param {string} text of the entry for all flows
 */
function withLaterFlows(text) {
  const files = new Set();
  const exported = text.replace(
    /export \{([^}]+)\} from '\.\/([a-z-]+)\.ts';/g,
    (line, /** @type {string} */ names, file) => {
      if (!later.includes(file)) return line;
      const load = `load${[...files.add(file)].indexOf(file)}`;
      const lines = names.split(',').map((one) => one.trim());
      return lines
        .map((name) => `export const ${name} = async (...given) => (await ${load}()).${name}(...given);`)
        .join('\n');
    },
  );
  if (files.size < later.length) throw new Error(`flows/signed-in.ts lacks one of ${later.join(', ')}`);
  const loads = [...files].map((file, at) => `const load${at} = () => loadChunk(() => import('./${file}.ts'));`);
  return [`import { loadChunk } from '../chunks.ts';`, ...loads, exported].join('\n');
}

/**
 * Bundles the page's script and style.
 * @param {string} root of the repository
 */
export async function bundleWalletPage(root) {
  const folder = join(root, 'src', 'ui', 'wallet-page');
  const plain = await esbuild({
    absWorkingDir: root,
    entryPoints: [...languages.map((tag) => join(folder, 'texts', `${tag}.ts`)), join(folder, 'page.css')],
    outdir: join(root, 'assets'),
    entryNames: '[name]-[hash]',
    bundle: true,
    format: 'esm',
    minify: true,
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
  });
  /** @type {Map<string, string>} */
  const files = new Map(plain.outputFiles.map(({ path, text }) => [basename(path), text]));
  const fileOf = (/** @type {string} */ name) => [...files.keys()].find((file) => file.startsWith(`${name}-`)) ?? '';
  const chunks = await inProduction(() => bundleScript(root, (tag) => `./${fileOf(tag)}`));
  for (const { fileName, code } of chunks) files.set(fileName, code);
  const names = [...files.keys()].sort();
  const [main, css, ahead] = [fileOf('main'), fileOf('page'), [fileOf('pay'), fileOf('rolldown-runtime')]];
  return {
    files,
    manifest: {
      main,
      css,
      ahead,
      files: Object.fromEntries(names.map((name) => [name, name.endsWith('.css') ? types.css : types.js])),
    },
    /** All that a person loads who signs in with a code and pays, in English. */
    first: [main, css, ...ahead],
    inputs: chunks.flatMap(({ moduleIds }) => moduleIds.map((id) => relative(root, id).split(sep).join('/'))),
  };
}

/**
 * Bundles what `main` loads, but the languages.
 * @param {string} root of the repository
 * @param {(tag: string) => string} addressOf a language's file
 */
async function bundleScript(root, addressOf) {
  const start = join(root, 'src', 'ui', 'wallet-page', 'start.tsx');
  const result = await vite({
    root,
    configFile: false,
    mode: 'production',
    logLevel: 'error',
    // Paths are part of what is built: those of the project, wherever its packages lie.
    resolve: { preserveSymlinks: true },
    plugins: [
      {
        name: 'wallet-page',
        enforce: 'pre',
        resolveId(path, importer) {
          if (path === 'main') return '\0main';
          // @hpke/common would take it from a Node without `globalThis.crypto`.
          if (path === 'crypto' && importer?.includes('@hpke')) return '\0nothing';
          const [, tag = ''] = /^\.\/texts\/(\w+)\.ts$/.exec(path) ?? [];
          return languages.includes(tag) ? { id: addressOf(tag), external: true } : undefined;
        },
        load(id) {
          if (id === '\0nothing' || never.test(id)) return '';
          // The documents name no styles or chunks to be loaded ahead.
          if (id === '\0vite/preload-helper.js') return 'export const __vitePreload = (load) => load();';
          return id === '\0main'
            ? `import { startWalletPage } from ${JSON.stringify(start)}; void startWalletPage();`
            : undefined;
        },
        transform(text, id) {
          return id.endsWith('/kit/wallet/flows/signed-in.ts') ? withLaterFlows(text) : undefined;
        },
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { main: 'main' },
        // No module of the kit does anything when it loads, and none of its libraries has to.
        treeshake: { moduleSideEffects: false },
        output: {
          entryFileNames: '[name]-[hash].js',
          chunkFileNames: '[name]-[hash].js',
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              ...Object.entries(apart).map(([name, test]) => ({ name, test })),
              { name: 'pay', test: (id) => id !== '\0main' && !Object.values(apart).some((one) => one.test(id)) },
            ],
          },
        },
      },
    },
  });
  if (Array.isArray(result) || !('output' in result)) throw new Error('Vite built something else than one bundle');
  return result.output.flatMap((one) => (one.type === 'chunk' ? [one] : []));
}

/**
 * Vite builds for production unless the environment says otherwise, as a test runner's does.
 * @template Result
 * @param {() => Promise<Result>} work
 */
async function inProduction(work) {
  const { NODE_ENV } = process.env;
  process.env['NODE_ENV'] = 'production';
  try {
    return await work();
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = NODE_ENV;
  }
}

/**
 * Writes `wallet-page/assets` and their manifest, for whoever serves files otherwise, and the module by which the back-end has them in
 * runtimes without a file system. They take the place of the page's emitted files.
 * @param {string} root of the repository
 * @param {string} dist what the compiler emitted
 * @returns {Promise<string[]>} `name@version` of each package in the page
 */
export async function buildWalletPage(root, dist) {
  const bundle = await bundleWalletPage(root);
  const { files, manifest, inputs } = bundle;
  const target = join(dist, 'wallet-page');
  mkdirSync(join(target, 'assets'), { recursive: true });
  for (const [name, text] of files) writeFileSync(join(target, 'assets', name), text);
  writeFileSync(join(target, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(target, 'node.js'), printAssets(bundle));
  rmSync(join(dist, 'ui', 'wallet-page'), { recursive: true });
  return writeLicences({ root, target, name: 'dist/wallet-page', inputs });
}

/**
 * Prints the module that has all files, in place of src/wallet-page/node.ts.
 * @param {Pick<Awaited<ReturnType<typeof bundleWalletPage>>, 'files' | 'manifest'>} bundle
 */
export function printAssets({ files, manifest }) {
  const texts = Object.entries(manifest.files).map(([name, type]) => [name, { type, text: files.get(name) }]);
  const assets = JSON.stringify({ ...manifest, files: Object.fromEntries(texts) });
  return `const assets = ${assets};\nexport const readAssets = () => assets;\n`;
}
