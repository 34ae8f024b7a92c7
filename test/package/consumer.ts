/** A project that has installed the packed kit, with its runtime dependencies and its peers, and nothing else. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../source-tree.ts';

const execute = promisify(execFile);

/** What a finished program said. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The project's folder, the installed package in it, and the tarball it came from. */
export interface Consumer {
  readonly folder: string;
  readonly installed: string;
  readonly tarball: string;
  readonly packed: Tarball['packed'];
}

/** The manifest of the kit. */
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
};

/** Entry points as their users import them, without `package.json`. */
export const entries: readonly string[] = Object.keys(manifest.exports)
  .filter((name) => name !== './package.json')
  .map((name) => name.replace(/^\./, 'countersign'));

const builds = new Map<string, Promise<void>>();

/** Builds `dist/` when it is old, which a process asks once: no run changes the sources. @throws Error with what the compiler said, when that fails. */
export function buildKit(project: string = root): Promise<void> {
  const building = builds.get(project) ?? buildIfNeeded(project);
  builds.set(project, building);
  return building;
}

async function buildIfNeeded(project: string): Promise<void> {
  const { code, stderr } = await run(process.execPath, [join(project, 'build.mjs'), '--if-needed'], project);
  if (code !== 0) throw new Error(`the build fails\n${stderr}`);
}

/** A packed kit. */
export interface Tarball {
  readonly file: string;
  /** Paths in the tarball. */
  readonly packed: readonly { readonly path: string; readonly size: number; readonly mode: number }[];
}

/** Packs the kit as it stands in `dist/`, which is built when it is old; `from` is the project, or a copy of it. */
export async function packKit(folder: string, from: string = root): Promise<Tarball> {
  await buildKit(from);
  const { stdout } = await npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], from);
  const [report] = JSON.parse(stdout) as { filename: string; files: Tarball['packed'] }[];
  if (report === undefined) throw new Error('npm pack reported nothing');
  return { file: join(folder, report.filename), packed: report.files };
}

/** Packs the kit and unpacks it as an installation would, without a network. */
export async function createConsumer(): Promise<Consumer> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-consumer-')));
  const { file: tarball, packed } = await packKit(folder);
  const installed = join(folder, 'node_modules', 'countersign');
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'], folder);
  // Whoever imports the entry of a peer has the peer, and its types.
  const peers = Object.keys(manifest.peerDependencies).flatMap((name) => [name, `@types/${name}`]);
  for (const name of [...Object.keys(manifest.dependencies), ...peers]) {
    const place = join(folder, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), place, 'junction');
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  return { folder, installed, tarball, packed };
}

/** Installs packages by npm, from its cache where that has them. @throws Error with what npm said, when that fails. */
export async function installPackages(folder: string, args: readonly string[]): Promise<void> {
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, stderr } = await npm(['install', ...quiet, ...args], folder);
  if (code !== 0) throw new Error(`npm install fails\n${stderr}`);
}

/** Runs npm; what it prints and its exit code are for the caller to judge. */
export function npm(args: readonly string[], cwd: string): Promise<Outcome> {
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, cwd);
}

/** Runs a program to its end; what it prints and its exit code are for the caller to judge. */
export async function run(program: string, args: readonly string[], cwd: string): Promise<Outcome> {
  try {
    return { code: 0, ...(await execute(program, [...args], { cwd, maxBuffer: 64 * 1024 * 1024 })) };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as Partial<Outcome>;
    return { code: typeof code === 'number' ? code : 1, stdout, stderr };
  }
}
