/** The distribution's `redis-server` on a free port of loopback. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../test/listen.ts';

/** A server, and what ends it. */
export interface RedisServer {
  readonly url: string;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/** Starts one, in memory alone. @throws Error where it isn't installed or doesn't start. */
export async function startRedis(port?: number): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'redis-'));
  const found = port ?? (await freePort());
  const args = ['--port', String(found), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<never>((_resolve, reject) => {
    child.once('error', () => reject(new Error('redis-server is not installed: apt-get install redis-server')));
    child.once('exit', (code) => reject(new Error(`redis-server ended (${String(code)})`)));
  });
  ended.catch(() => undefined);
  const ready = async (): Promise<void> => {
    for await (const line of createInterface({ input: child.stdout })) if (line.includes('Ready to accept')) return;
  };
  await Promise.race([ready(), ended]);
  return {
    url: `redis://127.0.0.1:${found}`,
    child,
    async stop() {
      const exited = child.exitCode !== null || child.signalCode !== null ? null : once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}
