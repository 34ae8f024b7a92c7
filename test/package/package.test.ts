import { readFileSync, rmSync, statSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packedCeiling } from '../size/package.mjs';
import { listFiles, readSources, root } from '../source-tree.ts';
import { createConsumer, entries, manifest, run, type Consumer } from './consumer.ts';
import { declarationGraph, importsOfFile, moduleGraph } from './emitted.ts';
import { writeProject } from './project.ts';

const nodeEntries = ['countersign/relay/node', 'countersign/sandbox/node', 'countersign/testing/playwright'];
/** What a test's driver hands to a page: one script, made of the emitted files. */
const pageScript = 'dist/testing/in-page/script.js';
/** All that a page loads first. */
const firstLoad = 'dist/first-load.js';
const base = 'dist/base.js';
const sandboxFolder = 'dist/sandbox/';
/** Folders that carry the libraries they use, each with one of them. */
const bundled = { devtools: 'preact', elements: 'preact', 'relay-process': 'pino', sandbox: 'hono' };
const isBundled = (path: string): boolean => /^(?:src|dist)\/(?:devtools|elements|relay-process|sandbox)\//.test(path);
/** What a project has that imports every entry. */
const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
/** What looks like a path of the project: in a folder of its root, or a document there. */
const projectPath =
  /(?<![\w./-])(?:\.\.?\/)*(?:src|test|demo|docs|build|examples|\.ci)\/[\w./*-]*\w|\b[A-Z]{4,}\.md\b/g;
const link = /\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g;
let consumer: Consumer;

beforeAll(async () => {
  consumer = await createConsumer();
}, 120_000);

afterAll(() => {
  if (consumer !== undefined) rmSync(consumer.folder, { recursive: true, force: true });
});

const target = (entry: string, kind: 'types' | 'default'): string => {
  const found = manifest.exports[entry.replace('countersign', '.')];
  if (found === undefined || typeof found === 'string') throw new Error(`no such entry: ${entry}`);
  return join(consumer.installed, found[kind]);
};
const inPackage = (file: string): string => relative(consumer.installed, file).split('\\').join('/');

/** The sources that a joined file is made of, each of which it names above its part. */
function sourcesOf(path: string): string[] {
  const text = readFileSync(join(consumer.installed, path), 'utf8');
  return [...text.matchAll(/^\/\/ ([\w/-]+)\.js$/gm)].map(([, name]) => `src/${name}.ts`);
}

describe('the packed kit', () => {
  test('takes at most 1 MB', () => {
    expect(statSync(consumer.tarball).size).toBeLessThanOrEqual(packedCeiling);
  });

  test('holds the build, the documents and nothing else', () => {
    const other = consumer.packed
      .map(({ path }) => path)
      .filter((path) => !/^(?:dist\/.+\.(?:js|d\.ts)|docs\/.+\.md)$/.test(path));
    const built = [...Object.keys(bundled).map((folder) => `dist/${folder}/LICENSES.txt`), 'dist/sbom.json'];
    const made = ['llms.txt', 'relay.openapi.yaml', 'webhook-vectors.json'];
    const documents = ['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', ...made, ...built, 'package.json'];
    expect(other.sort()).toEqual(documents.sort());
  });

  test('no path and no link in a packed document leads out of the package, but to pictures, which a registry shows from the repository', () => {
    const packed = consumer.packed.map(({ path: name }) => name);
    const isPacked = (name: string): boolean =>
      name.startsWith('docs/pictures/') || packed.some((one) => one === name || one.startsWith(`${name}/`));
    const documents = packed.filter((name) => name.endsWith('.md'));
    expect(documents.length).toBeGreaterThan(8);
    const astray = documents.flatMap((document) => {
      const text = readFileSync(join(consumer.installed, document), 'utf8');
      const links = [...text.matchAll(link)].map(([, target = '']) => posix.join(posix.dirname(document), target));
      const paths = [...text.replace(link, ']').matchAll(projectPath)].map(([name]) =>
        name.replace(/^(?:\.\.?\/)+/, ''),
      );
      return [...links, ...paths].filter((name) => !isPacked(name)).map((name) => `${document}: ${name}`);
    });
    expect(astray).toEqual([]);
  });

  test('has one emitted file for each source file outside what is bundled, and one for all that a page loads first, and one for the base', () => {
    const emitted = consumer.packed.map(({ path }) => path).filter((path) => path.endsWith('.js') && !isBundled(path));
    const alone = emitted
      .filter((path) => ![pageScript, firstLoad, base].includes(path))
      .map((path) => path.replace(/^dist\//, 'src/').replace(/\.js$/, '.ts'));
    const joined = [firstLoad, base].flatMap(sourcesOf);
    expect(joined).toContain('src/wallet/wallet.ts');
    expect([...new Set([...alone, ...joined])].sort()).toEqual(listFiles('src').filter((path) => !isBundled(path)));
    // The sandbox, too, has queues, and loads none of the rest.
    expect(alone.filter((path) => joined.includes(path))).toEqual([]);
  });

  test('loads nothing of a wallet where a server imports it', () => {
    const servers = entries.filter((entry) => /\/(?:relay|sandbox|crypto)(?:\/|$)/.test(entry));
    const loaded = servers.flatMap((entry) => moduleGraph(target(entry, 'default')).files.map(inPackage));
    expect(loaded).toContain(base);
    const ofWallet = /^dist\/(?:session|wallet|transport)\//;
    expect(loaded.filter((path) => path === firstLoad || ofWallet.test(path))).toEqual([]);
  });

  test('has no finding by publint, warnings and suggestions included', async () => {
    const { messages, pkg } = await publint({ pkgDir: consumer.installed, strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });
});

describe('an entry', () => {
  test.for(entries)('%s loads in Node and touches nothing of a browser', async (entry) => {
    const traps = ['window', 'document', 'indexedDB', 'localStorage', 'sessionStorage', 'BroadcastChannel', 'fetch'];
    const script = `
      for (const name of ${JSON.stringify([...traps, 'navigator'])}) {
        Object.defineProperty(globalThis, name, { configurable: true, get() { throw new Error('touched ' + name) } });
      }
      console.log(JSON.stringify(Object.keys(await import(${JSON.stringify(entry)}))));`;
    const outcome = await run(process.execPath, ['--input-type=module', '-e', script], consumer.folder);
    expect(outcome.stderr).toBe('');
    const names = JSON.parse(outcome.stdout) as string[];
    expect(names.length).toBeGreaterThan(0);
    const fromSource = (await import(/* @vite-ignore */ entry)) as object;
    expect(names.sort()).toEqual(Object.keys(fromSource).sort());
  });

  test.for(entries)('%s is what require() returns', async (entry) => {
    const script = `
      const same = (all) => require(${JSON.stringify(entry)}) === all && all[Symbol.toStringTag] === 'Module';
      import(${JSON.stringify(entry)}).then((all) => console.log(same(all)));`;
    const outcome = await run(process.execPath, ['--input-type=commonjs', '-e', script], consumer.folder);
    expect([outcome.stdout, outcome.stderr]).toEqual(['true\n', '']);
  });

  test.for(entries)('%s imports the runtime dependencies only, and Node where it is for Node', (entry) => {
    const packages = moduleGraph(target(entry, 'default')).packages;
    const isKnown = (name: string): boolean => installed.some((known) => isWithin(name, known));
    const foreign = packages.filter(
      (name) => !isKnown(name) && !(nodeEntries.includes(entry) && name.startsWith('node:')),
    );
    expect(foreign).toEqual([]);
  });

  test.for(entries)('%s declares its types without those of a development dependency, or of Node', (entry) => {
    const graph = declarationGraph(target(entry, 'types'));
    const isKnown = (name: string): boolean => installed.some((known) => isWithin(name, known));
    const mayUseNode = nodeEntries.includes(entry);
    expect(graph.packages.filter((name) => !isKnown(name) && !(mayUseNode && name.startsWith('node:')))).toEqual([]);
    const nodeNames = /\b(?:NodeJS|Buffer|process)\b\.|\bBuffer\b|<reference /;
    const broken = graph.files.filter((file) => !mayUseNode && nodeNames.test(codeOf(file)));
    expect(broken.map(inPackage)).toEqual([]);
  });
});

test.for(entries)('%s declares no type that TypeScript knows only since 5.7, such as a generic Uint8Array', (entry) => {
  const generic = declarationGraph(target(entry, 'types')).files.filter((file) => /\bUint8Array</.test(codeOf(file)));
  expect(generic.map(inPackage)).toEqual([]);
});

test('every runtime dependency is one that some entry imports', () => {
  const imported = entries.flatMap((entry) => moduleGraph(target(entry, 'default')).packages);
  const unused = Object.keys(manifest.dependencies).filter((name) => !imported.some((one) => isWithin(one, name)));
  expect(unused).toEqual([]);
});

describe('a strict project, as a page with the DOM and as a server without it,', () => {
  test.for([
    { module: 'NodeNext', moduleResolution: 'NodeNext' },
    { module: 'ESNext', moduleResolution: 'Bundler' },
  ])('checks the declarations themselves under $moduleResolution', { timeout: 60_000 }, async (resolution) => {
    const page = writeProject(consumer.folder, {
      ...resolution,
      entries: entries.filter((entry) => !nodeEntries.includes(entry)),
      platform: 'page',
    });
    // The types of Node declare fetch, WebCrypto and URL themselves; nothing of the DOM's library is there.
    const server = writeProject(consumer.folder, {
      ...resolution,
      entries: entries.filter((entry) => /\/(?:relay|sandbox)(?:\/|$)/.test(entry)),
      platform: 'server',
      typeRoots: [join(root, 'node_modules', '@types')],
    });
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    for (const project of [page, server]) {
      const outcome = await run(process.execPath, [compiler, '-p', project], consumer.folder);
      expect(outcome.code, outcome.stdout).toBe(0);
    }
  });
});

describe('what is bundled in the package', () => {
  test.for(Object.entries(bundled))('carries its libraries, each with its licence: %s', ([name, library]) => {
    const folder = `dist/${name}/`;
    const libraries = new Set(readSources(`src/${name}`).flatMap(({ imports }) => imports.map(bundledLibrary)));
    libraries.delete(null);
    expect(libraries).toContain(library);
    const bundles = consumer.packed.map(({ path }) => path).filter((path) => path.startsWith(folder));
    const imported = bundles
      .filter((path) => path.endsWith('.js'))
      .flatMap((path) => importsOfFile(join(consumer.installed, path)));
    expect(imported.filter((specifier) => bundledLibrary({ specifier }) !== null)).toEqual([]);
    const licences = readFileSync(join(consumer.installed, folder, 'LICENSES.txt'), 'utf8');
    for (const each of libraries) expect(licences).toMatch(new RegExp(`^${each} \\d+\\.\\d+\\.\\d+ \\(`, 'm'));
  });

  test('is, of the sandbox, a command that may be executed', () => {
    const command = join(consumer.installed, sandboxFolder, 'bin.js');
    expect(readFileSync(command, 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true);
    if (process.platform !== 'win32') expect(statSync(command).mode & 0o111).toBe(0o111);
  });
});

/** The package of an import that a user of the kit doesn't install; null for all others. */
function bundledLibrary({ specifier }: { readonly specifier: string }): string | null {
  if (specifier.startsWith('.') || specifier.startsWith('node:')) return null;
  if (installed.some((known) => isWithin(specifier, known))) return null;
  const depth = specifier.startsWith('@') ? 2 : 1;
  return specifier.split('/').slice(0, depth).join('/');
}

function isWithin(name: string, library: string): boolean {
  return name === library || name.startsWith(`${library}/`);
}

/** A declaration file without its comments. */
function codeOf(file: string): string {
  return readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
}
