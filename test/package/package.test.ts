import { readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launch } from '../engines/launch.ts';
import { listFiles } from '../source-tree.ts';
import { copyApplication, drawOnServer, openPage, useEntries, uses } from './application.ts';
import { createConsumer, entries, manifests, packAll, reacts, run, type Tarball } from './consumer.ts';
import { declarationGraph, moduleGraph } from './emitted.ts';

type PackageName = keyof typeof manifests;
const names = ['countersign', 'countersign-sandbox', 'countersign-server'] as const;
/** Packages that have a command. */
const commands = ['countersign-sandbox', 'countersign-server'] as const;
const nodeEntries = ['countersign/relay/node', 'countersign-sandbox/node', 'countersign-sandbox/testing/playwright'];
/** Script that a test's driver hands to a page, made of the emitted files. */
const pageScript = 'dist/testing/in-page/script.js';
/** All that a page loads first. */
const firstLoad = 'dist/first-load.js';
const base = 'dist/base.js';
/** Folders that carry the libraries they use. */
const bundled: Readonly<Record<PackageName, readonly string[]>> = {
  countersign: ['dist/ui/elements'],
  'countersign-sandbox': ['dist'],
  'countersign-server': [],
};
const isBundled = (path: string): boolean => /^(?:src|dist)\/ui\/(?:elements|wallet-page)\//.test(path);
/** Packages of a project that imports every entry of a package. */
const installedWith = (name: PackageName): readonly string[] => {
  const { dependencies, peerDependencies } = manifests[name];
  return Object.keys({ ...dependencies, ...peerDependencies });
};
const isForeign = (name: string, entry: string): boolean =>
  !installedWith(packageOf(entry)).some((known) => isWithin(name, known)) &&
  !(nodeEntries.includes(entry) && name.startsWith('node:'));
