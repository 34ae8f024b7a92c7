/** An example of the repository, installed from the packed kit and sandbox and started as its readers start it. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { installPackages, packAll } from '../package/consumer.ts';
import { root } from '../source-tree.ts';

/** An app that runs. */
export interface Running {
  /** The page's address. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A running example, and where it is installed. */
export interface Example extends Running {
  readonly folder: string;
}

/** Options of {@link startExample}. */
export interface StartExampleOptions {
  readonly script?: string;
  /** Packages that the example hasn't. */
  readonly packages?: readonly string[];
}

/** Copies an example, installs the packed kit and sandbox in it with what its lock file says, and runs a script of it on a free port. */
export async function startExample(
  name: string,
  { script = 'start', packages = [] }: StartExampleOptions = {},
): Promise<Example> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `countersign-${name}-`)));
  const tracked = execFileSync('git', ['ls-files', '-z', `examples/${name}`], { cwd: root, encoding: 'utf8' });
  for (const path of tracked.split('\0').filter((one) => one !== '')) {
    const target = join(folder, 'example', path.slice(`examples/${name}/`.length));
    cpSync(join(root, path), target, { recursive: true });
  }
  const example = join(folder, 'example');
  const [kit, sandbox] = await packAll(folder);
  await installPackages(example, [kit.file, sandbox.file, ...packages]);
  const { url, stop } = await startCommand(example, ['npm', 'run', script]);
  return {
    folder: example,
    url,
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Does in an empty folder what a packed document says, word by word: its first commands that install, and the files that it quotes from
 * these examples, of two with one name the later example's. Only kit and sandbox come from tarballs.
 */
export async function followDocument(name: string, examples: readonly string[]): Promise<Example> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-newcomer-')));
  const [kit, sandbox] = await packAll(folder);
  const app = join(folder, 'app');
  mkdirSync(app);
  execFileSync('tar', ['-xzf', kit.file, '-C', folder, `package/docs/${name}`]);
  const text = readFileSync(join(folder, 'package/docs', name), 'utf8');
  const quotes = [...text.matchAll(/^<!-- quote: ([\w-]+), (\S+) -->\n```\w+(?: \[.+\])?\n([^]*?)\n```$/gm)];
  for (const example of examples) {
    for (const [, , path = '', content = ''] of quotes.filter(([, one]) => one === example)) {
      writeFileSync(join(app, basename(path)), `${content}\n`);
    }
  }
  const [, script = ''] = /```sh\n(npm init[^]*?)```/.exec(text) ?? [];
  const commands = script.trim().split('\n');
  for (const command of commands.slice(0, -1)) {
    const given = command.replace(/ countersign(-sandbox)?(?= |$)/g, (_, tail) => ` ${(tail ? sandbox : kit).file}`);
    execFileSync('sh', ['-c', given], { cwd: app, stdio: 'ignore' });
  }
  const [last = ''] = (commands.at(-1) ?? '').split('#');
  const { url, stop } = await startCommand(app, last.trim().split(' '));
  return {
    folder: app,
    url,
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a command until it prints the page's address. */
export async function startCommand(cwd: string, [program = '', ...args]: readonly string[]): Promise<Running> {
  // As its readers start it: a development server of Vite ends otherwise where CI is set.
  const { NODE_ENV: _, CI: _ci, ...env } = process.env;
  // A process group of its own: npm's child has to end with it.
  const child = spawn(program, args, {
    cwd,
    env: { ...env, PORT: '0', NEXT_TELEMETRY_DISABLED: '1' },
    detached: true,
  });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      said += String(chunk);
      const [found] = /http:\/\/localhost:\d+/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => reject(new Error(`${program} ended in ${dirname(cwd)}\n${said}`)));
  });
  return { url, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  // Once all of its group have closed their output: npm itself ends before what it has started.
  const ended = new Promise((resolve) => child.once('close', resolve));
  if (child.pid === undefined || child.exitCode !== null) return;
  process.kill(-child.pid, 'SIGTERM');
  await ended;
}
