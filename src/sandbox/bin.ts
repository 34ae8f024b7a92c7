#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { runCommand, type StartedSandbox } from './command/node.ts';

const print = (line: string): void => console.log(line);
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

// Listened for before the ready line is printed, since its reader may stop the sandbox at once.
const stopped = new Promise<void>((resolve) => {
  process.once('SIGINT', () => resolve());
  process.once('SIGTERM', () => resolve());
});

try {
  const listening = await runCommand({ args: process.argv.slice(2), print, version });
  if (listening !== null) {
    if (listening.exec === undefined) await stopped;
    else process.exitCode = await run(listening.exec);
    await listening.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : 'The sandbox could not start.');
  process.exitCode = 1;
}

/** Runs a command in a shell and resolves with its exit code; a signal that stops the sandbox stops the command and all that it started. */
function run({ command, env }: NonNullable<StartedSandbox['exec']>): Promise<number> {
  // Of a terminal the command stays in the foreground group, which Ctrl-C stops as a whole.
  const detached = process.platform !== 'win32' && !process.stdin.isTTY;
  const child = spawn(command, { shell: true, stdio: 'inherit', detached, env: { ...process.env, ...env } });
  void stopped.then(() => (detached && child.pid !== undefined ? process.kill(-child.pid, 'SIGTERM') : child.kill()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
  });
}
