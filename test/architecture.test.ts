import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { readSources, root, targetOf, type ImportOf, type SourceFile } from './source-tree.ts';

/** Files that every folder may import: the errors, and the types and profile tables of the wire. They import nothing else. */
const foundation = [
  'src/kit/card-key-policies.ts',
  'src/kit/contract-names.ts',
  'src/kit/date-time.ts',
  'src/kit/error-body.ts',
  'src/kit/errors.ts',
  'src/kit/field-errors.ts',
  'src/kit/foreign-error.ts',
  'src/kit/options.ts',
  'src/kit/own-members.ts',
  'src/kit/profile.ts',
  'src/kit/relay-headers.ts',
  'src/kit/shown.ts',
  'src/kit/still-processing.ts',
  'src/kit/stored.ts',
  'src/kit/waiting.ts',
  'src/kit/wire.ts',
  'src/kit/error-catalogue',
];
/** The sentence about a wrong argument that the sandbox's commands share. */
const argumentMistake = 'sandbox/src/argument-mistake.ts';
const packageEntry = 'src/index.ts';
const sandboxCommandEntry = 'sandbox/src/bin.ts';
/** The part of an identity provider's button that elements and hooks share. */
const nextAttempt = 'src/ui/next-attempt.ts';

/** Which folders a folder may import, layer by layer, besides the foundation. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  // Codecs
  'src/kit/encoding': [],
  // Building blocks, which never import one another
  'src/kit/crypto': ['src/kit/encoding'],
  'src/kit/passkey': ['src/kit/encoding'],
  'src/kit/session': [],
  'src/kit/transport': ['src/kit/encoding'],
  // Assembly: the only folder that joins the building blocks
  'src/kit/wallet': ['src/kit/encoding', 'src/kit/crypto', 'src/kit/passkey', 'src/kit/session', 'src/kit/transport'],
  // Around the wallet
  'src/ui/messages': ['src/kit/wallet'],
  'src/ui/code-entry': ['src/kit/session', 'src/kit/wallet'],
  [nextAttempt]: ['src/kit/wallet'],
  'src/ui/elements': ['src/ui/code-entry', 'src/ui/messages', nextAttempt, 'src/kit/wallet', 'src/kit/session'],
  'src/ui/react': ['src/kit/wallet', 'src/ui/code-entry', nextAttempt],
  'src/ui/wallet-page': ['src/kit/session', 'src/kit/wallet', 'src/ui/elements', 'src/ui/messages', 'src/wallet-link'],
  'src/ui/environment': ['src/kit/crypto', 'src/kit/passkey', 'src/kit/session', 'src/kit/wallet'],
  // The server
  'src/relay': ['src/kit/encoding'],
  // Links, which a page of the app holds without the kit
  'src/wallet-link': [],
  'src/wallet-page': ['src/kit/encoding', 'src/relay'],
  // The processes, in a package of their own, which has public entries alone
  'server/src': ['countersign/relay', 'countersign/relay/node', 'countersign/relay/redis', 'countersign/wallet-page'],
  // For development, in a package of its own
  [argumentMistake]: [],
  'sandbox/src/service': [argumentMistake, 'src/kit/encoding', 'src/kit/crypto', 'countersign', 'countersign/relay'],
  'sandbox/src/testing': [
    'sandbox/src/service',
    'src/kit/session',
    'src/kit/wallet',
    'countersign',
    'countersign/relay',
  ],
  'sandbox/src/devtools': ['src/kit/encoding', 'src/kit/wallet', 'countersign', 'countersign/crypto'],
  'sandbox/src/relay-check': [
    argumentMistake,
    'sandbox/src/service',
    'sandbox/src/testing',
    'src/kit/encoding',
    'src/relay',
    'countersign',
  ],
  'sandbox/src/doctor': [argumentMistake, 'src/kit/encoding', 'countersign', 'countersign/relay'],
  [sandboxCommandEntry]: ['sandbox/src/service', 'sandbox/src/relay-check', 'sandbox/src/doctor'],
};

/** Which packages a folder may import; a library that is not here has not been decided on. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'src/kit/crypto': ['@hpke/core', '@noble/curves'],
  'src/kit/passkey': ['@simplewebauthn/browser'],
  'src/kit/session': ['idb-keyval'],
  'src/ui/elements': ['preact', 'react', 'uqr'],
  'src/ui/react': ['react'],
  'src/ui/wallet-page': ['preact'],
  'server/src': ['ioredis', 'pino', 'prom-client'],
  'sandbox/src/service': [
    '@hono/node-server',
    '@noble/curves',
    '@noble/hashes',
    '@simplewebauthn/server',
    'hono',
    'jose',
    'valibot',
  ],
  'sandbox/src/devtools': ['preact'],
};

/** Second faces of a folder beside its index, each with its importers: small, so that a bundler can load them apart. */
const lazyEntries: Readonly<Record<string, readonly string[]>> = {
  'src/kit/encoding/base64.ts': ['src/relay', 'sandbox/src/doctor', 'sandbox/src/relay-check', 'sandbox/src/service'],
  'src/kit/encoding/retry-after.ts': ['src/kit/transport', 'src/relay'],
  'src/kit/crypto/crypto-error.ts': [packageEntry, 'sandbox/src/service'],
  'src/kit/crypto/signing/index.ts': ['src/kit/wallet', packageEntry],
  [nextAttempt]: ['src/ui/elements', 'src/ui/react'],
  [argumentMistake]: ['sandbox/src/doctor', 'sandbox/src/relay-check', 'sandbox/src/service'],
  'src/ui/code-entry/read-code.ts': ['src/ui/elements'],
  'src/ui/messages/in-english.ts': ['src/ui/elements', 'src/ui/wallet-page'],
  // The wallet page loads one language.
  ...Object.fromEntries(
    ['de', 'es', 'fr', 'pt'].map((language) => [`src/ui/messages/${language}.ts`, ['src/ui/wallet-page']]),
  ),
  'src/ui/elements/parts.ts': ['src/ui/wallet-page'],
  // Each element takes the texts of its own screen.
  ...Object.fromEntries(
    readSources('src/ui/messages/screens').flatMap(({ path }) =>
      /\/(?:screens|texts)\.ts$/.test(path) ? [] : [[path, ['src/ui/elements']]],
    ),
  ),
  'src/kit/passkey/passkey-error.ts': [packageEntry],
  'src/relay/ownership/records.ts': ['sandbox/src/relay-check'],
  'src/relay/routes/routes.ts': ['sandbox/src/relay-check'],
  'src/relay/relay-error.ts': [packageEntry],
  'src/relay/visitors.ts': ['src/wallet-page'],
  'sandbox/src/doctor/bin.ts': [sandboxCommandEntry],
  'sandbox/src/relay-check/bin.ts': [sandboxCommandEntry],
  'sandbox/src/service/bin.ts': [sandboxCommandEntry],
  'src/kit/crypto/login/index.ts': ['src/kit/wallet'],
  'src/kit/crypto/login/wallet-credentials.ts': ['src/kit/wallet'],
  'src/kit/crypto/service/index.ts': ['sandbox/src/service'],
  'sandbox/src/service/node.ts': ['sandbox/src/testing', 'sandbox/src/relay-check'],
  'src/kit/encoding/p256.ts': ['src/kit/crypto', 'src/relay', 'src/kit/wallet'],
  'src/kit/session/adopt.ts': ['src/kit/wallet'],
  'src/kit/session/changes.ts': ['src/kit/wallet', 'src/ui/elements'],
  'src/kit/session/snapshot.ts': ['sandbox/src/testing'],
  'src/kit/wallet/flows/card-forms.ts': ['src/ui/wallet-page'],
  'src/kit/wallet/facts.ts': ['sandbox/src/testing', 'sandbox/src/devtools'],
  'src/kit/session/refresh.ts': ['src/kit/wallet'],
  'src/kit/transport/transport-error.ts': [packageEntry],
};

