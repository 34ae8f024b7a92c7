import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { readSources, root, targetOf, type ImportOf, type SourceFile } from './source-tree.ts';

/** Which rooms a room may import, besides the foot. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  encoding: [],
  crypto: ['encoding'],
  passkey: ['encoding'],
  session: [],
  transport: [],
  wallet: ['encoding', 'crypto', 'passkey', 'session', 'transport'],
  relay: ['encoding'],
  sandbox: ['encoding', 'crypto'],
  testing: ['encoding', 'crypto', 'passkey', 'session', 'transport', 'wallet', 'relay', 'sandbox'],
};

/** Which packages a room may import; a library that is not here has not been decided on. */
const packages: Readonly<Record<string, readonly string[]>> = {
  encoding: ['@noble/hashes', '@scure/base'],
  crypto: ['@hpke/core', '@noble/curves'],
  passkey: ['@simplewebauthn/browser'],
  session: ['idb-keyval'],
  transport: [],
  wallet: [],
  relay: [],
  sandbox: ['@hono/node-server', '@noble/curves', '@noble/hashes', '@simplewebauthn/server', 'hono', 'valibot'],
  testing: [],
};

const foot = ['src/errors.ts', 'src/wire.ts'];
const frontDoor = 'src/index.ts';

/** Faces of a room beside its index: they are small, so that they load alone. The value says who uses them. */
const doors: Readonly<Record<string, readonly string[]>> = {
  'src/encoding/base58check.ts': ['crypto'],
  'src/crypto/crypto-error.ts': ['(front door)'],
  'src/crypto/signing.ts': ['wallet', '(front door)'],
  'src/crypto/login.ts': ['wallet'],
  'src/crypto/enclave-side.ts': ['sandbox'],
  'src/session/account-lock.ts': ['wallet'],
  'src/transport/transport-error.ts': ['(front door)'],
};

/** What a page loads before its user does anything holds none of these. */
const neverAtFirst = /^src\/passkey\/|^src\/crypto\/(?:login|sealed|hpke)|@hpke|@noble|@scure|@simplewebauthn/;

const source = readSources('src');
const everything = [...source, ...readSources('demo'), ...readSources('test')];
const byPath = new Map(source.map((file) => [file.path, file]));

interface Edge extends ImportOf {
  readonly from: SourceFile;
  readonly fromRoom: string;
  /** Path in the repository, or null for a package. */
  readonly target: string | null;
  readonly targetRoom: string | null;
}

const edges: readonly Edge[] = source.flatMap((from) =>
  from.imports.map((one) => {
    const target = targetOf(from.path, one.specifier);
    return { ...one, from, fromRoom: roomOf(from.path), target, targetRoom: target === null ? null : roomOf(target) };
  }),
);
const crossings = edges.filter(({ fromRoom, targetRoom }) => targetRoom !== null && targetRoom !== fromRoom);

function roomOf(path: string): string {
  if (foot.includes(path)) return '(foot)';
  if (path === frontDoor) return '(front door)';
  return path.split('/')[1] ?? '';
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

const show = (broken: readonly Edge[]): string[] => broken.map(({ from, specifier }) => `${from.path}: ${specifier}`);

describe('rooms', () => {
  test('src holds the rooms of the table, the foot and the front door, and nothing else', () => {
    const found = new Set(source.map((file) => roomOf(file.path)));
    expect([...found].filter((room) => !(room in rooms) && room !== '(foot)' && room !== '(front door)')).toEqual([]);
    expect(Object.keys(rooms).filter((room) => !found.has(room))).toEqual([]);
  });

  test('a room imports only the rooms that the table allows it', () => {
    const broken = crossings.filter(({ fromRoom, targetRoom }) => {
      if (targetRoom === '(foot)' || fromRoom === '(front door)') return false;
      return targetRoom === null || !(rooms[fromRoom] ?? []).includes(targetRoom);
    });
    expect(show(broken)).toEqual([]);
  });

  test('the foot imports nothing', () => {
    expect(show(edges.filter(({ fromRoom }) => fromRoom === '(foot)'))).toEqual([]);
  });

  test('another room is entered by its index or by a door that names the visitor', () => {
    const broken = crossings.filter(({ fromRoom, target, targetRoom }) => {
      if (target === null || targetRoom === '(foot)') return false;
      if (target === `src/${String(targetRoom)}/index.ts`) return fromRoom === 'wallet' && targetRoom === 'crypto';
      return !(doors[target] ?? []).includes(fromRoom);
    });
    expect(show(broken)).toEqual([]);
  });

  test('nobody imports the front door, and no file the index of its own room', () => {
    const broken = edges.filter(
      ({ target, fromRoom }) => target === frontDoor || target === `src/${fromRoom}/index.ts`,
    );
    expect(show(broken)).toEqual([]);
  });

  test('every relative import names a file that is there, with its extension', () => {
    expect(show(edges.filter(({ target }) => target !== null && !byPath.has(target)))).toEqual([]);
  });

  test('a room imports only its own packages, and Node only from a file called node.ts or bin.ts', () => {
    const broken = edges.filter(({ from, fromRoom, target, specifier }) => {
      if (target !== null) return false;
      if (specifier.startsWith('node:')) return !/\/(?:node|bin)\.ts$/.test(from.path);
      return !(packages[fromRoom] ?? []).includes(packageOf(specifier));
    });
    expect(show(broken)).toEqual([]);
  });
});

describe('loading', () => {
  test('the front door loads no login cryptography, no passkeys and no curve before they are needed', async () => {
    const first = await firstLoad(frontDoor);
    expect(first).toContain('src/wallet/wallet.ts');
    expect(first.filter((path) => neverAtFirst.test(path))).toEqual([]);
  });

  test('a door of the cryptography is loaded by a dynamic import', () => {
    const lazy = edges.filter(({ kind }) => kind === 'dynamic').map(({ target }) => target);
    expect(lazy).toContain('src/crypto/login.ts');
  });

  test('an import of types only is erased as a whole', () => {
    const inline = /^(?:import|export) \{(?:\s*type [^,}]+,?)+\s*\} from /gm;
    const broken = source.filter((file) => !file.path.endsWith('/index.ts') && file.text.match(inline));
    expect(broken.map((file) => file.path)).toEqual([]);
  });

  test('no file imports itself at run time, however long the way', () => {
    const cycles = source.filter(({ path }) =>
      runtimeTargets(path).some((next) => next === path || reachable(next).has(path)),
    );
    expect(cycles.map((file) => file.path)).toEqual([]);
  });
});

describe('size', () => {
  test('no file has more than 300 lines', () => {
    expect(everything.filter((file) => file.lines > 300).map((file) => `${file.path}: ${file.lines}`)).toEqual([]);
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

/** Files and packages that loading a file loads with it. */
function reachable(path: string): Set<string> {
  const reached = new Set<string>([path]);
  for (const name of reached) for (const next of runtimeTargets(name)) reached.add(next);
  return reached;
}

function runtimeTargets(path: string): string[] {
  const imports = byPath.get(path)?.imports ?? [];
  return imports.filter(({ kind }) => kind === 'static').map((one) => targetOf(path, one.specifier) ?? one.specifier);
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
