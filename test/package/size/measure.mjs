/** Measures an import from the built kit as a bundler makes it, in gzip bytes, first load and lazy chunks apart. */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';

/**
 * A module's import from an entry of the kit; with `own`, the files of that folder of `dist/` count alone; with `wallet`, it imports
 * `createWallet` too.
 * @typedef {{ entry: string, names: readonly string[], own?: string, wallet?: boolean }} ImportShape
 */
/**
 * One chunk: gzip bytes by itself, as a server sends it; the files it holds something of, each with its share of them; the chunks it
 * imports statically.
 * @typedef {{ name: string, size: number, files: string[], shares: Record<string, number>, imports: string[], isEntry: boolean }} Chunk
 */
/**
 * `first` is the entry's chunk with those it imports statically; `lazy` are all others.
 * @typedef {{ first: number, firstFiles: readonly string[], firstChunks: Chunk[], total: number, lazy: Chunk[] }} Measured
 */
/** @typedef {'esbuild' | 'vite'} Bundler */

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The bundlers that sizes are measured with. @type {readonly Bundler[]} */
export const bundlers = ['esbuild', 'vite'];

/** The import shapes that docs/performance.md speaks of, by what they are for. @type {Readonly<Record<string, ImportShape>>} */
export const shapes = {
  'the wallet': { entry: 'countersign', names: ['createWallet'] },
  'stamping alone': { entry: 'countersign/crypto', names: ['stamp'] },
  'checking a stamp': { entry: 'countersign/crypto', names: ['verifyStamp'] },
  'keys, code and stamp': {
    entry: 'countersign/crypto',
    names: ['generateClientKeyPair', 'encryptOtp', 'openSessionSigningKey', 'stamp'],
  },
};

/** Parts that a page adds to the wallet, each by itself. @type {Readonly<Record<string, ImportShape>>} */
export const parts = {
  'the React binding': {
    entry: 'countersign/react',
    names: ['WalletProvider', 'useAction'],
    own: 'ui/react',
  },
  'the React binding, with the wallet and its state': {
    entry: 'countersign/react',
    names: ['WalletProvider', 'useAction', 'useWallet', 'useWalletState'],
    own: 'ui/react',
  },
  'the React binding, with every hook': {
    entry: 'countersign/react',
    names: [
      'WalletProvider',
      'useAction',
      'useWallet',
      'useWalletState',
      'useCodeEntry',
      'usePasskeySignIn',
      'useIdentityProvider',
      'useCountdown',
    ],
    own: 'ui/react',
  },
  'links to a wallet page': { entry: 'countersign/wallet-link', names: ['walletLinks', 'readWalletReturn'] },
  'messages, in English': { entry: 'countersign/messages', names: ['describe', 'en'], own: 'ui/messages' },
  'the locale en by itself': { entry: 'countersign/messages', names: ['en'], own: 'ui/messages' },
  'the locale de by itself': { entry: 'countersign/messages', names: ['de'], own: 'ui/messages' },
  'the locale es by itself': { entry: 'countersign/messages', names: ['es'], own: 'ui/messages' },
  'the locale fr by itself': { entry: 'countersign/messages', names: ['fr'], own: 'ui/messages' },
  'the locale pt by itself': { entry: 'countersign/messages', names: ['pt'], own: 'ui/messages' },
};

/** Chunk of a page that passes `onEvent`. */
export const eventsChunk = 'kit/wallet/events/tell-events.js';

/** Chunk of a page that signs in with identity providers. */
export const identityChunk = 'kit/wallet/flows/oauth.js';

/** Chunk of a page that reads payments, quotes, cards or the account. */
export const readsChunk = 'kit/wallet/flows/reads.js';

/** Chunks of an e-mail login: files of `dist/`. */
export const loginChunks = ['kit/wallet/flows/one-time-code.js', 'kit/crypto/login/index.js'];

/** Chunk that it also loads where WebCrypto computes no public point. */
export const curveChunk = 'kit/crypto/login/public-point.js';

/** @type {Map<string, Promise<Measured>>} */
const measured = new Map();

/**
 * Bundles the kit as an application would, minified, each shape once: no run changes what is built.
 * @param {ImportShape} shape
 * @param {Bundler} bundler
 * @returns {Promise<Measured>}
 */
export function measure(shape, bundler) {
  const key = JSON.stringify([shape, bundler]);
  const known = measured.get(key) ?? bundleShape(shape, bundler);
  measured.set(key, known);
  return known;
}

/** @param {ImportShape} shape @param {Bundler} bundler @returns {Promise<Measured>} */
async function bundleShape({ entry, names, own, wallet = false }, bundler) {
  const list = names.join(', ');
  const imports = `import { ${list} } from '${entry}';\n${wallet ? "import { createWallet } from 'countersign';\n" : ''}`;
  const code = `${imports}globalThis.kept = { ${list}${wallet ? ', createWallet' : ''} };\n`;
  /** @param {string} path @param {string | undefined} importer */
  const isForeign = (path, importer) =>
    own !== undefined &&
    (importer ?? '').includes(`/dist/${own}/`) &&
    !path.startsWith('./') &&
    !path.includes(`/dist/${own}/`);
  const chunks = await (bundler === 'esbuild' ? withEsbuild(code, isForeign) : withVite(code, isForeign));
  const first = closure(chunks, (chunk) => chunk.isEntry);
  return {
    first: sum(first),
    firstFiles: first.flatMap(({ files }) => files),
    firstChunks: first,
    total: sum(chunks),
    lazy: chunks.filter((chunk) => !first.includes(chunk)),
  };
}