/** Detects a path of the project: in a folder of its root, or a document there. */
const projectPath =
  /(?<![\w./-])(?:\.\.?\/)*(?:src|test|demo|docs|build|examples|\.ci)\/[\w./*-]*\w|\b[A-Z]{4,}\.md\b/g;
const link = /\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g;
let tarballs: readonly Tarball[];
let browser: Browser;
/** The projects that have installed the package, by their React. */
const folders = { 'react-18': '', react: '' };

beforeAll(async () => {
  tarballs = await packAll();
  for (const react of reacts) folders[react] = await createConsumer(tarballs, react);
  browser = await launch();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  for (const folder of [...tarballs.map(({ file }) => dirname(file)), ...Object.values(folders)])
    rmSync(folder, { recursive: true, force: true });
});

const packageOf = (entry: string): PackageName => names.find((name) => isWithin(entry, name)) ?? names[0];
/** Files of a package's tarball. */
const packedIn = (name: PackageName): string[] =>
  tarballs.find((tarball) => tarball.name === name)?.packed.map(({ path }) => path) ?? [];
const inConsumer = (path: string, name: PackageName = 'countersign'): string =>
  join(folders.react, 'node_modules', name, path);
const target = (entry: string, kind: 'types' | 'default'): string => {
  const name = packageOf(entry);
  const found = manifests[name].exports[entry.replace(name, '.')];
  if (found === undefined || typeof found === 'string') throw new Error(`no such entry: ${entry}`);
  return inConsumer(found[kind], name);
};
const inPackage = (file: string): string => relative(inConsumer(''), file).split('\\').join('/');

/** The sources that a joined file is made of, each of which it names above its part. */
function sourcesOf(path: string): string[] {
  const text = readFileSync(inConsumer(path), 'utf8');
  return [...text.matchAll(/^\/\/ ([\w/-]+)\.js$/gm)].map(([, name]) => `src/${name}.ts`);
}

describe.for(names)('%s, packed', (name) => {
  test('holds the build, the documents and nothing else', () => {
    const picture = /^docs\/pictures\/(?:element-.+\.webp|flow-.+\.svg)$/;
    const other = packedIn(name).filter(
      (path) => !/^(?:dist\/.+\.(?:js|d\.ts)|docs\/[^/]+\.md)$/.test(path) && !picture.test(path),
    );
    const withLibraries = [...bundled[name], ...(name === 'countersign' ? ['dist/wallet-page'] : [])];
    const built = [...withLibraries.map((folder) => `${folder}/LICENSES.txt`), 'dist/sbom.json'];
    const ofKit = ['CHANGELOG.md', 'SECURITY.md', 'docs/relay.openapi.yaml', 'docs/webhook-vectors.json'];
    const documents = ['LICENSE', 'README.md', 'llms.txt', 'package.json', ...(name === 'countersign' ? ofKit : [])];
    expect(other.sort()).toEqual([...documents, ...built].sort());
  });

  test('leads by links in its documents to files of its own folder or of the kit’s beside it, and names files that are packed', () => {
    const packed = names.flatMap(packedIn);
    const isPacked = (path: string): boolean => packed.some((one) => one === path || one.startsWith(`${path}/`));
    const beside = names.flatMap((one) => packedIn(one).map((path) => `${one}/${path}`));
    const isThere = (path: string): boolean => beside.some((one) => one === path || one.startsWith(`${path}/`));
    const documents = packedIn(name).filter((path) => path.endsWith('.md'));
    expect(documents.length).toBeGreaterThan(1);
    const astray = documents.flatMap((document) => {
      const text = readFileSync(inConsumer(document, name), 'utf8');
      // A registry shows the README's picture from the repository.
      const isShown = (path: string): boolean => document === 'README.md' && path.startsWith('docs/pictures/');
      const links = [...text.matchAll(link)].map(([, target = '']) =>
        posix.join(name, posix.dirname(document), target),
      );
      const paths = [...text.replace(link, ']').matchAll(projectPath)].map(([path]) =>
        path.replace(/^(?:\.\.?\/)+/, ''),
      );
      const lost = [
        ...links.filter((path) => !isThere(path)),
        ...paths.filter((path) => !isPacked(path) && !isShown(path)),
      ];
      return lost.map((path) => `${document}: ${path}`);
    });
    expect(astray).toEqual([]);
  });
});

describe('the packed kit', () => {
  test('has one emitted file for each source file outside what is bundled, and one for all that a page loads first, and one for the base', () => {
    const emitted = packedIn('countersign').filter((path) => path.endsWith('.js') && !isBundled(path));
    const alone = emitted
      .filter((path) => ![firstLoad, base].includes(path))
      .map((path) => path.replace(/^dist\//, 'src/').replace(/\.js$/, '.ts'));
    const joined = [firstLoad, base].flatMap(sourcesOf);
    expect(joined).toContain('src/kit/wallet/wallet.ts');
    expect([...new Set([...alone, ...joined])].sort()).toEqual(listFiles('src').filter((path) => !isBundled(path)));
    expect(alone.filter((path) => joined.includes(path))).toEqual([]);
  });

  test('loads nothing of a wallet where a server imports it', () => {
    const servers = entries.filter((entry) => /\/(?:relay|crypto|wallet-page|wallet-link)(?:\/|$)/.test(entry));
    const loaded = servers.flatMap((entry) => moduleGraph(target(entry, 'default')).files.map(inPackage));
    expect(loaded).toContain(base);
    const ofWallet = /^dist\/kit\/(?:session|wallet|transport)\//;
    expect(loaded.filter((path) => path === firstLoad || ofWallet.test(path))).toEqual([]);
  });

  test('loads no locale with the wallet', () => {
    const loaded = moduleGraph(target('countersign', 'default')).files.map(inPackage);
    expect(loaded.filter((path) => path.startsWith('dist/ui/messages/'))).toEqual([]);
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
    const { packages } = moduleGraph(target(entry, 'default'));
    expect(packages.filter((name) => isForeign(name, entry))).toEqual([]);
  });

  test.for(entries)(
    '%s declares its types without those of a development dependency, of Node, of another package’s files, or of TypeScript 5.7',
    (entry) => {
      const graph = declarationGraph(target(entry, 'types'));
      expect(graph.packages.filter((name) => isForeign(name, entry))).toEqual([]);
      const folder = inConsumer('dist', packageOf(entry));
      expect(graph.files.filter((file) => !file.startsWith(folder))).toEqual([]);
      const nodeNames = /\b(?:NodeJS|Buffer|process)\b\.|\bBuffer\b|<reference /;
      const broken = graph.files.filter((file) => !nodeEntries.includes(entry) && nodeNames.test(codeOf(file)));
      expect(broken.map(inPackage)).toEqual([]);
      // Generic only since TypeScript 5.7.
      expect(graph.files.filter((file) => /\bUint8Array</.test(codeOf(file))).map(inPackage)).toEqual([]);
    },
  );
});

test('every runtime dependency is one that some entry or command imports, but for one that is listed to be pinned', () => {
  const files = [
    ...entries.map((entry) => target(entry, 'default')),
    ...commands.map((name) => inConsumer('dist/bin.js', name)),
  ];
  const imported = files.flatMap((file) => moduleGraph(file).packages);
  const unused = names.flatMap(installedWith).filter((name) => !imported.some((one) => isWithin(one, name)));
  // @hpke/core brings it.
  expect(unused).toEqual(['@hpke/common']);
});

test('the page of a wallet page names the licences of all that it runs: of a minified file nobody could tell', () => {
  const licences = readFileSync(inConsumer('dist/wallet-page/LICENSES.txt'), 'utf8');
  for (const library of ['preact', ...Object.keys(manifests.countersign.dependencies)])
    expect(licences).toMatch(new RegExp(`^${library} \\d`, 'm'));
});

describe.for(names)('what is bundled in %s', (name) => {
  test.for(bundled[name])(
    'carries its libraries, each with its licence, and none that its users install: %s',
    (folder) => {
      const files = packedIn(name).filter((path) => path.startsWith(`${folder}/`) && path.endsWith('.js'));
      const carried = files.flatMap((path) => inputsOf(path, name)).map(([, library]) => library);
      const licences = readFileSync(inConsumer(`${folder}/LICENSES.txt`, name), 'utf8');
      const licensed = [...licences.matchAll(/^(\S+) \d+\.\d+\.\d+ \(/gm)].map(([, library]) => library);
      expect(new Set(carried)).toEqual(new Set(licensed));
      expect(carried.filter((library) => installedWith(name).includes(library))).toEqual([]);
    },
  );

  test('is made for production, and holds no React', () => {
    const scripts = packedIn(name).filter((path) => path.endsWith('.js'));
    const development = scripts
      .flatMap((path) => inputsOf(path, name))
      .filter(([path]) => /development|jsx-dev-runtime/.test(path));
    expect(development).toEqual([]);
    const react = /_INTERNALS_DO_NOT_USE|NODE_ENV/;
    expect(scripts.filter((path) => react.test(readFileSync(inConsumer(path, name), 'utf8')))).toEqual([]);
    expect(readFileSync(join(folders.react, 'node_modules/react/cjs/react.production.js'), 'utf8')).toMatch(react);
  });
});

describe.for(commands)('the command of %s', (name) => {
  test('leaves Node and what its users install to import', () => {
    const { packages } = moduleGraph(inConsumer('dist/bin.js', name));
    expect(packages).toContain('node:fs');
    expect(packages.filter((one) => !one.startsWith('node:') && isForeign(one, name))).toEqual([]);
  });

  test('may be executed', () => {
    const command = inConsumer('dist/bin.js', name);
    expect(readFileSync(command, 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true);
    if (process.platform !== 'win32') expect(statSync(command).mode & 0o111).toBe(0o111);
  });
});

test('both React entries begin as parts for a browser, so that a server component may render what they export', () => {
  for (const path of ['dist/ui/react/index.js', 'dist/ui/elements/react.js'])
    expect([path, readFileSync(inConsumer(path), 'utf8')]).toEqual([
      path,
      expect.stringMatching(/^(?:\/\*\*[^*]*\*\/\s*)?['"]use client['"];/),
    ]);
});

test('the sandbox holds no file of the kit but codecs, the service’s side of its cryptography and the foundation, beside the script for a page', () => {
  const scripts = packedIn('countersign-sandbox').filter((path) => path.endsWith('.js') && path !== pageScript);
  const ofKit = scripts.flatMap((path) => {
    const text = readFileSync(inConsumer(path, 'countersign-sandbox'), 'utf8');
    return [...text.matchAll(/^\/\/ src\/kit\/(\S+)\.ts$/gm)].map(([, file = '']) => file);
  });
  const mayHold = /^(?:encoding\/|crypto\/|[\w-]+$|session\/snapshot$|wallet\/facts$)/;
  expect(ofKit.filter((file) => !mayHold.test(file))).toEqual([]);
  expect(ofKit).toContain('crypto/service/verify-stamp');
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
function inputsOf(path: string, name: PackageName): (readonly [string, string])[] {
  const text = readFileSync(inConsumer(path, name), 'utf8');
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
