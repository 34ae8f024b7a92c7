import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildKit } from '../package/consumer.ts';
import { root } from '../source-tree.ts';

beforeAll(() => buildKit(), 120_000);

describe('a sandbox that a Python program started ends, and its output too, after the program was killed', () => {
  const sandbox = [process.execPath, join(root, 'dist/bin.js'), 'sandbox', '--port', '0', '--json'];
  const python = (command: readonly string[], more = ''): ChildProcessByStdio<null, Readable, Readable> => {
    const started = `subprocess.Popen(${JSON.stringify(command)}${more})`;
    const script = `import subprocess, time\nchild = ${started}\ntime.sleep(600)`;
    return spawn('python3', ['-c', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  };

  test.for([
    ['passed its own standard input on', sandbox, ''],
    ['holds a pipe to it', sandbox, ', stdin=subprocess.PIPE'],
    ['has a package manager in between', ['npm', 'exec', '--offline', '--', ...sandbox], ''],
  ] as const)('where the program %s', async ([, command, more]) => {
    const child = python(command, more);
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const { baseUrl } = JSON.parse(line) as { baseUrl: string };
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
    await expect(fetch(baseUrl)).rejects.toThrow(TypeError);
  });
});
