/** The built commands `countersign-server relay` and `countersign-server wallet-page` in processes of their own. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { root } from '../../test/source-tree.ts';

/** Output of a finished command. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that is running. */
export interface RunningCommand {
  readonly url: string;
  readonly operationsUrl: string;
  /** Sends a signal, and waits for the end. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<Finished>;
}

/** Options of {@link startCommand} and {@link runCommand}. */
export interface CommandOptions {
  /** Content of the file of `--config`; no file if left out. */
  readonly config?: object | undefined;
  readonly env?: Readonly<Record<string, string>>;
  /** `relay` by default. */
  readonly command?: string;
}

function spawnCommand(args: readonly string[], { env = {}, command = 'relay' }: CommandOptions = {}) {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(
    process.execPath,
    [join(root, 'server/dist/bin.js'), command, ...args],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env['PATH'], ...env } },
  );
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (said.stderr += text));
  const finished = once(child, 'close').then(([code]): Finished => ({ code: code as number | null, ...said }));
  return { child, finished };
}

/** Runs it to its end. */
export async function runCommand(args: readonly string[], options: CommandOptions = {}): Promise<Finished> {
  return withFile(options.config, (file) => spawnCommand([...args, ...file], options).finished);
}

/** Starts it, and waits for its line. */
export function startCommand(options: CommandOptions): Promise<RunningCommand> {
  return withFile(options.config, async (file) => {
    const { child, finished } = spawnCommand(['--json', ...file], options);
    const line = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
    const [text] = await Promise.race([
      line,
      finished.then(({ stderr }) => Promise.reject(new Error(`the relay ended: ${stderr}`))),
    ]);
    return {
      ...(JSON.parse(text) as { url: string; operationsUrl: string }),
      end(signal) {
        child.kill(signal);
        return finished;
      },
    };
  });
}

async function withFile<Result>(
  config: object | undefined,
  use: (args: readonly string[]) => Promise<Result>,
): Promise<Result> {
  if (config === undefined) return use([]);
  const folder = await mkdtemp(join(tmpdir(), 'relay-'));
  try {
    await writeFile(join(folder, 'relay.json'), JSON.stringify(config), { mode: 0o600 });
    return await use(['--config', join(folder, 'relay.json')]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
