import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { readSources, root, targetOf, type ImportOf, type SourceFile } from './source-tree.ts';

/** What every folder may import: the errors, and the types and profile tables of the wire. It imports nothing else. */
const foundation = [
  'src/kit/errors.ts',
  'src/kit/field-errors.ts',
  'src/kit/foreign-error.ts',
  'src/kit/known-options.ts',
  'src/kit/own-members.ts',
  'src/kit/still-processing.ts',
  'src/kit/stored.ts',
  'src/kit/waiting.ts',
  'src/kit/wire.ts',
  'src/kit/error-catalogue',
];
const packageEntry = 'src/index.ts';
/** The command, which loads each of its commands when it is asked for. */
const commandEntry = 'src/bin.ts';
const sandboxCommandEntry = 'sandbox/src/bin.ts';

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
  'src/ui/elements': ['src/ui/code-entry', 'src/ui/messages', 'src/kit/wallet'],
  'src/ui/react': ['src/kit/wallet', 'src/ui/code-entry'],
  'src/ui/environment': ['src/kit/crypto', 'src/kit/passkey', 'src/kit/session', 'src/kit/wallet'],
  // The server
  'src/relay': ['src/kit/encoding'],
  'src/relay/process': ['src/kit/encoding', 'src/relay'],
  [commandEntry]: ['src/relay/process'],
  // For development, in a package of its own
  'sandbox/src/service': ['src/kit/encoding', 'src/kit/crypto', 'countersign', 'countersign/relay'],
  'sandbox/src/testing': [
    'sandbox/src/service',
    'src/kit/session',
    'src/kit/wallet',
    'countersign',
    'countersign/relay',
  ],
  'sandbox/src/devtools': ['src/kit/encoding', 'countersign', 'countersign/crypto'],
  'sandbox/src/relay-check': [
    'sandbox/src/service',
    'sandbox/src/testing',
    'src/kit/encoding',
    'src/relay',
    'countersign',
  ],
  [sandboxCommandEntry]: ['sandbox/src/service', 'sandbox/src/relay-check'],
};

/** Which packages a folder may import; a library that is not here has not been decided on. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'src/kit/crypto': ['@hpke/core', '@noble/curves'],
  'src/kit/passkey': ['@simplewebauthn/browser'],
  'src/kit/session': ['idb-keyval'],
  'src/ui/elements': ['preact', 'react'],
  'src/ui/react': ['react'],
  'src/relay/process': ['ioredis', 'pino', 'prom-client'],
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

/** Second faces of a folder beside its index: small, so that a bundler can load them apart. */
const lazyEntries: readonly RegExp[] = [
  /^src\/kit\/encoding\/(?:base64|retry-after|p256)\.ts$/,
  /^src\/kit\/crypto\/(?:crypto-error|(?:signing|login|service)\/index)\.ts$/,
  /^src\/kit\/(?:passkey\/passkey|transport\/transport)-error\.ts$/,
  /^src\/kit\/session\/(?:adopt|refresh|snapshot)\.ts$/,
  /^src\/kit\/wallet\/flows\/facts\.ts$/,
  /^src\/ui\/messages\/(?:in-english|screens\/[\w-]+)\.ts$/,
  /^src\/relay\/(?:identity|limits|node|options|routes|redis|relay-error|process\/bin)\.ts$/,
  /^sandbox\/src\/(?:(?:relay-check|service)\/bin|service\/node)\.ts$/,
];

/** Importers that take a folder by its lazy entries alone. The sandbox bundles what it takes of the kit: never a whole folder but the codecs. */
const byLazyEntries = [
  [/^src\/kit\/wallet$/, /^src\/kit\/crypto$/],
  [/^sandbox\//, /^src\/kit\/(?!encoding)/],
] as const;

/** What a page loads before its user does anything holds none of these. */
const neverAtFirst =
  /^src\/kit\/(?:passkey\/(?!passkey-error)|error-catalogue\/|crypto\/(?:login|service)\/)|node_modules\/(?:@hpke|@noble|@scure|@simplewebauthn)\//;

const source = [...readSources('src'), ...readSources('sandbox/src')];
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

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

const show = (broken: readonly Edge[]): string[] => broken.map(({ from, specifier }) => `${from.path}: ${specifier}`);

describe('layers', () => {
  test('src and sandbox/src hold the folders of the table, the foundation and the entries, and nothing else', () => {
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

  test('another folder is imported by its index, or by a lazy entry', () => {
    const broken = crossings.filter(({ fromFolder, target, targetFolder }) => {
      if (target === null || foundation.includes(target)) return false;
      if (target === `${String(targetFolder)}/index.ts`)
        return byLazyEntries.some(([from, to]) => from.test(fromFolder) && to.test(String(targetFolder)));
      return !lazyEntries.some((entry) => entry.test(target));
    });
    expect(show(broken)).toEqual([]);
  });

  test('a folder imports only its own packages, and Node only from a file called node.ts or bin.ts', () => {
    const broken = edges.filter(({ from, fromFolder, target, specifier }) => {
      if (target !== null || (mayImport[fromFolder] ?? []).includes(specifier)) return false;
      if (specifier.startsWith('node:')) return !/\/(?:node|bin)\.ts$/.test(from.path);
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

  test('no file imports itself, not even through others, for types or when needed', () => {
    const cycles = source.filter(({ path }) => readWith(path).has(path));
    expect(cycles.map((file) => file.path)).toEqual([]);
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
