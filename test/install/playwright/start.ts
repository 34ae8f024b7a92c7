/** Starts the example's server, as it was built, before the sandbox of a worker. */
import { spawn } from 'node:child_process';
import type { SandboxInfo } from 'countersign-sandbox/testing';
import type { StartedApplication } from 'countersign-sandbox/testing/playwright';

/** Resolves once the server says where it is. */
export async function start({ baseUrl }: SandboxInfo): Promise<StartedApplication> {
  const env = { ...process.env, PORT: '0', PLATFORM_BASE_URL: baseUrl };
  const child = spawn(process.execPath, ['server.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the example ended')));
    child.stdout.on('data', (text: Buffer) => {
      const [found] = /http:\/\/localhost:\d+/.exec(String(text)) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return { url, close: () => (child.kill(), ended) };
}