/**
 * Importers that take a folder by its lazy entries alone. The sandbox bundles what it takes of the kit: never a whole
 * folder but the codecs.
 */
const byLazyEntries = [
  [/^src\/kit\/wallet$/, /^src\/kit\/crypto$/],
  [/^sandbox\//, /^src\/kit\/(?!encoding)/],
] as const;

/** Floors of src/kit/wallet, from the ground up: a file imports from its own and from lower ones. */
const floors: readonly (readonly string[])[] = [
  // Files that know no wallet
  [
    'facts.ts',
    'wallet-error.ts',
    'arguments.ts',
    'browser.ts',
    'chunks.ts',
    'response-readers.ts',
    'run/decide.ts',
    'run/share.ts',
  ],
  ['payload/'],
  ['options.ts', 'events/', 'context.ts'],
  ['run/'],
  ['flows/'],
  ['methods.ts', 'wallet.ts', 'index.ts'],
];

/** Modules that no page loads before its user does anything. */
const neverAtFirst =
  /^src\/kit\/(?:passkey\/(?!passkey-error)|error-catalogue\/|crypto\/(?:login|service)\/)|node_modules\/(?:@hpke|@noble|@scure|@simplewebauthn)\//;

const source = ['src', 'sandbox/src', 'server/src'].flatMap(readSources);
const everything = [
  ...source,
  ...['demo', 'sandbox/test', 'server/test', 'test'].flatMap((folder) => readSources(folder)),
];
const byPath = new Map(source.map((file) => [file.path, file]));

interface Edge extends ImportOf {
  readonly from: SourceFile;
  readonly fromFolder: string;
  /** Path in the repository, or null for a package. */
  readonly target: string | null;
  readonly targetFolder: string | null;
}

const edges: readonly Edge[] = source.flatMap((from) =>
  from.imports.map((one) => {
    const target = targetOf(from.path, one.specifier);
    return {
      ...one,
      from,
      fromFolder: folderOf(from.path),
      target,
      targetFolder: target === null ? null : folderOf(target),
    };
  }),
);
const crossings = edges.filter(({ fromFolder, targetFolder }) => targetFolder !== null && targetFolder !== fromFolder);

/** The folder of the table that holds a file; a file in none of them is its own. */
function folderOf(path: string): string {
  const holding = [...Object.keys(mayImport), ...foundation].filter((folder) => path.startsWith(`${folder}/`));
  return holding.reduce((longest, folder) => (folder.length > longest.length ? folder : longest), '') || path;
}

/** The floor of a file in src/kit/wallet; one that is named by itself is on that floor. -1 for none. */
function floorOf(path: string): number {
  const named = floors.findIndex((floor) => floor.includes(path));
  return named < 0 ? floors.findIndex((floor) => floor.some((room) => path.startsWith(room))) : named;
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

const show = (broken: readonly Edge[]): string[] => broken.map(({ from, specifier }) => `${from.path}: ${specifier}`);

describe('layers', () => {
  test('the three packages hold the folders of the table, the foundation and the entries, and nothing else', () => {
    const known = [...Object.keys(mayImport), ...foundation, packageEntry];
    expect(source.filter((file) => !known.includes(folderOf(file.path))).map((file) => file.path)).toEqual([]);
  });

  test('a folder imports only the folders that the table allows it', () => {
    const broken = crossings.filter(({ fromFolder, targetFolder }) => {
      if (foundation.includes(targetFolder ?? '') || fromFolder === packageEntry) return false;
      return targetFolder === null || !(mayImport[fromFolder] ?? []).includes(targetFolder);
    });
    expect(show(broken)).toEqual([]);
  });

  test('the foundation imports nothing else', () => {
    const broken = edges.filter(
      ({ fromFolder, targetFolder }) => foundation.includes(fromFolder) && !foundation.includes(targetFolder ?? ''),
    );
    expect(show(broken)).toEqual([]);
  });

  test('another folder is imported by its index, or by a lazy entry that names the importer', () => {
    const broken = crossings.filter(({ fromFolder, target, targetFolder }) => {
      if (target === null || foundation.includes(target)) return false;
      if (target === `${String(targetFolder)}/index.ts`)
        return byLazyEntries.some(([from, to]) => from.test(fromFolder) && to.test(String(targetFolder)));
      return !(lazyEntries[target] ?? []).includes(fromFolder);
    });
    expect(show(broken)).toEqual([]);
  });

  test('every lazy entry of the table has the importers that it names', () => {
    const unused = Object.entries(lazyEntries).flatMap(([entry, importers]) =>
      importers
        .filter((importer) => !crossings.some(({ target, fromFolder }) => target === entry && fromFolder === importer))
        .map((importer) => `${entry}: ${importer}`),
    );
    expect(unused).toEqual([]);
  });

  test('nobody imports the entry of the package, and no file the index of its own folder', () => {
    const broken = edges.filter(
      ({ target, fromFolder }) => target === packageEntry || target === `${fromFolder}/index.ts`,
    );
    expect(show(broken)).toEqual([]);
  });

  test('only the session and adopt.ts open the account: they import it, and take turns at it', () => {
    const room = 'src/kit/session/';
    const importers = edges.filter(({ target }) => target === `${room}account.ts`).map(({ from }) => from.path);
    expect(importers.toSorted()).toEqual(['adopt.ts', 'index.ts', 'session.ts'].map((name) => room + name));
    const takers = source.filter(({ text }) => /\bturn\(/.test(text)).map(({ path }) => path);
    expect(takers.toSorted()).toEqual(['account.ts', 'adopt.ts', 'session.ts'].map((name) => room + name));
    expect(byPath.get(`${room}index.ts`)?.text).toMatch(/^export type \{[^}]+\} from '\.\/account\.ts';$/m);
  });

  test('every file of src/kit/wallet is on a floor, and imports nothing from above it', () => {
    const room = 'src/kit/wallet/';
    const inside = edges.filter(({ target }) => target?.startsWith(room));
    const homeless = source.filter(({ path }) => path.startsWith(room) && floorOf(path.slice(room.length)) < 0);
    expect(homeless.map(({ path }) => path)).toEqual([]);
    const up = inside.filter(
      ({ from, target }) =>
        from.path.startsWith(room) &&
        floorOf(String(target).slice(room.length)) > floorOf(from.path.slice(room.length)),
    );
    expect(show(up)).toEqual([]);
  });

  test('in src/ui/elements no part knows the host, and neither knows a screen', () => {
    const above: Readonly<Record<string, RegExp>> = {
      'src/ui/elements/parts/': /^src\/ui\/elements\/(?:host|screens)\//,
      'src/ui/elements/host/': /^src\/ui\/elements\/screens\//,
    };
    for (const room of [...Object.keys(above), 'src/ui/elements/screens/'])
      expect(source.some(({ path }) => path.startsWith(room))).toBe(true);
    const up = edges.filter(({ from, target }) =>
      Object.entries(above).some(([room, rooms]) => from.path.startsWith(room) && rooms.test(String(target))),
    );
    expect(show(up)).toEqual([]);
  });

  test('every relative import names a file that is there, with its extension', () => {
    expect(show(edges.filter(({ target }) => target !== null && !byPath.has(target)))).toEqual([]);
  });

  test('a folder imports only its own packages, and Node only in the server and from a file called node.ts or bin.ts', () => {
    const broken = edges.filter(({ from, fromFolder, target, specifier }) => {
      if (target !== null || (mayImport[fromFolder] ?? []).includes(specifier)) return false;
      if (specifier.startsWith('node:')) return fromFolder !== 'server/src' && !/\/(?:node|bin)\.ts$/.test(from.path);
      return !(packages[fromFolder] ?? []).includes(packageOf(specifier));
    });
    expect(show(broken)).toEqual([]);
  });
});

describe('loading', () => {
  test('the package loads no login cryptography, no passkeys and no curve before they are needed', async () => {
    const first = await firstLoad(packageEntry);
    expect(first).toContain('src/kit/wallet/wallet.ts');
    expect(first.filter((path) => neverAtFirst.test(path))).toEqual([]);
  });

  test('the login cryptography is loaded by a dynamic import', () => {
    const lazy = edges.filter(({ kind }) => kind === 'dynamic').map(({ target }) => target);
    expect(lazy).toContain('src/kit/crypto/login/index.ts');
  });

  test('an import of types only is erased as a whole', () => {
    const inline = /^(?:import|export) \{(?:\s*type [^,}]+,?)+\s*\} from /gm;
    const broken = source.filter((file) => !file.path.endsWith('/index.ts') && file.text.match(inline));
    expect(broken.map((file) => file.path)).toEqual([]);
  });

  test('no file imports itself, not even through others, for types or when needed', () => {
    const cycles = source.filter(({ path }) => readWith(path).has(path));
    expect(cycles.map((file) => file.path)).toEqual([]);
  });
});

test('docs/architecture.md names only files that are there', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const named = [...text.matchAll(/`((?:[\w-]+\/)+[\w-]+\.(?:test\.)?ts)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(5);
  const known = new Set(everything.map(({ path }) => path));
  expect(
    named.filter((path) => !known.has(path) && !known.has(`src/${path}`) && !known.has(`src/kit/${path}`)),
  ).toEqual([]);
});

describe('size', () => {
  test('few source files have more than 400 lines: such a subject may be two', () => {
    const long = source.filter((file) => file.lines > 400).map((file) => `${file.path}: ${file.lines}`);
    expect(long.length, long.join(', ')).toBeLessThan(source.length / 50);
  });

  test('half of the source files have at most 100 lines', () => {
    const lengths = source.map((file) => file.lines).sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(100);
  });

  test('no folder or file has a name that says nothing', () => {
    const vague = /^(?:utils?|helpers?|common|lib|core|types?|misc|shared)$/;
    const names = (path: string): string[] => path.replace(/(?:\.\w+)+$/, '').split('/');
    expect(everything.map((file) => file.path).filter((path) => names(path).some((name) => vague.test(name)))).toEqual(
      [],
    );
  });
});

/** The files that are read before a file can be understood: what it imports, values and types, at once or when needed, directly or not. */
function readWith(path: string): Set<string> {
  const reached = new Set<string>(importedBy(path));
  for (const name of reached) for (const next of importedBy(name)) reached.add(next);
  return reached;
}

function importedBy(path: string): string[] {
  const imports = byPath.get(path)?.imports ?? [];
  return imports.flatMap(({ specifier }) => targetOf(path, specifier) ?? []);
}

/** The files of which a bundler puts something into the chunks that an entry loads at once. */
async function firstLoad(entry: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: 'dist',
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    metafile: true,
    logLevel: 'silent',
  });
  const outputs = new Map(Object.entries(metafile.outputs));
  const chunks = new Set([...outputs.keys()].filter((name) => outputs.get(name)?.entryPoint === entry));
  for (const chunk of chunks) {
    const imported = outputs.get(chunk)?.imports.filter(({ kind }) => kind === 'import-statement') ?? [];
    for (const { path } of imported) chunks.add(path);
  }
  const inputs = [...chunks].flatMap((chunk) => Object.entries(outputs.get(chunk)?.inputs ?? {}));
  return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
}