/**
 * The size once the lazy chunks that hold these files of `dist/` are loaded as well.
 * @param {Measured} measured
 * @param {readonly string[]} files
 */
export function withChunks({ first, lazy }, files) {
  return first + sum(chunksWith(lazy, files));
}

/**
 * The lazy chunks that hold these files of `dist/`, which may end with a hash, with those that they import.
 * @param {readonly Chunk[]} lazy
 * @param {readonly string[]} files
 */
export function chunksWith(lazy, files) {
  /** @param {string} file @returns {(chunk: Chunk) => boolean} */
  const holds = (file) => (chunk) =>
    chunk.files.some((path) => path.endsWith(`dist/${file}`) || path.includes(`dist/${file}-`));
  for (const file of files) if (!lazy.some(holds(file))) throw new Error(`${file} is in no lazy chunk`);
  return closure(lazy, (chunk) => files.some((file) => holds(file)(chunk)));
}

/**
 * The size of the one chunk that holds this file of `dist/`.
 * @param {Measured} measured
 * @param {string} file
 */
export function chunkSize({ lazy }, file) {
  return sum(lazy.filter(({ files }) => files.some((path) => path.endsWith(`dist/${file}`))));
}

/**
 * @param {readonly Chunk[]} chunks
 * @param {(chunk: Chunk) => boolean} isStart
 */
function closure(chunks, isStart) {
  const reached = new Set(chunks.filter(isStart));
  for (const { imports } of reached) {
    for (const chunk of chunks) if (imports.includes(chunk.name)) reached.add(chunk);
  }
  return [...reached];
}

/** @param {readonly Chunk[]} chunks */
function sum(chunks) {
  return chunks.reduce((bytes, { size }) => bytes + size, 0);
}

/**
 * Splits a chunk's gzip bytes among its files, by the bytes that each has in it.
 * @param {number} size
 * @param {Record<string, number>} lengths
 */
function sharesOf(size, lengths) {
  const total = Object.values(lengths).reduce((sum, length) => sum + length, 0) || 1;
  return Object.fromEntries(Object.entries(lengths).map(([file, length]) => [file, (size * length) / total]));
}

/** @param {string | Uint8Array} code */
function gzip(code) {
  return gzipSync(code, { level: 9 }).length;
}

/**
 * Bundles an application's text with esbuild as it is published: minified, in chunks.
 * @param {string} contents
 */
export function asPublished(contents) {
  return /** @type {const} */ ({
    stdin: { contents, resolveDir: root, sourcefile: 'application.js' },
    absWorkingDir: root,
    // The paths of our own tsconfig lead to the sources; an application gets what is built.
    tsconfigRaw: {},
    outdir: 'out',
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    metafile: true,
    logLevel: 'silent',
  });
}

/** @typedef {(path: string, importer: string | undefined) => boolean} IsForeign */

/**
 * @param {string} contents
 * @param {IsForeign} isForeign
 * @returns {Promise<Chunk[]>}
 */
async function withEsbuild(contents, isForeign) {
  const { outputFiles, metafile } = await esbuild({
    ...asPublished(contents),
    legalComments: 'none',
    plugins: [
      {
        name: 'foreign',
        setup({ onResolve }) {
          onResolve({ filter: /./ }, ({ path, importer }) =>
            isForeign(path, importer) ? { path, external: true } : undefined,
          );
        },
      },
    ],
  });
  return Object.entries(metafile.outputs).map(([name, { inputs, imports, entryPoint }]) => {
    const size = gzip(outputFiles.find(({ path }) => path.endsWith(name))?.contents ?? '');
    const lengths = Object.entries(inputs).map(([file, { bytesInOutput }]) => [file, bytesInOutput]);
    return {
      name,
      size,
      files: Object.keys(inputs),
      shares: sharesOf(size, Object.fromEntries(lengths)),
      imports: imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path),
      isEntry: entryPoint === 'application.js' || name === 'out/stdin.js',
    };
  });
}

/**
 * @param {string} contents
 * @param {IsForeign} isForeign
 * @returns {Promise<Chunk[]>}
 */
async function withVite(contents, isForeign) {
  const id = 'virtual:application';
  // Vite builds for production unless the environment says otherwise, as a test runner's does.
  const { NODE_ENV } = process.env;
  process.env['NODE_ENV'] = 'production';
  const result = await vite({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'application',
        resolveId: (name) => (name === id ? id : null),
        load: (name) => (name === id ? contents : null),
      },
    ],
    build: { write: false, target: 'es2022', modulePreload: false, rollupOptions: { input: id, external: isForeign } },
  }).finally(() => {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = NODE_ENV;
  });
  if (Array.isArray(result) || !('output' in result)) throw new Error('Vite built something else than one bundle');
  return result.output.flatMap((chunk) => {
    if (chunk.type !== 'chunk') return [];
    const { fileName: name, imports, isEntry } = chunk;
    const size = gzip(chunk.code);
    const lengths = Object.entries(chunk.modules).map(([file, { renderedLength }]) => [
      file.replace(`${root}/`, ''),
      renderedLength,
    ]);
    const shares = sharesOf(size, Object.fromEntries(lengths));
    return [{ name, size, files: Object.keys(shares), shares, imports, isEntry }];
  });
}
