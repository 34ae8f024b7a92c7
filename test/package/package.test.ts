import { readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launch } from '../engines/launch.ts';
import { packedCeiling } from './size/package.mjs';
import { listFiles } from '../source-tree.ts';
import { copyApplication, drawOnServer, openPage, useEntries, uses } from './application.ts';
import { createConsumer, entries, manifest, packKit, reacts, run, type Tarball } from './consumer.ts';
import { declarationGraph, moduleGraph } from './emitted.ts';

const nodeEntries = ['countersign/relay/node', 'countersign/sandbox/node', 'countersign/testing/playwright'];
/** What a test's driver hands to a page: one script, made of the emitted files. */
const pageScript = 'dist/testing/in-page/script.js';
/** All that a page loads first. */
const firstLoad = 'dist/first-load.js';
const base = 'dist/base.js';
/** Folders that carry the libraries they use. */
const bundled = ['devtools', 'relay/process', 'sandbox', 'ui/elements'];
const isBundled = (path: string): boolean =>
  /^(?:src|dist)\/(?:devtools|relay\/process|sandbox|ui\/elements)\//.test(path);
/** What a project has that imports every entry. */
const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
const isInstalled = (name: string): boolean => installed.some((known) => isWithin(name, known));
/** What looks like a path of the project: in a folder of its root, or a document there. */
const projectPath =
  /(?<![\w./-])(?:\.\.?\/)*(?:src|test|demo|docs|build|examples|\.ci)\/[\w./*-]*\w|\b[A-Z]{4,}\.md\b/g;
const link = /\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g;
let tarball: Tarball;
let browser: Browser;
/** The projects that have installed the package, by their React. */
const folders = { 'react-18': '', react: '' };

beforeAll(async () => {
  tarball = await packKit();
  for (const react of reacts) folders[react] = await createConsumer(tarball, react);
  browser = await launch();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  for (const folder of [dirname(tarball.file), ...Object.values(folders)])
    rmSync(folder, { recursive: true, force: true });
});

const inConsumer = (path: string): string => join(folders.react, 'node_modules', 'countersign', path);
const target = (entry: string, kind: 'types' | 'default'): string => {
  const found = manifest.exports[entry.replace('countersign', '.')];
  if (found === undefined || typeof found === 'string') throw new Error(`no such entry: ${entry}`);
  return inConsumer(found[kind]);
};
const inPackage = (file: string): string => relative(inConsumer(''), file).split('\\').join('/');

/** The sources that a joined file is made of, each of which it names above its part. */
function sourcesOf(path: string): string[] {
  const text = readFileSync(inConsumer(path), 'utf8');
  return [...text.matchAll(/^\/\/ ([\w/-]+)\.js$/gm)].map(([, name]) => `src/${name}.ts`);
}

describe('the packed kit', () => {
  test('takes at most 1 MB', () => {
    expect(statSync(tarball.file).size).toBeLessThanOrEqual(packedCeiling);
  });

  test('holds the build, the documents and nothing else', () => {
    const other = tarball.packed
      .map(({ path }) => path)
      .filter((path) => !/^(?:dist\/.+\.(?:js|d\.ts)|docs\/.+\.md)$/.test(path));
    const built = [...bundled.map((folder) => `dist/${folder}/LICENSES.txt`), 'dist/sbom.json'];
    const made = ['llms.txt', 'relay.openapi.yaml', 'webhook-vectors.json'];
    const documents = ['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', ...made, ...built, 'package.json'];
    expect(other.sort()).toEqual(documents.sort());
  });

  test('no path and no link in a packed document leads out of the package, but to pictures, which a registry shows from the repository', () => {
    const packed = tarball.packed.map(({ path: name }) => name);
    const isPacked = (name: string): boolean =>
      name.startsWith('docs/pictures/') || packed.some((one) => one === name || one.startsWith(`${name}/`));
    const documents = packed.filter((name) => name.endsWith('.md'));
    expect(documents.length).toBeGreaterThan(8);
    const astray = documents.flatMap((document) => {
      const text = readFileSync(inConsumer(document), 'utf8');
      const links = [...text.matchAll(link)].map(([, target = '']) => posix.join(posix.dirname(document), target));
      const paths = [...text.replace(link, ']').matchAll(projectPath)].map(([name]) =>
        name.replace(/^(?:\.\.?\/)+/, ''),
      );
      return [...links, ...paths].filter((name) => !isPacked(name)).map((name) => `${document}: ${name}`);
    });
    expect(astray).toEqual([]);
  });

  test('has one emitted file for each source file outside what is bundled, and one for all that a page loads first, and one for the base', () => {
    const emitted = tarball.packed.map(({ path }) => path).filter((path) => path.endsWith('.js') && !isBundled(path));
    const alone = emitted
      .filter((path) => ![pageScript, firstLoad, base].includes(path))
      .map((path) => path.replace(/^dist\//, 'src/').replace(/\.js$/, '.ts'));
    const joined = [firstLoad, base].flatMap(sourcesOf);
    expect(joined).toContain('src/kit/wallet/wallet.ts');
    expect([...new Set([...alone, ...joined])].sort()).toEqual(listFiles('src').filter((path) => !isBundled(path)));
    // The sandbox, too, has queues, and loads none of the rest.
    expect(alone.filter((path) => joined.includes(path))).toEqual([]);
  });

  test('loads nothing of a wallet where a server imports it', () => {
    const servers = entries.filter((entry) => /\/(?:relay|sandbox|crypto)(?:\/|$)/.test(entry));
    const loaded = servers.flatMap((entry) => moduleGraph(target(entry, 'default')).files.map(inPackage));
    expect(loaded).toContain(base);
    const ofWallet = /^dist\/kit\/(?:session|wallet|transport)\//;
    expect(loaded.filter((path) => path === firstLoad || ofWallet.test(path))).toEqual([]);
  });

  test('holds nothing of the tools for tests or of the sandbox in what a platform ships, and no locale in the wallet', () => {
    const loadedBy = (entry: string): string[] => moduleGraph(target(entry, 'default')).files.map(inPackage);
    const shipped = entries.filter((entry) => !/\/(?:testing|sandbox)(?:\/|$)/.test(entry));
    expect(shipped.flatMap(loadedBy).filter((path) => /^dist\/(?:testing|sandbox)\//.test(path))).toEqual([]);
    expect(loadedBy('countersign').filter((path) => path.startsWith('dist/ui/messages/'))).toEqual([]);
  });
});

describe('an entry', () => {
  test('of every name loads in Node, exports what its source does, and touches nothing of a browser', async () => {
    const traps = ['window', 'document', 'indexedDB', 'localStorage', 'sessionStorage', 'BroadcastChannel', 'fetch'];
    const script = `
      for (const name of ${JSON.stringify([...traps, 'navigator'])}) {
        Object.defineProperty(globalThis, name, { configurable: true, get() { throw new Error('touched ' + name) } });
      }
      const all = {};
      const errors = new Map();
      for (const entry of ${JSON.stringify(entries)}) {
        const names = await import(entry);
        all[entry] = Object.keys(names);
        for (const name of all[entry]) if (name.endsWith('Error')) errors.set(names[name], name);
      }
      console.log(JSON.stringify({ all, errors: [...errors.values()] }));`;
    const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', script], folders.react);
    expect(stderr).toBe('');
    const { all, errors } = JSON.parse(stdout) as { all: Record<string, string[]>; errors: string[] };
    for (const entry of entries) {
      const fromSource = (await import(/* @vite-ignore */ entry)) as object;
      expect([entry, ...(all[entry] ?? []).sort()]).toEqual([entry, ...Object.keys(fromSource).sort()]);
    }
    // An application tells errors by their class, whichever entry it takes that from.
    expect(errors.length).toBeGreaterThan(4);
    expect(errors).toEqual([...new Set(errors)]);
  });

  test.for(entries)('%s imports the runtime dependencies only, and Node where it is for Node', (entry) => {
    const packages = moduleGraph(target(entry, 'default')).packages;
    const mayUseNode = nodeEntries.includes(entry);
    const foreign = packages.filter((name) => !isInstalled(name) && !(mayUseNode && name.startsWith('node:')));
    expect(foreign).toEqual([]);
  });

  test.for(entries)(
    '%s declares its types without those of a development dependency, of Node, or of TypeScript 5.7',
    (entry) => {
      const graph = declarationGraph(target(entry, 'types'));
      const mayUseNode = nodeEntries.includes(entry);
      expect(graph.packages.filter((name) => !isInstalled(name) && !(mayUseNode && name.startsWith('node:')))).toEqual(
        [],
      );
      const nodeNames = /\b(?:NodeJS|Buffer|process)\b\.|\bBuffer\b|<reference /;
      const broken = graph.files.filter((file) => !mayUseNode && nodeNames.test(codeOf(file)));
      expect(broken.map(inPackage)).toEqual([]);
      // Generic only since TypeScript 5.7.
      expect(graph.files.filter((file) => /\bUint8Array</.test(codeOf(file))).map(inPackage)).toEqual([]);
    },
  );
});

test('every runtime dependency is one that some entry imports', () => {
  const imported = entries.flatMap((entry) => moduleGraph(target(entry, 'default')).packages);
  const unused = Object.keys(manifest.dependencies).filter((name) => !imported.some((one) => isWithin(one, name)));
  expect(unused).toEqual([]);
});

describe('what is bundled in the package', () => {
  test.for(bundled)('carries its libraries, each with its licence, and none that its users install: %s', (name) => {
    const folder = `dist/${name}/`;
    const files = tarball.packed.map(({ path }) => path).filter((path) => path.startsWith(folder));
    const carried = files
      .filter((path) => path.endsWith('.js'))
      .flatMap(inputsOf)
      .map(([, library]) => library);
    const licences = readFileSync(inConsumer(`${folder}LICENSES.txt`), 'utf8');
    const licensed = [...licences.matchAll(/^(\S+) \d+\.\d+\.\d+ \(/gm)].map(([, library]) => library);
    expect(new Set(carried)).toEqual(new Set(licensed));
    expect(carried.filter((library) => installed.includes(library))).toEqual([]);
  });

  test('is made for production, and holds no React', () => {
    const scripts = tarball.packed.map(({ path }) => path).filter((path) => path.endsWith('.js'));
    const development = scripts.flatMap(inputsOf).filter(([path]) => /development|jsx-dev-runtime/.test(path));
    expect(development).toEqual([]);
    const react = /_INTERNALS_DO_NOT_USE|NODE_ENV/;
    expect(scripts.filter((path) => react.test(readFileSync(inConsumer(path), 'utf8')))).toEqual([]);
    expect(readFileSync(join(folders.react, 'node_modules/react/cjs/react.production.js'), 'utf8')).toMatch(react);
  });

  test('leaves the command Node and the runtime dependencies to import', () => {
    const { packages } = moduleGraph(inConsumer('dist/bin.js'));
    expect(packages).toContain('@noble/curves/nist.js');
    expect(packages.filter((name) => !name.startsWith('node:') && !isInstalled(name))).toEqual([]);
  });

  test('is, of the sandbox, a command that may be executed', () => {
    const command = inConsumer('dist/sandbox/bin.js');
    expect(readFileSync(command, 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true);
    if (process.platform !== 'win32') expect(statSync(command).mode & 0o111).toBe(0o111);
  });
});

describe('an application that has installed the package', () => {
  let outcomes: Readonly<Record<string, unknown>>;

  beforeAll(async () => {
    for (const folder of Object.values(folders)) copyApplication(folder);
    outcomes = await useEntries(folders.react, browser);
  });

  test.for(Object.entries(uses))('uses %s', ([entry, outcome]) => {
    expect(outcomes[entry]).toEqual(outcome);
  });

  test('uses every entry, React’s below', () => {
    expect([...Object.keys(uses), 'countersign/elements/react', 'countersign/react'].sort()).toEqual(
      [...entries].sort(),
    );
  });

  test.for(reacts)(
    'has %s draw an element with its property and hear its event, in its page and after its server',
    async (react) => {
      const folder = folders[react];
      const drawn = await drawOnServer(folder);
      expect(drawn).toBe('<p>loading</p><countersign-problem theme="dark" class="mine"></countersign-problem>');
      for (const { page, said } of [
        await openPage(folder, browser, 'react-page'),
        await openPage(folder, browser, 'react-page', { drawn }),
      ]) {
        await page.getByRole('button', { name: 'Try again' }).click();
        const { version, heard, tag } = await page.evaluate(() => {
          const { ref, ...shown } = window.application;
          return { ...shown, tag: ref.current?.localName };
        });
        expect([version === '18.3.1', heard, tag]).toEqual([react === 'react-18', ['retry'], 'countersign-problem']);
        expect(await page.locator('main').innerHTML()).toBe(drawn.replace('loading', 'signed-in'));
        expect(said).toEqual([]);
      }
    },
  );
});

/** The files of libraries that a bundle is made of, each of which it names above its part, with the library. */
function inputsOf(path: string): (readonly [string, string])[] {
  const text = readFileSync(inConsumer(path), 'utf8');
  const inputs = text.matchAll(/^\s*\/\/ ((?:\S*\/)?node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\/\S+)$/gm);
  return [...inputs].map(([, file = '', library = '']) => [file, library]);
}

function isWithin(name: string, library: string): boolean {
  return name === library || name.startsWith(`${library}/`);
}

/** A declaration file without its comments. */
function codeOf(file: string): string {
  return readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
}
