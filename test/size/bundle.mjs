/** Bundles one module the way an application does, with esbuild and with Vite, and says what loads when. */
import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';

/** The repository's folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Where each public entry point starts. */
const entries = {
  countersign: 'src/index.ts',
  'countersign/crypto': 'src/crypto/index.ts',
};

/**
 * @typedef {object} Chunk one emitted file
 * @property {string} name
 * @property {string | null} starts what loads it: the entry, or the module that a dynamic import names; null for shared chunks
 * @property {boolean} isEntry
 * @property {readonly string[]} imports names of the chunks that load with it
 * @property {readonly { path: string, bytes: number }[]} modules what is inside, minified, before compression
 * @property {number} gzip bytes at level 9
 *
 * @typedef {'esbuild' | 'vite'} Bundler
 */

const entryId = 'entry-of-an-application.mjs';

/**
 * Bundles `code` for browsers: minified, split at dynamic imports.
 * @param {string} code
 * @param {Bundler} bundler
 * @returns {Promise<readonly Chunk[]>}
 */
export function bundle(code, bundler) {
  return bundler === 'esbuild' ? withEsbuild(code) : withVite(code);
}

/**
 * @param {string} code
 * @returns {Promise<readonly Chunk[]>}
 */
async function withEsbuild(code) {
  const { metafile, outputFiles } = await esbuild({
    absWorkingDir: root,
    stdin: { contents: code, resolveDir: root, sourcefile: entryId },
    alias: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, resolve(root, path)])),
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    outdir: 'out',
    write: false,
    metafile: true,
    logLevel: 'error',
    // A package for Node that @hpke/common asks for where there is no Web Crypto.
    external: ['crypto'],
  });
  const texts = new Map(outputFiles.map((file) => [relative(root, file.path).split(sep).join('/'), file.contents]));
  return Object.entries(metafile.outputs).map(([name, output]) => ({
    name,
    starts: output.entryPoint ?? null,
    isEntry: output.entryPoint === entryId,
    imports: output.imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path),
    modules: Object.entries(output.inputs).map(([path, { bytesInOutput }]) => ({ path, bytes: bytesInOutput })),
    gzip: gzipSize(texts.get(name) ?? new Uint8Array()),
  }));
}

/**
 * @param {string} code
 * @returns {Promise<readonly Chunk[]>}
 */
async function withVite(code) {
  const virtual = resolve(root, entryId);
  const result = await vite({
    root,
    configFile: false,
    logLevel: 'silent',
    resolve: {
      alias: Object.entries(entries).map(([name, path]) => ({
        find: new RegExp(`^${name}$`),
        replacement: resolve(root, path),
      })),
    },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entryId ? virtual : null),
        load: (id) => (id === virtual ? code : null),
      },
    ],
    build: { write: false, target: 'es2022', modulePreload: { polyfill: false }, rolldownOptions: { input: entryId } },
  });
  const [built] = Array.isArray(result) ? result : [result];
  if (built === undefined || !('output' in built)) throw new Error('Vite emitted nothing');
  return built.output.flatMap((chunk) => {
    if (chunk.type !== 'chunk') return [];
    const { fileName, facadeModuleId, isEntry, imports, modules } = chunk;
    return {
      name: fileName,
      starts: facadeModuleId === null ? null : inside(facadeModuleId),
      isEntry,
      imports,
      modules: Object.entries(modules).map(([id, { renderedLength }]) => ({ path: inside(id), bytes: renderedLength })),
      gzip: gzipSize(chunk.code),
    };
  });
}

/** @param {string} id absolute path of a module, or a bundler's own name */
function inside(id) {
  return id.startsWith(root + sep) ? relative(root, id).split(sep).join('/') : id;
}

/**
 * What arrives after compression at level 9; each file is compressed by itself, as a server does.
 * @param {string | Uint8Array} text
 */
export function gzipSize(text) {
  return gzipSync(text, { level: 9 }).length;
}

/**
 * The chunks that load when one of the given modules does; without any, those that the entry loads at once.
 * @param {readonly Chunk[]} chunks
 * @param {readonly string[]} [doors] paths in the repository
 * @returns {readonly Chunk[]} each chunk once
 */
export function loadedWith(chunks, doors = []) {
  const byName = new Map(chunks.map((chunk) => [chunk.name, chunk]));
  const starting = doors.map((door) => {
    const chunk = chunks.find(({ starts }) => starts === door);
    if (chunk === undefined) throw new Error(`no chunk of its own: ${door}`);
    return chunk;
  });
  const loaded = new Set([...chunks.filter(({ isEntry }) => isEntry), ...starting]);
  for (const { imports } of loaded) {
    for (const name of imports) {
      const chunk = byName.get(name);
      if (chunk !== undefined) loaded.add(chunk);
    }
  }
  return [...loaded];
}

/**
 * @param {readonly Chunk[]} chunks
 */
export function sumOf(chunks) {
  return chunks.reduce((sum, { gzip }) => sum + gzip, 0);
}
