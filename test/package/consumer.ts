/** Packs the packages, and makes projects that have installed them with their runtime dependencies and peers, and nothing else. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../source-tree.ts';

const execute = promisify(execFile);

/** Output of a finished program. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The oldest React that the tests know, and the newest, as `node_modules` names them. */
export const reacts = ['react-18', 'react'] as const;
export type React = (typeof reacts)[number];

interface Manifest {
  readonly version: string;
  readonly homepage: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
}

function readManifest(folder: string): Manifest {
  const read = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
  return Object.assign({ dependencies: {}, devDependencies: {}, peerDependencies: {} }, read);
}

/** The manifests of the packages. */
export const manifests = {
  countersign: readManifest('.'),
  'countersign-sandbox': readManifest('sandbox'),
  'countersign-server': readManifest('server'),
} as const;

/** The manifest of the kit. */
export const manifest = manifests.countersign;

/** Entry points of the packages as their users import them, without `package.json`. */
export const entries: readonly string[] = Object.entries(manifests).flatMap(([name, { exports }]) =>
  Object.keys(exports)
    .filter((entry) => entry !== './package.json')
    .map((entry) => name + entry.slice(1)),
);

const builds = new Map<string, Promise<void>>();

/**
 * Builds `dist/` when it is old, which a process asks once: no run changes the sources.
 *
 * @throws Error with what the compiler said, when that fails.
 */
export function buildKit(project: string = root): Promise<void> {
  const building = builds.get(project) ?? buildIfNeeded(project);
  builds.set(project, building);
  return building;
}

async function buildIfNeeded(project: string): Promise<void> {
  const { code, stderr } = await run(process.execPath, [join(project, 'build.mjs'), '--if-needed'], project);
  if (code !== 0) throw new Error(`the build fails\n${stderr}`);
}

/** A packed package. */
export interface Tarball {
  readonly name: keyof typeof manifests;
  readonly file: string;
  /** Paths in the tarball. */
  readonly packed: readonly { readonly path: string; readonly size: number; readonly mode: number }[];
}

/** A package in what `npm pack` reports. */
interface Report {
  readonly name: keyof typeof manifests;
  readonly filename: string;
  readonly files: Tarball['packed'];
}

/** Packs kit, sandbox and server as they are built, after a build when they are old; `from` is the project, or a copy of it. */
export async function packAll(
  folder: string = newFolder('packed'),
  from: string = root,
): Promise<readonly [kit: Tarball, sandbox: Tarball, server: Tarball]> {
  await buildKit(from);
  const all = ['--workspaces', '--include-workspace-root'];
  const { stdout } = await npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder, ...all], from);
  const [kit, sandbox, server] = JSON.parse(stdout) as readonly [kit: Report, sandbox: Report, server: Report];
  const tarballOf = ({ name, filename, files }: Report): Tarball => ({
    name,
    file: join(folder, filename),
    packed: files,
  });
  return [tarballOf(kit), tarballOf(sandbox), tarballOf(server)];
}

/** Puts packed packages into an empty project beside copies of their runtime dependencies and of a React, as an installation would. */
export async function createConsumer(tarballs: readonly Tarball[], react: React = 'react'): Promise<string> {
  const folder = newFolder('consumer');
  const modules = join(folder, 'node_modules');
  for (const { name, file } of tarballs) {
    mkdirSync(join(modules, name), { recursive: true });
    await run('tar', ['-xzf', file, '-C', join(modules, name), '--strip-components=1'], folder);
  }
  const dependencies = tarballs.flatMap(({ name }) => Object.keys(manifests[name].dependencies));
  const copied = new Map(dependencies.filter((name) => !(name in manifests)).map((name) => [name, name]));
  copied.set('react', react).set('react-dom', react.replace('react', 'react-dom'));
  for (const [name, source] of copied) {
    const from = join(root, 'node_modules', source);
    cpSync(from, join(modules, name), { recursive: true });
    const { dependencies = {} } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as Partial<Manifest>;
    for (const one of Object.keys(dependencies))
      if (!copied.has(one) && !existsSync(join(from, 'node_modules', one))) copied.set(one, one);
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  return folder;
}

function newFolder(name: string): string {
  return realpathSync(mkdtempSync(join(tmpdir(), `countersign-${name}-`)));
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
