import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { root } from '../source-tree.ts';

/** Runs the command as a person does, in a process group of its own, up to the address that it prints. */
async function startDemo(): Promise<{ command: ChildProcess; url: string }> {
  const command = spawn('npm', ['run', 'demo', '--', '--port', '0'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const chunk of command.stdout ?? []) {
    printed += String(chunk);
    const [url] = /http:\/\/localhost:\d+/.exec(printed) ?? [];
    if (url !== undefined) return { command, url };
  }
  throw new Error(`npm run demo printed no address: ${printed}`);
}

/** Detects a process that is left of the group. */
function isAlive(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

describe('npm run demo', () => {
  // Ctrl-C reaches every process in front of the terminal; whoever supervises the command ends npm alone.
  test.for([
    ['Ctrl-C', 'SIGINT', -1],
    ['an end of the command', 'SIGTERM', 1],
  ] as const)('ends with %s: its port is free, and no process is left', async ([, signal, sign]) => {
    const { command, url } = await startDemo();
    const { pid = 0 } = command;
    // A page that is open keeps its connections.
    const page = await fetch(url);
    expect(page.status).toBe(200);
    const ended = once(command, 'exit');
    process.kill(sign * pid, signal);
    await ended;
    await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });
});
