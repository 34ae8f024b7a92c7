/** The command `countersign-sandbox start`. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { runCommand, type StartedSandbox } from './command/node.ts';
import { starterGone } from './starter/node.ts';

const print = (line: string): void => console.log(line);
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

// Listened for before the ready line is printed, since its reader may stop the sandbox at once; and each time, since npm passes on the
// Ctrl-C that the terminal has sent already.
const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  // The command of --exec reads the standard input.
  const watchesInput = !process.argv.some((argument) => /^--exec(?:=|$)/.test(argument));
  void starterGone({ watchesInput }).then(resolve);
});

try {
  const listening = await runCommand({ args: process.argv.slice(2), print, version });
  if (listening !== null) {
    if (listening.exec === undefined) await stopped;
    else process.exitCode = await run(listening.exec);
    await listening.close();
    // At once: while Node takes down its listeners, another Ctrl-C would kill the process and its exit code.
    process.exit();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : 'The sandbox could not start.');
  process.exitCode = 1;
}

/** Runs a command in a shell and resolves with its exit code. Its process group ends with the shell, and with a signal to the sandbox. */
function run({ command, env }: NonNullable<StartedSandbox['exec']>): Promise<number> {
  const hasGroups = process.platform !== 'win32';
  const child = spawn(command, { shell: true, stdio: 'inherit', detached: hasGroups, env: { ...process.env, ...env } });
  const end = (): void => {
    try {
      if (hasGroups) process.kill(-(child.pid ?? NaN), 'SIGTERM');
      else child.kill();
    } catch {
      // The group is empty.
    }
  };
  void stopped.then(end);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      end();
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']);
    });
  });
}
