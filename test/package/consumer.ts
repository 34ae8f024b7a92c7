/** A project that has installed the packed kit, with its runtime dependencies and nothing else. */
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
  /** Paths in the tarball. */
  readonly packed: readonly { readonly path: string; readonly size: number; readonly mode: number }[];
}

/** The manifest of the kit. */
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
};

/** Entry points as their users import them, without `package.json`. */
export const entries: readonly string[] = Object.keys(manifest.exports)
  .filter((name) => name !== './package.json')
  .map((name) => name.replace(/^\./, 'countersign'));

/** Builds `dist/` when it is old. @throws Error with what the compiler said, when that fails. */
export async function buildKit(): Promise<void> {
  const { code, stderr } = await run(process.execPath, [join(root, 'build.mjs'), '--if-needed'], root);
  if (code !== 0) throw new Error(`the build fails\n${stderr}`);
}

/** Packs the kit as it stands in `dist/` (built when it is old) and installs it without a network. */
export async function createConsumer(): Promise<Consumer> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-consumer-')));
  await buildKit();
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', pack, root);
  const [report] = JSON.parse(stdout) as { filename: string; files: Consumer['packed'] }[];
  if (report === undefined) throw new Error('npm pack reported nothing');
  const tarball = join(folder, report.filename);
  const installed = join(folder, 'node_modules', 'countersign');
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'], folder);
  for (const name of Object.keys(manifest.dependencies)) {
    const place = join(folder, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), place, 'junction');
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  return { folder, installed, tarball, packed: report.files };
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
